package dev.concord.partition.coloring;

import dev.concord.constraint.OddCycle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Colouring with two colours, which is easy: a connected part has two colourings or none. With
 * costs the cheaper one is taken, so the result is the cheapest of all. Time O(nodes + edges).
 */
final class TwoColoring {
  private TwoColoring() {}

  /**
   * A colouring of least cost, or an odd cycle.
   *
   * @param costs at 2 v + c the cost of colour c for node v, or null: then every part gives its
   *     larger side to the colour that fewer nodes have
   */
  static ColoringResult of(ConflictGraph graph, double @Nullable [] costs) {
    int[] cycle = withoutChords(graph, OddCycle.find(graph.start(), graph.neighbor()));
    if (cycle.length > 0) {
      return new ColoringResult.Impossible(
          cycle.length == 3 ? ColoringResult.Witness.CLIQUE : ColoringResult.Witness.ODD_CYCLE,
          cycle.length == 3 ? sorted(cycle) : cycle,
          true);
    }
    int n = graph.nodes();
    int[] colors = new int[n];
    Arrays.fill(colors, -1);
    int[] part = new int[n];
    double[] used = new double[2];
    for (int root = 0; root < n; root++) {
      if (colors[root] >= 0) {
        continue;
      }
      int size = collect(graph, root, colors, part);
      // What the part costs as it is, and with the two colours exchanged.
      double same = 0.0;
      double exchanged = 0.0;
      for (int i = 0; i < size; i++) {
        int c = colors[part[i]];
        same += costs == null ? used[c] : costs[2 * part[i] + c];
        exchanged += costs == null ? used[1 - c] : costs[2 * part[i] + 1 - c];
      }
      for (int i = 0; i < size; i++) {
        int v = part[i];
        colors[v] = exchanged < same ? 1 - colors[v] : colors[v];
        used[colors[v]]++;
      }
    }
    return new ColoringResult.Colored(colors, 0.0);
  }

  /**
   * A chord divides an odd cycle into an odd and an even one; the odd one is kept until there is no
   * chord. Then every node is needed. Time O(length) lookups a chord.
   */
  private static int[] withoutChords(ConflictGraph graph, int[] cycle) {
    int[] place = new int[graph.nodes()];
    int[] shorter = cycle;
    boolean chord = true;
    while (chord) {
      Arrays.fill(place, -1);
      for (int i = 0; i < shorter.length; i++) {
        place[shorter[i]] = i;
      }
      int[] next = cutAtChord(graph, shorter, place);
      chord = next.length < shorter.length;
      shorter = next;
    }
    return shorter;
  }

  private static int[] cutAtChord(ConflictGraph graph, int[] cycle, int[] place) {
    int length = cycle.length;
    for (int i = 0; i < length; i++) {
      for (int e = graph.start()[cycle[i]]; e < graph.start()[cycle[i] + 1]; e++) {
        int j = place[graph.neighbor()[e]];
        if (j < i + 2 || j - i == length - 1) {
          continue;
        }
        if ((j - i) % 2 == 0) {
          return Arrays.copyOfRange(cycle, i, j + 1);
        }
        int[] outer = new int[length - (j - i) + 1];
        System.arraycopy(cycle, 0, outer, 0, i + 1);
        System.arraycopy(cycle, j, outer, i + 1, length - j);
        return outer;
      }
    }
    return cycle;
  }

  private static int[] sorted(int[] cycle) {
    int[] nodes = cycle.clone();
    Arrays.sort(nodes);
    return nodes;
  }

  private static int collect(ConflictGraph graph, int root, int[] colors, int[] part) {
    colors[root] = 0;
    part[0] = root;
    int size = 1;
    for (int head = 0; head < size; head++) {
      int v = part[head];
      for (int e = graph.start()[v]; e < graph.start()[v + 1]; e++) {
        int u = graph.neighbor()[e];
        if (colors[u] < 0) {
          colors[u] = 1 - colors[v];
          part[size++] = u;
        }
      }
    }
    return size;
  }
}
