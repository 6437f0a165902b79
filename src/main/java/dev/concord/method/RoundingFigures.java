package dev.concord.method;

import org.jspecify.annotations.Nullable;

/**
 * k-means on an embedding.
 *
 * @param kmeansCost the sum of squared distances to the nearest centre; null without k-means
 * @param kmeansRun which of the seeded runs was best, from 0; null without k-means
 */
public record RoundingFigures(@Nullable Double kmeansCost, @Nullable Integer kmeansRun) {
  /** Of a method that does without k-means. */
  public static final RoundingFigures NONE = new RoundingFigures(null, null);

  /** Of the best run. */
  public static RoundingFigures of(Services.Rounding rounding) {
    return new RoundingFigures(rounding.cost(), rounding.run());
  }
}
