package dev.concord.benchmark;

import dev.concord.error.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What is asked on the command line.
 *
 * @param quick short and rough, small data only; tables are printed, the page is left alone
 * @param only names of the sections to measure; empty: all
 * @param runs runs of a whole process
 * @param document the page whose tables are written
 */
record Settings(boolean quick, List<Section> only, int runs, Path document) {
  static final String USAGE =
      """
      usage: scripts/benchmark.sh [--quick] [--only NAME]... [--runs N] [--document FILE]

        --quick      one short run of each on small data; prints the tables and changes no file
        --only NAME  this section alone; may be repeated:
      %s  --runs N     runs of each whole process, 3 if not given: the median, least and most are shown
        --document   the page to write, docs/PERFORMANCE.md if not given

      MNIST_DIR names the folder of MNIST's four .gz files, MNIST_EXT_PAIRS a table of pairs to use for
      mnist-ext instead of random ones, CONCORD_MEMORY the memory of each run, PYTHON a python3 with
      scikit-learn. Sections whose data or program is missing are skipped with a message.
      """
          .formatted(Section.list());

  /**
   * Reads the arguments.
   *
   * @throws InputException naming what is wrong and the usage
   */
  static Settings parse(Path home, String... arguments) {
    boolean quick = false;
    List<Section> only = new ArrayList<>();
    int runs = 0;
    Path document = home.resolve("docs/PERFORMANCE.md");
    for (int i = 0; i < arguments.length; i++) {
      String name = arguments[i];
      switch (name) {
        case "--quick" -> quick = true;
        case "--only" -> only.add(Section.named(value(arguments, ++i, name)));
        case "--runs" -> runs = positive(value(arguments, ++i, name));
        case "--document" -> document = Path.of(value(arguments, ++i, name));
        default -> throw new InputException("unknown argument " + name + "\n" + USAGE);
      }
    }
    return new Settings(quick, List.copyOf(only), runs > 0 ? runs : quick ? 1 : 3, document);
  }

  boolean wants(Section section) {
    return only.isEmpty() ? !quick || section.small() : only.contains(section);
  }

  private static String value(String[] arguments, int i, String name) {
    if (i == arguments.length) {
      throw new InputException(name + " needs a value\n" + USAGE);
    }
    return arguments[i];
  }

  private static int positive(String text) {
    try {
      int number = Integer.parseInt(text);
      if (number > 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Falls through to the one message for all that is no number of runs.
    }
    throw new InputException("--runs " + text + " is no whole number from 1\n" + USAGE);
  }
}
