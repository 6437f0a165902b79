package dev.concord.linalg.solve;

import dev.concord.linalg.Solver;

/**
 * Options of an eigensolver.
 *
 * @param count number of eigenpairs, at least 1
 * @param tolerance relative accuracy of an eigenvalue's residual, in (0, 1)
 * @param maxIterations restarts allowed
 * @param seed root seed; start vectors come from its streams "arpack", "lanczos" and those of the
 *     checks
 * @param solver the route
 */
public record EigenOptions(
    int count, double tolerance, int maxIterations, long seed, Solver solver) {

  /** Tolerance 1e-8, 1,000 restarts, solver auto. */
  public static EigenOptions of(int count, long seed) {
    return new EigenOptions(count, 1e-8, 1000, seed, Solver.AUTO);
  }

  /** The same for another number of pairs. */
  public EigenOptions withCount(int other) {
    return new EigenOptions(other, tolerance, maxIterations, seed, solver);
  }
}
