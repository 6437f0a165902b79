package dev.concord.benchmark;

import dev.concord.report.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Values of a JSON object by their path; a number that is missing is NaN. */
record Facts(Map<String, Object> root) {
  static Facts read(Path file) throws IOException {
    return new Facts(Json.read(Files.readString(file)));
  }

  double number(String... path) {
    return at(path) instanceof Number number ? number.doubleValue() : Double.NaN;
  }

  String text(String... path) {
    Object value = at(path);
    return value == null ? "" : value.toString();
  }

  /** Entries of the list at {@code path}, 0 when there is none. */
  int size(String... path) {
    return at(path) instanceof List<?> list ? list.size() : 0;
  }

  /** The object at {@code path}, empty when there is none. */
  @SuppressWarnings("unchecked") // Keys of JSON objects are strings.
  Map<String, Object> object(String... path) {
    return at(path) instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
  }

  private @Nullable Object at(String... path) {
    Object value = root;
    for (String key : path) {
      value = value instanceof Map<?, ?> map ? map.get(key) : null;
    }
    return value;
  }
}
