package dev.concord.spark.profile;

import dev.concord.config.FeaturesConfig;
import dev.concord.config.ReportConfig;
import dev.concord.error.InputException;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.input.ReadFailures;
import dev.concord.spark.input.SourceTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** The table of features with the cluster of each point, as {@link ProfileStatistics} reads it. */
final class ClusterTable {
  private static final StructType SHAPE =
      new StructType()
          .add(ProfileColumns.GROUPS, DataTypes.createArrayType(DataTypes.IntegerType))
          .add(ProfileColumns.NUMBERS, DataTypes.createArrayType(DataTypes.DoubleType))
          .add(ProfileColumns.TEXTS, DataTypes.createArrayType(DataTypes.StringType))
          .add(ProfileColumns.TERMS, DataTypes.createArrayType(DataTypes.StringType));

  /** Cells that the words of a point count for. */
  private static final int TERMS_OF_A_POINT = 64;

  private final SparkSession spark;
  private final FeaturesConfig features;
  private final @Nullable String terms;

  ClusterTable(SparkSession spark, FeaturesConfig features, ReportConfig report) {
    this.spark = spark;
    this.features = features;
    this.terms = report.terms();
  }

  /**
   * The profiles; none of images, whose columns have no names.
   *
   * @param clusters of each point by dense index, -1 of a point that is in none
   * @param without a column that has none, or null
   */
  List<ProfileRow> profiles(IdTable ids, int[] clusters, @Nullable String without) {
    return profiles(ids, clusters, without, SmallStatistics.CELLS);
  }

  /** The same; tables of more than {@code small} cells stay on the executors. */
  List<ProfileRow> profiles(IdTable ids, int[] clusters, @Nullable String without, long small) {
    PointTable points = new PointTable(spark, features, ids);
    if (!points.hasColumns()) {
      return List.of();
    }
    SourceTable table = ReadFailures.guard(features.table(), points::open);
    boolean vectors = features.table().format().equalsIgnoreCase("libsvm");
    List<StructField> fields = vectors ? new ArrayList<>() : new ArrayList<>(points.fields(table));
    fields.removeIf(field -> field.name().equalsIgnoreCase(without));
    ProfileColumns columns =
        ProfileColumns.of(
            fields,
            field -> features.categories().stream().anyMatch(field.name()::equalsIgnoreCase),
            points.formats(table));
    Column words = terms == null ? null : terms(table);
    if (columns.count() == 0 && words == null) {
      return List.of();
    }
    List<Column> read = new ArrayList<>(columns.arrays());
    read.add(words == null ? functions.lit(null).cast("array<string>") : words);
    ProfileSample sample = ProfileSample.of(clusters, columns.count(), ProfileSample.CELLS);
    String[] names = terms == null || table.find(terms) != null ? new String[0] : lines(terms);
    return points.read(
        table,
        read,
        rows -> {
          long width = (long) columns.count() + (words == null ? 0 : TERMS_OF_A_POINT);
          return width * clusters.length <= small
              ? new SmallStatistics(small(rows, sample, names), columns).profiles(words != null)
              : ProfileStatistics.of(frameOf(spark, rows, sample, names), columns, words != null);
        });
  }

  private static List<Row> small(JavaRDD<Row> rows, ProfileSample sample, String[] names) {
    return rows.collect().stream()
        .map(
            row ->
                RowFactory.create(
                    sample.groups(row.getInt(0)),
                    row.get(1),
                    row.get(2),
                    row.isNullAt(3)
                        ? null
                        : row.get(3) instanceof Vector
                            ? words(row.get(3), names)
                            : row.getList(3).toArray()))
        .toList();
  }

  /** The column of words, or of vectors whose entries have names. */
  private Column terms(SourceTable table) {
    String asked = java.util.Objects.requireNonNull(terms);
    StructField words = table.find(asked);
    if (words != null) {
      if (!(words.dataType() instanceof ArrayType list)
          || !list.elementType().equals(DataTypes.StringType)) {
        throw table.refuse(
            ("column %s (input.features.terms) has type %s; it must hold a list of words for each"
                    + " point, so name another column, or the path of a file of terms")
                .formatted(words.name(), words.dataType().simpleString()));
      }
      return table.column(words);
    }
    String vector =
        features.vector() == null && features.table().format().equalsIgnoreCase("libsvm")
            ? "features"
            : features.vector();
    if (vector == null) {
      throw table.refuse(
          ("input.features.terms = %s is no column, and as a file it names the entries of vectors,"
                  + " but there is no column of vectors; set input.features.vector, or leave terms"
                  + " out")
              .formatted(asked));
    }
    return table.column(table.field("vector", vector));
  }

  private String[] lines(String path) {
    try {
      Path file = new Path(path);
      FileSystem files = file.getFileSystem(spark.sessionState().newHadoopConf());
      try (var in = files.open(file)) {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toArray(String[]::new);
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new InputException(
          ("input.features.terms = %s is no column of the table, and cannot be read as a file: %s;"
                  + " name a column of lists of words, or a text file of one term per feature and"
                  + " line")
              .formatted(path, e.getMessage()),
          e);
    }
  }

  static Dataset<Row> frameOf(
      SparkSession spark, JavaRDD<Row> rows, ProfileSample sample, String[] names) {
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    Broadcast<ProfileSample> shared = context.broadcast(sample);
    Broadcast<String[]> terms = context.broadcast(names);
    return spark.createDataFrame(
        rows.map(
            row ->
                RowFactory.create(
                    shared.value().groups(row.getInt(0)),
                    row.get(1),
                    row.get(2),
                    row.isNullAt(3) ? null : words(row.get(3), terms.value()))),
        SHAPE);
  }

  /** The words of a point: a list as it is, or the names of the entries of a vector. */
  private static Object words(Object value, String[] names) {
    if (!(value instanceof Vector vector)) {
      return value;
    }
    return Arrays.stream(vector.toSparse().indices())
        .mapToObj(index -> index < names.length ? names[index] : Integer.toString(index))
        .toArray(String[]::new);
  }
}
