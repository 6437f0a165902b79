package dev.concord.method.labels;

import dev.concord.figure.Inline;
import dev.concord.method.Convergence;
import dev.concord.method.MethodFigures;

/**
 * The figures of gfhf.
 *
 * @param labels the propagation
 */
public record GfhfFigures(@Inline LabelFigures labels) implements MethodFigures {
  @Override
  public Convergence convergence() {
    return Convergence.ofOne(labels.residual(), labels.iterations(), labels.products());
  }
}
