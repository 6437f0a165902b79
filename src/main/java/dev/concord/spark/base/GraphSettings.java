package dev.concord.spark.base;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.config.ConcordConfig;
import java.util.Map;
import java.util.TreeMap;

/** The block graph of a configuration, as texts by key. */
public final class GraphSettings {
  private GraphSettings() {}

  /** The settings in force. */
  public static Map<String, String> of(ConcordConfig config) {
    Map<String, String> settings = new TreeMap<>();
    try {
      JsonNode graph = new ObjectMapper().readTree(config.effective()).path("graph");
      graph.properties().forEach(key -> settings.put(key.getKey(), key.getValue().asText()));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the effective configuration is no JSON", e);
    }
    return settings;
  }
}
