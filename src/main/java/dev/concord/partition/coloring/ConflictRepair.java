package dev.concord.partition.coloring;

import java.util.Arrays;

/**
 * Gives every node its cheapest colour and then resolves conflicts where that is easy: nodes in
 * conflict, those with the least to lose first, take the cheapest colour that none of their
 * neighbours has. What cannot be resolved that way is left. Nodes without a conflict stay as they
 * are.
 */
final class ConflictRepair {
  private static final int PASSES = 10;

  private final ConflictGraph graph;
  private final int k;
  private final double[] costs;
  private final int[] colors;
  private final int[] around;

  /**
   * @param costs at v k + c the cost of colour c for node v
   * @param colors overwritten
   */
  ConflictRepair(ConflictGraph graph, int k, double[] costs, int[] colors) {
    this.graph = graph;
    this.k = k;
    this.costs = costs;
    this.colors = colors;
    this.around = new int[k];
  }

  void run() {
    for (int v = 0; v < colors.length; v++) {
      colors[v] = cheapest(v);
    }
    boolean moved = true;
    for (int pass = 0; pass < PASSES && moved; pass++) {
      moved = pass();
    }
  }

  private int cheapest(int v) {
    int best = 0;
    for (int c = 1; c < k; c++) {
      best = costs[v * k + c] < costs[v * k + best] ? c : best;
    }
    return best;
  }

  private boolean pass() {
    int[] nodes = new int[colors.length];
    double[] loss = new double[colors.length];
    int count = 0;
    for (int v = 0; v < colors.length; v++) {
      int color = freeColor(v);
      if (color >= 0 && around[colors[v]] > 0) {
        loss[v] = costs[v * k + color] - costs[v * k + colors[v]];
        nodes[count++] = v;
      }
    }
    boolean moved = false;
    for (int v : byLoss(nodes, count, loss)) {
      // Earlier moves may have resolved the conflict or taken the colour.
      int color = freeColor(v);
      if (color >= 0 && around[colors[v]] > 0) {
        colors[v] = color;
        moved = true;
      }
    }
    return moved;
  }

  /** The cheapest colour that no neighbour of v has, or -1. Leaves the counts in around. */
  private int freeColor(int v) {
    Arrays.fill(around, 0);
    for (int e = graph.start()[v]; e < graph.start()[v + 1]; e++) {
      around[colors[graph.neighbor()[e]]]++;
    }
    int best = -1;
    for (int c = 0; c < k; c++) {
      if (around[c] == 0 && (best < 0 || costs[v * k + c] < costs[v * k + best])) {
        best = c;
      }
    }
    return best;
  }

  /** The nodes by rising loss, ties by number. */
  private static int[] byLoss(int[] nodes, int count, double[] loss) {
    return Arrays.stream(nodes, 0, count)
        .boxed()
        .sorted(
            (a, b) -> {
              int order = Double.compare(loss[a], loss[b]);
              return order != 0 ? order : Integer.compare(a, b);
            })
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
