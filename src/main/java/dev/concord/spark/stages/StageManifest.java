package dev.concord.spark.stages;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.concord.spark.files.ContentHash;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The manifest of a stage's folder: files with lengths and SHA-256, tables with row counts and
 * content hashes, the key they were made for, and the stage's figures. Its own text is protected by
 * a SHA-256 too.
 *
 * @param key the parts of the stage's key
 * @param digest the key's digest
 * @param tables by name
 * @param facts figures
 */
record StageManifest(
    String stage,
    Map<String, String> key,
    String digest,
    Map<String, Table> tables,
    Map<String, Object> facts) {
  /** The name of its file in a stage's folder. */
  static final String FILE = "manifest.json";

  static final int FORMAT_VERSION = 1;

  private static final String CHECKSUM = "sha256";
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** A table: its content hash, its columns, its files. */
  record Table(
      int rows, String sha256, List<String> names, List<StageTable.Kind> kinds, List<File> files) {}

  /** A file: its path below the stage's folder, its bytes and their SHA-256. */
  record File(String path, long bytes, String sha256) {}

  /** A manifest that cannot be used; the message has the reason. */
  static final class Unusable extends Exception {
    private static final long serialVersionUID = 1L;

    Unusable(String why) {
      super(why);
    }
  }

  /** As JSON. */
  String write() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("formatVersion", FORMAT_VERSION);
    json.put("stage", stage);
    json.put("key", key);
    json.put("digest", digest);
    Map<String, Object> tablesJson = new LinkedHashMap<>();
    tables.forEach((name, table) -> tablesJson.put(name, json(table)));
    json.put("tables", tablesJson);
    json.put("facts", facts);
    // Read back once: arrays of figures become lists, so that the hash is that of the text.
    Map<String, Object> plain = parsed(text(json));
    plain.put(CHECKSUM, new ContentHash().add(text(plain)).hex());
    return text(plain);
  }

  private static Map<String, Object> json(Table table) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("rows", table.rows());
    json.put(CHECKSUM, table.sha256());
    List<Object> columns = new ArrayList<>();
    for (int c = 0; c < table.names().size(); c++) {
      columns.add(Map.of("name", table.names().get(c), "kind", table.kinds().get(c).name()));
    }
    json.put("columns", columns);
    List<Object> files = new ArrayList<>();
    for (File file : table.files()) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("path", file.path());
      entry.put("bytes", file.bytes());
      entry.put(CHECKSUM, file.sha256());
      files.add(entry);
    }
    json.put("files", files);
    return json;
  }

  /** From JSON. */
  static StageManifest read(String text) throws Unusable {
    try {
      Map<String, Object> json = parsed(text);
      if (!Integer.valueOf(FORMAT_VERSION).equals(json.get("formatVersion"))) {
        throw new Unusable(
            "its manifest has format version "
                + json.get("formatVersion")
                + ", this version of Concord reads "
                + FORMAT_VERSION);
      }
      Object checksum = json.remove(CHECKSUM);
      if (!new ContentHash().add(text(json)).hex().equals(checksum)) {
        throw new Unusable("its manifest is damaged");
      }
      Map<String, String> key = new LinkedHashMap<>();
      Map<String, Object> parts = object(json, "key");
      parts.keySet().forEach(name -> key.put(name, text(parts, name)));
      Map<String, Table> tables = new LinkedHashMap<>();
      Map<String, Object> described = object(json, "tables");
      for (String name : described.keySet()) {
        tables.put(name, table(object(described, name)));
      }
      return new StageManifest(
          text(json, "stage"), key, text(json, "digest"), tables, object(json, "facts"));
    } catch (IllegalArgumentException | ClassCastException e) {
      throw new Unusable("its manifest is damaged");
    }
  }

  private static Table table(Map<String, Object> json) {
    List<String> names = new ArrayList<>();
    List<StageTable.Kind> kinds = new ArrayList<>();
    for (Map<String, Object> column : objects(json, "columns")) {
      names.add(text(column, "name"));
      kinds.add(StageTable.Kind.valueOf(text(column, "kind")));
    }
    List<File> files = new ArrayList<>();
    for (Map<String, Object> file : objects(json, "files")) {
      files.add(
          new File(
              text(file, "path"),
              need(file, "bytes", Number.class).longValue(),
              text(file, CHECKSUM)));
    }
    int rows = need(json, "rows", Integer.class);
    return new Table(rows, text(json, CHECKSUM), names, kinds, files);
  }

  private static <T> T need(Map<String, Object> json, String name, Class<T> type) {
    Object value = json.get(name);
    if (!type.isInstance(value)) {
      throw new IllegalArgumentException("no " + name);
    }
    return type.cast(value);
  }

  private static String text(Map<String, Object> json, String name) {
    return need(json, name, String.class);
  }

  @SuppressWarnings("unchecked") // JSON objects have texts for keys
  private static Map<String, Object> object(Map<String, Object> json, String name) {
    return need(json, name, Map.class);
  }

  @SuppressWarnings("unchecked") // as above
  private static List<Map<String, Object>> objects(Map<String, Object> json, String name) {
    return need(json, name, List.class);
  }

  private static Map<String, Object> parsed(String text) {
    try {
      return MAPPER.readValue(text, new TypeReference<LinkedHashMap<String, Object>>() {});
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no JSON object", e);
    }
  }

  private static String text(Map<String, Object> json) {
    try {
      return MAPPER.writeValueAsString(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("figures that JSON cannot hold", e);
    }
  }
}
