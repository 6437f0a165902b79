package dev.concord.partition.coloring;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Colouring in the order of saturation with backtracking (DSATUR: Brelaz, New methods to color the
 * vertices of a graph, Comm. ACM 22, 1979). The next node is the one with the fewest colours left,
 * ties by the greater degree, then by number; its colours are tried from the cheapest up. Of the
 * unused colours only one is tried, since they differ in name alone: when the search ends, no
 * colouring exists.
 *
 * <p>A step costs the degree of its node and a logarithm for each neighbour whose saturation
 * changes. Memory: 4 k bytes a node.
 */
final class SaturationColoring {
  private final ConflictGraph graph;
  private final int k;
  private final double @Nullable [] costs;
  private final int[] around;
  private final int[] saturation;
  private final int[] colors;
  private final int[] used;
  private final NodeHeap heap;
  private long left;

  /** The colouring with the most nodes coloured so far. */
  private int[] deepest;

  private int deepestCount = -1;

  /**
   * @param costs at v k + c the cost of colour c for node v, or null: then the colour that fewest
   *     nodes have comes first
   */
  SaturationColoring(ConflictGraph graph, int k, double @Nullable [] costs) {
    this.graph = graph;
    this.k = k;
    this.costs = costs;
    int n = graph.nodes();
    this.around = new int[Math.multiplyExact(n, k)];
    this.saturation = new int[n];
    this.colors = new int[n];
    this.deepest = colors;
    this.used = new int[k];
    this.heap = new NodeHeap(2 * n);
    Arrays.fill(colors, -1);
    for (int v = 0; v < n; v++) {
      offer(v);
    }
  }

  /**
   * Searches; to be called once.
   *
   * @param effort number of inspected entries after which it gives up; the first descent is always
   *     finished
   */
  SearchOutcome search(long effort) {
    left = effort;
    int n = graph.nodes();
    int[] path = new int[n];
    // For each node on the path how many of its colours have been tried, and in which order.
    int[] tried = new int[n];
    int[][] choices = new int[n][];
    int depth = 0;
    boolean first = true;
    while (depth < n) {
      int v = next();
      path[depth] = v;
      choices[depth] = choices(v);
      tried[depth] = 0;
      while (tried[depth] == choices[depth].length) {
        if (first) {
          remember(depth);
          first = false;
        }
        offer(path[depth]);
        if (depth == 0) {
          return SearchOutcome.NONE;
        }
        if (left < 0) {
          return SearchOutcome.OPEN;
        }
        depth--;
        clear(path[depth]);
      }
      set(path[depth], choices[depth][tried[depth]++]);
      depth++;
    }
    remember(depth);
    return SearchOutcome.FOUND;
  }

  /**
   * The colouring found, or the one in which the first descent got stuck, with every node left over
   * given the colour that fewest of its neighbours have.
   */
  int[] colors() {
    int[] result = deepest.clone();
    for (int v = 0; v < result.length; v++) {
      if (result[v] < 0) {
        result[v] = leastHarm(result, v);
      }
    }
    return result;
  }

  private int leastHarm(int[] partial, int v) {
    int[] same = new int[k];
    for (int e = graph.start()[v]; e < graph.start()[v + 1]; e++) {
      int color = partial[graph.neighbor()[e]];
      if (color >= 0) {
        same[color]++;
      }
    }
    int best = 0;
    for (int c = 1; c < k; c++) {
      if (same[c] < same[best] || (same[c] == same[best] && cost(v, c) < cost(v, best))) {
        best = c;
      }
    }
    return best;
  }

  private void remember(int count) {
    if (count > deepestCount) {
      deepestCount = count;
      deepest = colors.clone();
    }
  }

  private double cost(int v, int c) {
    return costs == null ? used[c] : costs[v * k + c];
  }

  /** The colours to try at v, cheapest first. */
  private int[] choices(int v) {
    int unused = -1;
    int count = 0;
    int[] free = new int[k];
    for (int c = 0; c < k; c++) {
      if (around[v * k + c] > 0) {
        continue;
      }
      if (used[c] > 0) {
        free[count++] = c;
      } else if (unused < 0 || cost(v, c) < cost(v, unused)) {
        unused = c;
      }
    }
    if (unused >= 0) {
      free[count++] = unused;
    }
    left -= k;
    // Insertion sort: few colours, and stable.
    for (int i = 1; i < count; i++) {
      int c = free[i];
      int j = i;
      while (j > 0 && cost(v, free[j - 1]) > cost(v, c)) {
        free[j] = free[j - 1];
        j--;
      }
      free[j] = c;
    }
    return Arrays.copyOf(free, count);
  }

  private int next() {
    while (true) {
      long key = heap.pop();
      int v = (int) key & 0x7fffffff;
      // Entries of coloured nodes and of older saturations are leftovers.
      if (colors[v] < 0 && key == key(v)) {
        return v;
      }
    }
  }

  private void offer(int v) {
    heap.push(key(v));
  }

  /** Ascending keys: falling saturation, falling degree (16 bits), number (31 bits). */
  private long key(int v) {
    int saturated = 0x7fff - Math.min(saturation[v], 0x7fff);
    int degree = 0xffff - Math.min(graph.degree(v), 0xffff);
    return ((long) saturated << 48) | ((long) degree << 31) | v;
  }

  private void set(int v, int color) {
    colors[v] = color;
    used[color]++;
    left -= graph.degree(v);
    for (int e = graph.start()[v]; e < graph.start()[v + 1]; e++) {
      int u = graph.neighbor()[e];
      if (around[u * k + color]++ == 0) {
        saturation[u]++;
        if (colors[u] < 0) {
          offer(u);
        }
      }
    }
  }

  private void clear(int v) {
    int color = colors[v];
    colors[v] = -1;
    used[color]--;
    left -= graph.degree(v);
    for (int e = graph.start()[v]; e < graph.start()[v + 1]; e++) {
      int u = graph.neighbor()[e];
      if (--around[u * k + color] == 0) {
        saturation[u]--;
        if (colors[u] < 0) {
          offer(u);
        }
      }
    }
  }

  /** A binary heap of longs, the smallest first; entries may repeat. */
  static final class NodeHeap {
    private long[] heap;
    private int size;

    NodeHeap(int capacity) {
      this.heap = new long[Math.max(16, capacity)];
    }

    void push(long key) {
      if (size == heap.length) {
        heap = Arrays.copyOf(heap, 2 * size);
      }
      int at = size++;
      while (at > 0 && heap[(at - 1) / 2] > key) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
      }
      heap[at] = key;
    }

    long pop() {
      long smallest = heap[0];
      long key = heap[--size];
      int at = 0;
      while (2 * at + 1 < size) {
        int child = 2 * at + 1;
        if (child + 1 < size && heap[child + 1] < heap[child]) {
          child++;
        }
        if (heap[child] >= key) {
          break;
        }
        heap[at] = heap[child];
        at = child;
      }
      heap[at] = key;
      return smallest;
    }
  }
}
