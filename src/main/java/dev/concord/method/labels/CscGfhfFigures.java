package dev.concord.method.labels;

import dev.concord.figure.Inline;
import dev.concord.figure.Key;
import dev.concord.figure.OneAsValue;
import dev.concord.method.Convergence;
import dev.concord.method.MethodFigures;
import dev.concord.method.RoundingFigures;

/**
 * The figures of csc-gfhf.
 *
 * @param lambda of the stationary labellings used
 * @param satisfaction f'Qf of each of them
 * @param nextSatisfaction that of the best one not used
 * @param rank of the kernel's factor
 * @param kernelError bound on what an entry of the kernel is off
 * @param normalizedKernelError the same after normalization, as a 2-norm
 * @param bandwidth of the kernel
 * @param examined stationary labellings that were computed
 * @param eigenResidual the largest of a labelling
 * @param eigenIterations of their solver
 * @param eigenProducts of their solver with the matrix
 * @param labels the propagation
 */
public record CscGfhfFigures(
    @OneAsValue double[] lambda,
    @OneAsValue @Key("fQf") double[] satisfaction,
    @Key("fQfNext") double nextSatisfaction,
    int rank,
    double kernelError,
    double normalizedKernelError,
    double bandwidth,
    int examined,
    double eigenResidual,
    int eigenIterations,
    long eigenProducts,
    @Inline LabelFigures labels,
    @Inline RoundingFigures rounding)
    implements MethodFigures {

  @Override
  public Convergence convergence() {
    return Convergence.ofOne(labels.residual(), labels.iterations(), labels.products());
  }
}
