package dev.concord.figure;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A JSON object given as text, for a component of a record; keys stay in their order. */
public final class EmbeddedJson {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final ObjectNode root;

  private EmbeddedJson(ObjectNode root) {
    this.root = root;
  }

  /**
   * The object that {@code text} describes.
   *
   * @throws IllegalArgumentException when it is no JSON object
   */
  public static EmbeddedJson of(String text) {
    try {
      if (MAPPER.readTree(text) instanceof ObjectNode object) {
        return new EmbeddedJson(object);
      }
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no JSON object: " + e.getOriginalMessage(), e);
    }
    throw new IllegalArgumentException("no JSON object: " + text);
  }

  /** What is written in its place. */
  @JsonValue
  JsonNode root() {
    return root;
  }
}
