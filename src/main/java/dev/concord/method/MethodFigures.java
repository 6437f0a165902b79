package dev.concord.method;

import org.jspecify.annotations.Nullable;

/**
 * The figures that a method reports beside its result: a record, whose components are keys of
 * metrics.json in their order.
 */
public interface MethodFigures {
  /** The figures of a result that has none. */
  record NoFigures() implements MethodFigures {}

  /** How the method's own solver ended. */
  default Convergence convergence() {
    return Convergence.NONE;
  }

  /** k-means on the method's embedding; {@link RoundingFigures#NONE} without. */
  default RoundingFigures rounding() {
    return RoundingFigures.NONE;
  }

  /** Which partition a method of several selected, and by what; null where it found one alone. */
  default @Nullable String selection() {
    return null;
  }

  /**
   * A few rough Laplacian eigenvalues beyond those of the method's spectrum, ascending, computed
   * for advice alone; null when the method computes none.
   */
  default double @Nullable [] eigenvaluesBeyond() {
    return null;
  }
}
