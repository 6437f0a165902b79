package dev.concord.metric;

import dev.concord.figure.Inline;
import org.jspecify.annotations.Nullable;

/**
 * Agreement of a partition with the truth.
 *
 * @param all over all points with known truth
 * @param outsideConstraints over points in no constraint; null without constraints
 */
public record TruthFigures(@Inline Agreement all, @Nullable Agreement outsideConstraints) {
  /** The agreements; null without a truth. */
  public static @Nullable TruthFigures of(@Nullable Agreement all, @Nullable Agreement outside) {
    return all == null ? null : new TruthFigures(all, outside);
  }
}
