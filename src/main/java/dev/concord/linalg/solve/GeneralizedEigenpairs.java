package dev.concord.linalg.solve;

/**
 * Computed eigenpairs of a symmetric-definite pencil A·x = λ·B·x, with the proof of their quality.
 *
 * @param n length of a vector
 * @param values m eigenvalues, the wanted end first
 * @param vectors n·m, column-major, B-orthonormal, the entry of largest magnitude positive (the
 *     first one within one part in a million of it)
 * @param residuals m values ‖A·x − λ·B·x‖₂ / ‖x‖₂, recomputed after the solve
 * @param orthogonality largest |X'BX − I| entry, recomputed after the solve
 * @param iterations block iterations
 * @param products products of A with a vector, and as many of B; those of a preconditioner are not
 *     counted
 */
public record GeneralizedEigenpairs(
    int n,
    double[] values,
    double[] vectors,
    double[] residuals,
    double orthogonality,
    int iterations,
    long products) {

  /** The number m of pairs. */
  public int count() {
    return values.length;
  }
}
