package dev.concord.spark.graph;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.config.GraphConfig;
import dev.concord.graph.Components;
import dev.concord.graph.ListedRows;
import dev.concord.graph.WeightFigures;
import dev.concord.graph.weights.DirectedEntries;
import dev.concord.graph.weights.LargestGap;
import dev.concord.graph.weights.NeighborOverlap;
import dev.concord.graph.weights.NeighborSets;
import dev.concord.graph.weights.Overlap;
import dev.concord.graph.weights.Symmetrization;
import dev.concord.graph.weights.SymmetrizedRows;
import dev.concord.graph.weights.WeightShape;
import dev.concord.linalg.RowBlock;
import dev.concord.spark.files.CachedRows;
import dev.concord.spark.files.IndexPartitioner;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * Builds a graph on the executors from neighbour lists on the executors. The driver receives one
 * number per point and step: scales, degrees, component labels.
 *
 * <p>One shuffle of 32 bytes a listed pair. Components are those of {@link BlockStatistics}.
 */
public record BlockGraphBuilder(JavaSparkContext context, GraphConfig config, int blockRows) {
  /** Builds the graph, which then owns the lists. */
  public BlockGraph build(ExecutorNeighbors lists) {
    Sources sources = new Sources(lists);
    try {
      return build(lists, sources);
    } catch (RuntimeException e) {
      sources.close();
      throw e;
    }
  }

  /** The inputs of the blocks. */
  private static final class Sources implements AutoCloseable {
    private final ExecutorNeighbors lists;
    private @Nullable Broadcast<double[]> scales;
    private @Nullable JavaRDD<SymmetrizedRows> folded;
    private @Nullable JavaRDD<SymmetrizedRows> overlapping;

    Sources(ExecutorNeighbors lists) {
      this.lists = lists;
    }

    @Override
    public void close() {
      if (folded != null) {
        CachedRows.free(folded);
      }
      if (overlapping != null) {
        CachedRows.free(overlapping);
      }
      if (scales != null) {
        CachedRows.destroy(scales);
      }
      lists.close();
    }
  }

  private BlockGraph build(ExecutorNeighbors lists, Sources sources) {
    int n = lists.n();
    Scales found = scales(lists);
    WeightShape shape =
        WeightShape.of(
            config.kernel(),
            config.bandwidth(),
            config.symmetrize(),
            lists.k(),
            found.values(),
            found.gap());
    Broadcast<double[]> scales =
        context.broadcast(shape.isSelfTuning() ? found.values() : new double[0]);
    sources.scales = scales;
    JavaRDD<SymmetrizedRows> listed =
        folded(lists.rows(), shape, scales, n).persist(StorageLevel.MEMORY_AND_DISK());
    sources.folded = listed;
    JavaRDD<SymmetrizedRows> folded = listed;
    boolean overlap = config.overlap() != Overlap.NONE;
    if (overlap) {
      folded = overlapping(listed, lists.rows(), n).persist(StorageLevel.MEMORY_AND_DISK());
      sources.overlapping = folded;
    }
    JavaRDD<RowBlock> weights = folded.map(SymmetrizedRows::weights);
    List<BlockStatistics.Degrees> degrees =
        folded
            .map(rows -> BlockStatistics.Degrees.of(rows.weights(), rows.droppedEntries()))
            .collect();
    if (overlap) {
      listed.unpersist(false);
    }
    // The lists are in the shuffle's files now; from there, or by a new search, lost blocks return.
    lists.release();
    BlockGraph.Summary summary = BlockStatistics.summary(degrees, n);
    long dropped = degrees.stream().mapToLong(BlockStatistics.Degrees::dropped).sum() / 2;
    WeightFigures figures =
        shape.figures(found.zeroDistances(), found.values(), Math.toIntExact(dropped));
    Components components = BlockStatistics.components(context, weights, n, summary.isolated());
    if (overlap) {
      figures = figures.overlapping();
    }
    return new BlockGraph(context, weights, summary, figures, found.values(), components, sources);
  }

  /** Distance statistics of all lists. */
  private record Scales(double[] values, int zeroDistances, @Nullable LargestGap gap) {}

  /** Distance statistics of the lists of a part. */
  @DefaultSerializer(JavaSerializer.class)
  private record ScalePart(int[] ids, double[] last, int zeroDistances, @Nullable LargestGap gap)
      implements Serializable {}

  private Scales scales(ExecutorNeighbors lists) {
    boolean needsGap = WeightShape.needsGap(config.kernel(), config.bandwidth());
    List<ScalePart> parts =
        lists
            .rows()
            .map(
                rows ->
                    new ScalePart(
                        rows.ids(),
                        rows.last(),
                        rows.zeroDistances(),
                        needsGap ? LargestGap.of(rows) : null))
            .collect();
    double[] values = new double[lists.n()];
    int zeros = 0;
    LargestGap gap = null;
    for (ScalePart part : parts) {
      for (int r = 0; r < part.ids.length; r++) {
        values[part.ids[r]] = part.last[r];
      }
      zeros += part.zeroDistances;
      if (part.gap != null) {
        gap = gap == null ? part.gap : LargestGap.merge(gap, part.gap);
      }
    }
    return new Scales(values, zeros, gap);
  }

  private JavaRDD<SymmetrizedRows> folded(
      JavaRDD<ListedRows> lists, WeightShape shape, Broadcast<double[]> scales, int n) {
    int rows = blockRows;
    int blocks = (n + rows - 1) / rows;
    Symmetrization symmetrize = config.symmetrize();
    return lists
        .flatMap(part -> DirectedEntries.of(part, shape, scales.value(), rows, blocks).iterator())
        .mapToPair(entries -> new Tuple2<>(entries.block(), entries))
        .partitionBy(new IndexPartitioner(blocks))
        .mapPartitionsWithIndex(
            (block, entries) -> {
              List<DirectedEntries> parts = new ArrayList<>();
              entries.forEachRemaining(entry -> parts.add(entry._2()));
              int first = block * rows;
              SymmetrizedRows folded =
                  SymmetrizedRows.of(first, Math.min(rows, n - first), parts, symmetrize);
              Iterator<SymmetrizedRows> one = List.of(folded).iterator();
              return one;
            },
            true);
  }

  /**
   * The rows with weights by shared neighbours. Each list goes to the block of its row, and from
   * there to the blocks of all points that it has an edge to: two shuffles of 4 (k + 2) bytes a
   * list and block.
   */
  private JavaRDD<SymmetrizedRows> overlapping(
      JavaRDD<SymmetrizedRows> folded, JavaRDD<ListedRows> lists, int n) {
    int rows = blockRows;
    int blocks = (n + rows - 1) / rows;
    JavaRDD<NeighborSets> own =
        lists
            .flatMapToPair(part -> present(NeighborSets.byBlock(part, rows, blocks)))
            .partitionBy(new IndexPartitioner(blocks))
            .values()
            .mapPartitions(BlockGraphBuilder::joined);
    JavaRDD<Tuple2<Integer, NeighborSets>> sent =
        folded.zipPartitions(
            own,
            (block, sets) -> present(sets.next().neededBy(block.next().weights(), rows, blocks)));
    JavaRDD<NeighborSets> needed =
        JavaPairRDD.fromJavaRDD(sent)
            .partitionBy(new IndexPartitioner(blocks))
            .values()
            .mapPartitions(BlockGraphBuilder::joined);
    return folded.zipPartitions(
        needed,
        (blocksHere, sets) -> {
          SymmetrizedRows block = blocksHere.next();
          RowBlock weights = NeighborOverlap.weighted(block.weights(), sets.next());
          return List.of(new SymmetrizedRows(weights, block.droppedEntries())).iterator();
        });
  }

  private static Iterator<NeighborSets> joined(Iterator<NeighborSets> parts) {
    List<NeighborSets> all = new ArrayList<>();
    parts.forEachRemaining(all::add);
    return List.of(NeighborSets.join(all)).iterator();
  }

  /** The sets that are there, each with the number of its block. */
  private static Iterator<Tuple2<Integer, NeighborSets>> present(@Nullable NeighborSets[] sets) {
    List<Tuple2<Integer, NeighborSets>> found = new ArrayList<>();
    for (int b = 0; b < sets.length; b++) {
      NeighborSets some = sets[b];
      if (some != null) {
        found.add(new Tuple2<>(b, some));
      }
    }
    return found.iterator();
  }
}
