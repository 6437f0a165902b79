package dev.concord.graph.weights;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.ListedRows;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * Listed pairs on their way to a block of rows: each is an entry of row {@code row[e]}. Memory 16
 * bytes an entry.
 */
@DefaultSerializer(JavaSerializer.class)
public record DirectedEntries(int block, int[] row, int[] col, double[] weight)
    implements Serializable {

  /**
   * The pairs of some lists, each as an entry of both of its rows, by the block of the row. Time
   * O(rows·k), memory 32 bytes a pair.
   *
   * @param shape how distances become weights
   * @param scales of all points, not read unless the kernel is self-tuning
   * @param blockRows rows of a block
   * @param blocks number of blocks
   */
  public static List<DirectedEntries> of(
      ListedRows lists, WeightShape shape, double[] scales, int blockRows, int blocks) {
    int[] ids = lists.ids();
    int[] index = lists.index();
    int k = lists.k();
    int[] count = new int[blocks];
    for (int p = 0; p < index.length; p++) {
      count[ids[p / k] / blockRows]++;
      count[index[p] / blockRows]++;
    }
    DirectedEntries[] parts = empty(count);
    KernelWeight kernel = shape.weight();
    boolean tuned = shape.isSelfTuning();
    for (int p = 0; p < index.length; p++) {
      int i = ids[p / k];
      int j = index[p];
      double w = kernel.of(lists.distance()[p], tuned ? scales[i] : 0.0, tuned ? scales[j] : 0.0);
      parts[i / blockRows].put(--count[i / blockRows], i, j, w);
      parts[j / blockRows].put(--count[j / blockRows], j, i, w);
    }
    return filled(parts);
  }

  /**
   * Some given edges, each as an entry of both of its rows, by the block of the row. Time O(m),
   * memory 32 bytes an edge.
   *
   * @param source nodes, m of them
   * @param target nodes, m of them
   * @param weight m weights
   * @param blockRows rows of a block
   * @param blocks number of blocks
   */
  public static List<DirectedEntries> of(
      int[] source, int[] target, double[] weight, int blockRows, int blocks) {
    int[] count = new int[blocks];
    for (int e = 0; e < source.length; e++) {
      count[source[e] / blockRows]++;
      count[target[e] / blockRows]++;
    }
    DirectedEntries[] parts = empty(count);
    for (int e = 0; e < source.length; e++) {
      int i = source[e];
      int j = target[e];
      parts[i / blockRows].put(--count[i / blockRows], i, j, weight[e]);
      parts[j / blockRows].put(--count[j / blockRows], j, i, weight[e]);
    }
    return filled(parts);
  }

  private static DirectedEntries[] empty(int[] count) {
    DirectedEntries[] parts = new DirectedEntries[count.length];
    for (int b = 0; b < count.length; b++) {
      parts[b] = new DirectedEntries(b, new int[count[b]], new int[count[b]], new double[count[b]]);
    }
    return parts;
  }

  private static List<DirectedEntries> filled(DirectedEntries[] parts) {
    List<DirectedEntries> filled = new ArrayList<>();
    for (DirectedEntries part : parts) {
      if (part.row.length > 0) {
        filled.add(part);
      }
    }
    return filled;
  }

  private void put(int at, int i, int j, double w) {
    row[at] = i;
    col[at] = j;
    weight[at] = w;
  }
}
