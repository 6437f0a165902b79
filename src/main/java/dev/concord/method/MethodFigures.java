package dev.concord.method;

import java.util.List;
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
   * A partition that a method of several could select.
   *
   * @param name how it was found
   * @param logLikelihood of the judged pairs, null where pairs do not judge
   * @param agreement mean adjusted Rand index with the others, or null
   * @param inside mean share of a point's edge weight within its cluster, null where pairs judge
   */
  record Candidate(
      String name,
      @Nullable Double logLikelihood,
      @Nullable Double agreement,
      @Nullable Double inside,
      boolean chosen) {}

  /** Whether the partition is that of an earlier run, brought up to date and not searched. */
  default boolean continues() {
    return false;
  }

  /** What it selected among, the selected one first; empty where it found one alone. */
  default List<Candidate> candidates() {
    return List.of();
  }

  /** How much the pairs let each feature count, 1 in the mean by variance; null: all alike. */
  default double @Nullable [] columnWeights() {
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
