package dev.concord.spark.input.features;

import dev.concord.config.FeaturesConfig;
import dev.concord.config.TableConfig;
import dev.concord.error.InputException;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.features.MissingRule;
import dev.concord.graph.features.MissingValues;
import dev.concord.spark.ids.IdTable;
import dev.concord.spark.input.FileOrder;
import dev.concord.spark.input.IdChunk;
import dev.concord.spark.input.IdColumn;
import dev.concord.spark.input.IdTables;
import dev.concord.spark.input.Quarantine;
import dev.concord.spark.input.ReadFailures;
import dev.concord.spark.input.RowIndexer;
import dev.concord.spark.input.SourceTable;
import dev.concord.spark.input.TablePlace;
import dev.concord.spark.input.idx.IdxFeatures;
import dev.concord.spark.input.image.ImageFeatures;
import dev.concord.spark.input.panels.FeatureColumns;
import dev.concord.spark.input.panels.FeatureTable;
import dev.concord.spark.input.panels.PanelBuilder;
import dev.concord.spark.input.panels.PanelLayout;
import dev.concord.spark.input.panels.ShapeCheck;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * Reads the feature table into panels.
 *
 * <p>The first pass collects the ids (8 bytes a point on the driver) or, when no id is named,
 * counts the rows of every file split; the second moves every row to its panel in one shuffle and
 * checks its values. The features themselves never reach the driver. Panels depend on the table
 * alone, not on how Spark splits it. A table of format {@code idx} needs no shuffle: each panel
 * reads its own rows. An image is decoded on the driver.
 */
public final class FeatureReader {
  private final SparkSession spark;
  private final Quarantine quarantine;
  private final Consumer<String> warnings;

  /** Refuses rows that cannot be used. */
  public FeatureReader(SparkSession spark) {
    this(spark, Quarantine.NONE);
  }

  public FeatureReader(SparkSession spark, Quarantine quarantine) {
    this(spark, quarantine, warning -> {});
  }

  /** Passes warnings about the table to {@code warnings}. */
  public FeatureReader(SparkSession spark, Quarantine quarantine, Consumer<String> warnings) {
    this.spark = spark;
    this.quarantine = quarantine;
    this.warnings = warnings;
  }

  /** Reads a table of any shape. */
  public FeatureTable read(FeaturesConfig config, int panelRows) {
    return read(config, panelRows, ShapeCheck.NONE);
  }

  /**
   * Reads and checks the table; its panels are materialized when this returns.
   *
   * @param panelRows rows a panel, 0 to choose
   * @param shape checks the shape before memory is allocated for the features
   * @throws dev.concord.error.InputException if the table cannot be read or holds something other
   *     than distinct ids and finite features
   */
  public FeatureTable read(FeaturesConfig config, int panelRows, ShapeCheck shape) {
    return ReadFailures.guard(
        config.table(),
        () ->
            switch (config.table().format().toLowerCase(Locale.ROOT)) {
              case "idx" -> IdxFeatures.read(spark, config, panelRows, shape);
              case "picture" -> ImageFeatures.read(spark, config, panelRows, shape);
              default -> readTable(config, panelRows, shape);
            });
  }

  private FeatureTable readTable(FeaturesConfig config, int panelRows, ShapeCheck shape) {
    TableConfig key = config.table();
    SourceTable table =
        SourceTable.open(spark, key, config.id() == null ? List.of() : List.of(config.id()));
    IdColumn id = config.id() == null ? null : IdColumn.of(table, "id", config.id());
    FeatureColumns columns = FeatureColumns.of(config, table, quarantine.active());
    MissingRule missing = config.missing();
    boolean fills = missing != MissingRule.REFUSE;
    for (String name : columns.likeClasses(config)) {
      warnings.accept(
          "Column "
              + name
              + " of "
              + key.key()
              + " is used as a feature; if it holds classes, list the others in"
              + " input.features.columns.");
    }
    if (id == null) {
      refuseQuarantine(key);
      return byRowNumber(table, columns, missing, panelRows, shape);
    }
    List<Column> selected = new ArrayList<>(List.of(id.select(table)));
    selected.addAll(columns.select(table));
    selected.addAll(columns.given(table));
    Dataset<Row> all = table.select(selected);
    JavaRDD<Row> rows = table.screened(all);
    IdTable ids;
    if (quarantine.active()) {
      rows = quarantine.sift(table, all, new FeatureFaults(columns, usualDim(all, columns), fills));
      ids = unrepeated(table, id, rows, all.schema());
    } else {
      JavaRDD<Row> idRows =
          table.isTextual() ? rows : table.rows().select(id.select(table)).toJavaRDD();
      ids = IdTables.unique(table, id, collected(idRows, id));
    }
    Broadcast<IdTable> shared =
        JavaSparkContext.fromSparkContext(spark.sparkContext()).broadcast(ids);
    boolean built = false;
    try {
      FeatureTable features =
          filled(
              missing,
              new Rows(table, rows, new RowIndexer.ById(id, shared), columns, ids),
              panelRows,
              shape);
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

  /** Reads a table whose ids are the numbers of its rows. */
  private FeatureTable byRowNumber(
      SourceTable table,
      FeatureColumns columns,
      MissingRule missing,
      int panelRows,
      ShapeCheck shape) {
    Dataset<Row> rows = FileOrder.select(table, columns.select(table));
    FileOrder order = FileOrder.count(spark, table, rows);
    if (order.rows() == 0) {
      throw IdTables.empty(table);
    }
    IdTable ids = IdTable.rowNumbers(order.rows());
    return filled(
        missing,
        new Rows(table, table.screened(rows), RowIndexer.byPlace(order), columns, ids),
        panelRows,
        shape);
  }

  private void refuseQuarantine(TableConfig table) {
    if (quarantine.active()) {
      throw new InputException(
          TablePlace.of(table)
              + ": its points have no ids but their row numbers, and leaving out rows would"
              + " renumber them; name an id column in input.features.id, or take"
              + " input.quarantine out");
    }
  }

  /** The length of most vectors, the smaller of two as frequent; without vectors the columns. */
  private static int usualDim(Dataset<Row> rows, FeatureColumns columns) {
    if (columns.fixedDim() > 0) {
      return columns.fixedDim();
    }
    int usual = 0;
    long most = 0;
    for (Map.Entry<Integer, Long> length :
        new TreeMap<>(rows.toJavaRDD().map(row -> columns.dim(row, 1)).countByValue()).entrySet()) {
      if (length.getKey() > 0 && length.getValue() > most) {
        usual = length.getKey();
        most = length.getValue();
      }
    }
    return usual;
  }

  /** The ids of exactly one row; the rows of the others are quarantined. */
  private IdTable unrepeated(SourceTable table, IdColumn id, JavaRDD<Row> rows, StructType schema) {
    List<IdChunk> chunks = collected(rows, id);
    IdTables.Repeats repeats = IdTables.repeats(table, chunks);
    if (repeats.repeated().size() > 0) {
      JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
      Broadcast<IdTable> repeated = context.broadcast(repeats.repeated());
      quarantine.sift(
          table,
          rows,
          schema,
          () ->
              row ->
                  id.indexOf(row, 0, repeated.value()) < 0
                      ? ""
                      : "the id " + IdColumn.text(row, 0) + " stands in several rows");
      repeated.destroy();
    }
    if (repeats.once().size() == 0) {
      throw table.refuse("no row is left: input.quarantine has them all, with the reasons");
    }
    return repeats.once();
  }

  private static List<IdChunk> collected(JavaRDD<Row> rows, IdColumn id) {
    return rows.mapPartitions(part -> ids(part, id)).collect();
  }

  private static Iterator<IdChunk> ids(Iterator<Row> rows, IdColumn column) {
    IdChunk chunk = new IdChunk(column.kind());
    while (rows.hasNext()) {
      chunk.add(column, rows.next(), 0);
    }
    return List.of(chunk).iterator();
  }

  /** Rows of a table on their way to panels. */
  private record Rows(
      SourceTable table,
      JavaRDD<Row> rows,
      RowIndexer indexer,
      FeatureColumns columns,
      IdTable ids) {
    InputException refusal(FeatureColumns as) {
      return BadValues.refusal(table, rows, indexer, as, ids);
    }
  }

  private FeatureTable filled(MissingRule missing, Rows source, int panelRows, ShapeCheck shape) {
    FeatureColumns columns = source.columns();
    int dim =
        columns.fixedDim() > 0
            ? columns.fixedDim()
            : vectorLength(source.rows(), source.indexer(), columns);
    if (dim < 1) {
      throw source
          .table()
          .refuse(
              "column %s holds no features: %s; give every point a vector of at least one number"
                  .formatted(
                      columns.names().get(0),
                      dim == 0 ? "its vectors have length 0" : "all its vectors are null"));
    }
    int n = source.ids().size();
    shape.check(n, dim);
    PanelLayout layout = PanelLayout.of(n, dim, panelRows);
    JavaRDD<FeaturePanel> read =
        PanelBuilder.panels(source.rows(), source.indexer(), columns, layout);
    if (missing == MissingRule.REFUSE) {
      return table(source, columns, read, layout);
    }
    try {
      checkRows(source, PanelBuilder.materialize(read), layout);
      List<MissingValues> parts = read.map(panel -> MissingValues.of(panel, n)).collect();
      double[] substitutes = MissingValues.substitutes(parts, missing);
      report(source, missing, MissingValues.counts(parts), substitutes);
      JavaRDD<FeaturePanel> panels = read.map(panel -> MissingValues.filled(panel, substitutes));
      return table(source, columns.filled(substitutes), panels, layout).filledWith(substitutes);
    } finally {
      read.unpersist(false);
    }
  }

  /** Says how many values are filled; refuses a column that has none at all. */
  private void report(Rows source, MissingRule rule, long[] counts, double[] substitutes) {
    long values = 0;
    int columns = 0;
    for (int d = 0; d < counts.length; d++) {
      if (Double.isNaN(substitutes[d]) && counts[d] == source.ids().size()) {
        throw source
            .table()
            .refuse(
                ("column %s has no value at all, so input.features.missing = %s finds none to fill"
                        + " it with; leave the column out of input.features.columns")
                    .formatted(source.columns().nameOf(d), word(rule)));
      }
      values += counts[d];
      columns += counts[d] > 0 ? 1 : 0;
    }
    if (values > 0) {
      warnings.accept(
          (values == 1 ? "1 value" : values + " values")
              + (columns == 1 ? " of 1 column" : " of " + columns + " columns")
              + " of input.features"
              + (values == 1 ? " was" : " were")
              + " missing, filled with the "
              + word(rule)
              + (columns == 1 ? " of the column." : " of their columns."));
    }
  }

  private static String word(MissingRule rule) {
    return rule.name().toLowerCase(Locale.ROOT);
  }

  private static void checkRows(Rows source, List<PanelBuilder.Check> checks, PanelLayout layout) {
    for (PanelBuilder.Check check : checks) {
      if (check.rows() != layout.rows(check.panel())) {
        throw source
            .table()
            .refuse(
                "the table changed while it was read: the second pass over it found other"
                    + " rows than the first; keep its files still, or write it to a Parquet"
                    + " table first");
      }
    }
  }

  /** The table of panels that are computed here. */
  private static FeatureTable table(
      Rows source, FeatureColumns columns, JavaRDD<FeaturePanel> panels, PanelLayout layout) {
    boolean good = false;
    long bytes;
    try {
      List<PanelBuilder.Check> checks = PanelBuilder.materialize(panels);
      checkRows(source, checks, layout);
      if (!checks.stream().allMatch(PanelBuilder.Check::finite)) {
        throw source.refusal(columns);
      }
      bytes = PanelBuilder.Check.bytes(checks);
      good = true;
    } finally {
      if (!good) {
        panels.unpersist(false);
      }
    }
    return new FeatureTable(
        source.ids(), panels, layout.n(), layout.dim(), layout.panelRows(), bytes, columns.names());
  }

  /** The length of some row's vector, which all others must have; -1 when all are null. */
  private static int vectorLength(JavaRDD<Row> rows, RowIndexer indexer, FeatureColumns columns) {
    int at = indexer.columns();
    List<Integer> found = rows.map(row -> columns.dim(row, at)).filter(dim -> dim >= 0).take(1);
    return found.isEmpty() ? -1 : found.get(0);
  }
}
