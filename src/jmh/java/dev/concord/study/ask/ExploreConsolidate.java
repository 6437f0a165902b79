package dev.concord.study.ask;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Basu, Banerjee and Mooney, Active Semi-Supervision for Pairwise Constrained Clustering (SDM
 * 2004): farthest-first traversal until there is a point of each of k classes, then random points
 * compared with the classes, the one of the nearest centroid first.
 */
final class ExploreConsolidate {
  private final Oracle oracle;
  private final Rows rows;
  private final SplittableRandom random;
  private final Neighborhoods sets;

  private ExploreConsolidate(Oracle oracle, Rows rows, SplittableRandom random) {
    this.oracle = oracle;
    this.rows = rows;
    this.random = random;
    this.sets = new Neighborhoods(oracle);
  }

  static void ask(Oracle oracle, Rows rows, int classes, SplittableRandom random) {
    ExploreConsolidate strategy = new ExploreConsolidate(oracle, rows, random);
    try {
      strategy.explore(classes);
      strategy.consolidate();
    } catch (Oracle.Spent e) {
      // All questions were asked.
    }
  }

  private void explore(int classes) {
    int n = oracle.points();
    double[] nearest = new double[n];
    Arrays.fill(nearest, Double.POSITIVE_INFINITY);
    int at = random.nextInt(n);
    for (int placed = 0; placed < n && sets.count() < classes; placed++) {
      sets.place(at, closeness(at));
      int farthest = -1;
      for (int i = 0; i < n; i++) {
        nearest[i] = Math.min(nearest[i], rows.square(i, at));
        if (!sets.holds(i) && (farthest < 0 || nearest[i] > nearest[farthest])) {
          farthest = i;
        }
      }
      at = farthest;
    }
  }

  private void consolidate() {
    while (!sets.isComplete()) {
      int point = random.nextInt(oracle.points());
      if (!sets.holds(point)) {
        sets.place(point, closeness(point));
      }
    }
  }

  /** The negative squared distance to the centroid of each set. */
  private double[] closeness(int point) {
    double[] closeness = new double[sets.count()];
    for (int s = 0; s < closeness.length; s++) {
      double[] centre = new double[rows.dim()];
      for (int member : sets.set(s)) {
        for (int d = 0; d < centre.length; d++) {
          centre[d] += rows.values()[member * rows.dim() + d] / sets.set(s).size();
        }
      }
      for (int d = 0; d < centre.length; d++) {
        double difference = rows.values()[point * rows.dim() + d] - centre[d];
        closeness[s] -= difference * difference;
      }
    }
    return closeness;
  }
}
