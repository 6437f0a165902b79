package dev.concord.method.spectral;

import dev.concord.figure.Inline;
import dev.concord.method.Convergence;
import dev.concord.method.MethodFigures;
import dev.concord.method.RoundingFigures;

/**
 * The figures of ccsr.
 *
 * @param eigenvectors that the learned matrix M works on
 * @param countPairs once or twice
 * @param diagonal all or constrained
 * @param objective of the semidefinite program
 * @param gap between the objective and its bound
 * @param rank of M
 * @param eigenvaluesOfM those above 0
 * @param steps of the solver
 */
public record CcsrFigures(
    int eigenvectors,
    String countPairs,
    String diagonal,
    double objective,
    double gap,
    int rank,
    double[] eigenvaluesOfM,
    int steps,
    @Inline RoundingFigures rounding)
    implements MethodFigures {

  @Override
  public Convergence convergence() {
    return Convergence.ofGap(gap);
  }
}
