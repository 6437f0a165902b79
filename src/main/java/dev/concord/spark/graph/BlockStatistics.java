package dev.concord.spark.graph;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.Components;
import dev.concord.graph.SpanningForest;
import dev.concord.graph.UnionFind;
import dev.concord.graph.weights.SymmetrizedRows;
import dev.concord.linalg.RowBlock;
import dev.concord.spark.files.PackedDoubles;
import java.io.Serializable;
import java.util.List;
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
    int[] labels = new int[n];
    for (boolean complete = false; !complete; ) {
      for (int i = 0; i < n; i++) {
        labels[i] = joined.find(i);
      }
      Broadcast<int[]> known = context.broadcast(labels);
      complete = true;
      try {
        for (SpanningForest edges :
            weights.map(block -> SpanningForest.of(block, known.value())).collect()) {
          for (int e = 0; e < edges.from().length; e++) {
            joined.join(edges.from()[e], edges.to()[e]);
          }
          complete &= edges.complete();
        }
      } finally {
        known.destroy();
      }
    }
    for (int i = 0; i < n; i++) {
      labels[i] = joined.find(i);
    }
    return Components.ofLabels(labels, isolated);
  }
}
