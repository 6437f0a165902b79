package dev.concord.spark.input.pairs;

import dev.concord.config.FeaturesConfig;
import dev.concord.config.TableConfig;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** A format of labels that names no ids. */
public interface LabelFormat {
  /** The value of {@code input.labels.format}. */
  String name();

  /**
   * The labels of all points.
   *
   * @param features what the points are, or null where they are given by edges
   */
  Labeling read(SparkSession spark, TableConfig labels, @Nullable FeaturesConfig features);
}
