package dev.concord.spark.input.features;

import dev.concord.capability.Capabilities;
import dev.concord.config.FeaturesConfig;
import dev.concord.config.TableConfig;
import dev.concord.error.InputException;
import dev.concord.error.Refusals;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.features.MissingRule;
import dev.concord.graph.features.MissingValues;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.PointIds;
import dev.concord.spark.input.FileOrder;
import dev.concord.spark.input.IdChunk;
import dev.concord.spark.input.IdColumn;
import dev.concord.spark.input.IdTables;
import dev.concord.spark.input.Quarantine;
import dev.concord.spark.input.ReadFailures;
import dev.concord.spark.input.RowCheck;
import dev.concord.spark.input.RowIndexer;
import dev.concord.spark.input.SourceTable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

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
  /** Whole numbers up to it are doubles. */
  private static final double EXACT = 0x1p53;

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
        () -> {
          if (config.table().format().equalsIgnoreCase("idx")) {
            return IdxFeatures.read(spark, config, panelRows, shape);
          }
          FeatureFormat own = own(config.table());
          return own == null
              ? readTable(config, panelRows, shape)
              : own.read(spark, config, panelRows, shape);
        });
  }

  /** The reader of a format of a capability; null for a table. */
  private static @Nullable FeatureFormat own(TableConfig table) {
    return Capabilities.of(FeatureFormat.class).stream()
        .filter(format -> format.name().equalsIgnoreCase(table.format()))
        .findFirst()
        .orElse(null);
  }

  /** The ids of all rows, whether the rows can be used or not. */
  public IdTable ids(FeaturesConfig config) {
    Configuration hadoop = spark.sessionState().newHadoopConf();
    return ReadFailures.guard(
        config.table(),
        () -> {
          if (config.table().format().equalsIgnoreCase("idx")) {
            return IdTable.rowNumbers(IdxFile.count(hadoop, config.table(), IdxFile.IMAGES));
          }
          FeatureFormat own = own(config.table());
          return own == null ? idsOfRows(config) : IdTable.rowNumbers(own.points(hadoop, config));
        });
  }

  private IdTable idsOfRows(FeaturesConfig config) {
    SourceTable table = SourceTable.open(spark, config.table(), config.texts());
    if (config.id() == null) {
      StructField first = table.schema().fields()[0];
      Dataset<Row> rows = FileOrder.select(table, List.of(table.column(first)));
      return IdTable.rowNumbers(FileOrder.count(spark, table, rows).rows());
    }
    return IdTables.named(table, List.of(IdColumn.of(table, "id", config.id())));
  }

  private FeatureTable readTable(FeaturesConfig config, int panelRows, ShapeCheck shape) {
    SourceTable table = SourceTable.open(spark, config.table(), config.texts());
    Refusals refusals = new Refusals();
    String named = config.id();
    IdColumn id = named == null ? null : refusals.attempt(() -> IdColumn.of(table, "id", named));
    FeatureColumns columns = FeatureColumns.of(config, table, quarantine.active(), refusals);
    MissingRule missing = config.missing();
    if (refusals.any()) {
      refuse(table, id, columns, missing, refusals);
    }
    warnOfColumns(config, table, columns);
    if (id == null) {
      if (quarantine.active()) {
        refusals.add(noIds(config.table()));
        refuse(table, null, columns, missing, refusals);
      }
      return byRowNumber(table, columns, missing, panelRows, shape);
    }
    JavaRDD<Row> rows = wide(table, id, columns);
    IdTable ids;
    if (rows != null) {
      JavaRDD<Row> idRows = table.wide(List.of(table.field("id", id.name())));
      ids = IdTables.unique(table, id, collected(Objects.requireNonNull(idRows), id));
    } else if (quarantine.active()) {
      Dataset<Row> all = selected(table, id, columns);
      rows =
          quarantine.sift(table, all, new FeatureFaults(columns, usualDim(all, columns), missing));
      ids = unrepeated(table, id, rows, all.schema());
    } else {
      rows = table.screened(selected(table, id, columns));
      JavaRDD<Row> idRows =
          table.isTextual() ? rows : table.screened(table.select(List.of(id.select(table))));
      ids = IdTables.unique(table, id, collected(idRows, id));
    }
    JavaRDD<Row> all = rows;
    IdTable dropped =
        missing == MissingRule.DROP
            ? dropped(
                ids, by -> MissingRows.of(table, all, new RowIndexer.ById(id, by), columns, ids))
            : IdTable.none();
    IdTable kept = ids.without(dropped);
    return sharing(
        kept,
        shared ->
            filled(
                missing,
                new SourceRows(table, all, new RowIndexer.ById(id, shared), columns, kept, dropped),
                panelRows,
                shape));
  }

  private static Dataset<Row> selected(SourceTable table, IdColumn id, FeatureColumns columns) {
    List<Column> selected = new ArrayList<>(List.of(id.select(table)));
    selected.addAll(columns.select(table));
    selected.addAll(columns.given(table));
    return table.select(selected);
  }

  /** Ids and features of a table of thousands of columns, or null where it is read by Spark. */
  private @Nullable JavaRDD<Row> wide(SourceTable table, IdColumn id, FeatureColumns columns) {
    if (quarantine.active()
        || columns.fixedDim() < 0
        || columns.hasFormats()
        || !columns.categoryNames().isEmpty()) {
      return null;
    }
    List<StructField> fields = new ArrayList<>(List.of(table.field("id", id.name())));
    columns.names().forEach(name -> fields.add(table.field("columns", name)));
    return table.wide(fields);
  }

  private void warnOfColumns(FeaturesConfig config, SourceTable table, FeatureColumns columns) {
    String key = config.table().key();
    for (String name : columns.likeClasses(config)) {
      warnings.accept(
          "Column "
              + name
              + " of "
              + key
              + " is used as a feature; if it holds classes, list the others in"
              + " input.features.columns.");
    }
    if (config.columns().isEmpty() && config.vector() == null) {
      Set<String> ofFolders = table.ofFolders();
      for (String name : columns.names()) {
        if (ofFolders.contains(name)) {
          warnings.accept(
              "Column %s of %s comes from the names of folders (%s=...) and is used as a feature; if it is none, list the others in input.features.columns."
                  .formatted(name, key, name));
        }
      }
    }
  }

  /** Throws; the rows at fault are listed by what can be read of them, if rows are listed. */
  private void refuse(
      SourceTable table,
      @Nullable IdColumn id,
      FeatureColumns columns,
      MissingRule missing,
      Refusals refusals) {
    if (!quarantine.active() || columns.names().isEmpty()) {
      refusals.raise();
    }
    List<Column> selected = new ArrayList<>();
    selected.add(id == null ? functions.lit("-") : id.select(table));
    selected.addAll(columns.select(table));
    selected.addAll(columns.given(table));
    Dataset<Row> rows = table.select(selected);
    RowCheck check = new FeatureFaults(columns, usualDim(rows, columns), missing);
    if (id != null) {
      JavaRDD<Row> named = SourceTable.rowsOf(rows).filter(row -> !row.isNullAt(0));
      refusals.attempt(() -> unrepeated(table, id, named, rows.schema()));
    }
    quarantine.raise(refusals, table, rows, check);
  }

  /** The rows that a search finds, to which {@code ids} are lent. */
  private IdTable dropped(IdTable ids, Function<Broadcast<PointIds>, IdTable> search) {
    Broadcast<PointIds> shared =
        JavaSparkContext.fromSparkContext(spark.sparkContext()).broadcast(PointIds.of(ids));
    try {
      return search.apply(shared);
    } finally {
      shared.destroy();
    }
  }

  /** The table that is built with {@code ids} on the executors. */
  private FeatureTable sharing(IdTable ids, Function<Broadcast<PointIds>, FeatureTable> build) {
    Broadcast<PointIds> shared =
        JavaSparkContext.fromSparkContext(spark.sparkContext()).broadcast(PointIds.of(ids));
    boolean built = false;
    try {
      FeatureTable features = build.apply(shared);
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
    List<Column> features = columns.select(table);
    Dataset<Row> rows = FileOrder.select(table, features);
    Dataset<Row> counted =
        table.isTextual() ? rows : FileOrder.select(table, features.subList(0, 1));
    FileOrder order = FileOrder.count(spark, table, counted);
    if (order.rows() == 0) {
      throw IdTables.empty(table);
    }
    IdTable ids = IdTable.rowNumbers(order.rows());
    RowIndexer numbers = RowIndexer.byPlace(order);
    JavaRDD<Row> screened = table.screened(rows);
    IdTable dropped =
        missing == MissingRule.DROP
            ? MissingRows.of(table, screened, numbers, columns, ids)
            : IdTable.none();
    if (dropped.size() == 0) {
      return filled(
          missing,
          new SourceRows(table, screened, numbers, columns, ids, dropped),
          panelRows,
          shape);
    }
    IdTable kept = ids.without(dropped);
    return sharing(
        kept,
        shared ->
            filled(
                missing,
                new SourceRows(
                    table, screened, new RowIndexer.Kept(numbers, shared), columns, kept, dropped),
                panelRows,
                shape));
  }

  private static InputException noIds(TableConfig table) {
    return table.refuse(
        "its points have no ids but their row numbers, and leaving out rows would"
            + " renumber them; name an id column in input.features.id, or take"
            + " input.quarantine out");
  }

  /** The length of most vectors, the smaller of two as frequent; without vectors the columns. */
  private static int usualDim(Dataset<Row> rows, FeatureColumns columns) {
    if (columns.fixedDim() > 0) {
      return columns.fixedDim();
    }
    int usual = 0;
    long most = 0;
    for (Map.Entry<Integer, Long> length :
        new TreeMap<>(SourceTable.rowsOf(rows).map(row -> columns.dim(row, 1)).countByValue())
            .entrySet()) {
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

  private FeatureTable filled(
      MissingRule missing, SourceRows source, int panelRows, ShapeCheck shape) {
    int n = source.ids().size();
    FeatureColumns columns = CategoryLevels.known(source, missing.isFilling());
    int dim = columns.fixedDim() > 0 ? columns.fixedDim() : vectorLength(source);
    if (dim < 1) {
      throw source
          .table()
          .refuse(
              "column %s holds no features: %s; give every point a vector of at least one number"
                  .formatted(
                      columns.names().get(0),
                      dim == 0 ? "its vectors have length 0" : "all its vectors are null"));
    }
    shape.check(n, dim);
    PanelLayout layout = PanelLayout.of(n, dim, panelRows);
    JavaRDD<FeaturePanel> read =
        PanelBuilder.panels(source.rows(), source.indexer(), columns, layout);
    if (!missing.isFilling()) {
      FeatureTable made = table(source, columns, read, layout);
      warnOfRounded(source.table(), columns, made.largest());
      return made.leavingOut(missing == MissingRule.DROP ? source.dropped() : null);
    }
    try {
      checkRows(source, PanelBuilder.materialize(read), layout);
      List<MissingValues> parts = read.map(panel -> MissingValues.of(panel, n)).collect();
      double[] substitutes = MissingValues.substitutes(parts, missing);
      FilledColumns filled = new FilledColumns(missing, MissingValues.counts(parts), substitutes);
      filled.refuseEmpty(source.table(), columns, n);
      filled.report(warnings);
      JavaRDD<FeaturePanel> panels = read.map(panel -> MissingValues.filled(panel, substitutes));
      FeatureTable made = table(source, columns.filled(substitutes), panels, layout);
      warnOfRounded(source.table(), columns, made.largest());
      return made.filledWith(substitutes);
    } finally {
      read.unpersist(false);
    }
  }

  /** Counts whole numbers that a double rounds; a Spark job where some value is so large. */
  private void warnOfRounded(SourceTable table, FeatureColumns columns, double largest) {
    if (largest < EXACT) {
      return;
    }
    List<String> names = new ArrayList<>();
    List<Column> rounded = new ArrayList<>();
    for (StructField field : table.schema().fields()) {
      boolean whole =
          field.dataType().equals(DataTypes.LongType) || field.dataType() instanceof DecimalType;
      if (whole && columns.names().contains(field.name())) {
        Column value = table.column(field);
        Column back = value.cast(DataTypes.DoubleType).cast(field.dataType());
        names.add(field.name());
        rounded.add(
            functions.count(
                functions.when(functions.abs(value).geq(EXACT).and(back.notEqual(value)), 1)));
      }
    }
    if (names.isEmpty()) {
      return;
    }
    Row counts = table.rows().select(rounded.toArray(Column[]::new)).first();
    for (int c = 0; c < names.size(); c++) {
      if (counts.getLong(c) > 0) {
        warnings.accept(
            String.format(
                Locale.ROOT,
                "Column %s of %s has %,d numbers beyond 2^53, which double precision rounds; if they"
                    + " are ids, name the column in input.features.id or leave it out of"
                    + " input.features.columns.",
                names.get(c),
                table.config().key(),
                counts.getLong(c)));
      }
    }
  }

  private static void checkRows(
      SourceRows source, List<PanelBuilder.Check> checks, PanelLayout layout) {
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
      SourceRows source, FeatureColumns columns, JavaRDD<FeaturePanel> panels, PanelLayout layout) {
    return FeatureTable.materialized(
            source.ids(),
            panels,
            layout,
            columns.names(),
            checks -> {
              checkRows(source, checks, layout);
              double largest = PanelBuilder.Check.largest(checks);
              if (!Double.isFinite(largest)) {
                throw BadValues.refusal(source, columns);
              }
              return largest;
            })
        .withCategories(columns.categories());
  }

  /** The length of some row's vector, which all others must have; -1 when all are null. */
  private static int vectorLength(SourceRows source) {
    FeatureColumns columns = source.columns();
    int at = source.indexer().columns();
    boolean drops = source.dropped().size() > 0;
    JavaRDD<Row> rows =
        drops ? source.rows().filter(row -> !columns.hasMissing(row, at)) : source.rows();
    List<Integer> found = rows.map(row -> columns.dim(row, at)).filter(dim -> dim >= 0).take(1);
    return found.isEmpty() ? -1 : found.get(0);
  }

  /**
   * The missing values of a table and what they are filled with.
   *
   * @param counts missing values of each column
   * @param substitutes a value for each column, NaN for a column that has none
   */
  record FilledColumns(MissingRule rule, long[] counts, double[] substitutes) {

    /** Refuses a column without any value; {@code n} rows. */
    void refuseEmpty(SourceTable table, FeatureColumns columns, int n) {
      for (int d = 0; d < counts.length; d++) {
        if (Double.isNaN(substitutes[d]) && counts[d] == n) {
          throw table.refuse(
              ("column %s has no value at all, so input.features.missing = %s finds none to fill"
                      + " it with; leave the column out of input.features.columns")
                  .formatted(columns.nameOf(d), word()));
        }
      }
    }

    /** Tells how many values are filled. */
    void report(Consumer<String> warnings) {
      long values = 0;
      int columns = 0;
      for (long count : counts) {
        values += count;
        columns += count > 0 ? 1 : 0;
      }
      if (values > 0) {
        warnings.accept(
            (values == 1 ? "1 value" : values + " values")
                + (columns == 1 ? " of 1 column" : " of " + columns + " columns")
                + " of input.features"
                + (values == 1 ? " was" : " were")
                + " missing, filled with the "
                + word()
                + (columns == 1 ? " of the column." : " of their columns."));
      }
    }

    private String word() {
      return rule.name().toLowerCase(Locale.ROOT);
    }
  }
}
