package dev.concord.method.spectral;

import dev.concord.method.Convergence;
import dev.concord.method.MethodFigures;
import org.jspecify.annotations.Nullable;

/**
 * The figures of sclc.
 *
 * @param balance whether the clusters were held in balance
 * @param lambda the eigenvalue of the solution
 * @param secondLambda the next one, null where there is none
 * @param variables left by the constraints
 * @param contradictedPoints forced to zero by odd cycles of cannot-links
 * @param zeroPoints whose value is zero
 * @param residual of the solution
 * @param products with the reduced matrix
 */
public record SclcFigures(
    boolean balance,
    double lambda,
    @Nullable Double secondLambda,
    int variables,
    int contradictedPoints,
    int zeroPoints,
    double residual,
    long products,
    int iterations,
    String solver)
    implements MethodFigures {

  @Override
  public Convergence convergence() {
    return Convergence.ofOne(residual, iterations, products);
  }
}
