package dev.concord.method.auto;

import dev.concord.figure.Inline;
import dev.concord.method.Convergence;
import dev.concord.method.MethodFigures;
import dev.concord.method.RoundingFigures;
import org.jspecify.annotations.Nullable;

/**
 * The figures of the default method.
 *
 * @param chosen its name
 * @param own its own figures
 */
record AutoFigures(String chosen, @Inline MethodFigures own) implements MethodFigures {
  @Override
  public Convergence convergence() {
    return own.convergence();
  }

  @Override
  public RoundingFigures rounding() {
    return own.rounding();
  }

  @Override
  public double @Nullable [] eigenvaluesBeyond() {
    return own.eigenvaluesBeyond();
  }
}
