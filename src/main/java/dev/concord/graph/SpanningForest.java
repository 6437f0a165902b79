package dev.concord.graph;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.linalg.RowBlock;
import java.io.Serializable;
import java.util.Arrays;

/**
 * A spanning forest of the edges of a block of rows, over the component labels so far. It is
 * truncated when it has more edges than the block has rows. So all blocks together send at most one
 * edge per node, and further edges follow in the next round with new labels.
 *
 * @param from labels
 * @param to labels, as many
 * @param complete whether nothing was cut off
 */
@DefaultSerializer(JavaSerializer.class)
public record SpanningForest(int[] from, int[] to, boolean complete) implements Serializable {

  /**
   * Of one block. Time O(entries), memory 4 bytes a node of the graph.
   *
   * @param labels of all nodes, in 0..n-1; equal for nodes known to be connected
   */
  public static SpanningForest of(RowBlock block, int[] labels) {
    UnionFind joined = new UnionFind(labels.length);
    int[] from = new int[block.rows()];
    int[] to = new int[block.rows()];
    int count = 0;
    for (int r = 0; r < block.rows(); r++) {
      int own = labels[block.firstRow() + r];
      for (int p = block.rowPtr()[r]; p < block.rowPtr()[r + 1]; p++) {
        int other = labels[block.col()[p]];
        if (own != other && joined.join(own, other)) {
          if (count == from.length) {
            return new SpanningForest(from, to, false);
          }
          from[count] = own;
          to[count++] = other;
        }
      }
    }
    return new SpanningForest(Arrays.copyOf(from, count), Arrays.copyOf(to, count), true);
  }
}
