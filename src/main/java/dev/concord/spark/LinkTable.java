package dev.concord.spark;

import dev.concord.graph.cells.Circle;
import dev.concord.graph.cells.Links;
import dev.concord.graph.cells.PanelNeighbors;
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
final class LinkTable implements AutoCloseable {
  private final CellTable table;
  private final int panels;
  private JavaRDD<Links> links;
  private @Nullable JavaRDD<Circle> circles;

  private int width;

  private LinkTable(CellTable table, JavaRDD<Links> links, int width) {
    this.table = table;
    this.links = links;
    this.width = width;
    panels = table.layout().value().panels();
  }

  /** Links to the nearest {@code width} points of the {@code probes} nearest cells. */
  static LinkTable start(CellTable table, int probes, int width) {
    RDD<Links> links =
        new LinkStartRdd(table.panels().rdd(), table.tree(), table.layout(), probes, width);
    return new LinkTable(table, kept(links, Links.class), width);
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
    JavaRDD<Links> wide = kept(links.map(narrow -> narrow.widened(to)).rdd(), Links.class);
    close();
    links = wide;
    circles = null;
    width = to;
  }

  /** One round over all rows. */
  void refine() {
    JavaRDD<Circle> around = around().persist(StorageLevel.MEMORY_AND_DISK());
    around.count();
    JavaRDD<Circle> before = circles;
    circles = around;
    if (before != null) {
      before.unpersist(false);
    }
    JavaRDD<Links> next =
        kept(
            new LinkSearchRdd(table.panels().rdd(), links.rdd(), around.rdd(), panels),
            Links.class);
    links.unpersist(false);
    links = next;
  }

  /** The circles of all rows, from their links turned around. */
  private JavaRDD<Circle> around() {
    int count = panels;
    JavaPairRDD<Integer, Circle.Incoming> incoming =
        links
            .flatMapToPair(from -> addressed(Circle.turn(from, count)))
            .partitionBy(new IndexPartitioner(panels));
    JavaRDD<Circle> before = circles;
    if (before == null) {
      return links.zipPartitions(
          incoming,
          (own, parts) -> List.of(Circle.of(own.next(), seconds(parts), null)).iterator());
    }
    return links
        .zip(before)
        .zipPartitions(
            incoming,
            (own, parts) -> {
              Tuple2<Links, Circle> known = own.next();
              return List.of(Circle.of(known._1(), seconds(parts), known._2())).iterator();
            });
  }

  private static <T> Iterable<T> seconds(Iterator<Tuple2<Integer, T>> pairs) {
    return () -> new Seconds<>(pairs);
  }

  private static Iterator<Tuple2<Integer, Circle.Incoming>> addressed(Circle.Incoming[] turned) {
    List<Tuple2<Integer, Circle.Incoming>> parts = new ArrayList<>();
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
        new LinkRankingRdd(table.panels().rdd(), links.rdd(), panels, rows, k),
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
