package dev.concord.method.kmeans;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * First centres: the means of must-link components by weighted farthest-first traversal (Basu,
 * Banerjee and Mooney 2004, section 3), the others drawn in proportion to the squared distance from
 * the centres so far (Arthur and Vassilvitskii 2007), where the paper perturbs the mean of all
 * points.
 */
final class CentreSeeds {
  private final NodeMeans nodes;
  private final double[] centres;
  private final double[] nearest;
  private int placed;

  private CentreSeeds(NodeMeans nodes, int k) {
    this.nodes = nodes;
    this.centres = new double[k * nodes.dim()];
    this.nearest = new double[nodes.nodes()];
    Arrays.fill(nearest, Double.POSITIVE_INFINITY);
  }

  /** So many centres. Time O(n k d). */
  static double[] of(NodeMeans nodes, int k, SplittableRandom random) {
    CentreSeeds seeds = new CentreSeeds(nodes, k);
    while (seeds.placed < k) {
      int component = seeds.component();
      seeds.place(component >= 0 ? component : seeds.draw(random));
    }
    return seeds.centres;
  }

  /** The must-link component that is farthest by its size times its distance, or -1. */
  private int component() {
    double best = 0.0;
    int chosen = -1;
    for (int v = 0; v < nodes.nodes(); v++) {
      // The first is the largest; the sizes decide while no centre is placed.
      double away = placed == 0 ? 1.0 : nearest[v];
      if (nodes.counts()[v] > 1 && nodes.counts()[v] * away > best) {
        best = nodes.counts()[v] * away;
        chosen = v;
      }
    }
    return chosen;
  }

  private int draw(SplittableRandom random) {
    double total = 0.0;
    for (int v = 0; v < nodes.nodes(); v++) {
      total += share(v);
    }
    double target = random.nextDouble() * total;
    double sum = 0.0;
    int last = random.nextInt(nodes.nodes());
    for (int v = 0; v < nodes.nodes(); v++) {
      if (share(v) > 0.0) {
        sum += share(v);
        last = v;
        if (sum > target) {
          return v;
        }
      }
    }
    return last;
  }

  private double share(int node) {
    return nodes.counts()[node] * (placed == 0 ? 1.0 : nearest[node]);
  }

  private void place(int node) {
    int dim = nodes.dim();
    System.arraycopy(nodes.means(), node * dim, centres, placed * dim, dim);
    for (int v = 0; v < nearest.length; v++) {
      nearest[v] =
          Math.min(nearest[v], nodes.cost(v, centres, placed) / Math.max(1, nodes.counts()[v]));
    }
    nearest[node] = 0.0;
    placed++;
  }
}
