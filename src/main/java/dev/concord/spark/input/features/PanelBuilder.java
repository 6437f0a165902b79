package dev.concord.spark.input.features;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.spark.files.IndexPartitioner;
import dev.concord.spark.input.RowIndexer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Row;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/** Moves rows to their panels in one shuffle and checks what arrived. */
public final class PanelBuilder {
  private PanelBuilder() {}

  /** The statistics of a panel from the pass that materializes it. */
  @DefaultSerializer(JavaSerializer.class)
  public record Check(int panel, int rows, double largest, long bytes)
      implements java.io.Serializable {
    private static final long serialVersionUID = 2L;

    /** The largest absolute value of all panels; not finite when some value is not. */
    public static double largest(List<Check> checks) {
      return checks.stream().mapToDouble(Check::largest).reduce(0.0, Math::max);
    }

    /** Bytes of memory that the values of all panels take. */
    public static long bytes(List<Check> checks) {
      return checks.stream().mapToLong(Check::bytes).sum();
    }
  }

  /** Panels over {@code rows}; nothing runs yet. */
  public static JavaRDD<FeaturePanel> panels(
      JavaRDD<Row> rows, RowIndexer indexer, FeatureColumns columns, PanelLayout layout) {
    return rows.mapPartitionsToPair(part -> new ChunkIterator(part, indexer, columns, layout))
        .partitionBy(new IndexPartitioner(layout.panels()))
        .mapPartitionsWithIndex((panel, chunks) -> assemble(panel, chunks, layout), true);
  }

  private static Iterator<FeaturePanel> assemble(
      int panel, Iterator<Tuple2<Integer, RowChunk>> chunks, PanelLayout layout) {
    int firstRow = layout.firstRow(panel);
    int rows = layout.rows(panel);
    List<FeaturePanel> parts = new ArrayList<>();
    int[] part = new int[rows];
    int[] place = new int[rows];
    BitSet filled = new BitSet(rows);
    int placed = 0;
    while (chunks.hasNext()) {
      RowChunk chunk = chunks.next()._2();
      for (int r = 0; r < chunk.rows().length; r++) {
        int row = chunk.rows()[r] - firstRow;
        part[row] = parts.size();
        place[row] = r;
        filled.set(row);
        placed++;
      }
      parts.add(chunk.values());
    }
    // A short panel means that the table changed; the check after this pass refuses it.
    boolean whole = placed == rows && filled.cardinality() == rows;
    FeaturePanel built =
        whole
            ? FeaturePanel.gather(panel, firstRow, parts, part, place)
            : FeaturePanel.of(panel, firstRow, 0, layout.dim(), new float[0]);
    return List.of(built).iterator();
  }

  /** Persists and computes the panels; the checks come in panel order. One Spark job. */
  public static List<Check> materialize(JavaRDD<FeaturePanel> panels) {
    panels.persist(StorageLevel.MEMORY_AND_DISK());
    return panels.map(PanelBuilder::check).collect();
  }

  private static Check check(FeaturePanel panel) {
    return new Check(panel.index(), panel.rows(), panel.largest(), panel.memory());
  }
}
