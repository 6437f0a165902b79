package dev.concord.spark.input;

import dev.concord.graph.FeaturePanel;
import dev.concord.spark.IdTable;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;

/**
 * The feature table, checked and cut into panels.
 *
 * @param ids the points' ids; the dense index of a point is its row here
 * @param panels one panel a partition, partition p holding panel p; persisted and materialized
 * @param n number of points
 * @param dim features a point
 * @param panelRows rows of every panel but the last, which may have fewer
 * @param bytes bytes of memory that the panels take
 * @param columns the columns read, in order; a vector column is one entry
 */
public record FeatureTable(
    IdTable ids,
    JavaRDD<FeaturePanel> panels,
    int n,
    int dim,
    int panelRows,
    long bytes,
    List<String> columns) {

  public FeatureTable {
    columns = List.copyOf(columns);
  }

  /** Frees the memory that the panels take on the executors. */
  public void release() {
    panels.unpersist(false);
  }
}
