package dev.concord.method;

import dev.concord.error.InputException;
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

  private static final List<String> METHODS =
      List.of("gfhf", "csc-gfhf", "csp", "cosc", "spectral-learning", "sskk", "ncut", "ccskl");

  private static final List<Integer> NEIGHBORS = List.of(5, 10, 20);
  private static final int SPLITS = 10;
  private static final int SAMPLE = 5000;

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
    List<String> methods = options.texts("methods", METHODS);
    for (String name : methods) {
      if (name.equals(NAME)) {
        throw new InputException(
            "method.auto.methods names auto itself; name the methods to choose from.");
      }
    }
    return new AutoOptions(
        methods,
        options.integers("neighbors", NEIGHBORS, 1),
        options.integer("splits", SPLITS, 2),
        options.integer("sample", SAMPLE, 100),
        options.real("standard-errors", 1.0, -Double.MIN_VALUE, Double.POSITIVE_INFINITY));
  }
}
