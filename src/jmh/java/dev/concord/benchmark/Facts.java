package dev.concord.benchmark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Values of a JSON object by their path; a number that is missing is NaN. */
record Facts(JsonNode root) {
  /** Facts without any. */
  static final Facts NONE = new Facts(MissingNode.getInstance());

  static Facts read(Path file) throws IOException {
    return of(Files.readString(file));
  }

  /**
   * The facts in a JSON text.
   *
   * @throws IllegalArgumentException when it is none
   */
  static Facts of(String json) {
    try {
      return new Facts(new ObjectMapper().readTree(json));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no JSON: " + e.getOriginalMessage(), e);
    }
  }

  double number(String... path) {
    JsonNode value = at(path);
    return value.isNumber() ? value.doubleValue() : Double.NaN;
  }

  String text(String... path) {
    return at(path).asText();
  }

  /** Entries of the list at {@code path}, 0 when there is none. */
  int size(String... path) {
    JsonNode value = at(path);
    return value.isArray() ? value.size() : 0;
  }

  /** The object at {@code path}, empty when there is none. */
  JsonNode object(String... path) {
    return at(path);
  }

  private JsonNode at(String... path) {
    JsonNode value = root;
    for (String key : path) {
      value = value.path(key);
    }
    return value;
  }
}
