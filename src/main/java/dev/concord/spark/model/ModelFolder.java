package dev.concord.spark.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.concord.error.InputException;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.method.assign.EmbeddingExtension;
import dev.concord.spark.files.FileDigests;
import dev.concord.spark.files.FileDigests.Digest;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  private static final String MANIFEST = "manifest.json";
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
      text(fs, new Path(root, FACTS), ModelJson.write(content.facts(), extension));
      List<Object> files = new ArrayList<>();
      JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
      for (Digest digest : FileDigests.of(context, hadoop, folder, FileDigests.list(fs, root))) {
        if (!digest.problem().isEmpty()) {
          throw new IOException(digest.path() + ": " + digest.problem());
        }
        Map<String, Object> file = new LinkedHashMap<>();
        file.put("path", digest.path());
        file.put("bytes", digest.bytes());
        file.put("sha256", digest.sha256());
        files.add(file);
      }
      Map<String, Object> manifest = new LinkedHashMap<>();
      manifest.put("format", ModelJson.FORMAT);
      manifest.put("formatVersion", ModelJson.VERSION);
      manifest.put("files", files);
      text(fs, new Path(root, MANIFEST), ModelJson.text(manifest));
    } catch (IOException | FSError e) {
      throw new InputException(
          "The model could not be written to "
              + folder
              + " ("
              + e.getMessage()
              + "); check the rights and the free space, then run the command again.",
          e);
    }
  }

  private static void text(FileSystem fs, Path path, String text) throws IOException {
    try (OutputStream out = fs.create(path, false)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
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
      verify(context, hadoop, where, folder, manifest(fs, where, root));
      ModelJson.Content facts;
      try {
        facts = ModelJson.read(read(fs, new Path(root, FACTS)));
      } catch (IllegalArgumentException e) {
        throw DamagedModel.at(where, FACTS, String.valueOf(e.getMessage()));
      }
      ModelContent content = ModelRows.content(spark, where, folder, facts);
      JavaRDD<FeaturePanel> features =
          facts.facts().takesFeatures() ? ModelRows.features(spark, folder, facts.facts()) : null;
      return TrainedModel.of(context, content, features);
    } catch (IOException | IllegalArgumentException e) {
      throw new InputException(
          where
              + ": the model cannot be read ("
              + e.getMessage()
              + "); check the path and the rights, or make the model anew with the command cluster",
          e);
    }
  }

  private static Path find(Configuration hadoop, String where, Path path) throws IOException {
    FileSystem fs = path.getFileSystem(hadoop);
    for (Path candidate : List.of(path, new Path(path, "model"))) {
      if (fs.exists(new Path(candidate, MANIFEST))) {
        return candidate;
      }
    }
    boolean there = fs.exists(path);
    throw new InputException(
        where
            + ": there is no model"
            + (there ? ", the folder has no " + MANIFEST : ", the folder does not exist")
            + "; name the output folder of a finished cluster run, or the folder model in it");
  }

  private static JsonNode manifest(FileSystem fs, String where, Path root) throws IOException {
    JsonNode manifest;
    try {
      manifest = ModelJson.tree(read(fs, new Path(root, MANIFEST)));
    } catch (IllegalArgumentException e) {
      throw DamagedModel.at(where, MANIFEST, String.valueOf(e.getMessage()));
    }
    if (!manifest.path("format").asText().equals(ModelJson.FORMAT)) {
      throw new InputException(
          where
              + ": its "
              + MANIFEST
              + " has no \"format\": \""
              + ModelJson.FORMAT
              + "\", so this is no model of Concord; name the output folder of a finished cluster"
              + " run, or the folder model in it");
    }
    int version = manifest.path("formatVersion").asInt(-1);
    if (version > ModelJson.VERSION) {
      throw new InputException(
          where
              + ": the model has format version "
              + version
              + ", and this version of Concord reads up to "
              + ModelJson.VERSION
              + "; use the version of Concord that wrote it, or a later one");
    }
    if (version < 1 || !manifest.path("files").isArray()) {
      throw DamagedModel.at(where, MANIFEST, "it has no format version or lists no files");
    }
    return manifest;
  }

  private static void verify(
      JavaSparkContext context,
      Configuration hadoop,
      String where,
      String folder,
      JsonNode manifest) {
    Map<String, JsonNode> listed = new LinkedHashMap<>();
    for (JsonNode file : manifest.get("files")) {
      listed.put(file.path("path").asText(), file);
    }
    if (!listed.containsKey(FACTS)) {
      throw DamagedModel.at(where, MANIFEST, "it does not list " + FACTS);
    }
    for (String name : listed.keySet()) {
      if (name.startsWith("/") || name.contains("..")) {
        throw DamagedModel.at(where, MANIFEST, "it lists " + name + ", which is outside the model");
      }
    }
    Map<String, Digest> found = new HashMap<>();
    FileDigests.of(context, hadoop, folder, List.copyOf(listed.keySet()))
        .forEach(digest -> found.put(digest.path(), digest));
    listed.forEach(
        (name, file) -> {
          Digest digest = found.get(name);
          if (digest == null || !digest.problem().isEmpty()) {
            throw DamagedModel.at(
                where, name, "it cannot be read, " + (digest == null ? "" : digest.problem()));
          }
          if (digest.bytes() != file.path("bytes").asLong(-1)
              || !digest.sha256().equals(file.path("sha256").asText())) {
            throw DamagedModel.at(
                where,
                name,
                "its content ("
                    + digest.bytes()
                    + " bytes) differs from the manifest ("
                    + file.path("bytes").asLong(-1)
                    + " bytes, other digest)");
          }
        });
    refuseForeignFiles(hadoop, where, folder, listed);
  }

  /** A file too many in a table would be read with it. */
  private static void refuseForeignFiles(
      Configuration hadoop, String where, String folder, Map<String, JsonNode> listed) {
    Path root = new Path(folder);
    try {
      FileSystem fs = root.getFileSystem(hadoop);
      for (String name : FileDigests.list(fs, root)) {
        if (!name.equals(MANIFEST) && !listed.containsKey(name)) {
          throw DamagedModel.at(where, name, "the manifest does not list it");
        }
      }
    } catch (IOException e) {
      throw DamagedModel.at(where, "listing", String.valueOf(e.getMessage()));
    }
  }

  private static String read(FileSystem fs, Path path) throws IOException {
    try (InputStream in = fs.open(path)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (FileNotFoundException e) {
      throw new IOException("there is no " + path.getName(), e);
    }
  }
}
