package dev.concord.ml;

import dev.concord.spark.model.ModelFolder;
import dev.concord.spark.model.TrainedModel;
import java.io.IOException;
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

/**
 * Saving and reading, in Spark ML's layout: the folder metadata with uid and parameters as JSON,
 * and beside it constraints (Parquet) of an estimator, or the model as the command cluster writes
 * it.
 */
final class Persistence {
  private static final String CONSTRAINTS = "constraints";
  private static final String MODEL = "model";

  private Persistence() {}

  static MLWriter writer(ConstrainedSpectralClustering estimator) {
    return new MLWriter() {
      @Override
      public void saveImpl(String path) {
        metadata(estimator, path, sparkSession());
        Dataset<Row> constraints = estimator.getConstraints();
        if (constraints != null) {
          constraints.write().parquet(new Path(path, CONSTRAINTS).toString());
        }
      }
    };
  }

  static MLWriter writer(ConstrainedSpectralClusteringModel model) {
    return new MLWriter() {
      @Override
      public void saveImpl(String path) {
        metadata(model, path, sparkSession());
        TrainedModel trained = model.trained();
        ModelFolder.write(
            sparkSession(),
            new Path(path, MODEL).toString(),
            trained.content(),
            trained.features());
      }
    };
  }

  private static void metadata(Params stage, String path, SparkSession spark) {
    DefaultParamsWriter$.MODULE$.saveMetadata(stage, path, spark);
  }

  static MLReader<ConstrainedSpectralClustering> estimators() {
    return new MLReader<>() {
      @Override
      public ConstrainedSpectralClustering load(String path) {
        DefaultParamsReader.Metadata metadata =
            read(path, sparkSession(), ConstrainedSpectralClustering.class);
        ConstrainedSpectralClustering estimator = new ConstrainedSpectralClustering(metadata.uid());
        metadata.getAndSetParams(estimator, scala.Option.empty());
        String constraints = new Path(path, CONSTRAINTS).toString();
        if (exists(sparkSession(), constraints)) {
          estimator.setConstraints(sparkSession().read().parquet(constraints));
        }
        return estimator;
      }
    };
  }

  static MLReader<ConstrainedSpectralClusteringModel> models() {
    return new MLReader<>() {
      @Override
      public ConstrainedSpectralClusteringModel load(String path) {
        DefaultParamsReader.Metadata metadata =
            read(path, sparkSession(), ConstrainedSpectralClusteringModel.class);
        TrainedModel trained =
            ModelFolder.read(sparkSession(), "model", new Path(path, MODEL).toString());
        ConstrainedSpectralClusteringModel model =
            new ConstrainedSpectralClusteringModel(metadata.uid(), trained);
        metadata.getAndSetParams(model, scala.Option.empty());
        return model;
      }
    };
  }

  private static DefaultParamsReader.Metadata read(
      String path, SparkSession spark, Class<?> expected) {
    return DefaultParamsReader$.MODULE$.loadMetadata(path, spark, expected.getName());
  }

  private static boolean exists(SparkSession spark, String path) {
    Path folder = new Path(path);
    try {
      return folder.getFileSystem(spark.sessionState().newHadoopConf()).exists(folder);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
