package dev.concord.spark.graph;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.error.InputException;
import dev.concord.graph.Components;
import dev.concord.graph.SignedGraph;
import dev.concord.graph.WeightFigures;
import dev.concord.graph.weights.DirectedEntries;
import dev.concord.graph.weights.GivenRows;
import dev.concord.linalg.RowBlock;
import dev.concord.spark.files.CachedRows;
import dev.concord.spark.files.IndexPartitioner;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * Builds the graph of a table of edges on the executors; the same bits as {@link
 * dev.concord.graph.SimilarityGraph#given}. One shuffle of 32 bytes a listed edge; the driver
 * receives the degrees and the labels of components.
 *
 * @param unit the exponent of 2 by which weights are divided: {@link
 *     dev.concord.graph.GivenWeights}
 */
public record GivenBlocks(JavaSparkContext context, int blockRows, int unit) {
  /** What a block tells the driver. */
  @DefaultSerializer(JavaSerializer.class)
  private record Report(BlockStatistics.Degrees degrees, GivenRows.@Nullable Conflict conflict)
      implements Serializable {}

  /**
   * Builds the graph. Blocks that are lost come back from the shuffle, or from what the entries are
   * made of.
   *
   * @param n number of nodes
   * @param entries each listed edge as an entry of both of its rows, by block
   * @param release frees what the entries are made of; run when the graph is closed
   * @param names the user's name of a node, for messages
   * @throws InputException naming the first edge that is listed with two weights
   */
  public BlockGraph build(
      int n, JavaRDD<DirectedEntries> entries, Runnable release, IntFunction<String> names) {
    JavaRDD<GivenRows> rows = rows(entries, n).persist(StorageLevel.MEMORY_AND_DISK());
    Runnable source =
        () -> {
          CachedRows.free(rows);
          release.run();
        };
    try {
      List<Report> reports =
          rows.map(
                  block ->
                      new Report(BlockStatistics.Degrees.of(block.weights(), 0L), block.conflict()))
              .collect();
      for (Report report : reports) {
        GivenRows.Conflict conflict = report.conflict();
        if (conflict != null) {
          throw SignedGraph.twoWeights(
              "table edges",
              names.apply(conflict.row()),
              names.apply(conflict.col()),
              conflict.least(),
              conflict.largest());
        }
      }
      BlockGraph.Summary summary =
          BlockStatistics.summary(reports.stream().map(Report::degrees).toList(), n);
      JavaRDD<RowBlock> weights = rows.map(GivenRows::weights);
      Components components = BlockStatistics.components(context, weights, n, summary.isolated());
      return new BlockGraph(
          context,
          weights,
          summary,
          WeightFigures.given(unit),
          new double[0],
          components,
          source::run);
    } catch (RuntimeException e) {
      source.run();
      throw e;
    }
  }

  private JavaRDD<GivenRows> rows(JavaRDD<DirectedEntries> entries, int n) {
    int rows = blockRows;
    int exponent = unit;
    int blocks = (n + rows - 1) / rows;
    return entries
        .mapToPair(part -> new Tuple2<>(part.block(), part))
        .partitionBy(new IndexPartitioner(blocks))
        .mapPartitionsWithIndex(
            (block, parts) -> {
              List<DirectedEntries> own = new ArrayList<>();
              parts.forEachRemaining(part -> own.add(part._2()));
              int first = block * rows;
              return List.of(GivenRows.of(first, Math.min(rows, n - first), own).divided(exponent))
                  .iterator();
            },
            true);
  }
}
