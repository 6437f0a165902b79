package dev.concord.linalg.solve;

import java.util.Arrays;

/**
 * Computed eigenpairs of a symmetric operator, with the proof of their quality.
 *
 * @param n length of a vector; 0 where the vectors stay on the executors and are not here
 * @param values m eigenvalues in the solver's stated order
 * @param vectors n·m, column-major, unit 2-norm, the entry of largest magnitude positive (the first
 *     one within one part in a million of it)
 * @param residuals m values ‖A·v − λ·v‖₂, recomputed with the operator after the solve
 * @param orthogonality largest |V'V − I| entry
 * @param iterations restarts of the solver (0 for a dense solve)
 * @param products products with the operator, checks included
 * @param solver the name of the route taken: "dense", "arpack", "lanczos", "chebyshev-ritz", or
 *     "known" when none was computed
 */
public record Eigenpairs(
    int n,
    double[] values,
    double[] vectors,
    double[] residuals,
    double orthogonality,
    int iterations,
    long products,
    String solver) {

  /** The number m of pairs. */
  public int count() {
    return values.length;
  }

  /** The {@code j}-th vector, a copy of length n. */
  public double[] vector(int j) {
    return Arrays.copyOfRange(vectors, j * n, (j + 1) * n);
  }
}
