package dev.concord.spark.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.concord.figure.FigureJson;
import dev.concord.spark.files.ContentHash;
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
 * @param facts a record as JSON
 * @param warnings of the stage
 */
record StageManifest(
    int formatVersion,
    String stage,
    Map<String, String> key,
    String digest,
    Map<String, Table> tables,
    ObjectNode facts,
    List<String> warnings) {
  /** The name of its file in a stage's folder. */
  static final String FILE = "manifest.json";

  static final int FORMAT_VERSION = 2;

  private static final String CHECKSUM = "sha256";
  private static final ObjectMapper MAPPER = new ObjectMapper();

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

  /** Of a result whose tables are written. */
  static StageManifest of(
      String stage, StageKey key, Map<String, Table> tables, SavedStage result) {
    return new StageManifest(
        FORMAT_VERSION,
        stage,
        key.parts(),
        key.digest(),
        tables,
        result.facts(),
        result.warnings());
  }

  /** As JSON. */
  String write() {
    ObjectNode json = FigureJson.tree(this);
    json.put(CHECKSUM, hash(json));
    return json.toPrettyString();
  }

  private static String hash(ObjectNode json) {
    return new ContentHash().add(json.toString()).hex();
  }

  /** From JSON. */
  static StageManifest read(String text) throws Unusable {
    try {
      if (!(MAPPER.readTree(text) instanceof ObjectNode json)) {
        throw new Unusable("its manifest is damaged");
      }
      JsonNode version = json.path("formatVersion");
      if (!version.isInt() || version.intValue() != FORMAT_VERSION) {
        throw new Unusable(
            "its manifest has format version %s, this version of Concord reads %s"
                .formatted(version.asText(), FORMAT_VERSION));
      }
      JsonNode checksum = json.remove(CHECKSUM);
      if (checksum == null || !hash(json).equals(checksum.textValue())) {
        throw new Unusable("its manifest is damaged");
      }
      return FigureJson.read(json, StageManifest.class);
    } catch (JsonProcessingException | IllegalArgumentException e) {
      throw new Unusable("its manifest is damaged");
    }
  }
}
