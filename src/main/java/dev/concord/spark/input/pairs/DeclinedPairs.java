package dev.concord.spark.input.pairs;

/**
 * Pairs that somebody looked at and could not judge, as dense indices; not to be asked about again.
 * The arrays are of equal length, not copies, and must not be changed.
 */
public record DeclinedPairs(int[] first, int[] second) {
  /** No pair. */
  public static final DeclinedPairs NONE = new DeclinedPairs(new int[0], new int[0]);
}
