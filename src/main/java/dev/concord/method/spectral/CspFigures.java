package dev.concord.method.spectral;

import dev.concord.figure.Inline;
import dev.concord.figure.OneAsValue;
import dev.concord.method.Convergence;
import dev.concord.method.MethodFigures;
import dev.concord.method.RoundingFigures;
import org.jspecify.annotations.Nullable;

/**
 * The figures of csp.
 *
 * @param beta the threshold of satisfaction
 * @param betaOverVolume the same divided by the volume of the graph
 * @param largestBelief the largest eigenvalue of the normalized constraint matrix
 * @param feasibleCount feasible vectors, at least so many unless the count is exact
 * @param feasibleCountExact whether it is
 * @param freeCuts feasible vectors that cost nothing
 * @param examined feasible vectors that were computed
 * @param lambda of the vectors examined
 * @param cost of each of them
 * @param alpha of each of them
 * @param chosen which of them make the partition
 * @param transferCost cost of the vector chosen, where a second graph gives the constraints
 * @param vectorResiduals of the vectors examined
 * @param vectorIterations of their solver
 * @param vectorProducts of their solver with the matrix
 * @param discretize how labels were made of the vectors
 * @param oneSigned whether the only vector has one sign; null for more than two clusters
 */
public record CspFigures(
    double beta,
    double betaOverVolume,
    double largestBelief,
    int feasibleCount,
    boolean feasibleCountExact,
    int freeCuts,
    int examined,
    double[] lambda,
    double[] cost,
    double[] alpha,
    @OneAsValue int[] chosen,
    @Nullable Double transferCost,
    double[] vectorResiduals,
    int vectorIterations,
    long vectorProducts,
    String discretize,
    @Inline RoundingFigures rounding,
    @Nullable Boolean oneSigned)
    implements MethodFigures {

  @Override
  public Convergence convergence() {
    return Convergence.ofMany(vectorResiduals, vectorIterations, vectorProducts);
  }
}
