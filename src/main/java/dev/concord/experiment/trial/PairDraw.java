package dev.concord.experiment.trial;

import dev.concord.constraint.IdNames;
import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PairList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Draws random pairs for experiments and labels them by the true classes. Points of class -1 are
 * never drawn. The same generator gives the same pairs.
 *
 * @param truth length n: the class of each point, -1 for none
 * @param names the points' ids, for messages
 */
public record PairDraw(int[] truth, IdNames names) {
  /** Points up to which all pairs in question are listed: 4.5 million pairs, 36 MB. */
  private static final int LISTED = 3_000;

  /** Tries for each pair wanted, where they are not listed. */
  private static final long TRIES = 10_000;

  /** The set of pairs to draw from. */
  @FunctionalInterface
  private interface Eligible {
    boolean test(int a, int b);
  }

  /** Pairs of any two points, all different; fewer than {@code count} when there are not more. */
  public PairConstraints uniform(int count, SplittableRandom random) {
    return draw(count, (a, b) -> true, random);
  }

  /**
   * Distinct pairs on which a partition contradicts the truth; fewer than {@code count} when there
   * are not more (from 3,000 points on: when 10,000 tries a pair find no more).
   *
   * @param clusters length n, the partition
   */
  public PairConstraints wrong(int[] clusters, int count, SplittableRandom random) {
    return draw(count, (a, b) -> (truth[a] == truth[b]) != (clusters[a] == clusters[b]), random);
  }

  private PairConstraints draw(int count, Eligible eligible, SplittableRandom random) {
    int[] points = known();
    long all = (long) points.length * (points.length - 1) / 2;
    long[] keys =
        points.length <= LISTED && count > all / 50
            ? chosen(listed(points, eligible), count, random)
            : tried(points, count, eligible, random);
    return pairs(keys);
  }

  private int[] known() {
    int[] points = new int[truth.length];
    int count = 0;
    for (int i = 0; i < truth.length; i++) {
      if (truth[i] >= 0) {
        points[count++] = i;
      }
    }
    return Arrays.copyOf(points, count);
  }

  private static long[] listed(int[] points, Eligible eligible) {
    long[] keys = new long[Math.multiplyExact(points.length, points.length - 1) / 2];
    int count = 0;
    for (int a = 0; a < points.length; a++) {
      for (int b = a + 1; b < points.length; b++) {
        if (eligible.test(points[a], points[b])) {
          keys[count++] = key(points[a], points[b]);
        }
      }
    }
    return Arrays.copyOf(keys, count);
  }

  /** The first {@code count} of a random order. */
  private static long[] chosen(long[] keys, int count, SplittableRandom random) {
    int wanted = Math.min(count, keys.length);
    for (int i = 0; i < wanted; i++) {
      int other = i + random.nextInt(keys.length - i);
      long swap = keys[i];
      keys[i] = keys[other];
      keys[other] = swap;
    }
    return Arrays.copyOf(keys, wanted);
  }

  private static long[] tried(int[] points, int count, Eligible eligible, SplittableRandom random) {
    long[] keys = new long[count];
    if (points.length < 2) {
      return new long[0];
    }
    Set<Long> seen = new HashSet<>();
    int found = 0;
    long tries = TRIES * count;
    while (found < count && tries-- > 0) {
      int a = points[random.nextInt(points.length)];
      int b = points[random.nextInt(points.length)];
      if (a != b && eligible.test(a, b) && seen.add(key(a, b))) {
        keys[found++] = key(a, b);
      }
    }
    return Arrays.copyOf(keys, found);
  }

  private static long key(int a, int b) {
    return ((long) Math.min(a, b) << 32) | Math.max(a, b);
  }

  /** The keys as constraints, judged by the truth. */
  private PairConstraints pairs(long[] keys) {
    PairList pairs = new PairList();
    for (long key : keys) {
      int a = (int) (key >>> 32);
      int b = (int) key;
      pairs.add(a, b, truth[a] == truth[b]);
    }
    return pairs.on(truth.length, names);
  }

  /**
   * All pairs of points with a known label: must-links within a label, cannot-links between labels.
   */
  public static PairConstraints among(int[] labels, IdNames names) {
    int[] known = IntStream.range(0, labels.length).filter(i -> labels[i] >= 0).toArray();
    PairList pairs = new PairList();
    for (int a = 0; a < known.length; a++) {
      for (int b = a + 1; b < known.length; b++) {
        pairs.add(known[a], known[b], labels[known[a]] == labels[known[b]]);
      }
    }
    return pairs.on(labels.length, names);
  }

  /** The pairs with a share of them, rounded to whole pairs, turned into their opposite. */
  public static PairConstraints turned(
      PairConstraints pairs, double share, SplittableRandom random) {
    int wrong = (int) Math.round(share * pairs.size());
    if (wrong == 0) {
      return pairs;
    }
    int[] order = new int[pairs.size()];
    Arrays.setAll(order, p -> p);
    boolean[] must = pairs.mustLink().clone();
    for (int i = 0; i < wrong; i++) {
      int other = i + random.nextInt(order.length - i);
      int swap = order[other];
      order[other] = order[i];
      order[i] = swap;
      must[swap] = !must[swap];
    }
    return PairConstraints.of(
        pairs.points(), pairs.first(), pairs.second(), must, pairs.weight(), pairs.names());
  }
}
