package dev.concord.method.auto;

import dev.concord.error.InputException;
import dev.concord.method.MethodOptions;
import dev.concord.option.Option;
import dev.concord.option.OptionTypes;
import java.util.ArrayList;
import java.util.List;

/**
 * The options of method.auto.
 *
 * @param methods to be tried, the preferred first
 * @param neighbors to be tried beside graph.neighbors
 * @param splits how often constraints are held out
 * @param sample points that candidates are judged on, at most
 * @param standardErrors by how many of them a preferred candidate may be below the best
 */
public record AutoOptions(
    List<String> methods, List<Integer> neighbors, int splits, int sample, double standardErrors) {
  /** The name of the choice among the methods. */
  public static final String NAME = "auto";

  private static final Option<List<String>> METHODS =
      Option.of(
          "methods",
          OptionTypes.texts(),
          List.of("gfhf", "csc-gfhf", "csp", "cosc", "spectral-learning", "sskk", "ncut", "ccskl"),
          "Methods to choose from, the preferred first (csp last for more points than the sample)."
              + " Those that need what is not given are left out.");

  private static final Option<List<Integer>> NEIGHBORS =
      Option.of(
          "neighbors",
          OptionTypes.wholes(1),
          List.of(5, 10, 20),
          "Numbers of neighbours tried beside graph.neighbors.");

  private static final Option<Integer> SPLITS =
      Option.of(
          "splits", OptionTypes.whole(2), 10, "How often a fifth of the constraints is held out.");

  private static final Option<Double> STANDARD_ERRORS =
      Option.of(
          "standard-errors",
          OptionTypes.notNegative(),
          1.0,
          "By how many standard errors of the difference a method listed earlier may be below the best"
              + " one and still be chosen; the configured graph by twice as many. 0: the best is"
              + " taken.");

  private static final Option<Integer> SAMPLE =
      Option.of(
          "sample",
          OptionTypes.whole(100),
          5000,
          "Points that methods are judged on: all constrained ones, and random others. More"
              + " constrained points than that: a random part of them.");

  /** The options of auto. */
  public static final List<Option<?>> ALL =
      List.of(METHODS, NEIGHBORS, SPLITS, STANDARD_ERRORS, SAMPLE);

  /**
   * Takes minutes for its dozens of eigenvectors at 70,000 points, with a worse result there than
   * others (docs/METHODS.md).
   */
  private static final String SLOW = "csp";

  /**
   * The options for so many points. Beyond the sample {@code csp} comes last wherever it is listed:
   * it is taken there when it is clearly better than the others, not when it is as good.
   */
  public AutoOptions at(int points) {
    if (points <= sample || !methods.contains(SLOW)) {
      return this;
    }
    List<String> ordered = new ArrayList<>(methods);
    ordered.remove(SLOW);
    ordered.add(SLOW);
    return new AutoOptions(ordered, neighbors, splits, sample, standardErrors);
  }

  /** The options, checked. */
  public static AutoOptions of(MethodOptions options) {
    List<String> methods = options.get(METHODS);
    for (String name : methods) {
      if (name.equals(NAME)) {
        throw new InputException(
            "method.auto.methods names auto itself; name the methods to choose from.");
      }
    }
    return new AutoOptions(
        methods,
        options.get(NEIGHBORS),
        options.get(SPLITS),
        options.get(SAMPLE),
        options.get(STANDARD_ERRORS));
  }
}
