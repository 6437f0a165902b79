package dev.concord.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Points on two axes, some of the pairs judged between them.
 *
 * @param xName name of the first axis
 * @param yName name of the second axis
 * @param x first coordinate; length at most {@link #SHOWN} and two for each of {@link #DRAWN}
 * @param y second coordinate, the same length
 * @param cluster of each point, the same length
 * @param ids of the points, the same length
 * @param drawnPairs judged pairs among them
 * @param of the points these were drawn from
 */
public record Scatter(
    String xName,
    String yName,
    double[] x,
    double[] y,
    int[] cluster,
    List<String> ids,
    List<DrawnPair> drawnPairs,
    long of) {
  /** Points a page shows beside those of drawn pairs, at most. */
  public static final int SHOWN = 4000;

  /** Pairs that are drawn, at most. */
  public static final int DRAWN = 120;

  /** Violated pairs among them, at most; they go first. */
  private static final int VIOLATED = 80;

  /**
   * A judged pair of points shown.
   *
   * @param first place of the one point in the arrays
   * @param second place of the other
   */
  public record DrawnPair(int first, int second, boolean mustLink, boolean satisfied) {}

  /**
   * Judged pairs of all points, columns of equal length.
   *
   * @param first index of the one point
   * @param second index of the other
   */
  public record Pairs(int[] first, int[] second, boolean[] mustLink, boolean[] satisfied) {}

  public Scatter {
    int shown = x.length;
    if (shown > SHOWN + 2 * DRAWN
        || shown != y.length
        || shown != cluster.length
        || shown != ids.size()) {
      throw new IllegalArgumentException(
          "%d, %d, %d, %d are not one number up to %d"
              .formatted(x.length, y.length, cluster.length, ids.size(), SHOWN + 2 * DRAWN));
    }
    for (int c : cluster) {
      if (c < 0) {
        throw new IllegalArgumentException("cluster " + c + " is below 0");
      }
    }
    Finite.require("x", x);
    Finite.require("y", y);
    ids = List.copyOf(ids);
    drawnPairs = List.copyOf(drawnPairs);
  }

  /**
   * All points, or {@link #SHOWN} of them at even distances in id order and those of the pairs
   * drawn. Arrays of one length n; not kept.
   *
   * @param ids the name of a point
   */
  public static Scatter of(
      String xName,
      String yName,
      double[] x,
      double[] y,
      int[] cluster,
      IntFunction<String> ids,
      Pairs pairs) {
    int[] drawn = drawn(pairs);
    int[] shown = shown(x.length, pairs, drawn);
    List<DrawnPair> drawnPairs = new ArrayList<>();
    for (int p : drawn) {
      drawnPairs.add(
          new DrawnPair(
              Arrays.binarySearch(shown, pairs.first()[p]),
              Arrays.binarySearch(shown, pairs.second()[p]),
              pairs.mustLink()[p],
              pairs.satisfied()[p]));
    }
    return new Scatter(
        xName,
        yName,
        Arrays.stream(shown).mapToDouble(i -> x[i]).toArray(),
        Arrays.stream(shown).mapToDouble(i -> y[i]).toArray(),
        Arrays.stream(shown).map(i -> cluster[i]).toArray(),
        Arrays.stream(shown).mapToObj(ids).toList(),
        drawnPairs,
        x.length);
  }

  /** Violated pairs and satisfied ones, each at even distances in their order. */
  private static int[] drawn(Pairs pairs) {
    int count = pairs.first().length;
    int violated = 0;
    for (boolean satisfied : pairs.satisfied()) {
      violated += satisfied ? 0 : 1;
    }
    int[] broken = new int[violated];
    int[] kept = new int[count - violated];
    int b = 0;
    int k = 0;
    for (int p = 0; p < count; p++) {
      if (pairs.satisfied()[p]) {
        kept[k++] = p;
      } else {
        broken[b++] = p;
      }
    }
    int[] first = spread(broken, Math.min(violated, VIOLATED));
    int[] rest = spread(kept, Math.min(kept.length, DRAWN - first.length));
    int[] drawn = Arrays.copyOf(rest, rest.length + first.length);
    System.arraycopy(first, 0, drawn, rest.length, first.length);
    return drawn;
  }

  private static int[] spread(int[] all, int count) {
    int[] some = new int[count];
    for (int i = 0; i < count; i++) {
      some[i] = all[(int) ((long) i * all.length / count)];
    }
    return some;
  }

  private static int[] shown(int n, Pairs pairs, int[] drawn) {
    int even = Math.min(n, SHOWN);
    int[] all = new int[even + 2 * drawn.length];
    for (int i = 0; i < even; i++) {
      all[i] = (int) ((long) i * n / even);
    }
    for (int d = 0; d < drawn.length; d++) {
      all[even + 2 * d] = pairs.first()[drawn[d]];
      all[even + 2 * d + 1] = pairs.second()[drawn[d]];
    }
    return Arrays.stream(all).sorted().distinct().toArray();
  }
}
