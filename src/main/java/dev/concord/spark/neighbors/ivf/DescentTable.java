package dev.concord.spark.neighbors.ivf;

import dev.concord.graph.neighbors.PanelNeighbors;
import dev.concord.graph.nndescent.DescentGraph;
import dev.concord.graph.nndescent.Neighborhood;
import dev.concord.spark.rdd.IndexPartitioner;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.rdd.RDD;
import org.apache.spark.storage.StorageLevel;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;
import scala.reflect.ClassTag;

/**
 * The NN-Descent graph of all rows on the executors, refined round by round. A round shuffles the
 * reversed edges, 12 bytes each; rows are not moved. Lost partitions are recomputed.
 */
final class DescentTable implements AutoCloseable {
  private final IvfTable table;
  private final int panels;
  private JavaRDD<DescentGraph> graph;
  private @Nullable JavaRDD<Neighborhood> neighborhoods;

  private int width;

  private DescentTable(IvfTable table, JavaRDD<DescentGraph> graph, int width) {
    this.table = table;
    this.graph = graph;
    this.width = width;
    panels = table.layout().value().panels();
  }

  /**
   * The initial graph: edges to the nearest {@code width} points of the {@code probes} nearest
   * inverted lists.
   */
  static DescentTable start(IvfTable table, int probes, int width) {
    RDD<DescentGraph> graph =
        new DescentStartRdd(table.panels().rdd(), table.quantizer(), table.layout(), probes, width);
    return new DescentTable(table, kept(graph, DescentGraph.class), width);
  }

  private static <T> JavaRDD<T> kept(RDD<T> rdd, Class<T> type) {
    JavaRDD<T> kept =
        new JavaRDD<>(rdd, ClassTag.<T>apply(type)).persist(StorageLevel.MEMORY_AND_DISK());
    kept.count();
    return kept;
  }

  /** Largest number of edges of a row. */
  int width() {
    return width;
  }

  /** Raises the number of edges of a row; the next round compares all pairs. */
  void widen(int to) {
    JavaRDD<DescentGraph> wide =
        kept(graph.map(narrow -> narrow.widened(to)).rdd(), DescentGraph.class);
    close();
    graph = wide;
    neighborhoods = null;
    width = to;
  }

  /** Runs one round over all rows. */
  void refine() {
    JavaRDD<Neighborhood> around = around().persist(StorageLevel.MEMORY_AND_DISK());
    around.count();
    JavaRDD<Neighborhood> before = neighborhoods;
    neighborhoods = around;
    if (before != null) {
      before.unpersist(false);
    }
    JavaRDD<DescentGraph> next =
        kept(
            new DescentRoundRdd(table.panels().rdd(), graph.rdd(), around.rdd(), panels),
            DescentGraph.class);
    graph.unpersist(false);
    graph = next;
  }

  /** The neighbourhoods of all rows, from their edges and the reversed edges. */
  private JavaRDD<Neighborhood> around() {
    int count = panels;
    JavaPairRDD<Integer, Neighborhood.Incoming> incoming =
        graph
            .flatMapToPair(from -> addressed(Neighborhood.turn(from, count)))
            .partitionBy(new IndexPartitioner(panels));
    JavaRDD<Neighborhood> before = neighborhoods;
    if (before == null) {
      return graph.zipPartitions(
          incoming,
          (own, parts) -> List.of(Neighborhood.of(own.next(), seconds(parts), null)).iterator());
    }
    return graph
        .zip(before)
        .zipPartitions(
            incoming,
            (own, parts) -> {
              Tuple2<DescentGraph, Neighborhood> known = own.next();
              return List.of(Neighborhood.of(known._1(), seconds(parts), known._2())).iterator();
            });
  }

  private static <T> Iterable<T> seconds(Iterator<Tuple2<Integer, T>> pairs) {
    return () -> new Seconds<>(pairs);
  }

  private static Iterator<Tuple2<Integer, Neighborhood.Incoming>> addressed(
      Neighborhood.Incoming[] turned) {
    List<Tuple2<Integer, Neighborhood.Incoming>> parts = new ArrayList<>();
    for (int panel = 0; panel < turned.length; panel++) {
      if (turned[panel] != null) {
        parts.add(new Tuple2<>(panel, turned[panel]));
      }
    }
    return parts.iterator();
  }

  /** The second halves of pairs. */
  private record Seconds<T>(Iterator<Tuple2<Integer, T>> pairs) implements Iterator<T> {
    @Override
    public boolean hasNext() {
      return pairs.hasNext();
    }

    @Override
    public T next() {
      return pairs.next()._2();
    }
  }

  /** For each row the k edges that are nearest by the features. */
  List<PanelNeighbors> neighbors(int k) {
    return lists(k).collect();
  }

  /** {@link #neighbors(int)}, left on the executors. */
  JavaRDD<PanelNeighbors> lists(int k) {
    return ranking(null, k);
  }

  /** The same for some rows alone: all other lists are empty. */
  List<PanelNeighbors> neighbors(int[] rows, int k) {
    return ranking(rows, k).collect();
  }

  private JavaRDD<PanelNeighbors> ranking(int @Nullable [] rows, int k) {
    return new JavaRDD<>(
        new DescentRankingRdd(table.panels().rdd(), graph.rdd(), panels, rows, k),
        ClassTag.<PanelNeighbors>apply(PanelNeighbors.class));
  }

  @Override
  public void close() {
    graph.unpersist(false);
    if (neighborhoods != null) {
      neighborhoods.unpersist(false);
    }
  }
}
