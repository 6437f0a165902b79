package dev.concord.spark.input.pairs;

/**
 * Pairs of kind unsure, and pairs with an answer that was replaced, as dense indices; they are not
 * suggested again. The arrays are of equal length, not copies, and must not be changed.
 */
public record DeclinedPairs(int[] first, int[] second) {
  /** No pair. */
  public static final DeclinedPairs NONE = new DeclinedPairs(new int[0], new int[0]);
}
