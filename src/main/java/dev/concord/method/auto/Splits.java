package dev.concord.method.auto;

import dev.concord.linalg.Seeds;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Repeated stratified splits of the evidence into training and held-out parts. Points are held out,
 * not pairs: training uses no evidence on a held-out point, so that no chain of must-links and
 * cannot-links implies a held-out constraint. Held out are whole groups of points that pairs tie
 * together, as long as a group has few of the pairs; of larger groups single points. Each split
 * goes on until a fifth of the must-links and a fifth of the cannot-links ask about a point held
 * out.
 */
final class Splits {
  private static final double SHARE = 0.2;

  /** The largest share of all pairs in a group that is held out as a whole. */
  private static final double LARGEST_GROUP = 0.05;

  private final Questions questions;
  private final int points;
  private final int[] groupOf;
  private final int[] pairsOfGroup;
  private final int[] pairsOfPoint;

  private Splits(Questions questions, int points) {
    this.questions = questions;
    this.points = points;
    this.groupOf = groups(questions, points);
    this.pairsOfGroup = new int[points];
    this.pairsOfPoint = new int[points];
    for (int q = 0; q < questions.size(); q++) {
      pairsOfGroup[groupOf[questions.first(q)]]++;
      pairsOfPoint[questions.first(q)]++;
      pairsOfPoint[questions.second(q)]++;
    }
  }

  /** The points held out in each of so many splits. */
  static boolean[][] of(Questions questions, int points, int splits, Seeds seeds) {
    Splits drawing = new Splits(questions, points);
    boolean[][] heldOut = new boolean[splits][];
    for (int s = 0; s < splits; s++) {
      heldOut[s] = drawing.draw(new SplittableRandom(seeds.stream("auto-split", s)));
    }
    return heldOut;
  }

  /** Connected components under all questions, by their smallest point. */
  private static int[] groups(Questions questions, int points) {
    int[] parent = new int[points];
    Arrays.setAll(parent, i -> i);
    for (int q = 0; q < questions.size(); q++) {
      int a = root(parent, questions.first(q));
      int b = root(parent, questions.second(q));
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
    int[] order = new int[questions.size()];
    Arrays.setAll(order, q -> q);
    for (int i = order.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swap = order[i];
      order[i] = order[j];
      order[j] = swap;
    }
    // The rarer kind first: holding out for it touches pairs of the other kind as well.
    boolean rarer = questions.count(true) <= questions.count(false);
    for (boolean kind : new boolean[] {rarer, !rarer}) {
      int wanted = (int) Math.ceil(SHARE * questions.count(kind));
      for (int at = 0; at < order.length && asked(out, kind) < wanted; at++) {
        int q = order[at];
        if (questions.must(q) == kind && !isAsked(out, q)) {
          holdOut(out, q, random);
        }
      }
    }
    return out;
  }

  private void holdOut(boolean[] out, int question, SplittableRandom random) {
    int a = questions.first(question);
    int b = questions.second(question);
    int group = groupOf[a];
    if (pairsOfGroup[group] <= Math.max(1.0, LARGEST_GROUP * questions.size())) {
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

  private int asked(boolean[] out, boolean kind) {
    int asked = 0;
    for (int q = 0; q < questions.size(); q++) {
      asked += questions.must(q) == kind && isAsked(out, q) ? 1 : 0;
    }
    return asked;
  }

  private boolean isAsked(boolean[] out, int question) {
    return out[questions.first(question)] || out[questions.second(question)];
  }
}
