package dev.concord.partition.coloring;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Colours the nodes outside the core, each of which has fewer than k neighbours among those
 * coloured before it, so that there is always a colour for it. Time O(nodes k + cannot-links).
 */
final class PeeledColoring {
  private final ConflictGraph graph;
  private final int k;
  private final double @Nullable [] costs;
  private final int[] colors;
  private final int[] used;
  private final boolean[] taken;
  private final boolean[] wanted;

  /**
   * @param costs at v k + c the cost of colour c for node v; or null, then the colour that fewest
   *     nodes have is taken
   * @param colors final in the core; outside it the preferred colours, or -1
   */
  PeeledColoring(ConflictGraph graph, int k, double @Nullable [] costs, int[] colors) {
    this.graph = graph;
    this.k = k;
    this.costs = costs;
    this.colors = colors;
    this.used = new int[k];
    this.taken = new boolean[k];
    this.wanted = new boolean[k];
  }

  void run(KCore order) {
    boolean[] colored = new boolean[colors.length];
    for (int v = 0; v < colored.length; v++) {
      colored[v] = order.isCore(v);
      if (colored[v]) {
        used[colors[v]]++;
      }
    }
    for (int v : order.coloredLast()) {
      look(v, colored);
      if (colors[v] < 0 || taken[colors[v]]) {
        colors[v] = choose(v);
      }
      colored[v] = true;
      used[colors[v]]++;
    }
  }

  private void look(int v, boolean[] colored) {
    Arrays.fill(taken, false);
    Arrays.fill(wanted, false);
    for (int e = graph.start()[v]; e < graph.start()[v + 1]; e++) {
      int u = graph.neighbor()[e];
      if (colors[u] >= 0) {
        (colored[u] ? taken : wanted)[colors[u]] = true;
      }
    }
  }

  /** The cheapest free colour; one that no other neighbour wishes for if there is one. */
  private int choose(int v) {
    int best = -1;
    for (int c = 0; c < k; c++) {
      if (!taken[c] && (best < 0 || before(v, c, best))) {
        best = c;
      }
    }
    return best;
  }

  private boolean before(int v, int c, int other) {
    if (wanted[c] != wanted[other]) {
      return wanted[other];
    }
    return costs == null ? used[c] < used[other] : costs[v * k + c] < costs[v * k + other];
  }
}
