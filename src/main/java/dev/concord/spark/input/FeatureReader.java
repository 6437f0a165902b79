package dev.concord.spark.input;

import dev.concord.config.FeaturesConfig;
import dev.concord.config.TableConfig;
import dev.concord.graph.FeaturePanel;
import dev.concord.spark.IdTable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Reads the feature table into panels.
 *
 * <p>The first pass collects the ids (8 bytes a point on the driver) or, when no id is named,
 * counts the rows of every file split; the second moves every row to its panel in one shuffle and
 * checks its values. The features themselves never reach the driver. Panels depend on the table
 * alone, not on how Spark splits it. A table of format {@code idx} needs no shuffle: each panel
 * reads its own rows.
 */
public final class FeatureReader {
  private final SparkSession spark;

  public FeatureReader(SparkSession spark) {
    this.spark = spark;
  }

  /** Told the shape of a table before its features are laid out; refuses it by throwing. */
  @FunctionalInterface
  public interface ShapeCheck {
    /** Lets every shape pass. */
    ShapeCheck NONE = (n, dim) -> {};

    /** Checks n points of {@code dim} features. */
    void check(int n, int dim);
  }

  /** Reads a table of any shape. */
  public FeatureTable read(FeaturesConfig config, int panelRows) {
    return read(config, panelRows, ShapeCheck.NONE);
  }

  /**
   * Reads and checks the table; its panels are materialized when this returns.
   *
   * @param panelRows rows a panel, 0 to choose
   * @param shape asked before memory is taken for the features
   * @throws dev.concord.error.InputException if the table cannot be read or holds something other
   *     than distinct ids and finite features
   */
  public FeatureTable read(FeaturesConfig config, int panelRows, ShapeCheck shape) {
    return Reading.guard(
        config.table(),
        () ->
            config.table().format().equalsIgnoreCase("idx")
                ? IdxFeatures.read(spark, config, panelRows, shape)
                : readTable(config, panelRows, shape));
  }

  private FeatureTable readTable(FeaturesConfig config, int panelRows, ShapeCheck shape) {
    TableConfig key = config.table();
    SourceTable table =
        SourceTable.open(spark, key, config.id() == null ? List.of() : List.of(config.id()));
    IdColumn id = config.id() == null ? null : IdColumn.of(table, "id", config.id());
    FeatureColumns columns = FeatureColumns.of(config, table);
    if (id == null) {
      Dataset<Row> rows = FileOrder.select(table, columns.select(table));
      FileOrder order = FileOrder.count(spark, table, rows);
      if (order.rows() == 0) {
        throw IdTables.empty(table);
      }
      IdTable ids = IdTable.rowNumbers(order.rows());
      return build(table, rows, order.indexer(), columns, ids, panelRows, shape);
    }
    List<Column> selected = new ArrayList<>(List.of(id.select(table)));
    selected.addAll(columns.select(table));
    Dataset<Row> rows = table.rows().select(selected.toArray(Column[]::new));
    Dataset<Row> idRows = table.isTextual() ? rows : table.rows().select(id.select(table));
    IdTable ids =
        IdTables.unique(
            table, id, idRows.toJavaRDD().mapPartitions(part -> ids(part, id)).collect());
    Broadcast<IdTable> shared =
        JavaSparkContext.fromSparkContext(spark.sparkContext()).broadcast(ids);
    boolean built = false;
    try {
      FeatureTable features =
          build(table, rows, new RowIndexer.ById(id, shared), columns, ids, panelRows, shape);
      built = true;
      return features;
    } finally {
      if (built) {
        // Not destroyed: a panel lost with its executor is made again, and needs the ids for it.
        // Spark frees the driver's copy when the panels are garbage.
        shared.unpersist();
      } else {
        shared.destroy();
      }
    }
  }

  private static Iterator<IdChunk> ids(Iterator<Row> rows, IdColumn column) {
    IdChunk chunk = new IdChunk(column.kind());
    while (rows.hasNext()) {
      chunk.add(column, rows.next(), 0);
    }
    return List.of(chunk).iterator();
  }

  private static FeatureTable build(
      SourceTable table,
      Dataset<Row> source,
      RowIndexer indexer,
      FeatureColumns columns,
      IdTable ids,
      int panelRows,
      ShapeCheck shape) {
    JavaRDD<Row> rows = source.toJavaRDD();
    int dim = columns.fixedDim() > 0 ? columns.fixedDim() : vectorLength(rows, indexer, columns);
    if (dim < 1) {
      throw table.refuse(
          "column %s holds no features: %s; give every point a vector of at least one number"
              .formatted(
                  columns.names().get(0),
                  dim == 0 ? "its vectors have length 0" : "all its vectors are null"));
    }
    shape.check(ids.size(), dim);
    PanelLayout layout = PanelLayout.of(ids.size(), dim, panelRows);
    JavaRDD<FeaturePanel> panels = PanelBuilder.panels(rows, indexer, columns, layout);
    boolean good = false;
    long bytes;
    try {
      List<PanelBuilder.Check> checks = PanelBuilder.materialize(panels);
      for (PanelBuilder.Check check : checks) {
        if (check.rows() != layout.rows(check.panel())) {
          throw table.refuse(
              "the table changed while it was read: the second pass over it found other"
                  + " rows than the first; keep its files still, or write it to a Parquet"
                  + " table first");
        }
      }
      if (!checks.stream().allMatch(PanelBuilder.Check::finite)) {
        throw BadValues.refusal(table, rows, indexer, columns, ids);
      }
      bytes = PanelBuilder.Check.bytes(checks);
      good = true;
    } finally {
      if (!good) {
        panels.unpersist(false);
      }
    }
    return new FeatureTable(
        ids, panels, ids.size(), dim, layout.panelRows(), bytes, columns.names());
  }

  /** The length of some row's vector, which all others must have; -1 when all are null. */
  private static int vectorLength(JavaRDD<Row> rows, RowIndexer indexer, FeatureColumns columns) {
    int at = indexer.columns();
    List<Integer> found = rows.map(row -> columns.dim(row, at)).filter(dim -> dim >= 0).take(1);
    return found.isEmpty() ? -1 : found.get(0);
  }
}
