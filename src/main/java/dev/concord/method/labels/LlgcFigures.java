package dev.concord.method.labels;

import dev.concord.figure.Inline;
import dev.concord.method.Convergence;
import dev.concord.method.MethodFigures;

/**
 * The figures of llgc.
 *
 * @param alpha the share of a neighbour's label
 * @param scaling of the result
 * @param labels the propagation
 * @param undecided points whose classes differ by less than the tolerance
 */
public record LlgcFigures(double alpha, String scaling, @Inline LabelFigures labels, int undecided)
    implements MethodFigures {

  @Override
  public Convergence convergence() {
    return Convergence.ofOne(labels.residual(), labels.iterations(), labels.products());
  }
}
