package dev.concord.method;

import org.jspecify.annotations.Nullable;

/**
 * How the solver or the search of a method ended; what does not apply is null.
 *
 * @param residual of the solution
 * @param largestResidual of several vectors
 * @param gap between the objective and its bound
 * @param iterations of the solver
 * @param outerIterations of a search in two loops
 * @param innerIterations of the inner loop, all together
 * @param products with the matrix
 * @param rounds of a search
 * @param moves that a search kept
 * @param provenOptimal whether nothing better exists
 * @param history the best objective of each round
 */
public record Convergence(
    @Nullable Double residual,
    @Nullable Double largestResidual,
    @Nullable Double gap,
    @Nullable Integer iterations,
    @Nullable Integer outerIterations,
    @Nullable Integer innerIterations,
    @Nullable Long products,
    @Nullable Integer rounds,
    @Nullable Long moves,
    @Nullable Boolean provenOptimal,
    double @Nullable [] history) {

  /** Nothing iterated, or nothing is known of it. */
  public static final Convergence NONE =
      new Convergence(null, null, null, null, null, null, null, null, null, null, null);

  /** An iteration for one vector. */
  public static Convergence ofOne(double residual, int iterations, long products) {
    return new Convergence(
        residual, null, null, iterations, null, null, products, null, null, null, null);
  }

  /** An iteration for several vectors at once; the largest of their residuals counts. */
  public static Convergence ofMany(double[] residuals, int iterations, long products) {
    Double largest = null;
    for (double residual : residuals) {
      largest = largest == null ? residual : Math.max(largest, residual);
    }
    return new Convergence(
        null, largest, null, iterations, null, null, products, null, null, null, null);
  }

  /** Products with the matrix alone. */
  public static Convergence ofProducts(long products) {
    return new Convergence(null, null, null, null, null, null, products, null, null, null, null);
  }

  /** The gap between an objective and its bound alone. */
  public static Convergence ofGap(double gap) {
    return new Convergence(null, null, gap, null, null, null, null, null, null, null, null);
  }

  /** A partition that is known to be the best. */
  public static Convergence proven() {
    return new Convergence(null, null, null, null, null, null, null, null, null, true, null);
  }

  /** An optimization in two loops, with a bound. */
  public static Convergence ofLoops(double gap, int outer, int inner, boolean provenOptimal) {
    return new Convergence(
        null, null, gap, null, outer, inner, null, null, null, provenOptimal, null);
  }

  /** A search in rounds. */
  public static Convergence ofRounds(
      int rounds, long moves, boolean provenOptimal, double[] history) {
    return new Convergence(
        null, null, null, null, null, null, null, rounds, moves, provenOptimal, history);
  }
}
