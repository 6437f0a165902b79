package dev.concord.method.spectral;

import dev.concord.method.Convergence;
import dev.concord.method.MethodFigures;

/**
 * The figures of sskk.
 *
 * @param start how the first partition was made
 * @param penalty of a violated pair
 * @param shift that makes the kernel definite
 * @param objectiveAtStart of the first partition
 * @param objective of the last one
 * @param batchSteps of kernel k-means
 * @param passes of single moves
 * @param singleMoves that were kept
 * @param products with the matrix, for the shift
 */
public record SskkFigures(
    String start,
    double penalty,
    double shift,
    double objectiveAtStart,
    double objective,
    int batchSteps,
    int passes,
    long singleMoves,
    long products)
    implements MethodFigures {

  @Override
  public Convergence convergence() {
    return Convergence.ofProducts(products);
  }
}
