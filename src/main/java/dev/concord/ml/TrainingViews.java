package dev.concord.ml;

import static dev.concord.ml.ParamDefinitions.named;
import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import dev.concord.constraint.ConstraintDiagnosis;
import dev.concord.error.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.ml.functions;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * A training set and its constraints under names of their own in Spark's catalogue, where the
 * readers of the command line find them; gone when closed.
 */
final class TrainingViews implements AutoCloseable {
  private static final int NAMED = 3;
  private static final String NO_WEIGHT = "no weight";
  private static final String NO_SOURCE = "no source";
  private static final String CODES = "concord categories";

  private final SparkSession spark;
  private final String points;
  private final String pairs;
  private final String idCol;
  private final String featuresCol;
  private final String weightCol;
  private final String exclusiveCol;
  private final List<String> categories;
  private final Dataset<?> dataset;
  private List<String> numbers = List.of();
  private @Nullable Dataset<Row> given;

  private TrainingViews(ClusteringParams estimator, Dataset<?> dataset) {
    this.spark = dataset.sparkSession();
    idCol = named(estimator, estimator.idCol());
    featuresCol = estimator.getFeaturesCol();
    weightCol = named(estimator, estimator.weightCol());
    exclusiveCol = named(estimator, estimator.exclusiveCol());
    categories = List.of(estimator.getCategoricalCols());
    boolean all = estimator.getHandleInvalid().equals(InvalidRows.ERROR);
    Column features = dataset.col(quoted(featuresCol));
    boolean vectors =
        dataset.select(features).schema().fields()[0].dataType().equals(SQLDataTypes.VectorType());
    List<Column> codes =
        categories.stream().map(name -> dataset.col(quoted(name)).cast("string")).toList();
    this.dataset = all ? dataset : dataset.filter(InvalidRows.valid(features, vectors, codes));
    String suffix = UUID.randomUUID().toString().replace("-", "");
    points = "concord_points_" + suffix;
    pairs = "concord_pairs_" + suffix;
  }

  static TrainingViews of(
      ClusteringParams estimator, Dataset<?> dataset, @Nullable Dataset<Row> constraints) {
    refuseStream("fit: the data are", dataset);
    TrainingViews views = new TrainingViews(estimator, dataset);
    try {
      views.make(estimator, constraints);
      return views;
    } catch (RuntimeException | Error e) {
      views.close();
      throw e;
    }
  }

  private void make(ClusteringParams estimator, @Nullable Dataset<Row> constraints) {
    Dataset<Row> pairs = constraints == null ? null : inSession(constraints);
    if (pairs == null && !named(estimator, estimator.constraintsPath()).isEmpty()) {
      pairs = read(spark, estimator);
    }
    if (idCol.isEmpty() && pairs != null) {
      throw new InputException(
          "idCol is not set, but there are constraints, which name points by their ids; set idCol");
    }
    Dataset<Row> table =
        idCol.isEmpty()
            ? numbered()
            : dataset.select(columns(ids().as(idCol), features().as(featuresCol)));
    table = categories.isEmpty() ? table : besideCategories(table);
    table.createOrReplaceTempView(this.points);
    if (pairs != null) {
      within(pairs).createOrReplaceTempView(this.pairs);
      given = pairs;
    }
  }

  /** The pairs as a table of the session of the points, which may be another one. */
  private Dataset<Row> inSession(Dataset<Row> constraints) {
    refuseStream("constraints: the pairs are", constraints);
    return constraints.sparkSession() == spark
        ? constraints
        : spark.createDataFrame(constraints.toJavaRDD(), constraints.schema());
  }

  private static void refuseStream(String what, Dataset<?> dataset) {
    if (dataset.isStreaming()) {
      throw new InputException(
          what
              + " a stream, and the training needs all rows at once; train on a table, or on each"
              + " batch of the stream within foreachBatch");
    }
  }

  private Column features() {
    return dataset.col(quoted(featuresCol));
  }

  /** The weights; null where there is no column of them. */
  private Column weights() {
    return (weightCol.isEmpty() ? lit(null) : dataset.col(quoted(weightCol)))
        .cast(DataTypes.DoubleType);
  }

  /** The categories as one array of texts. */
  private Column codes() {
    return array(
            categories.stream()
                .map(name -> dataset.col(quoted(name)).cast(DataTypes.StringType))
                .toArray(Column[]::new))
        .cast(DataTypes.createArrayType(DataTypes.StringType));
  }

  /** The sources as texts; null where there is no column of them. */
  private Column sources() {
    return (exclusiveCol.isEmpty() ? lit(null) : dataset.col(quoted(exclusiveCol)))
        .cast(DataTypes.StringType);
  }

  /** These columns, and those of weights, sources and categories if there are such. */
  private Column[] columns(Column... columns) {
    List<Column> all = new ArrayList<>(List.of(columns));
    if (!weightCol.isEmpty()) {
      all.add(dataset.col(quoted(weightCol)).as(weightCol));
    }
    if (!exclusiveCol.isEmpty()) {
      all.add(dataset.col(quoted(exclusiveCol)).as(exclusiveCol));
    }
    if (!categories.isEmpty()) {
      all.add(codes().as(CODES));
    }
    return all.toArray(Column[]::new);
  }

  private Column ids() {
    return dataset.col(quoted(idCol));
  }

  /** The column of ids in the view of points. */
  private String idName() {
    Stream<String> columns = Stream.of(featuresCol, weightCol, exclusiveCol);
    return idCol.isEmpty() ? free("row", Stream.concat(columns, categories.stream())) : idCol;
  }

  /** A name that is none of these columns. */
  private static String free(String name, Stream<String> columns) {
    List<String> taken = columns.toList();
    String free = name;
    while (taken.stream().anyMatch(free::equalsIgnoreCase)) {
      free += "_";
    }
    return free;
  }

  private static Dataset<Row> read(SparkSession spark, ClusteringParams estimator) {
    String format = estimator.getConstraintsFormat();
    if (!format.toLowerCase(Locale.ROOT).equals("csv")) {
      return spark.read().format(format).load(estimator.getConstraintsPath());
    }
    // Types are not inferred: an id 007 would become 7.
    Dataset<Row> texts =
        spark.read().format(format).option("header", "true").load(estimator.getConstraintsPath());
    return Columns.of(texts).find("weight") >= 0
        ? texts.withColumn("weight", col("weight").cast(DataTypes.DoubleType))
        : texts;
  }

  /**
   * Points numbered by the order of their features, weights, sources and categories. Points of
   * which all are equal are alike in every respect, so it does not matter which of them has which
   * number.
   */
  private Dataset<Row> numbered() {
    Column features = features();
    DataType type = dataset.select(features).schema().fields()[0].dataType();
    Column values =
        type.equals(SQLDataTypes.VectorType())
            ? when(features.isNotNull(), functions.vector_to_array(features, "float64"))
            : features.cast(DataTypes.createArrayType(DataTypes.DoubleType));
    JavaRDD<Row> rows =
        dataset
            .select(
                features.as("features"),
                values.as("key"),
                weights().as("weight"),
                sources().as("source"),
                codes().as("codes"))
            .orderBy(col("key"), col("weight"), col("source"), col("codes"))
            .select("features", "weight", "source", "codes")
            .toJavaRDD()
            .zipWithIndex()
            .map(
                row ->
                    RowFactory.create(
                        row._2(),
                        row._1().get(0),
                        row._1().get(1),
                        row._1().get(2),
                        row._1().get(3)));
    StructType schema =
        new StructType()
            .add(idName(), DataTypes.LongType, false)
            .add(featuresCol, type, true)
            .add(weightCol.isEmpty() ? NO_WEIGHT : weightCol, DataTypes.DoubleType, true)
            .add(exclusiveCol.isEmpty() ? NO_SOURCE : exclusiveCol, DataTypes.StringType, true)
            .add(CODES, DataTypes.createArrayType(DataTypes.StringType), true);
    Dataset<Row> points = dataset.sparkSession().createDataFrame(rows, schema);
    points = categories.isEmpty() ? points.drop(CODES) : points;
    points = weightCol.isEmpty() ? points.drop(NO_WEIGHT) : points;
    return exclusiveCol.isEmpty() ? points.drop(NO_SOURCE) : points;
  }

  /**
   * A column for each number and each category, as the reader of categories wants them; the last
   * column of {@code table} is their array.
   *
   * @throws InputException later, in the tasks, when points have different numbers of features
   */
  private Dataset<Row> besideCategories(Dataset<Row> table) {
    List<Row> first =
        dataset.select(features()).toDF().filter(features().isNotNull()).takeAsList(1);
    if (first.isEmpty()) {
      withoutFeatures()
          .ifPresent(
              what -> {
                throw new InputException(what);
              });
    }
    int dim = first.isEmpty() ? 0 : RowFeatures.numbers(first.get(0), 0).length;
    int place = 1;
    int kept = table.columns().length - 1;
    StructType schema = new StructType();
    for (StructField field : table.schema().fields()) {
      schema = Set.of(featuresCol, CODES).contains(field.name()) ? schema : schema.add(field);
    }
    for (String category : categories) {
      schema = schema.add(category, DataTypes.StringType, true);
    }
    List<String> names = new ArrayList<>();
    for (int d = 0; d < dim; d++) {
      String name = free(featuresCol + "[" + d + "]", Arrays.stream(schema.fieldNames()));
      schema = schema.add(name, DataTypes.DoubleType, true);
      names.add(name);
    }
    numbers = List.copyOf(names);
    return spark.createDataFrame(
        table.toJavaRDD().map(row -> split(row, place, kept, dim)), schema);
  }

  private static Row split(Row row, int place, int kept, int dim) {
    List<Object> values = new ArrayList<>();
    for (int c = 0; c < kept; c++) {
      if (c != place) {
        values.add(row.get(c));
      }
    }
    values.addAll(row.getList(kept));
    if (row.isNullAt(place)) {
      values.addAll(Collections.nCopies(dim, null));
      return RowFactory.create(values.toArray());
    }
    double[] found = RowFeatures.numbers(row, place);
    if (found.length != dim) {
      throw new InputException(
          "featuresCol: the row of id %s has %d features, and others have %d; every point needs as many"
              .formatted(row.get(0), found.length, dim));
    }
    for (double number : found) {
      values.add(Double.isNaN(number) ? null : (Double) number);
    }
    return RowFactory.create(values.toArray());
  }

  /** The pairs whose points are both there. */
  private Dataset<Row> within(Dataset<Row> pairs) {
    for (String column : List.of("first", "second")) {
      if (Columns.of(pairs).find(column) < 0) {
        throw new InputException(
            "constraints: there is no column %s; the table has %s"
                .formatted(column, String.join(", ", pairs.columns())));
      }
    }
    Dataset<Row> ids = points();
    return pairs
        .join(ids, pairs.col("first").cast("string").equalTo(ids.col("concord_point")), "left_semi")
        .join(
            ids, pairs.col("second").cast("string").equalTo(ids.col("concord_point")), "left_semi");
  }

  private Dataset<Row> points() {
    return dataset.select(ids().cast("string").as("concord_point"));
  }

  /**
   * Refuses constraints that are all about points that are not in the data.
   *
   * @param found what was found about those that are
   */
  void refuseUnlessSomePairIsKnown(ConstraintDiagnosis found) {
    if (found.mustLinks() + found.cannotLinks() + found.unsure() == 0) {
      Optional<InputException> refusal = unknownPairs();
      if (refusal.isPresent()) {
        throw refusal.get();
      }
    }
  }

  /** The refusal of constraints of which no pair is left but whose table has rows. */
  private Optional<InputException> unknownPairs() {
    Dataset<Row> all = given;
    if (all == null || all.isEmpty() || !within(all).isEmpty()) {
      return Optional.empty();
    }
    Dataset<Row> points = points();
    Dataset<Row> unknown =
        all.select(col("first").cast("string").as("id"))
            .union(all.select(col("second").cast("string").as("id")))
            .distinct()
            .join(points, col("id").equalTo(points.col("concord_point")), "left_anti")
            .orderBy("id");
    List<String> some = unknown.limit(NAMED).as(Encoders.STRING()).collectAsList();
    long more = unknown.count() - some.size();
    return Optional.of(
        new InputException(
            ("constraints: no pair of the table has both its points in column %s of the data; not"
                    + " there are %s%s; such pairs are left out, so correct these ids or set"
                    + " another idCol")
                .formatted(
                    idCol, String.join(", ", some), more > 0 ? " and " + more + " more" : "")));
  }

  /** A refusal of the job in the estimator's own words: columns and rows instead of views. */
  InputException explained(InputException refused) {
    String message = String.valueOf(refused.getMessage());
    if (message.startsWith("constraints: ")) {
      return refused;
    }
    if (message.contains("input.constraints is not given") || message.contains("holds none")) {
      return unknownPairs().orElse(refused);
    }
    if (!message.contains(points) && !message.contains(pairs)) {
      return refused;
    }
    return withoutFeatures()
        .map(what -> new InputException(what, refused))
        .orElseGet(
            () ->
                new InputException(
                    message
                        .replace("input.features (" + points + ")", "featuresCol")
                        .replace("input.constraints (" + pairs + ")", "constraints")
                        .replace(points, "the data")
                        .replace(pairs, "the constraints"),
                    refused));
  }

  /** The message for rows without features, or null. */
  private Optional<String> withoutFeatures() {
    boolean named = !idCol.isEmpty();
    JavaPairRDD<Row, Long> numbered =
        dataset
            .select(named ? ids().cast("string") : lit(""), features().isNull())
            .toJavaRDD()
            .zipWithIndex();
    JavaRDD<String> without =
        numbered
            .filter(row -> row._1().getBoolean(1))
            .map(row -> named ? row._1().getString(0) : row._2().toString());
    long count = without.count();
    if (count == 0) {
      return Optional.empty();
    }
    List<String> some = without.take(NAMED);
    return Optional.of(
        "featuresCol: column "
            + featuresCol
            + " is null in "
            + count
            + (count == 1 ? " row, " : " rows, ")
            + (named ? "of id " : "in the order of the data, from 0, ")
            + String.join(", ", some)
            + (count > some.size() ? " and " + (count - some.size()) + " more" : "")
            + "; give every point its features, or set handleInvalid to skip or keep");
  }

  /** A name that may hold dots, for a column of a table. */
  static String quoted(String column) {
    return "`" + column.replace("`", "``") + "`";
  }

  SparkSession spark() {
    return spark;
  }

  JavaSparkContext context() {
    return JavaSparkContext.fromSparkContext(spark.sparkContext());
  }

  /** The configuration that reads the views. */
  List<String> settings() {
    List<String> sets = new ArrayList<>();
    sets.add("input.features.format=table");
    sets.add("input.features.path=" + points);
    sets.add("input.features.id=" + setting(idName()));
    if (categories.isEmpty()) {
      sets.add("input.features.vector=" + setting(featuresCol));
    } else {
      if (!numbers.isEmpty()) {
        sets.add("input.features.columns=" + list(numbers));
      }
      sets.add("input.features.categories=" + list(categories));
    }
    if (!weightCol.isEmpty()) {
      sets.add("clusters.weight=" + setting(weightCol));
      sets.add("clusters.weigh=points");
    }
    if (!exclusiveCol.isEmpty()) {
      sets.add("input.exclusive=" + setting(exclusiveCol));
    }
    if (given != null) {
      sets.add("input.constraints.format=table");
      sets.add("input.constraints.path=" + pairs);
    }
    return sets;
  }

  @Override
  public void close() {
    spark.catalog().dropTempView(points);
    spark.catalog().dropTempView(pairs);
  }

  private static String list(List<String> texts) {
    return texts.stream().map(TrainingViews::setting).collect(Collectors.joining(",", "[", "]"));
  }

  /** A text as a value of a setting. */
  static String setting(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
