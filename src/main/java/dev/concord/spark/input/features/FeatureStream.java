package dev.concord.spark.input.features;

import dev.concord.config.FeaturesConfig;
import dev.concord.config.TableConfig;
import dev.concord.config.TextFormats;
import dev.concord.error.InputException;
import dev.concord.graph.features.CategoryColumn;
import dev.concord.graph.features.MissingRule;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.input.FileOrder;
import dev.concord.spark.input.IdColumn;
import dev.concord.spark.input.ReadFailures;
import dev.concord.spark.input.RowIndexer;
import dev.concord.spark.input.SourceTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * A table of new points, read partition by partition in batches and never collected: the driver
 * holds no points, a task one batch. Its columns must be those that the model was made from.
 */
public final class FeatureStream {
  /** Rows of idx files that one task reads: at most, and at least where there are many cores. */
  private static final int IDX_ROWS = 8192;

  private static final int FEW_IDX_ROWS = 1024;
  private static final int IDX_TASKS = 16;

  private final TableConfig key;
  private final boolean strings;
  private final boolean rowNumbers;
  private final Source source;
  private final @Nullable Dataset<Row> idRows;
  private final @Nullable MissingPoints missing;

  private FeatureStream(
      TableConfig key,
      boolean strings,
      boolean rowNumbers,
      Source source,
      @Nullable Dataset<Row> idRows,
      @Nullable MissingPoints missing) {
    this.key = key;
    this.strings = strings;
    this.rowNumbers = rowNumbers;
    this.source = source;
    this.idRows = idRows;
    this.missing = missing;
  }

  /** Batches of all rows, or of those with an id in a table. */
  @FunctionalInterface
  private interface Source {
    JavaRDD<FeatureBatch> batches(int batchRows, @Nullable Broadcast<IdTable> only);
  }

  /**
   * The columns from which a model was made.
   *
   * @param columns feature columns in order; the vector column when there is one vector a point
   * @param categories the columns of categories, the last of all, with their levels
   * @param formats columns of dates and of written numbers, as the training table named them
   * @param oneVector whether features are one column of vectors (or pixels)
   * @param dim features a point
   * @param substitutes what stands for missing values, length dim; null: none may be missing
   * @param dropsMissing whether rows with a missing value are left out
   */
  public record Shape(
      List<String> columns,
      List<CategoryColumn> categories,
      TextFormats formats,
      boolean oneVector,
      int dim,
      double @Nullable [] substitutes,
      boolean dropsMissing) {}

  /**
   * Opens the table and checks its columns.
   *
   * @throws InputException if it cannot be opened or has other features than the model
   */
  public static FeatureStream open(SparkSession spark, FeaturesConfig config, Shape shape) {
    return ReadFailures.guard(
        config.table(),
        () ->
            config.table().format().equalsIgnoreCase("idx")
                ? idx(spark, config, shape)
                : table(spark, config, shape));
  }

  private static FeatureStream table(SparkSession spark, FeaturesConfig config, Shape shape) {
    SourceTable table = SourceTable.open(spark, config.table(), asks(config, shape).texts());
    FeatureColumns columns =
        columns(config, table, shape).categories(shape.categories()).filled(shape.substitutes());
    if (columns.fixedDim() > 0 && columns.fixedDim() != shape.dim()) {
      throw otherDimension(config.table().place(), columns.fixedDim(), shape);
    }
    String place = config.table().place();
    boolean drops = shape.dropsMissing() || config.missing() == MissingRule.DROP;
    NewPointIds ids;
    Dataset<Row> rows;
    if (config.id() == null) {
      rows = FileOrder.select(table, columns.select(table));
      ids = new NewPointIds(null, false, RowIndexer.byPlace(FileOrder.count(spark, table, rows)));
    } else {
      IdColumn id = IdColumn.of(table, "id", config.id());
      List<Column> selected = new ArrayList<>(List.of(id.select(table)));
      selected.addAll(columns.select(table));
      rows = table.select(selected);
      ids = new NewPointIds(id, isText(id, rows), null);
    }
    int dim = shape.dim();
    Source source =
        (batchRows, only) ->
            table
                .screened(rows)
                .mapPartitions(
                    part ->
                        new BatchIterator(
                            part,
                            ids,
                            columns,
                            dim,
                            batchRows,
                            place,
                            (point, row) ->
                                (only == null || only.value().find(point) >= 0)
                                    && !(drops && columns.hasMissing(row, ids.columns()))));
    Dataset<Row> idRows = config.id() == null ? null : rows;
    MissingPoints missing =
        drops || !shape.categories().isEmpty()
            ? new MissingPoints(table.screened(rows), ids, columns, drops, place)
            : null;
    return new FeatureStream(
        config.table(), ids.strings(), config.id() == null, source, idRows, missing);
  }

  /** Whether ids are strings: text in CSV stands for numbers when all of it reads so. */
  private static boolean isText(IdColumn id, Dataset<Row> rows) {
    return switch (id.kind()) {
      case LONG -> false;
      case TEXT -> true;
      case UNTYPED ->
          !SourceTable.rowsOf(rows)
              .filter(row -> !row.isNullAt(0) && !IdTable.isWholeNumber(row.getString(0)))
              .isEmpty();
    };
  }

  private static FeatureColumns columns(FeaturesConfig config, SourceTable table, Shape shape) {
    if (shape.oneVector()) {
      String vector = shape.columns().get(0);
      boolean named = config.vector() != null || !config.columns().isEmpty();
      return FeatureColumns.of(
          named || table.find(vector) == null
              ? config
              : new FeaturesConfig(config.table(), config.id(), List.of(), vector),
          table);
    }
    boolean vectorOfOne = shape.dim() == 1 && config.vector() != null;
    if (config.vector() != null && !vectorOfOne) {
      throw table.refuse(
          ("input.features.vector = %s is given, but the model was made from the columns %s; leave"
                  + " vector out, and the same columns are taken")
              .formatted(config.vector(), SourceTable.listed(shape.columns(), 8)));
    }
    if (vectorOfOne) {
      return FeatureColumns.of(config, table);
    }
    Set<String> asked = new HashSet<>(config.columns());
    if (!asked.isEmpty()) {
      asked.addAll(names(shape));
      asked.addAll(config.formats().columns());
    }
    refuseOtherCategories(config, table, shape);
    if (!asked.isEmpty() && !asked.equals(new HashSet<>(shape.columns()))) {
      throw table.refuse(
          ("input.features.columns lists %s, but the model was made from %s; leave columns out, and"
                  + " the same columns are taken")
              .formatted(
                  SourceTable.listed(config.columns(), 8), SourceTable.listed(shape.columns(), 8)));
    }
    List<String> missing = new ArrayList<>();
    for (String name : shape.columns()) {
      if (table.find(name) == null) {
        missing.add(name);
      }
    }
    if (!missing.isEmpty()) {
      List<String> has = List.of(table.schema().fieldNames());
      throw table.refuse(
          ("the model was made from %d columns, and this table lacks %s; it has %s. New points need"
                  + " the same features under the same names")
              .formatted(
                  shape.columns().size(),
                  SourceTable.listed(missing, 5),
                  SourceTable.listed(has, 10)));
    }
    return FeatureColumns.of(asks(config, shape), table);
  }

  private static void refuseOtherCategories(FeaturesConfig config, SourceTable table, Shape shape) {
    if (!config.categories().isEmpty()
        && !new HashSet<>(config.categories()).equals(new HashSet<>(names(shape)))) {
      throw table.refuse(
          ("input.features.categories lists %s, but the model was made with %s; leave categories"
                  + " out, and the same are taken")
              .formatted(
                  SourceTable.listed(config.categories(), 8),
                  names(shape).isEmpty() ? "none" : SourceTable.listed(names(shape), 8)));
    }
  }

  private static List<String> names(Shape shape) {
    return shape.categories().stream().map(CategoryColumn::name).toList();
  }

  /** The model's columns of this table. */
  private static FeaturesConfig asks(FeaturesConfig config, Shape shape) {
    return new FeaturesConfig(
        config.table(),
        config.id(),
        shape.columns(),
        null,
        names(shape),
        formats(config, shape),
        config.missing(),
        null,
        null);
  }

  /** The formats of this table's columns; where it names none, those of the training table. */
  private static TextFormats formats(FeaturesConfig config, Shape shape) {
    return new TextFormats(
        formats(config.formats().dates(), shape.formats().dates(), shape),
        formats(config.formats().numbers(), shape.formats().numbers(), shape));
  }

  private static Map<String, String> formats(
      Map<String, String> given, Map<String, String> trained, Shape shape) {
    Map<String, String> formats = new LinkedHashMap<>();
    for (String column : shape.columns()) {
      for (Map<String, String> some : List.of(trained, given)) {
        some.forEach(
            (name, format) -> {
              if (name.equalsIgnoreCase(column)) {
                formats.put(column, format);
              }
            });
      }
    }
    return formats;
  }

  private static InputException otherDimension(String place, int found, Shape shape) {
    return new InputException(
        ("%s: the points have %s features, but the model was made from points of %s; give the same"
                + " features as there")
            .formatted(place, found, shape.dim()));
  }

  private static FeatureStream idx(SparkSession spark, FeaturesConfig config, Shape shape)
      throws IOException {
    Configuration conf = spark.sessionState().newHadoopConf();
    List<IdxFile> files = IdxFile.open(conf, config.table(), IdxFile.IMAGES);
    long total = files.stream().mapToLong(IdxFile::items).sum();
    String place = config.table().place();
    if (total == 0 || total > Integer.MAX_VALUE - 8) {
      throw new InputException(
          "%s: the files hold %d images; give at least one and at most %d"
              .formatted(place, total, Integer.MAX_VALUE - 8));
    }
    int dim = files.get(0).itemSize();
    if (dim != shape.dim() || !shape.oneVector()) {
      throw otherDimension(place, dim, shape);
    }
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    Broadcast<SerializableConfiguration> shared =
        context.broadcast(new SerializableConfiguration(conf));
    int taskRows =
        (int) Math.max(FEW_IDX_ROWS, Math.min(IDX_ROWS, (total + IDX_TASKS - 1) / IDX_TASKS));
    int parts = (int) ((total + taskRows - 1) / taskRows);
    Source source =
        (batchRows, only) ->
            context
                .parallelize(IntStream.range(0, parts).boxed().toList(), parts)
                .flatMap(
                    part ->
                        idx(
                            files,
                            shared.value().value(),
                            part * taskRows,
                            (int) Math.min(taskRows, total - (long) part * taskRows),
                            batchRows));
    return new FeatureStream(config.table(), false, true, source, null, null);
  }

  private static Iterator<FeatureBatch> idx(
      List<IdxFile> files, Configuration conf, int first, int rows, int batchRows)
      throws IOException {
    byte[] bytes = IdxFeatures.read(files, conf, first, rows);
    int dim = files.get(0).itemSize();
    return IntStream.range(0, (rows + batchRows - 1) / batchRows)
        .mapToObj(
            b -> {
              int from = b * batchRows;
              int count = Math.min(batchRows, rows - from);
              double[] values = new double[count * dim];
              for (int p = 0; p < values.length; p++) {
                values[p] = bytes[from * dim + p] & 0xff;
              }
              long[] ids = IntStream.range(0, count).mapToLong(r -> first + from + r).toArray();
              return new FeatureBatch(count, ids, new String[0], values);
            })
        .iterator();
  }

  /** LongType or StringType. */
  public DataType idType() {
    return strings ? DataTypes.StringType : DataTypes.LongType;
  }

  /** Whether ids are row numbers because the table names none. */
  public boolean rowNumbers() {
    return rowNumbers;
  }

  /** All points, batch after batch. */
  public JavaRDD<FeatureBatch> batches(int batchRows) {
    return source.batches(batchRows, null);
  }

  /**
   * The points whose ids {@code only} holds, batch after batch.
   *
   * @throws IllegalStateException when points are row numbers, which no other table names
   */
  public JavaRDD<FeatureBatch> batches(int batchRows, Broadcast<IdTable> only) {
    if (rowNumbers) {
      throw new IllegalStateException("row numbers are no names");
    }
    return source.batches(batchRows, only);
  }

  /**
   * Missing features that leave rows out, and codes that are no level. One pass where there may be
   * any.
   */
  public MissingFeatures missing() {
    MissingPoints search = missing;
    return search == null ? new MissingFeatures(0, List.of(), List.of()) : guard(search::count);
  }

  /** Those of these ids that name a row left out. One pass where there may be any. */
  public IdTable missingAmong(Broadcast<IdTable> ids) {
    MissingPoints search = missing;
    return search == null || !search.drops() ? IdTable.none() : guard(() -> search.among(ids));
  }

  /**
   * Refuses ids that stand in more than one row. One shuffle of the ids; the driver holds none.
   *
   * @throws InputException naming the smallest of them
   */
  public void refuseRepeatedIds() {
    Dataset<Row> rows = idRows;
    if (rows == null) {
      return;
    }
    guard(
        () -> {
          Column id = rows.col(rows.columns()[0]);
          Dataset<Row> repeated =
              rows.groupBy(id.as("id"))
                  .agg(functions.count(functions.lit(1)).as("times"))
                  .filter("times > 1 and id is not null");
          List<Row> first = repeated.orderBy("id").takeAsList(1);
          if (!first.isEmpty()) {
            long others = repeated.count() - 1;
            throw key.refuse(
                ("id %s stands in %d rows%s; every point needs its own id, so remove the"
                        + " repeated rows or name another id column")
                    .formatted(
                        first.get(0).get(0),
                        first.get(0).getLong(1),
                        others == 0 ? "" : ", and " + others + " more ids are repeated"));
          }
          return null;
        });
  }

  /** Runs an action over the batches; a failure of the source becomes one paragraph. */
  public <T> T guard(Callable<T> action) {
    return ReadFailures.guard(key, action);
  }
}
