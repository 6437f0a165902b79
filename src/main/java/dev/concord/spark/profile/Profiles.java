package dev.concord.spark.profile;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;

import dev.concord.config.ConcordConfig;
import dev.concord.config.FeaturesConfig;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.input.pairs.Labeling;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * What sets each cluster apart: medians and spread of numbers, shares of categories, values
 * missing, terms of sparse texts, each against all points.
 *
 * <p>The executors aggregate; the driver holds a few numbers for each cluster and column. Quartiles
 * are exact, and sums are of whole numbers, so the result is the same for any partition count. Four
 * jobs over at most about 2<sup>25</sup> cells; tables that are larger are sampled ({@link
 * ProfileSample}).
 */
public final class Profiles {
  private Profiles() {}

  /** The table profiles. */
  public static StructType schema() {
    return new StructType()
        .add("cluster", DataTypes.IntegerType, false)
        .add("column", DataTypes.StringType, false)
        .add("level", DataTypes.StringType, true)
        .add("statistic", DataTypes.StringType, false)
        .add("value", DataTypes.DoubleType, false)
        .add("difference", DataTypes.DoubleType, false)
        .add("effect", DataTypes.DoubleType, true);
  }

  public static JavaRDD<Row> table(SparkSession spark, List<ProfileRow> rows) {
    List<Row> all =
        rows.stream()
            .map(
                row ->
                    RowFactory.create(
                        row.cluster(),
                        row.column(),
                        row.level(),
                        row.statistic(),
                        row.value(),
                        row.difference(),
                        row.effect()))
            .toList();
    return JavaSparkContext.fromSparkContext(spark.sparkContext()).parallelize(all, 1);
  }

  /**
   * The profiles of the clusters of a run, by cluster and falling effect of the column.
   *
   * @param clusters of each point by dense index, -1 of a point that is in none
   * @param truth classes of the points, or null
   */
  public static List<ProfileRow> of(
      SparkSession spark,
      ConcordConfig config,
      IdTable ids,
      int[] clusters,
      @Nullable Labeling truth) {
    FeaturesConfig features = config.input().features();
    List<ProfileRow> rows = new ArrayList<>();
    if (features != null) {
      var labels = config.input().truth();
      boolean same = labels != null && labels.table().paths().equals(features.table().paths());
      rows.addAll(
          new ClusterTable(spark, features, config.report())
              .profiles(ids, clusters, same && labels != null ? labels.label() : null));
    }
    if (truth != null) {
      rows.addAll(ClassShares.of(clusters, truth));
    }
    return rows;
  }

  /**
   * The profiles of the clusters of a table.
   *
   * @param clustered its rows with the number of the cluster
   * @param cluster the column of the number
   * @param fields the columns to look at
   */
  public static Dataset<Row> of(Dataset<Row> clustered, String cluster, List<StructField> fields) {
    ProfileColumns columns = ProfileColumns.of(fields, field -> false, Map.of());
    Column number = col("`" + cluster.replace("`", "``") + "`");
    Dataset<Row> cells =
        clustered.select(
            array(lit(ProfileSample.ALL), number).as(ProfileColumns.GROUPS),
            columns.arrays().get(0),
            columns.arrays().get(1));
    List<ProfileRow> rows =
        columns.count() == 0 ? List.of() : ProfileStatistics.of(cells, columns, false);
    return clustered
        .sparkSession()
        .createDataFrame(table(clustered.sparkSession(), rows), schema());
  }
}
