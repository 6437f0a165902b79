package dev.concord.linalg.pencil;

/**
 * Options of {@link Lobpcg}.
 *
 * @param count number of eigenpairs, at least 1
 * @param guard further columns that are iterated along, so that the last wanted pair converges well
 *     and multiple eigenvalues show; at least 0
 * @param largest whether the largest eigenvalues are wanted, else the smallest
 * @param tolerance bound of ‖A·x − λ·B·x‖ / ((‖A‖ + |λ|·‖B‖)·‖x‖), in (0, 1), with norms estimated
 *     from below
 * @param maxIterations block iterations allowed, at least 1
 * @param seed root seed; the start block comes from its stream "lobpcg"
 */
public record LobpcgOptions(
    int count, int guard, boolean largest, double tolerance, int maxIterations, long seed) {

  public LobpcgOptions {
    if (count < 1 || guard < 0 || maxIterations < 1 || !(tolerance > 0.0 && tolerance < 1.0)) {
      throw new IllegalArgumentException(
          String.format(
              "count = %d, guard = %d, tolerance = %g, maxIterations = %d",
              count, guard, tolerance, maxIterations));
    }
  }

  /** The smallest pairs, a guard of a quarter of them and 3, tolerance 1e-8, 1,000 iterations. */
  public static LobpcgOptions smallest(int count, long seed) {
    return new LobpcgOptions(count, count / 4 + 3, false, 1e-8, 1000, seed);
  }

  /** The largest pairs, with the same guard, tolerance and iterations. */
  public static LobpcgOptions largest(int count, long seed) {
    return new LobpcgOptions(count, count / 4 + 3, true, 1e-8, 1000, seed);
  }
}
