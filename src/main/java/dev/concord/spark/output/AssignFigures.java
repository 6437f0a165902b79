package dev.concord.spark.output;

import static org.apache.spark.sql.functions.avg;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * Figures of a table of assigned points, counted from the table as it was written.
 *
 * @param points rows
 * @param sizes points that went to each cluster
 * @param aside points of the training set that were set aside and have cluster -1
 * @param sources points by what decided
 * @param confidence mean
 * @param doubtful points of a confidence below one half
 * @param distance mean
 * @param largestDistance the largest
 */
record AssignFigures(
    long points,
    long[] sizes,
    long aside,
    Map<String, Long> sources,
    double confidence,
    long doubtful,
    double distance,
    double largestDistance) {

  /** One pass over the table. */
  static AssignFigures of(Dataset<Row> assigned, int clusters) {
    long[] sizes = new long[clusters];
    Map<String, Long> sources = new LinkedHashMap<>();
    for (String source : java.util.List.of("known", "constraint", "neighbors", "centre")) {
      sources.put(source, 0L);
    }
    long points = 0;
    long aside = 0;
    long doubtful = 0;
    double confidence = 0.0;
    double distance = 0.0;
    double largest = 0.0;
    for (Row row :
        assigned
            .groupBy("cluster", "source")
            .agg(
                count(lit(1)),
                avg("confidence"),
                sum(when(col("confidence").lt(0.5), 1L).otherwise(0L)),
                avg("distance"),
                max("distance"))
            .orderBy("cluster", "source")
            .collectAsList()) {
      long rows = row.getLong(2);
      int cluster = row.getInt(0);
      if (cluster < 0) {
        aside += rows;
      } else {
        sizes[cluster] += rows;
      }
      sources.merge(row.getString(1), rows, Long::sum);
      points += rows;
      confidence += rows * row.getDouble(3);
      doubtful += row.getLong(4);
      distance += rows * row.getDouble(5);
      largest = Math.max(largest, row.getDouble(6));
    }
    double all = Math.max(1L, points);
    return new AssignFigures(
        points, sizes, aside, sources, confidence / all, doubtful, distance / all, largest);
  }
}
