package dev.concord.spark.base;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.search.CoarseQuantizer;
import dev.concord.graph.search.IvfTraining;
import dev.concord.graph.search.ListLayout;
import dev.concord.graph.search.ListPanel;
import dev.concord.graph.search.Reduction;
import dev.concord.graph.search.SearchSize;
import dev.concord.linalg.NativeBlas;
import dev.concord.linalg.Seeds;
import dev.concord.spark.files.CachedRows;
import dev.concord.spark.files.IndexPartitioner;
import dev.concord.spark.files.SampleRows;
import dev.concord.spark.graph.ExecutorNeighbors;
import dev.concord.spark.graph.FullScan;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * The IVF index on the executors: all rows sorted by inverted list. Building it trains the
 * quantizer, assigns the rows and moves them in one shuffle.
 *
 * <p>The driver collects the inverted list of each row, 4 bytes a row. A panel that is recomputed
 * uses these assignments, so it has the same rows on any machine.
 */
final class IvfTable implements ExecutorNeighbors.Source {
  private final Broadcast<CoarseQuantizer> quantizer;
  private final Broadcast<ListLayout> layout;
  private final Broadcast<int[]> positions;
  private final JavaRDD<ListPanel> panels;

  private IvfTable(
      Broadcast<CoarseQuantizer> quantizer,
      Broadcast<ListLayout> layout,
      Broadcast<int[]> positions,
      JavaRDD<ListPanel> panels) {
    this.quantizer = quantizer;
    this.layout = layout;
    this.positions = positions;
    this.panels = panels;
  }

  Broadcast<CoarseQuantizer> quantizer() {
    return quantizer;
  }

  Broadcast<ListLayout> layout() {
    return layout;
  }

  /** For each row its position. */
  int[] positions() {
    return positions.value();
  }

  /** Panel p in partition p, persisted. */
  JavaRDD<ListPanel> panels() {
    return panels;
  }

  @Override
  public void release() {
    panels.unpersist(false);
  }

  @Override
  public void close() {
    CachedRows.free(panels);
    positions.destroy();
    layout.destroy();
    quantizer.destroy();
  }

  /** Reduced coordinates of one feature panel. */
  @DefaultSerializer(JavaSerializer.class)
  private record Coordinates(int firstRow, int rows, float[] values) implements Serializable {}

  /** Builds the index in three passes over the features. */
  static IvfTable build(
      JavaSparkContext context,
      JavaRDD<FeaturePanel> features,
      Reduction reduction,
      SearchSize size,
      Seeds seeds) {
    Broadcast<Reduction> shared = context.broadcast(reduction);
    JavaRDD<Coordinates> coordinates =
        features
            .map(
                panel ->
                    new Coordinates(panel.firstRow(), panel.rows(), shared.value().apply(panel)))
            .persist(StorageLevel.MEMORY_AND_DISK());
    Broadcast<CoarseQuantizer> quantizer = null;
    Broadcast<ListLayout> layout = null;
    Broadcast<int[]> positions = null;
    boolean built = false;
    try {
      quantizer = context.broadcast(train(context, coordinates, reduction.reduced(), size, seeds));
      int[] listOf = assign(coordinates, quantizer, size.n());
      ListLayout laidOut =
          ListLayout.of(listOf, quantizer.value().lists(), size.subListRows(), size.panelRows());
      layout = context.broadcast(laidOut);
      positions = context.broadcast(laidOut.positions(listOf));
      JavaRDD<ListPanel> panels =
          move(features, coordinates, laidOut.panels(), reduction.reduced(), layout, positions)
              .persist(StorageLevel.MEMORY_AND_DISK());
      panels.count();
      built = true;
      return new IvfTable(quantizer, layout, positions, panels);
    } finally {
      coordinates.unpersist(false);
      if (built) {
        // Not destroyed: a panel lost with its executor is recomputed from it.
        shared.unpersist();
      } else {
        shared.destroy();
        for (Broadcast<?> broadcast : Arrays.asList(quantizer, layout, positions)) {
          if (broadcast != null) {
            broadcast.destroy();
          }
        }
      }
    }
  }

  private static CoarseQuantizer train(
      JavaSparkContext context,
      JavaRDD<Coordinates> coordinates,
      int dim,
      SearchSize size,
      Seeds seeds) {
    int[] drawn = SampleRows.draw(size.n(), size.trainingRows(), seeds.random("cell training"));
    Broadcast<int[]> wanted = context.broadcast(drawn);
    List<float[]> parts;
    try {
      parts = coordinates.map(part -> select(part, wanted.value(), dim)).collect();
    } finally {
      wanted.destroy();
    }
    float[] sample = new float[Math.multiplyExact(drawn.length, dim)];
    int at = 0;
    for (float[] part : parts) {
      System.arraycopy(part, 0, sample, at, part.length);
      at += part.length;
    }
    NativeBlas.load();
    return IvfTraining.train(sample, drawn.length, dim, size.lists(), seeds);
  }

  private static float[] select(Coordinates part, int[] wanted, int dim) {
    int from = FullScan.firstAtLeast(wanted, part.firstRow());
    int to = FullScan.firstAtLeast(wanted, part.firstRow() + part.rows());
    float[] chosen = new float[(to - from) * dim];
    for (int r = from; r < to; r++) {
      int row = wanted[r] - part.firstRow();
      System.arraycopy(part.values(), row * dim, chosen, (r - from) * dim, dim);
    }
    return chosen;
  }

  private static int[] assign(
      JavaRDD<Coordinates> coordinates, Broadcast<CoarseQuantizer> quantizer, int n) {
    List<Tuple2<Integer, int[]>> parts =
        coordinates
            .map(
                part -> {
                  NativeBlas.load();
                  return new Tuple2<>(
                      part.firstRow(),
                      quantizer.value().nearest(part.values(), part.rows(), 1, false));
                })
            .collect();
    int[] listOf = new int[n];
    for (Tuple2<Integer, int[]> part : parts) {
      System.arraycopy(part._2(), 0, listOf, part._1(), part._2().length);
    }
    return listOf;
  }

  private static JavaRDD<ListPanel> move(
      JavaRDD<FeaturePanel> features,
      JavaRDD<Coordinates> coordinates,
      int panels,
      int dim,
      Broadcast<ListLayout> layout,
      Broadcast<int[]> positions) {
    return features
        .zip(coordinates)
        .flatMapToPair(pair -> chunks(pair._1(), pair._2(), dim, layout.value(), positions.value()))
        .partitionBy(new IndexPartitioner(panels))
        .mapPartitionsWithIndex(
            (panel, chunks) -> {
              int first = layout.value().panelStart(panel);
              int rows = layout.value().panelStart(panel + 1) - first;
              Iterator<ListChunk> values = new Values(chunks);
              return List.of(ListChunk.assemble(panel, first, rows, dim, values)).iterator();
            },
            true);
  }

  /** The second halves of pairs. */
  private record Values(Iterator<Tuple2<Integer, ListChunk>> pairs) implements Iterator<ListChunk> {
    @Override
    public boolean hasNext() {
      return pairs.hasNext();
    }

    @Override
    public ListChunk next() {
      return pairs.next()._2();
    }
  }

  /** The rows of a feature panel, by the list panel they go to. */
  private static Iterator<Tuple2<Integer, ListChunk>> chunks(
      FeaturePanel panel, Coordinates part, int dim, ListLayout layout, int[] positions) {
    int[] target = new int[panel.rows()];
    int[] count = new int[layout.panels()];
    for (int r = 0; r < target.length; r++) {
      target[r] = layout.panelOf(positions[panel.firstRow() + r]);
      count[target[r]]++;
    }
    int[][] rows = new int[layout.panels()][];
    for (int r = 0; r < target.length; r++) {
      int to = target[r];
      int[] theirs = rows[to];
      if (theirs == null) {
        theirs = new int[count[to]];
        rows[to] = theirs;
      }
      theirs[theirs.length - count[to]--] = r;
    }
    List<Tuple2<Integer, ListChunk>> chunks = new ArrayList<>();
    for (int to = 0; to < rows.length; to++) {
      if (rows[to] != null) {
        chunks.add(new Tuple2<>(to, chunk(panel, part, dim, rows[to], positions)));
      }
    }
    return chunks.iterator();
  }

  private static ListChunk chunk(
      FeaturePanel panel, Coordinates part, int dim, int[] rows, int[] positions) {
    int[] ids = new int[rows.length];
    int[] stands = new int[rows.length];
    float[] coordinates = new float[rows.length * dim];
    for (int r = 0; r < rows.length; r++) {
      ids[r] = panel.firstRow() + rows[r];
      stands[r] = positions[ids[r]];
      System.arraycopy(part.values(), rows[r] * dim, coordinates, r * dim, dim);
    }
    FeaturePanel features =
        FeaturePanel.gather(
            panel.index(), panel.firstRow(), List.of(panel), new int[rows.length], rows);
    return new ListChunk(stands, ids, coordinates, features);
  }

  /**
   * Rows of one feature panel that are sent to one list panel.
   *
   * @param positions position of each row in the layout
   * @param ids their dense ids
   * @param coordinates their reduced coordinates
   * @param features their features
   */
  @DefaultSerializer(JavaSerializer.class)
  record ListChunk(int[] positions, int[] ids, float[] coordinates, FeaturePanel features)
      implements Serializable {

    /** Builds a list panel from chunks in any order. */
    static ListPanel assemble(int panel, int first, int rows, int dim, Iterator<ListChunk> chunks) {
      List<FeaturePanel> parts = new ArrayList<>();
      int[] part = new int[rows];
      int[] place = new int[rows];
      int[] ids = new int[rows];
      Arrays.fill(ids, -1);
      float[] coordinates = new float[Math.multiplyExact(rows, dim)];
      int placed = 0;
      while (chunks.hasNext()) {
        ListChunk chunk = chunks.next();
        for (int r = 0; r < chunk.ids.length; r++) {
          int row = chunk.positions[r] - first;
          part[row] = parts.size();
          place[row] = r;
          ids[row] = chunk.ids[r];
          System.arraycopy(chunk.coordinates, r * dim, coordinates, row * dim, dim);
          placed++;
        }
        parts.add(chunk.features);
      }
      if (placed != rows) {
        throw new IllegalStateException(
            "panel " + panel + " got " + placed + " of its " + rows + " rows");
      }
      return new ListPanel(
          panel, first, ids, coordinates, FeaturePanel.gather(panel, first, parts, part, place));
    }
  }
}
