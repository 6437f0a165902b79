package dev.concord.spark.output;

import dev.concord.error.InputException;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.method.EmbeddingExtension;
import dev.concord.spark.files.SealedFolder;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * A model on disk.
 *
 * <pre>
 * manifest.json   format, formatVersion, and every other file with its bytes and SHA-256
 * model.json      everything that is not a row: method, graph, scaling, centres, figures
 * points/         Parquet: row, id, cluster, scale, confidence, second, outlier (where computed),
 *                 extension (an array, where there is one)
 * features/       Parquet: row, values (bytes, little-endian, 4 or 8 a feature)
 * </pre>
 *
 * The manifest is written last and read first. Nothing is read that does not have the digest it was
 * written with, and nothing is ever read as a Java object.
 */
public final class ModelFolder {
  /** Value of "format" in {@code manifest.json} of every model. */
  public static final String FORMAT = ModelJson.FORMAT;

  private static final String FACTS = "model.json";

  private ModelFolder() {}

  /**
   * Writes a model.
   *
   * @param folder must not exist
   * @param features panel p in partition p, as they were read; null for a model of edges
   * @throws InputException when the file system refuses
   */
  public static void write(
      SparkSession spark,
      String folder,
      ModelContent content,
      @Nullable JavaRDD<FeaturePanel> features) {
    Path root = new Path(folder);
    ModelTables tables = new ModelTables(spark);
    EmbeddingExtension extension = content.extension();
    tables.writePoints(new Path(root, "points"), content);
    if (features != null && content.facts().takesFeatures()) {
      tables.writeFeatures(new Path(root, "features"), features);
    }
    Configuration hadoop = spark.sessionState().newHadoopConf();
    try {
      FileSystem fs = root.getFileSystem(hadoop);
      String text = ModelJson.write(content.facts(), extension);
      SealedFolder.write(fs, new Path(root, FACTS), text);
      sealed(folder).seal(JavaSparkContext.fromSparkContext(spark.sparkContext()), hadoop, root);
    } catch (IOException | FSError e) {
      throw new InputException(
          ("The model could not be written to %s (%s); check the rights and the free space, then"
                  + " run the command again.")
              .formatted(folder, e.getMessage()),
          e);
    }
  }

  private static SealedFolder sealed(String where) {
    return new SealedFolder(ModelJson.FORMAT, ModelJson.VERSION, new Refusals(where));
  }

  /** The refusals of a model that is not whole. */
  private record Refusals(String where) implements SealedFolder.Faults {
    @Override
    public InputException damaged(String file, String what) {
      return DamagedModel.at(where, file, what);
    }

    @Override
    public InputException foreign() {
      return new InputException(
          ("%s: its %s has no \"format\": \"%s\", so this is no model of Concord; name the output"
                  + " folder of a finished cluster run, or the folder model in it")
              .formatted(where, SealedFolder.MANIFEST, ModelJson.FORMAT));
    }

    @Override
    public void checkVersion(int found) {
      if (found > ModelJson.VERSION) {
        throw new InputException(
            ("%s: the model has format version %s, and this version of Concord reads up to %s; use"
                    + " the version of Concord that wrote it, or a later one")
                .formatted(where, found, ModelJson.VERSION));
      }
    }
  }

  /**
   * Reads a model after checking every one of its files.
   *
   * @param key what messages call the path: "model.path"
   * @param path the folder of a model, or of an output that holds one
   * @throws InputException when there is none, when it is damaged, or when a later version wrote it
   */
  public static TrainedModel read(SparkSession spark, String key, String path) {
    Configuration hadoop = spark.sessionState().newHadoopConf();
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    String where = key + " (" + path + ")";
    try {
      Path root = find(hadoop, where, new Path(path));
      FileSystem fs = root.getFileSystem(hadoop);
      String folder = fs.makeQualified(root).toString();
      sealed(where).verify(context, hadoop, root, FACTS);
      ModelJson.Content facts;
      try {
        facts = ModelJson.read(SealedFolder.read(fs, new Path(root, FACTS)));
      } catch (IllegalArgumentException e) {
        throw DamagedModel.at(where, FACTS, String.valueOf(e.getMessage()));
      }
      ModelContent content = ModelRows.content(spark, where, folder, facts);
      JavaRDD<FeaturePanel> features =
          facts.facts().takesFeatures()
              ? ModelRows.features(spark, where, folder, facts.facts())
              : null;
      return TrainedModel.of(context, content, features);
    } catch (IOException | IllegalArgumentException e) {
      throw new InputException(
          ("%s: the model cannot be read (%s); check the path and the rights, or make the model"
                  + " anew with the command cluster")
              .formatted(where, e.getMessage()),
          e);
    }
  }

  private static Path find(Configuration hadoop, String where, Path path) throws IOException {
    FileSystem fs = path.getFileSystem(hadoop);
    for (Path candidate : List.of(path, new Path(path, "model"))) {
      if (SealedFolder.isThere(fs, candidate)) {
        return candidate;
      }
    }
    boolean there = fs.exists(path);
    throw new InputException(
        where
            + ": there is no model"
            + (there
                ? ", the folder has no " + SealedFolder.MANIFEST
                : ", the folder does not exist")
            + "; name the output folder of a finished cluster run, or the folder model in it");
  }
}
