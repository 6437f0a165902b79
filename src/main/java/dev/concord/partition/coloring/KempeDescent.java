package dev.concord.partition.coloring;

import java.util.Arrays;

/**
 * Lowers the cost of a colouring without conflicts. A Kempe chain is a connected part of the nodes
 * of two colours; exchanging the two colours in it makes no conflict. Chains are exchanged as long
 * as that lowers the cost, so at the end no node and no chain up to a length of {@link #LONGEST}
 * can be improved alone, unless the effort ran out before.
 */
final class KempeDescent {
  /** Nodes after which a chain is given up: nearly all useful ones are short. */
  static final int LONGEST = 2_000;

  /** Gains below this share of the costs are rounding. */
  private static final double LEAST = 1e-12;

  private final ConflictGraph graph;
  private final int k;
  private final double[] costs;
  private final int[] colors;
  private final int[] chain;
  private final int[] mark;
  private final double least;
  private int stamp;
  private int length;
  private long left;

  /**
   * @param costs at v k + c the cost of colour c for node v
   * @param colors without conflicts; changed in place
   */
  KempeDescent(ConflictGraph graph, int k, double[] costs, int[] colors) {
    this.graph = graph;
    this.k = k;
    this.costs = costs;
    this.colors = colors;
    this.chain = new int[Math.min(LONGEST, graph.nodes()) + 1];
    this.mark = new int[graph.nodes()];
    double greatest = 0.0;
    for (double cost : costs) {
      greatest = Math.max(greatest, Math.abs(cost));
    }
    this.least = LEAST * greatest;
  }

  /** Descends from the nodes with a cheaper colour, in passes over them, by number. */
  void run(long effort) {
    left = effort;
    int[] active = unhappy();
    while (active.length > 0 && left > 0) {
      boolean moved = false;
      for (int i = 0; i < active.length && left > 0; i++) {
        moved |= improve(active[i]);
      }
      active = moved ? unhappy() : new int[0];
    }
  }

  private int[] unhappy() {
    int[] nodes = new int[colors.length];
    int count = 0;
    for (int v = 0; v < colors.length; v++) {
      for (int c = 0; c < k; c++) {
        if (costs[v * k + c] < costs[v * k + colors[v]] - least) {
          nodes[count++] = v;
          break;
        }
      }
    }
    return Arrays.copyOf(nodes, count);
  }

  private boolean improve(int v) {
    double bestGain = least;
    int bestColor = -1;
    for (int c = 0; c < k; c++) {
      if (costs[v * k + c] < costs[v * k + colors[v]]) {
        double gain = gain(v, c);
        if (gain > bestGain) {
          bestGain = gain;
          bestColor = c;
        }
      }
    }
    if (bestColor < 0) {
      return false;
    }
    int old = colors[v];
    collect(v, bestColor);
    for (int i = 0; i < length; i++) {
      colors[chain[i]] = colors[chain[i]] == old ? bestColor : old;
    }
    return true;
  }

  /** The cost saved by exchanging the chain of v and {@code color}; 0 when it is too long. */
  private double gain(int v, int color) {
    if (!collect(v, color)) {
      return 0.0;
    }
    int old = colors[v];
    double gain = 0.0;
    for (int i = 0; i < length; i++) {
      int row = chain[i] * k;
      gain +=
          colors[chain[i]] == old
              ? costs[row + old] - costs[row + color]
              : costs[row + color] - costs[row + old];
    }
    return gain;
  }

  /** The chain through v in its own and the other colour; false when it is too long. */
  private boolean collect(int v, int color) {
    stamp++;
    int own = colors[v];
    chain[0] = v;
    mark[v] = stamp;
    length = 1;
    for (int head = 0; head < length; head++) {
      int u = chain[head];
      int wanted = colors[u] == own ? color : own;
      left -= 1 + graph.degree(u);
      for (int e = graph.start()[u]; e < graph.start()[u + 1]; e++) {
        int w = graph.neighbor()[e];
        if (colors[w] == wanted && mark[w] != stamp) {
          if (length == LONGEST) {
            return false;
          }
          mark[w] = stamp;
          chain[length++] = w;
        }
      }
    }
    return true;
  }
}
