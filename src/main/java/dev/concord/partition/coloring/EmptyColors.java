package dev.concord.partition.coloring;

import org.jspecify.annotations.Nullable;

/**
 * Moves single nodes into colours that would otherwise be without weight, those with the least to
 * lose first, ties by the smaller weight. No conflict is made and no other colour is emptied.
 */
record EmptyColors(
    ConflictGraph graph, int k, double[] weights, double @Nullable [] costs, int[] colors) {
  /** Time O(nodes + cannot-links) for each empty colour. */
  void fill() {
    int[] heavy = new int[k];
    int[] members = new int[k];
    int heavyNodes = 0;
    for (int v = 0; v < colors.length; v++) {
      members[colors[v]]++;
      if (weights[v] > 0.0) {
        heavy[colors[v]]++;
        heavyNodes++;
      }
    }
    for (int c = 0; c < k; c++) {
      if (heavy[c] > 0) {
        continue;
      }
      // With nodes of weight to spare one of them goes; else any node keeps the colour in use.
      boolean weighty = heavyNodes > 0;
      int node = weighty ? cheapest(c, heavy, true) : -1;
      if (node < 0 && members[c] == 0) {
        node = cheapest(c, members, false);
      }
      if (node >= 0) {
        members[colors[node]]--;
        members[c]++;
        if (weights[node] > 0.0) {
          heavy[colors[node]]--;
          heavy[c]++;
        }
        colors[node] = c;
      }
    }
  }

  /** The best node to move to {@code color} from a colour that has others, or -1. */
  private int cheapest(int color, int[] members, boolean weighty) {
    int best = -1;
    double bestLoss = 0.0;
    for (int v = 0; v < colors.length; v++) {
      if (members[colors[v]] < 2 || (weighty && !(weights[v] > 0.0)) || touches(v, color)) {
        continue;
      }
      double loss = costs == null ? 0.0 : costs[v * k + color] - costs[v * k + colors[v]];
      if (best < 0 || loss < bestLoss || (loss == bestLoss && weights[v] < weights[best])) {
        best = v;
        bestLoss = loss;
      }
    }
    return best;
  }

  private boolean touches(int v, int color) {
    for (int e = graph.start()[v]; e < graph.start()[v + 1]; e++) {
      if (colors[graph.neighbor()[e]] == color) {
        return true;
      }
    }
    return false;
  }
}
