package dev.concord.linalg;

import java.util.List;

/**
 * The start policy of k-means: each restart searches up to {@value #MOST_STARTS} seeded starts,
 * fewer for more data, and the cheapest restart is taken. Jobs and trials of experiments share it,
 * so the same embedding has the same start everywhere.
 */
public final class KMeansStarts {
  /** Numbers n·m·k up to which a restart searches more than one start. */
  private static final long SMALL = 1L << 21;

  private static final int MOST_STARTS = 16;

  private KMeansStarts() {}

  /**
   * One restart. Time: a few passes of n·m·k operations for each start searched.
   *
   * @param rows n·m values, row after row
   * @param columns m
   * @param seed of this restart
   */
  public static KMeansSearch.Result restart(double[] rows, int columns, int k, long seed) {
    long size = Math.max(1L, (long) rows.length * k);
    int starts = (int) Math.max(1, Math.min(MOST_STARTS, SMALL / size));
    return KMeansSearch.run(rows, columns, k, starts, seed);
  }

  /**
   * The seeds of restarts 0..count-1.
   *
   * @throws IllegalArgumentException when {@code count} is below 1
   */
  public static long[] seeds(Seeds seeds, int count) {
    if (count < 1) {
      throw new IllegalArgumentException(count + " restarts of k-means");
    }
    long[] values = new long[count];
    for (int r = 0; r < count; r++) {
      values[r] = seeds.stream("kmeans", r);
    }
    return values;
  }

  /** The place of the cheapest result, ties to the first. */
  public static int cheapest(List<KMeansSearch.Result> results) {
    int best = 0;
    for (int r = 1; r < results.size(); r++) {
      best = results.get(r).cost() < results.get(best).cost() ? r : best;
    }
    return best;
  }
}
