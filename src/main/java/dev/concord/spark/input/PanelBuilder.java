package dev.concord.spark.input;

import dev.concord.graph.FeaturePanel;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/** Moves rows to their panels in one shuffle and checks what arrived. */
final class PanelBuilder {
  private PanelBuilder() {}

  /** What the materializing pass found in a panel. */
  record Check(int panel, int rows, boolean finite, int valueBytes)
      implements java.io.Serializable {
    private static final long serialVersionUID = 1L;

    /** Bytes of a value in the widest of the panels. */
    static int widest(List<Check> checks) {
      return checks.stream().mapToInt(Check::valueBytes).max().orElse(Double.BYTES);
    }
  }

  /** Panels over {@code rows}; nothing runs yet. */
  static JavaRDD<FeaturePanel> panels(
      JavaRDD<Row> rows, RowIndexer indexer, FeatureColumns columns, PanelLayout layout) {
    return rows.mapPartitionsToPair(part -> new ChunkIterator(part, indexer, columns, layout))
        .partitionBy(new PanelPartitioner(layout.panels()))
        .mapPartitionsWithIndex((panel, chunks) -> assemble(panel, chunks, layout), true);
  }

  private static Iterator<FeaturePanel> assemble(
      int panel, Iterator<Tuple2<Integer, RowChunk>> chunks, PanelLayout layout) {
    int firstRow = layout.firstRow(panel);
    int rows = layout.rows(panel);
    int dim = layout.dim();
    float[] floats = new float[rows * dim];
    double[] doubles = new double[0];
    boolean single = true;
    BitSet filled = new BitSet(rows);
    int placed = 0;
    while (chunks.hasNext()) {
      RowChunk chunk = chunks.next()._2();
      if (single && chunk.doubles() != null) {
        doubles = new double[rows * dim];
        for (int p = 0; p < floats.length; p++) {
          doubles[p] = floats[p];
        }
        floats = new float[0];
        single = false;
      }
      int[] dense = chunk.rows();
      for (int r = 0; r < dense.length; r++) {
        int row = dense[r] - firstRow;
        filled.set(row);
        placed++;
        if (single) {
          System.arraycopy(chunk.floats(), r * dim, floats, row * dim, dim);
        } else {
          copy(chunk, r * dim, doubles, row * dim, dim);
        }
      }
    }
    // A short panel says that the table changed; the check after this pass refuses it.
    boolean whole = placed == rows && filled.cardinality() == rows;
    FeaturePanel built;
    if (!whole) {
      built = FeaturePanel.of(panel, firstRow, 0, dim, new float[0]);
    } else if (single) {
      built = FeaturePanel.of(panel, firstRow, rows, dim, floats);
    } else {
      built = FeaturePanel.of(panel, firstRow, rows, dim, doubles);
    }
    return List.of(built).iterator();
  }

  private static void copy(RowChunk chunk, int from, double[] target, int to, int dim) {
    double[] doubles = chunk.doubles();
    float[] floats = chunk.floats();
    if (doubles != null) {
      System.arraycopy(doubles, from, target, to, dim);
    } else if (floats != null) {
      for (int d = 0; d < dim; d++) {
        target[to + d] = floats[from + d];
      }
    }
  }

  /** Persists and computes the panels; the checks come in panel order. One Spark job. */
  static List<Check> materialize(JavaRDD<FeaturePanel> panels) {
    panels.persist(StorageLevel.MEMORY_AND_DISK());
    return panels.map(PanelBuilder::check).collect();
  }

  private static Check check(FeaturePanel panel) {
    return new Check(panel.index(), panel.rows(), panel.isFinite(), panel.valueBytes());
  }
}
