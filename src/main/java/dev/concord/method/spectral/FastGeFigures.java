package dev.concord.method.spectral;

import dev.concord.figure.Inline;
import dev.concord.method.Convergence;
import dev.concord.method.MethodFigures;
import dev.concord.method.RoundingFigures;

/**
 * The figures of fast-ge.
 *
 * @param eigenvectors columns of the embedding
 * @param demand what the second graph adds to the cannot-links
 * @param strength of the constraints
 * @param normalizeRows whether the rows of the embedding were scaled to length 1
 * @param components of the first graph
 * @param generalizedEigenvalues ascending
 * @param residuals of the eigenvectors
 * @param products with the matrix
 */
public record FastGeFigures(
    int eigenvectors,
    String demand,
    double strength,
    boolean normalizeRows,
    int components,
    double[] generalizedEigenvalues,
    double[] residuals,
    int iterations,
    long products,
    @Inline RoundingFigures rounding)
    implements MethodFigures {

  @Override
  public Convergence convergence() {
    return Convergence.ofMany(residuals, iterations, products);
  }
}
