package dev.concord.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The keys of a JSON document with the types of their values. */
final class KeyPaths {
  /** Contents that have tests of their own, or names that change from run to run. */
  private static final Set<String> OPAQUE = Set.of("configuration", "files");

  private KeyPaths() {}

  /**
   * One line a key: its path and the type of its value; rows of a list are one, per set of keys.
   */
  static String lines(String path, JsonNode node) {
    StringBuilder text = new StringBuilder();
    if (node.isObject()) {
      for (Map.Entry<String, JsonNode> entry : node.properties()) {
        String own = "  " + path + entry.getKey();
        JsonNode value = entry.getValue();
        text.append(own).append(" : ").append(type(value)).append('\n');
        if (!OPAQUE.contains(path + entry.getKey())) {
          text.append(lines(path + entry.getKey() + ".", value));
        }
      }
    } else if (node.isArray()) {
      Set<String> rows = new LinkedHashSet<>();
      node.forEach(row -> rows.add(lines(path.replaceAll("\\.$", "[]."), row)));
      rows.forEach(text::append);
    }
    return text.toString();
  }

  private static String type(JsonNode node) {
    if (!node.isArray()) {
      return node.isIntegralNumber()
          ? "integer"
          : node.getNodeType().name().toLowerCase(Locale.ROOT);
    }
    Set<String> types = new TreeSet<>();
    node.forEach(item -> types.add(type(item)));
    return "list of " + String.join(" or ", types);
  }
}
