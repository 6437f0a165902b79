package dev.concord.spark.input.features;

import dev.concord.config.FeaturesConfig;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;

/** A format of features that is no table of Spark; its points are numbered as they are read. */
public interface FeatureFormat {
  /** The value of {@code input.features.format}. */
  String name();

  /** The points, as {@link FeatureReader#read(FeaturesConfig, int, ShapeCheck)} has them. */
  FeatureTable read(SparkSession spark, FeaturesConfig config, int panelRows, ShapeCheck shape);

  /** How many points there are. */
  int points(Configuration hadoop, FeaturesConfig config);
}
