package dev.concord.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.concord.figure.FigureJson;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Records of figures, nested maps, lists and primitive arrays as indented JSON. The same value
 * gives the same text: keys in the order of their map, "\n" between lines, shortest digits that
 * give a double back.
 */
public final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final JsonGenerator out;

  private Json(JsonGenerator out) {
    this.out = out;
  }

  /**
   * The text of {@code value}, a record or a map, with a last line end.
   *
   * @throws IllegalArgumentException naming the path of a value that JSON cannot hold: NaN, an
   *     infinity, a type unknown here
   */
  public static String write(Object value) {
    StringWriter text = new StringWriter();
    DefaultIndenter lines = new DefaultIndenter("  ", "\n");
    try (JsonGenerator out = MAPPER.createGenerator(text)) {
      out.setPrettyPrinter(new DefaultPrettyPrinter().withObjectIndenter(lines));
      new Json(out).value("", value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.append('\n').toString();
  }

  private void value(String path, @Nullable Object value) throws IOException {
    if (value == null) {
      out.writeNull();
    } else if (value instanceof Record figures) {
      value(path, FigureJson.tree(figures));
    } else if (value instanceof JsonNode node) {
      node(path, node);
    } else if (value instanceof String text) {
      out.writeString(text);
    } else if (value instanceof Boolean flag) {
      out.writeBoolean(flag);
    } else if (value instanceof Number number) {
      number(path, number);
    } else if (value instanceof Map<?, ?> map) {
      object(path, map);
    } else if (value instanceof Iterable<?> items) {
      list(path, items);
    } else if (value instanceof double[] array) {
      doubles(path, array);
    } else if (value instanceof int[] array) {
      out.writeArray(array, 0, array.length);
    } else if (value instanceof long[] array) {
      out.writeArray(array, 0, array.length);
    } else {
      throw new IllegalArgumentException(
          "at " + path + ": a " + value.getClass().getName() + " is no JSON value");
    }
  }

  private void node(String path, JsonNode node) throws IOException {
    if (node instanceof ObjectNode object) {
      Map<String, JsonNode> entries = new LinkedHashMap<>();
      object.properties().forEach(entry -> entries.put(entry.getKey(), entry.getValue()));
      object(path, entries);
    } else if (node.isArray()) {
      list(path, node);
    } else if (node.isNumber()) {
      number(path, node.numberValue());
    } else {
      out.writeTree(node);
    }
  }

  private void number(String path, Number number) throws IOException {
    if (number instanceof Integer || number instanceof Long || number instanceof Short) {
      out.writeNumber(number.longValue());
    } else if (number instanceof Double || number instanceof Float) {
      real(path, number.doubleValue());
    } else if (number instanceof BigInteger big) {
      out.writeNumber(big);
    } else if (number instanceof BigDecimal big) {
      out.writeNumber(big);
    } else {
      throw new IllegalArgumentException(
          "at " + path + ": a " + number.getClass().getName() + " is no JSON value");
    }
  }

  private void real(String path, double number) throws IOException {
    if (!Double.isFinite(number)) {
      throw new IllegalArgumentException("at " + path + ": " + number + " is no JSON number");
    }
    out.writeNumber(number);
  }

  private void object(String path, Map<?, ?> map) throws IOException {
    out.writeStartObject();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (!(entry.getKey() instanceof String key)) {
        throw new IllegalArgumentException(
            "at " + path + ": the key " + entry.getKey() + " is no text");
      }
      out.writeFieldName(key);
      value(path.isEmpty() ? key : path + "." + key, entry.getValue());
    }
    out.writeEndObject();
  }

  private void list(String path, Iterable<?> items) throws IOException {
    out.writeStartArray();
    int i = 0;
    for (Object item : items) {
      value(path + "[" + i + "]", item);
      i++;
    }
    out.writeEndArray();
  }

  private void doubles(String path, double[] array) throws IOException {
    out.writeStartArray();
    for (int i = 0; i < array.length; i++) {
      real(path + "[" + i + "]", array[i]);
    }
    out.writeEndArray();
  }
}
