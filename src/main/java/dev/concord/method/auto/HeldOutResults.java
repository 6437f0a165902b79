package dev.concord.method.auto;

/**
 * Results of a candidate on held-out constraints. A constraint that several splits hold out counts
 * once, with the mean of its results, so that a standard error over constraints is meaningful.
 */
final class HeldOutResults {
  private final HeldOutPairs judged;
  private final int[] tested;
  private final int[] right;

  HeldOutResults(HeldOutPairs judged) {
    this.judged = judged;
    this.tested = new int[judged.size()];
    this.right = new int[judged.size()];
  }

  /** Takes in the results of a partition to the held-out pairs about points held out. */
  void add(boolean[] heldOut, int[] labels) {
    for (int q = 0; q < tested.length; q++) {
      int a = judged.first(q);
      int b = judged.second(q);
      if (heldOut[a] || heldOut[b]) {
        tested[q]++;
        right[q] += (labels[a] == labels[b]) == judged.must(q) ? 1 : 0;
      }
    }
  }

  /** Number of distinct held-out constraints. */
  int distinct() {
    int count = 0;
    for (int times : tested) {
      count += times > 0 ? 1 : 0;
    }
    return count;
  }

  /** The share of held-out constraints met, by weight. */
  double met() {
    Table table = table();
    return (table.together + table.apart) / table.sum();
  }

  /**
   * Agreement beyond chance: the adjusted Rand index over the held-out constraints, by weight
   * (Hubert and Arabie 1985, in its form for pairs). 1 when all are met, about 0 for a partition
   * independent of them, including a single cluster; so the score does not favour methods with
   * uneven clusters. For pairs drawn at random it estimates the index over all points.
   */
  double score() {
    return table().index();
  }

  /** By how much this score is above the other. */
  double above(HeldOutResults other) {
    return score() - other.score();
  }

  /**
   * The standard error of {@link #above}: the jackknife over held-out pairs. Time O(held-out
   * pairs).
   */
  double standardError(HeldOutResults other) {
    Table own = table();
    Table theirs = other.table();
    int count = distinct();
    if (count < 2) {
      return 0.0;
    }
    double[] left = new double[count];
    double mean = 0.0;
    int at = 0;
    for (int q = 0; q < tested.length; q++) {
      if (tested[q] > 0) {
        own.add(this, q, -1.0);
        theirs.add(other, q, -1.0);
        left[at] = own.index() - theirs.index();
        mean += left[at++] / count;
        own.add(this, q, 1.0);
        theirs.add(other, q, 1.0);
      }
    }
    double squares = 0.0;
    for (double value : left) {
      squares += (value - mean) * (value - mean);
    }
    return Math.sqrt(squares * (count - 1.0) / count);
  }

  private Table table() {
    Table table = new Table();
    for (int q = 0; q < tested.length; q++) {
      if (tested[q] > 0) {
        table.add(this, q, 1.0);
      }
    }
    return table;
  }

  /** Must-links and cannot-links by whether the partition has their points together. */
  private static final class Table {
    private double together;
    private double torn;
    private double joined;
    private double apart;

    void add(HeldOutResults results, int q, double times) {
      double weight = times * results.judged.weight(q);
      double right = weight * results.right[q] / results.tested[q];
      if (results.judged.must(q)) {
        together += right;
        torn += weight - right;
      } else {
        apart += right;
        joined += weight - right;
      }
    }

    double sum() {
      return together + torn + joined + apart;
    }

    double index() {
      double chance = (together + torn) * (torn + apart) + (together + joined) * (joined + apart);
      // No chance at all: every pair is of one kind, and answered alike.
      return chance > 0.0
          ? 2.0 * (together * apart - torn * joined) / chance
          : torn + joined > 0.0 ? 0.0 : 1.0;
    }
  }
}
