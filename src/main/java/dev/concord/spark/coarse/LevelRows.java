package dev.concord.spark.coarse;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.linalg.RowBlock;
import dev.concord.spark.files.IndexPartitioner;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * The rows of the graph of one level, in blocks on the executors.
 *
 * @param blocks persisted, in the order of their rows
 * @param nodes n
 * @param unit the weight that counts as 1
 * @param made what lost blocks are made from again; null for the graph itself
 */
record LevelRows(
    JavaSparkContext context,
    JavaRDD<RowBlock> blocks,
    int nodes,
    double unit,
    @Nullable Broadcast<int[]> made)
    implements AutoCloseable {

  /** The groups that nodes want to join, of all blocks in their order. One job; 8 bytes a vote. */
  List<GroupVotes> votes(NodeGroups groups, int[] points, int[] earlier, long round) {
    Broadcast<int[]> of = context.broadcast(groups.groupOf());
    Broadcast<int[]> room = context.broadcast(groups.room());
    Broadcast<int[]> sizes = context.broadcast(points);
    Broadcast<int[]> before = context.broadcast(earlier);
    double one = unit;
    try {
      return blocks
          .map(
              block ->
                  GroupVotes.of(
                      block, of.value(), room.value(), sizes.value(), before.value(), one, round))
          .collect();
    } finally {
      of.destroy();
      room.destroy();
      sizes.destroy();
      before.destroy();
    }
  }

  /**
   * Votes for better clusters, of all blocks in their order. One job.
   *
   * @param degrees empty where no weights lie within nodes
   * @param fixed see {@link ClusterVotes#of}
   */
  List<ClusterVotes> votes(
      int[] labels, double[] degrees, int[] fixed, ClusterVotes.Totals totals, long round) {
    Broadcast<int[]> of = context.broadcast(labels);
    Broadcast<double[]> weights = context.broadcast(degrees);
    Broadcast<int[]> before = context.broadcast(fixed);
    double one = unit;
    try {
      return blocks
          .map(
              block ->
                  ClusterVotes.of(
                      block, of.value(), weights.value(), before.value(), totals, one, round))
          .collect();
    } finally {
      of.destroy();
      weights.destroy();
      before.destroy();
    }
  }

  /** The rows of the graph of groups: one shuffle of 12 bytes a sum of a block. */
  LevelRows contracted(NodeGroups.Lift lift) {
    int[] bounds = lift.bounds(blocks.getNumPartitions());
    double one = unit;
    Broadcast<int[]> of = context.broadcast(lift.nodeOf());
    JavaRDD<RowBlock> joined =
        blocks
            .flatMap(block -> GroupEdges.of(block, of.value(), one, bounds).iterator())
            .mapToPair(part -> new Tuple2<>(part.block(), part))
            .partitionBy(new IndexPartitioner(bounds.length - 1))
            .mapPartitionsWithIndex(
                (b, parts) -> {
                  List<GroupEdges> own = new ArrayList<>();
                  parts.forEachRemaining(part -> own.add(part._2()));
                  int first = bounds[b];
                  RowBlock block = GroupEdges.joined(own, first, bounds[b + 1] - first, one);
                  return List.of(block).iterator();
                },
                true)
            .persist(StorageLevel.MEMORY_AND_DISK());
    return new LevelRows(context, joined, lift.nodes(), unit, of);
  }

  /** Entries of the rows, and the rows without one. */
  @DefaultSerializer(JavaSerializer.class)
  record Shape(long entries, int[] empty) implements Serializable {
    static Shape of(RowBlock block) {
      int[] empty = new int[block.rows()];
      int count = 0;
      for (int r = 0; r < block.rows(); r++) {
        if (block.rowPtr()[r] == block.rowPtr()[r + 1]) {
          empty[count++] = block.firstRow() + r;
        }
      }
      return new Shape(block.col().length, Arrays.copyOf(empty, count));
    }

    static Shape joined(List<Shape> parts) {
      long entries = parts.stream().mapToLong(Shape::entries).sum();
      return new Shape(
          entries, parts.stream().flatMapToInt(part -> Arrays.stream(part.empty)).toArray());
    }
  }

  /** Makes the rows. One job. */
  Shape shape() {
    return Shape.joined(blocks.map(Shape::of).collect());
  }

  /** All rows on the driver. */
  List<RowBlock> collected() {
    return blocks.collect();
  }

  /** All rows on the driver, with their heaviest entries, at most so many each. */
  List<RowBlock> heaviest(double[] degrees, int most) {
    Broadcast<double[]> of = context.broadcast(degrees);
    try {
      return blocks.map(block -> HeaviestEntries.of(block, of.value(), most)).collect();
    } finally {
      of.destroy();
    }
  }

  @Override
  public void close() {
    if (made != null) {
      blocks.unpersist(false);
      made.destroy();
    }
  }

  /** Sums over all blocks. */
  static long[] sums(List<ClusterVotes> votes, int clusters) {
    long[] sums = new long[clusters];
    for (ClusterVotes part : votes) {
      for (int c = 0; c < clusters; c++) {
        sums[c] = Math.addExact(sums[c], part.association()[c]);
      }
    }
    return sums;
  }
}
