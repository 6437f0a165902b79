package dev.concord.spark.graph;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.Components;
import dev.concord.graph.UnionFind;
import dev.concord.graph.weights.SymmetrizedRows;
import dev.concord.linalg.RowBlock;
import dev.concord.spark.files.PackedDoubles;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/** What the driver learns of a graph in blocks: degrees, volume, components. */
final class BlockStatistics {
  private BlockStatistics() {}

  /** Degrees of a block. */
  @DefaultSerializer(JavaSerializer.class)
  record Degrees(PackedDoubles values, long entries, int isolated, long dropped)
      implements Serializable {
    static Degrees of(RowBlock block, long dropped) {
      int isolated = 0;
      for (int r = 0; r < block.rows(); r++) {
        isolated += block.rowPtr()[r] == block.rowPtr()[r + 1] ? 1 : 0;
      }
      return new Degrees(
          PackedDoubles.of(SymmetrizedRows.degrees(block)), block.col().length, isolated, dropped);
    }
  }

  /** The values of all nodes, summed in their order. */
  static BlockGraph.Summary summary(List<Degrees> parts, int n) {
    double[] degrees = BlockGraph.joined(parts.stream().map(Degrees::values).toList(), n);
    double volume = 0.0;
    for (double degree : degrees) {
      volume += degree;
    }
    return new BlockGraph.Summary(
        degrees,
        volume,
        parts.stream().mapToInt(Degrees::isolated).sum(),
        parts.stream().mapToLong(Degrees::entries).sum());
  }

  /**
   * The components, from a union of spanning forests: every block sends edges that join what is not
   * joined yet, at most as many as it has rows, until none is left; a few rounds.
   */
  static Components components(
      JavaSparkContext context, JavaRDD<RowBlock> weights, int n, int isolated) {
    UnionFind joined = new UnionFind(n);
    AtomicBoolean complete = new AtomicBoolean();
    while (!complete.getAndSet(true)) {
      // In one process tasks read the array itself while it changes: whatever they find there is a
      // member of the same component.
      Broadcast<int[]> known = context.broadcast(joined.smallest());
      try {
        TaskResults.forEach(
            weights.map(block -> SpanningForest.of(block, known.value())),
            edges -> {
              for (int e = 0; e < edges.from().length; e++) {
                joined.join(edges.from()[e], edges.to()[e]);
              }
              complete.compareAndSet(true, edges.complete());
            });
      } finally {
        known.destroy();
      }
    }
    return Components.ofLabels(joined.smallest(), isolated);
  }

  /**
   * A spanning forest of the edges of a block of rows, over the component labels so far. It is
   * truncated when it has more edges than the block has rows. So all blocks together send at most
   * one edge per node, and further edges follow in the next round with new labels.
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
}
