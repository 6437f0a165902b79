package dev.concord.spark.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.config.Redaction;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * The output of an earlier run at a target.
 *
 * @param target its path without credentials
 * @param run its run.json, or null when there is no finished output with one
 * @param fault "file metrics.json": the first file that is missing or not as it was written, or the
 *     first table of a format with versions that stands at another commit; empty when all are there
 */
public record EarlierOutput(String target, @Nullable JsonNode run, String fault) {

  public static EarlierOutput of(Staging staging) throws IOException {
    String target = Redaction.text(staging.target().toString());
    JsonNode result = json(staging.read(OutputMarks.RESULT));
    JsonNode run = json(staging.read("run.json"));
    if (result == null
        || run == null
        || staging.isUnfinished()
        || !"ok".equals(result.path("status").asText())) {
      return new EarlierOutput(target, null, "");
    }
    String format = run.path("configuration").path("output").path("format").asText();
    String missing = Contents.of(staging.fileSystem(), staging.target(), format).missing();
    if (missing != null) {
      return new EarlierOutput(target, run, "file " + missing);
    }
    return new EarlierOutput(target, run, changedTable(staging, format));
  }

  private static String changedTable(Staging staging, String format) throws IOException {
    if (!TableVersions.has(format)) {
      return "";
    }
    JsonNode states = json(staging.read(OutputMarks.TABLES));
    if (states == null) {
      return "file " + OutputMarks.TABLES;
    }
    for (Map.Entry<String, JsonNode> table : states.properties()) {
      Path place = new Path(staging.target(), table.getKey());
      String now = TableVersions.state(staging.fileSystem(), place, format);
      if (now.isEmpty() || !now.equals(table.getValue().asText())) {
        return "table " + table.getKey();
      }
    }
    return "";
  }

  /** Whether it is whole and made from the inputs and settings of that digest. */
  public boolean isOf(String digest) {
    return run != null
        && fault.isEmpty()
        && digest.equals(run.path("identity").path("sha256").asText());
  }

  private static @Nullable JsonNode json(@Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      return new ObjectMapper().readTree(text);
    } catch (JsonProcessingException e) {
      return null;
    }
  }
}
