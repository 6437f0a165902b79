package dev.concord.method.kmeans;

import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import java.util.Arrays;

/**
 * Distances between points, adapted to constraints of weight 1 as in Klein, Kamvar and Manning,
 * "From Instance-level Constraints to Space-level Constraints" (ICML 2002): must-linked points are
 * at distance 0, all other distances are those of shortest paths that may use these links, and
 * cannot-linked points are then farther apart than anything else.
 *
 * <p>Points joined by must-links have equal distances to all others, so rows are kept for must-link
 * components only: a path between two metric points gains nothing from passing a point without a
 * link, so the components of two points or more are the only stations to try. Time O(n²·d) for the
 * distances and O(r²) for each station of r components, memory 8·r² bytes.
 *
 * @param largest the largest distance, before cannot-links
 */
public record ConstrainedDistances(MustLinkClosure closure, double[][] rows, double largest) {
  /** A cannot-link is this many times farther than the farthest pair. */
  public static final double CANNOT_LINK = 1e6;

  /**
   * Euclidean distances under the must-links of {@code closure}.
   *
   * @param features n rows of {@code dim} numbers, row by row
   */
  public static ConstrainedDistances of(double[] features, int dim, MustLinkClosure closure) {
    int n = closure.componentOf().length;
    if (features.length != (long) n * dim) {
      throw new IllegalArgumentException(
          features.length + " features for " + n + " points of " + dim);
    }
    int r = closure.count();
    double[][] rows = new double[r][r];
    for (double[] row : rows) {
      Arrays.fill(row, Double.POSITIVE_INFINITY);
    }
    int[] componentOf = closure.componentOf();
    for (int i = 0; i < n; i++) {
      double[] row = rows[componentOf[i]];
      row[componentOf[i]] = 0.0;
      for (int j = 0; j < i; j++) {
        double sum = 0.0;
        for (int q = 0; q < dim; q++) {
          double gap = features[i * dim + q] - features[j * dim + q];
          sum += gap * gap;
        }
        double distance = Math.sqrt(sum);
        int other = componentOf[j];
        if (distance < row[other]) {
          row[other] = distance;
          rows[other][componentOf[i]] = distance;
        }
      }
    }
    for (int station = 0; station < r; station++) {
      if (closure.sizes()[station] > 1) {
        shorten(rows, station);
      }
    }
    double largest = 0.0;
    for (double[] row : rows) {
      for (double value : row) {
        largest = Math.max(largest, value);
      }
    }
    return new ConstrainedDistances(closure, rows, largest);
  }

  /** One round of Floyd and Warshall. */
  private static void shorten(double[][] rows, int station) {
    double[] onward = rows[station].clone();
    for (double[] row : rows) {
      double there = row[station];
      for (int j = 0; j < row.length; j++) {
        double via = there + onward[j];
        row[j] = via < row[j] ? via : row[j];
      }
    }
  }

  /** The distance of two points, before cannot-links. */
  public double between(int i, int j) {
    return rows[closure.componentOf()[i]][closure.componentOf()[j]];
  }

  /** The distance of cannot-linked components: {@value #CANNOT_LINK} times the largest. */
  public double forbidden() {
    // Points that all coincide are at distance 0; they are to be kept apart as well.
    return largest > 0.0 ? CANNOT_LINK * largest : CANNOT_LINK;
  }

  /**
   * Distances of must-link components, {@link #forbidden()} between those that a cannot-link of
   * weight 1 keeps apart. Returns the rows themselves, not copies: call once; {@link #between} is
   * invalid afterwards. Cannot-links inside a component are left out.
   */
  public double[][] separated(PairConstraints pairs) {
    int[] componentOf = closure.componentOf();
    for (int p = 0; p < pairs.size(); p++) {
      int a = componentOf[pairs.first()[p]];
      int b = componentOf[pairs.second()[p]];
      if (!pairs.mustLink()[p] && pairs.isHard(p) && a != b) {
        rows[a][b] = forbidden();
        rows[b][a] = forbidden();
      }
    }
    return rows;
  }
}
