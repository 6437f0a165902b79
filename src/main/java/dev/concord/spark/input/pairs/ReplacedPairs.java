package dev.concord.spark.input.pairs;

import java.util.Arrays;
import java.util.stream.Stream;

/** Answers that later rows replace: pairs with the kind of the answer, and what stays without. */
record ReplacedPairs(long[] keys) {
  /** Of all chunks: what rows replace, as {@link #key}. */
  static ReplacedPairs of(Stream<long[]> chunks) {
    return new ReplacedPairs(chunks.flatMapToLong(Arrays::stream).sorted().distinct().toArray());
  }

  /** A pair in any order and a kind as one number. */
  static long key(int a, int b, boolean must) {
    return ((long) Math.min(a, b) << 32) | ((long) Math.max(a, b) << 1) | (must ? 1L : 0L);
  }

  /**
   * Moves the rows that are not replaced to the front of the arrays, in their order.
   *
   * @return how many there are
   */
  int keep(int[] first, int[] second, boolean[] must, double[] weight) {
    if (keys.length == 0) {
      return first.length;
    }
    int kept = 0;
    for (int p = 0; p < first.length; p++) {
      if (Arrays.binarySearch(keys, key(first[p], second[p], must[p])) < 0) {
        first[kept] = first[p];
        second[kept] = second[p];
        must[kept] = must[p];
        weight[kept++] = weight[p];
      }
    }
    return kept;
  }

  /** The pairs, beside others that are not to be asked about again. */
  DeclinedPairs beside(DeclinedPairs others) {
    int[] first = Arrays.copyOf(others.first(), others.first().length + keys.length);
    int[] second = Arrays.copyOf(others.second(), first.length);
    for (int k = 0; k < keys.length; k++) {
      int at = others.first().length + k;
      first[at] = (int) (keys[k] >>> 32);
      second[at] = (int) ((keys[k] & 0xffffffffL) >>> 1);
    }
    return new DeclinedPairs(first, second);
  }
}
