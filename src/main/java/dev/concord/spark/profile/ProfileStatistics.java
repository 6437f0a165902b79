package dev.concord.spark.profile;

import static org.apache.spark.sql.functions.approx_count_distinct;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.element_at;
import static org.apache.spark.sql.functions.explode;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.posexplode;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Statistics of cells by group and column: Spark aggregates, the driver holds a few numbers for
 * each group and column.
 */
final class ProfileStatistics {
  private static final String GROUP = "cluster_of_profile";
  private static final String PLACE = "place";
  private static final String VALUE = "value";

  /** Levels that a column of categories may have. */
  private static final int LEVELS = 100;

  /** Columns that are kept, and levels of each: those of the largest effects. */
  private static final int KEPT_COLUMNS = 100;

  static final int KEPT_LEVELS = 20;

  /** Terms of a cluster. */
  static final int KEPT_TERMS = 10;

  private final Dataset<Row> cells;
  private final ProfileColumns columns;
  private final List<ProfileRow> rows = new ArrayList<>();

  private ProfileStatistics(Dataset<Row> cells, ProfileColumns columns) {
    this.cells = cells;
    this.columns = columns;
  }

  /**
   * The profiles of cells.
   *
   * @param cells arrays: groups, numbers, texts, terms
   * @param terms whether there are terms
   */
  static List<ProfileRow> of(Dataset<Row> cells, ProfileColumns columns, boolean terms) {
    Dataset<Row> kept = cells.persist();
    try {
      ProfileStatistics profiles = new ProfileStatistics(kept, columns);
      if (!columns.numbers().isEmpty()) {
        profiles.numbers();
      }
      if (!columns.texts().isEmpty()) {
        profiles.texts();
      }
      List<ProfileRow> rows = largest(profiles.rows);
      if (terms) {
        rows.addAll(profiles.terms());
      }
      return rows;
    } finally {
      kept.unpersist(false);
    }
  }

  private Dataset<Row> exploded(String values) {
    return cells
        .select(explode(col(ProfileColumns.GROUPS)).as(GROUP), col(values))
        .select(col(GROUP), posexplode(col(values)).as(new String[] {PLACE, VALUE}));
  }

  private void numbers() {
    for (NumberColumns.Summaries column : NumberColumns.of(cells, columns.numbers().size())) {
      int place = column.column();
      rows.addAll(
          NumberSummary.rows(
              columns.numbers().get(place).name(), columns.unit(place), column.groups()));
    }
  }

  /** Whether a column of so many levels is one of categories. */
  static boolean isCategory(long levels, long present) {
    return levels <= Math.min(LEVELS, Math.max(2, present / 2));
  }

  private void texts() {
    Dataset<Row> values =
        exploded(ProfileColumns.TEXTS).withColumn(VALUE, expr("if(value = '', null, value)"));
    List<Integer> categories = new ArrayList<>();
    for (Row row :
        values
            .filter(col(GROUP).equalTo(ProfileSample.ALL))
            .groupBy(PLACE)
            .agg(approx_count_distinct(VALUE), count(VALUE))
            .collectAsList()) {
      if (isCategory(row.getLong(1), row.getLong(2))) {
        categories.add(row.getInt(0));
      }
    }
    Map<Integer, LevelCounts> found = new TreeMap<>();
    for (Row row :
        values
            .filter(col(PLACE).isInCollection(categories))
            .groupBy(GROUP, PLACE, VALUE)
            .count()
            .collectAsList()) {
      found
          .computeIfAbsent(row.getInt(1), unused -> new LevelCounts())
          .add(row.getInt(0), row.isNullAt(2) ? null : row.getString(2), row.getLong(3));
    }
    found.forEach(
        (place, counts) ->
            rows.addAll(counts.rows(columns.texts().get(place).name(), KEPT_LEVELS)));
  }

  /** The rows of the columns of the largest effects, by cluster, then by falling effect. */
  static List<ProfileRow> largest(List<ProfileRow> rows) {
    Map<String, Double> sizes = new LinkedHashMap<>();
    rows.forEach(row -> sizes.merge(row.column(), row.size(), Math::max));
    Map<String, Integer> ranks = new HashMap<>();
    sizes.entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .limit(KEPT_COLUMNS)
        .forEach(entry -> ranks.put(entry.getKey(), ranks.size()));
    List<ProfileRow> kept = new ArrayList<>(rows);
    kept.removeIf(row -> !ranks.containsKey(row.column()));
    kept.sort(
        Comparator.comparingInt(ProfileRow::cluster)
            .thenComparing(row -> ranks.getOrDefault(row.column(), 0)));
    return kept;
  }

  /** The points of each group. */
  private Map<Integer, Long> points() {
    TreeMap<Integer, Long> points = new TreeMap<>();
    for (Row row :
        cells
            .select(explode(col(ProfileColumns.GROUPS)).as(GROUP))
            .groupBy(GROUP)
            .count()
            .collectAsList()) {
      points.put(row.getInt(0), row.getLong(1));
    }
    return points;
  }

  /** The terms whose share of points differs the most from that of all points. */
  private List<ProfileRow> terms() {
    Map<Integer, Long> points = points();
    long all = points.getOrDefault(ProfileSample.ALL, 0L);
    Column[] sizes = new Column[2 * points.size()];
    int at = 0;
    for (Map.Entry<Integer, Long> entry : points.entrySet()) {
      sizes[at++] = lit(entry.getKey());
      sizes[at++] = lit((double) entry.getValue());
    }
    Dataset<Row> counts =
        cells
            .select(
                explode(col(ProfileColumns.GROUPS)).as(GROUP),
                expr("array_distinct(" + ProfileColumns.TERMS + ")").as(ProfileColumns.TERMS))
            .select(col(GROUP), explode(col(ProfileColumns.TERMS)).as(VALUE))
            .groupBy(GROUP, VALUE)
            .count();
    Dataset<Row> of =
        counts
            .filter(col(GROUP).equalTo(ProfileSample.ALL))
            .select(col(VALUE), col("count").as("among"));
    List<Row> best =
        counts
            .filter(col(GROUP).geq(0))
            .join(of, VALUE)
            .withColumn(
                "share",
                col("count")
                    .divide(element_at(org.apache.spark.sql.functions.map(sizes), col(GROUP))))
            .withColumn("everywhere", col("among").divide(lit((double) all)))
            .withColumn("effect", expr("2 * (asin(sqrt(share)) - asin(sqrt(everywhere)))"))
            .withColumn(
                "rank",
                expr(
                    "row_number() over (partition by "
                        + GROUP
                        + " order by effect desc, value asc)"))
            .filter(col("rank").leq(KEPT_TERMS))
            .orderBy(col(GROUP), col("rank"))
            .select(GROUP, VALUE, "share", "everywhere")
            .collectAsList();
    return best.stream()
        .map(
            row ->
                ProfileRow.share(
                    row.getInt(0),
                    ProfileColumns.TERMS,
                    row.getString(1),
                    "share",
                    row.getDouble(2),
                    row.getDouble(3)))
        .toList();
  }
}
