package dev.concord.ml;

import org.apache.spark.ml.param.Params;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsReader$;
import org.apache.spark.ml.util.DefaultParamsWriter$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.SparkSession;

/**
 * Saving and reading, in Spark ML's layout: the folder metadata with uid and parameters as JSON,
 * and beside it what the stage holds.
 */
final class Persistence {
  private Persistence() {}

  /** Writes what a stage holds beside its parameters. */
  @FunctionalInterface
  interface Content {
    void write(SparkSession spark, String path);
  }

  /** Makes a stage out of what was written beside its parameters. */
  @FunctionalInterface
  interface Maker<T> {
    T make(String uid, SparkSession spark, String path);
  }

  static MLWriter writer(Params stage, Content content) {
    return new MLWriter() {
      @Override
      @SuppressWarnings("deprecation") // Spark 3.5 has only the one with a SparkContext
      public void saveImpl(String path) {
        DefaultParamsWriter$.MODULE$.saveMetadata(
            stage, path, sparkSession().sparkContext(), scala.Option.empty(), scala.Option.empty());
        content.write(sparkSession(), path);
      }
    };
  }

  static <T extends Params> MLReader<T> reader(Class<T> type, Maker<T> maker) {
    return new MLReader<>() {
      @Override
      @SuppressWarnings("deprecation") // Spark 3.5 has only the one with a SparkContext
      public T load(String path) {
        DefaultParamsReader.Metadata metadata =
            DefaultParamsReader$.MODULE$.loadMetadata(
                path, sparkSession().sparkContext(), type.getName());
        T stage = maker.make(metadata.uid(), sparkSession(), path);
        metadata.getAndSetParams(stage, scala.Option.empty());
        return stage;
      }
    };
  }
}
