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
 * The links of all rows, on the executors, and their refinement round by round. A round shuffles
 * the links, 12 bytes each, so that every row knows who links to it; rows are not moved. What is
 * lost is made again.
 */
final class DescentTable implements AutoCloseable {
  private final IvfTable table;
  private final int panels;
  private JavaRDD<DescentGraph> links;
  private @Nullable JavaRDD<Neighborhood> circles;

  private int width;

  private DescentTable(IvfTable table, JavaRDD<DescentGraph> links, int width) {
    this.table = table;
    this.links = links;
    this.width = width;
    panels = table.layout().value().panels();
  }

  /** Links to the nearest {@code width} points of the {@code probes} nearest cells. */
  static DescentTable start(IvfTable table, int probes, int width) {
    RDD<DescentGraph> links =
        new DescentStartRdd(table.panels().rdd(), table.tree(), table.layout(), probes, width);
    return new DescentTable(table, kept(links, DescentGraph.class), width);
  }

  private static <T> JavaRDD<T> kept(RDD<T> rdd, Class<T> type) {
    JavaRDD<T> kept =
        new JavaRDD<>(rdd, ClassTag.<T>apply(type)).persist(StorageLevel.MEMORY_AND_DISK());
    kept.count();
    return kept;
  }

  /** Links that a row keeps. */
  int width() {
    return width;
  }

  /** Lets rows keep more links; the next round is a full one. */
  void widen(int to) {
    JavaRDD<DescentGraph> wide =
        kept(links.map(narrow -> narrow.widened(to)).rdd(), DescentGraph.class);
    close();
    links = wide;
    circles = null;
    width = to;
  }

  /** One round over all rows. */
  void refine() {
    JavaRDD<Neighborhood> around = around().persist(StorageLevel.MEMORY_AND_DISK());
    around.count();
    JavaRDD<Neighborhood> before = circles;
    circles = around;
    if (before != null) {
      before.unpersist(false);
    }
    JavaRDD<DescentGraph> next =
        kept(
            new DescentRoundRdd(table.panels().rdd(), links.rdd(), around.rdd(), panels),
            DescentGraph.class);
    links.unpersist(false);
    links = next;
  }

  /** The circles of all rows, from their links turned around. */
  private JavaRDD<Neighborhood> around() {
    int count = panels;
    JavaPairRDD<Integer, Neighborhood.Incoming> incoming =
        links
            .flatMapToPair(from -> addressed(Neighborhood.turn(from, count)))
            .partitionBy(new IndexPartitioner(panels));
    JavaRDD<Neighborhood> before = circles;
    if (before == null) {
      return links.zipPartitions(
          incoming,
          (own, parts) -> List.of(Neighborhood.of(own.next(), seconds(parts), null)).iterator());
    }
    return links
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

  /** The k nearest by their features of the points that each row links to. */
  List<PanelNeighbors> neighbors(int k) {
    return lists(k).collect();
  }

  /** {@link #neighbors(int)} where they are found. */
  JavaRDD<PanelNeighbors> lists(int k) {
    return ranking(null, k);
  }

  /** The same for some rows alone: all other lists are empty. */
  List<PanelNeighbors> neighbors(int[] rows, int k) {
    return ranking(rows, k).collect();
  }

  private JavaRDD<PanelNeighbors> ranking(int @Nullable [] rows, int k) {
    return new JavaRDD<>(
        new DescentRankingRdd(table.panels().rdd(), links.rdd(), panels, rows, k),
        ClassTag.<PanelNeighbors>apply(PanelNeighbors.class));
  }

  @Override
  public void close() {
    links.unpersist(false);
    if (circles != null) {
      circles.unpersist(false);
    }
  }
}
