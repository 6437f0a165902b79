package dev.concord.spark.input.pairs;

import java.util.Arrays;

/**
 * Pairs of kind unsure, and pairs with an answer that was replaced, as dense indices; they are not
 * suggested again. The arrays are of equal length, not copies, and must not be changed.
 */
public record DeclinedPairs(int[] first, int[] second) {
  /** No pair. */
  public static final DeclinedPairs NONE = new DeclinedPairs(new int[0], new int[0]);

  static DeclinedPairs of(long[] keys) {
    return new DeclinedPairs(
        Arrays.stream(keys).mapToInt(DeclinedPairs::first).toArray(),
        Arrays.stream(keys).mapToInt(DeclinedPairs::second).toArray());
  }

  /** A pair in its order and a kind as one number. */
  static long packed(int first, int second, boolean must) {
    return ((long) first << 32) | ((long) second << 1) | (must ? 1L : 0L);
  }

  /** As {@link #packed}, in whichever order the pair is given. */
  static long key(int a, int b, boolean must) {
    return packed(Math.min(a, b), Math.max(a, b), must);
  }

  static int first(long key) {
    return (int) (key >>> 32);
  }

  static int second(long key) {
    return (int) ((key & 0xffffffffL) >>> 1);
  }

  static boolean must(long key) {
    return (key & 1L) != 0L;
  }
}
