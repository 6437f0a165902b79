package dev.concord.ml;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.fs.Path;
import org.apache.spark.ml.param.Params;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsReader$;
import org.apache.spark.ml.util.DefaultParamsWriter$;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

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

  /** Writes judged pairs; null: none. */
  static Content pairs(@Nullable Dataset<Row> pairs) {
    return (spark, path) -> {
      if (pairs != null) {
        pairs.write().parquet(pairsIn(path).toString());
      }
    };
  }

  /**
   * The judged pairs that were written, in memory, so that the folder may be overwritten; or null.
   */
  static @Nullable Dataset<Row> pairs(SparkSession spark, String path) {
    Path folder = pairsIn(path);
    try {
      if (!folder.getFileSystem(spark.sessionState().newHadoopConf()).exists(folder)) {
        return null;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Dataset<Row> table = spark.read().parquet(folder.toString());
    return spark.createDataFrame(table.collectAsList(), table.schema());
  }

  private static Path pairsIn(String path) {
    return new Path(path, "constraints");
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
