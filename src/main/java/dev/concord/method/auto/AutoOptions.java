package dev.concord.method.auto;

import dev.concord.error.InputException;
import dev.concord.method.MethodOptions;
import dev.concord.method.ensemble.Ensemble;
import dev.concord.option.Option;
import dev.concord.option.OptionTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The options of method.auto.
 *
 * @param methods to be tried, the preferred first
 * @param neighbors to be tried beside graph.neighbors
 * @param splits how often constraints are held out, 0: the likelihood of all judges
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
          List.of("gfhf", "csc-gfhf", Ensemble.NAME, "csp", "sskk"),
          "Methods to choose from, the preferred first. Those that need what is not given are left"
              + " out, and those that would take long on all points.");

  private static final Option<List<Integer>> NEIGHBORS =
      Option.of(
          "neighbors",
          OptionTypes.wholes(1),
          List.of(5, 10, 20),
          "Numbers of neighbours tried beside graph.neighbors, with splits.");

  private static final Option<Integer> SPLITS =
      Option.of(
          "splits",
          OptionTypes.whole(0),
          0,
          "0: every method runs once, from all constraints, and their likelihood and the agreement"
              + " of the methods judge. At least 2: how often a fifth of the constraints is held out"
              + " to judge by.");

  private static final Option<Double> STANDARD_ERRORS =
      Option.of(
          "standard-errors",
          OptionTypes.notNegative(),
          1.0,
          "With splits: by how many standard errors of the difference a method listed earlier may"
              + " be below the best one and still be chosen; the configured graph by twice as many."
              + " 0: the best is taken.");

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

  /** They go through all features many times. */
  private static final Set<String> K_MEANS = Set.of("pck-means", "cop-k-means");

  /** Whether held-out constraints judge, rather than the likelihood of all. */
  public boolean holdsOut() {
    return splits > 0;
  }

  /**
   * The options for so many points. What takes long on all points is no candidate, if another is
   * left: {@code csp} beyond the sample, and the k-means methods where the default leaves them out.
   * With held-out constraints {@code csp} comes last there: it is taken when it is clearly better
   * than the others, not when it is as good.
   *
   * @param values of the features of all points, 0 without features
   */
  public AutoOptions at(int points, long values, int clusters) {
    List<String> ordered = new ArrayList<>(methods);
    if (points > sample && ordered.remove(SLOW) && holdsOut()) {
      ordered.add(SLOW);
    }
    if (!holdsOut() && !Ensemble.affordsKMeans(values, clusters)) {
      ordered.removeAll(K_MEANS);
    }
    if (ordered.isEmpty()) {
      return this;
    }
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
    if (options.get(SPLITS) == 1) {
      throw new InputException(
          "method.auto.splits = 1: must be 0, no constraint is held out, or at least 2.");
    }
    return new AutoOptions(
        methods,
        options.get(NEIGHBORS),
        options.get(SPLITS),
        options.get(SAMPLE),
        options.get(STANDARD_ERRORS));
  }
}
