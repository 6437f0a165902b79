package dev.concord.partition.cut;

import dev.concord.graph.Components;
import dev.concord.linalg.CsrMatrix;
import dev.concord.partition.coloring.NodePairs;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A partition that cuts no edge: every connected component of the graph on one side, pairs apart,
 * found by two-colouring the components along the pairs. Groups of components that pairs tie
 * together are put, largest first, where the smaller volume is.
 */
final class TwoWayComponents {
  private TwoWayComponents() {}

  /**
   * Sides of the merged nodes; null when the graph is connected or every partition cuts an edge.
   */
  static int @Nullable [] uncut(TwoWayModel model) {
    Components components = Components.of(model.weights);
    int count = components.count();
    if (count == 1) {
      return null;
    }
    int[] componentOf = components.componentOf();
    NodePairs ties = new NodePairs(count);
    for (int a : model.unitNode) {
      int b = model.partner[a];
      if (b >= 0) {
        if (componentOf[a] == componentOf[b]) {
          return null;
        }
        ties.add(componentOf[a], componentOf[b], 1.0);
      }
    }
    double[] volume = new double[count];
    for (int i = 0; i < model.nodes; i++) {
      volume[componentOf[i]] += model.volumes[i];
    }
    int[] color = coloured(ties.matrix(), volume);
    if (color.length == 0) {
      return null;
    }
    int[] side = new int[model.nodes];
    for (int i = 0; i < side.length; i++) {
      side[i] = color[componentOf[i]];
    }
    return side;
  }

  /** Colours of the components, numbered by falling size; empty when there is an odd cycle. */
  private static int[] coloured(CsrMatrix ties, double[] volume) {
    int count = volume.length;
    int[] color = new int[count];
    Arrays.fill(color, -1);
    int[] queue = new int[count];
    double[] total = new double[2];
    for (int root = 0; root < count; root++) {
      if (color[root] >= 0) {
        continue;
      }
      color[root] = 0;
      queue[0] = root;
      int tail = 1;
      double[] group = new double[2];
      for (int head = 0; head < tail; head++) {
        int c = queue[head];
        group[color[c]] += volume[c];
        for (int p = ties.rowPtr()[c]; p < ties.rowPtr()[c + 1]; p++) {
          int other = ties.col()[p];
          if (color[other] < 0) {
            color[other] = 1 - color[c];
            queue[tail++] = other;
          } else if (color[other] == color[c]) {
            return new int[0];
          }
        }
      }
      boolean flip = (group[0] > group[1]) == (total[0] > total[1]);
      for (int head = 0; head < tail && flip; head++) {
        color[queue[head]] = 1 - color[queue[head]];
      }
      total[0] += group[flip ? 1 : 0];
      total[1] += group[flip ? 0 : 1];
    }
    return color;
  }
}
