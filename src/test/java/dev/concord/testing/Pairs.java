package dev.concord.testing;

import dev.concord.constraint.PairConstraints;
import java.util.Arrays;
import java.util.stream.Stream;

/** Pairs of weight 1 for tests. */
public final class Pairs {
  private Pairs() {}

  /** Must-links, then cannot-links, each as two points. */
  public static PairConstraints of(int points, int[][] must, int[][] cannot) {
    int[][] all = Stream.concat(Arrays.stream(must), Arrays.stream(cannot)).toArray(int[][]::new);
    boolean[] kind = new boolean[all.length];
    Arrays.fill(kind, 0, must.length, true);
    double[] weight = new double[all.length];
    Arrays.fill(weight, 1.0);
    int[] first = Arrays.stream(all).mapToInt(pair -> pair[0]).toArray();
    int[] second = Arrays.stream(all).mapToInt(pair -> pair[1]).toArray();
    return PairConstraints.of(points, first, second, kind, weight, Integer::toString);
  }
}
