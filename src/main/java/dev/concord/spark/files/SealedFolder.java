package dev.concord.spark.files;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.error.InputException;
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
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

/**
 * A folder of files whose manifest names every one with its bytes and SHA-256. The manifest is
 * written last and read first; nothing is used that does not have the digest it was written with.
 *
 * @param format value of "format" in the manifest
 * @param version value of "formatVersion"
 * @param faults the refusals of a folder that is not whole
 */
public record SealedFolder(String format, int version, Faults faults) {
  /** The manifest's file. */
  public static final String MANIFEST = "manifest.json";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** The refusals of a folder, in the words of what it holds. */
  public interface Faults {
    /** A file is missing, was changed or does not belong there. */
    InputException damaged(String file, String what);

    /** The manifest is that of something else. */
    InputException foreign();

    /**
     * Refuses versions that cannot be read.
     *
     * @throws InputException when this is one
     */
    void checkVersion(int found);
  }

  /** Whether a folder has a manifest. */
  public static boolean isThere(FileSystem fs, Path folder) throws IOException {
    return fs.exists(new Path(folder, MANIFEST));
  }

  /** Writes the manifest of the files that are there. One Spark job. */
  public void seal(JavaSparkContext context, Configuration hadoop, Path folder) throws IOException {
    FileSystem fs = folder.getFileSystem(hadoop);
    List<Object> files = new ArrayList<>();
    for (Digest digest :
        FileDigests.of(context, hadoop, folder.toString(), FileDigests.list(fs, folder))) {
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
    manifest.put("format", format);
    manifest.put("formatVersion", version);
    manifest.put("files", files);
    write(
        fs,
        new Path(folder, MANIFEST),
        MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(manifest));
  }

  /**
   * Checks the manifest and every file. One Spark job.
   *
   * @param required a file that must be among them
   * @throws InputException when something is amiss
   */
  public void verify(JavaSparkContext context, Configuration hadoop, Path folder, String required)
      throws IOException {
    FileSystem fs = folder.getFileSystem(hadoop);
    String root = fs.makeQualified(folder).toString();
    Map<String, JsonNode> listed = listed(manifest(fs, folder), required);
    Map<String, Digest> found = new HashMap<>();
    FileDigests.of(context, hadoop, root, List.copyOf(listed.keySet()))
        .forEach(digest -> found.put(digest.path(), digest));
    listed.forEach((name, file) -> check(name, file, found.get(name)));
    try {
      for (String name : FileDigests.list(fs, folder)) {
        if (!name.equals(MANIFEST) && !listed.containsKey(name)) {
          // A file too many in a table would be read with it.
          throw faults.damaged(name, "the manifest does not list it");
        }
      }
    } catch (IOException e) {
      throw faults.damaged("listing", String.valueOf(e.getMessage()));
    }
  }

  private JsonNode manifest(FileSystem fs, Path folder) throws IOException {
    JsonNode manifest;
    try {
      manifest = MAPPER.readTree(read(fs, new Path(folder, MANIFEST)));
    } catch (JsonProcessingException e) {
      throw faults.damaged(MANIFEST, "it is no JSON: " + e.getOriginalMessage());
    }
    if (!manifest.isObject()) {
      throw faults.damaged(MANIFEST, "it is no JSON object");
    }
    if (!manifest.path("format").asText().equals(format)) {
      throw faults.foreign();
    }
    int found = manifest.path("formatVersion").asInt(-1);
    if (found < 1 || !manifest.path("files").isArray()) {
      throw faults.damaged(MANIFEST, "it has no format version or lists no files");
    }
    faults.checkVersion(found);
    return manifest;
  }

  private Map<String, JsonNode> listed(JsonNode manifest, String required) {
    Map<String, JsonNode> listed = new LinkedHashMap<>();
    for (JsonNode file : manifest.get("files")) {
      listed.put(file.path("path").asText(), file);
    }
    if (!listed.containsKey(required)) {
      throw faults.damaged(MANIFEST, "it does not list " + required);
    }
    for (String name : listed.keySet()) {
      if (name.startsWith("/") || name.contains("..")) {
        throw faults.damaged(MANIFEST, "it lists " + name + ", which is outside the folder");
      }
    }
    return listed;
  }

  private void check(String name, JsonNode file, @Nullable Digest digest) {
    if (digest == null || !digest.problem().isEmpty()) {
      throw faults.damaged(name, "it cannot be read, " + (digest == null ? "" : digest.problem()));
    }
    if (digest.bytes() != file.path("bytes").asLong(-1)
        || !digest.sha256().equals(file.path("sha256").asText())) {
      throw faults.damaged(
          name,
          "its content (%s bytes) differs from the manifest (%s bytes, other digest)"
              .formatted(digest.bytes(), file.path("bytes").asLong(-1)));
    }
  }

  /** Writes a text, which must not be there. */
  public static void write(FileSystem fs, Path path, String text) throws IOException {
    try (OutputStream out = fs.create(path, false)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** The text of a file. */
  public static String read(FileSystem fs, Path path) throws IOException {
    try (InputStream in = fs.open(path)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (FileNotFoundException e) {
      throw new IOException("there is no " + path.getName(), e);
    }
  }
}
