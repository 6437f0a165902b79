package dev.concord.method.auto;

import dev.concord.linalg.Seeds;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Repeated stratified splits of the evidence into training and held-out parts. Points are held out,
 * not pairs: training uses no evidence on a held-out point, so that no chain of must-links and
 * cannot-links implies a held-out constraint. Held out are whole groups of points that pairs tie
 * together, as long as a group has few of the pairs; of larger groups single points. Each split
 * goes on until a fifth of the must-links and a fifth of the cannot-links have a point held out.
 */
final class Splits {
  private static final double SHARE = 0.2;

  /** The largest share of all pairs in a group that is held out as a whole. */
  private static final double LARGEST_GROUP = 0.05;

  private final HeldOutPairs judged;
  private final int points;
  private final int[] groupOf;
  private final int[] pairsOfGroup;
  private final int[] pairsOfPoint;

  private Splits(HeldOutPairs judged, int points) {
    this.judged = judged;
    this.points = points;
    this.groupOf = groups(judged, points);
    this.pairsOfGroup = new int[points];
    this.pairsOfPoint = new int[points];
    for (int q = 0; q < judged.size(); q++) {
      pairsOfGroup[groupOf[judged.first(q)]]++;
      pairsOfPoint[judged.first(q)]++;
      pairsOfPoint[judged.second(q)]++;
    }
  }

  /** The points held out in each of so many splits. */
  static boolean[][] of(HeldOutPairs judged, int points, int splits, Seeds seeds) {
    Splits drawing = new Splits(judged, points);
    boolean[][] heldOut = new boolean[splits][];
    for (int s = 0; s < splits; s++) {
      heldOut[s] = drawing.draw(new SplittableRandom(seeds.stream("auto-split", s)));
    }
    return heldOut;
  }

  /** Connected components under all held-out pairs, by their smallest point. */
  private static int[] groups(HeldOutPairs judged, int points) {
    int[] parent = new int[points];
    Arrays.setAll(parent, i -> i);
    for (int q = 0; q < judged.size(); q++) {
      int a = root(parent, judged.first(q));
      int b = root(parent, judged.second(q));
      parent[Math.max(a, b)] = Math.min(a, b);
    }
    for (int i = 0; i < points; i++) {
      parent[i] = root(parent, i);
    }
    return parent;
  }

  private static int root(int[] parent, int point) {
    int at = point;
    while (parent[at] != at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }

  private boolean[] draw(SplittableRandom random) {
    boolean[] out = new boolean[points];
    int[] order = new int[judged.size()];
    Arrays.setAll(order, q -> q);
    for (int i = order.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swap = order[i];
      order[i] = order[j];
      order[j] = swap;
    }
    // The rarer kind first: holding out for it touches pairs of the other kind as well.
    boolean rarer = judged.count(true) <= judged.count(false);
    for (boolean kind : new boolean[] {rarer, !rarer}) {
      int wanted = (int) Math.ceil(SHARE * judged.count(kind));
      for (int at = 0; at < order.length && tested(out, kind) < wanted; at++) {
        int q = order[at];
        if (judged.must(q) == kind && !isHeldOut(out, q)) {
          holdOut(out, q, random);
        }
      }
    }
    return out;
  }

  private void holdOut(boolean[] out, int pair, SplittableRandom random) {
    int a = judged.first(pair);
    int b = judged.second(pair);
    int group = groupOf[a];
    if (pairsOfGroup[group] <= Math.max(1.0, LARGEST_GROUP * judged.size())) {
      for (int i = 0; i < points; i++) {
        out[i] |= groupOf[i] == group;
      }
      return;
    }
    boolean coin = random.nextBoolean();
    boolean takeFirst =
        pairsOfPoint[a] == pairsOfPoint[b] ? coin : pairsOfPoint[a] < pairsOfPoint[b];
    out[takeFirst ? a : b] = true;
  }

  private int tested(boolean[] out, boolean kind) {
    int tested = 0;
    for (int q = 0; q < judged.size(); q++) {
      tested += judged.must(q) == kind && isHeldOut(out, q) ? 1 : 0;
    }
    return tested;
  }

  private boolean isHeldOut(boolean[] out, int pair) {
    return out[judged.first(pair)] || out[judged.second(pair)];
  }
}
