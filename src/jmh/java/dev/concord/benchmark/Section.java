package dev.concord.benchmark;

import dev.concord.error.InputException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The tables of the page, each between markers of its name. */
enum Section {
  MICRO(true, "rates of the kernels, from which the floors follow"),
  DIGITS(true, "conf/digits.conf, stage by stage"),
  DIGITS_EDGES(true, "methods on the graph of the digits, given as a table"),
  MNIST(false, "conf/mnist.conf, stage by stage"),
  MNIST_EXT(false, "conf/mnist-ext.conf, stage by stage"),
  EXECUTORS(false, "extended MNIST on one executor and on two, edges on the executors alone"),
  GROWTH(false, "mixtures of 10,000 to 3,000,000 points, approximate search"),
  MNIST_METHODS(false, "methods on the graph of MNIST, given as a table"),
  SCIKIT_LEARN(false, "the same without constraints by scikit-learn, side by side");

  private final boolean small;
  private final String content;

  Section(boolean small, String content) {
    this.small = small;
    this.content = content;
  }

  /** Whether it is measured in a quick run. */
  boolean small() {
    return small;
  }

  /** As on the command line and in the markers: digits-edges. */
  String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The section of that title.
   *
   * @throws InputException listing the titles when there is none
   */
  static Section named(String title) {
    return Arrays.stream(values())
        .filter(section -> section.title().equals(title))
        .findAny()
        .orElseThrow(
            () ->
                new InputException(
                    "--only " + title + ": there is no such section; there are\n" + list()));
  }

  /** One line a section, with what it holds. */
  static String list() {
    return Arrays.stream(values())
        .map(s -> String.format(Locale.ROOT, "      %-14s %s%n", s.title(), s.content))
        .collect(Collectors.joining());
  }
}
