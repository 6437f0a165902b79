package dev.concord.partition.coloring;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Tabu search for a colouring without conflicts (TabuCol: Hertz and de Werra, Using tabu search
 * techniques for graph coloring, Computing 39, 1987; the tenure that grows with the number of
 * conflicts is that of Galinier and Hao, J. Combinatorial Optimization 3, 1999).
 *
 * <p>A step recolours one node that is in conflict, by the change that leaves the fewest conflicts;
 * the colour it gave up is forbidden to it for a while. Where very many nodes are in conflict, only
 * {@link #LOOKED_AT} of them are compared in a step. A step costs k operations for each of these
 * and the degree of the recoloured node. Memory: 8 k bytes a node.
 */
final class TabuColoring {
  private static final int LOOKED_AT = 500;

  private final ConflictGraph graph;
  private final int k;
  private final SplittableRandom random;

  /** For node v and colour c, at v k + c: how many neighbours of v have colour c. */
  private final int[] around;

  /** For node v and colour c: the first step at which v may take colour c again. */
  private final int[] freeAt;

  /** The nodes in conflict, in no order, and the place of each node among them (-1: not there). */
  private final int[] troubled;

  private final int[] place;
  private int troubledCount;
  private int conflicts;
  private int step;

  TabuColoring(ConflictGraph graph, int k, SplittableRandom random) {
    this.graph = graph;
    this.k = k;
    this.random = random;
    int n = graph.nodes();
    this.around = new int[Math.multiplyExact(n, k)];
    this.freeAt = new int[n * k];
    this.troubled = new int[n];
    this.place = new int[n];
  }

  /**
   * Searches from {@code colors} on and leaves the best colouring met there.
   *
   * @param effort number of inspected entries after which the search ends
   * @return how many conflicts are left
   */
  int improve(int[] colors, long effort) {
    start(colors);
    int[] best = colors.clone();
    int fewest = conflicts;
    long left = effort;
    while (conflicts > 0 && left > 0) {
      left -= Math.min(troubledCount, LOOKED_AT) * (long) k;
      long move = chooseMove(colors, fewest);
      if (move < 0) {
        step++;
        continue;
      }
      int node = (int) (move / k);
      int color = (int) (move % k);
      freeAt[node * k + colors[node]] = step + 1 + random.nextInt(10) + (int) (0.6 * troubledCount);
      left -= recolor(colors, node, color);
      step++;
      if (conflicts < fewest) {
        fewest = conflicts;
        System.arraycopy(colors, 0, best, 0, best.length);
      }
    }
    System.arraycopy(best, 0, colors, 0, best.length);
    return fewest;
  }

  private void start(int[] colors) {
    Arrays.fill(around, 0);
    Arrays.fill(freeAt, 0);
    Arrays.fill(place, -1);
    troubledCount = 0;
    conflicts = 0;
    step = 0;
    int n = graph.nodes();
    for (int v = 0; v < n; v++) {
      for (int e = graph.start()[v]; e < graph.start()[v + 1]; e++) {
        around[v * k + colors[graph.neighbor()[e]]]++;
      }
      int same = around[v * k + colors[v]];
      conflicts += same;
      if (same > 0) {
        enter(v);
      }
    }
    conflicts /= 2;
  }

  /** node k + colour of the best allowed move, ties by lot; -1 if every move is forbidden. */
  private long chooseMove(int[] colors, int fewest) {
    int bestDelta = Integer.MAX_VALUE;
    int chosen = -1;
    int ties = 0;
    int looked = Math.min(troubledCount, LOOKED_AT);
    int t = looked < troubledCount ? random.nextInt(troubledCount) : 0;
    for (int i = 0; i < looked; i++) {
      int v = troubled[t];
      t = t + 1 == troubledCount ? 0 : t + 1;
      int row = v * k;
      int own = colors[v];
      int same = around[row + own];
      for (int c = 0; c < k; c++) {
        int delta = around[row + c] - same;
        if (delta > bestDelta || c == own) {
          continue;
        }
        // A forbidden move is taken all the same when it leads to fewer conflicts than ever.
        if (freeAt[row + c] > step && conflicts + delta >= fewest) {
          continue;
        }
        if (delta < bestDelta) {
          bestDelta = delta;
          ties = 1;
          chosen = row + c;
        } else if (random.nextInt(++ties) == 0) {
          chosen = row + c;
        }
      }
    }
    return chosen;
  }

  private int recolor(int[] colors, int node, int color) {
    int old = colors[node];
    conflicts += around[node * k + color] - around[node * k + old];
    colors[node] = color;
    int[] neighbor = graph.neighbor();
    for (int e = graph.start()[node]; e < graph.start()[node + 1]; e++) {
      int u = neighbor[e];
      around[u * k + old]--;
      around[u * k + color]++;
      if (colors[u] == color && place[u] < 0) {
        enter(u);
      } else if (colors[u] == old && around[u * k + old] == 0) {
        leave(u);
      }
    }
    if (around[node * k + color] == 0) {
      leave(node);
    }
    return graph.degree(node);
  }

  private void enter(int node) {
    place[node] = troubledCount;
    troubled[troubledCount++] = node;
  }

  private void leave(int node) {
    int last = troubled[--troubledCount];
    troubled[place[node]] = last;
    place[last] = place[node];
    place[node] = -1;
  }
}
