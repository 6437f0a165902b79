package dev.concord.label;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of a form or of a query. */
final class FormText {
  private FormText() {}

  /** The fields; of a name given twice the first counts. A broken escape makes no field. */
  static Map<String, String> fields(@Nullable String text) {
    Map<String, String> fields = new HashMap<>();
    if (text == null || text.isEmpty()) {
      return fields;
    }
    for (String part : text.split("&", -1)) {
      String[] pair = part.split("=", 2);
      String name = decoded(pair[0]);
      String value = pair.length == 2 ? decoded(pair[1]) : "";
      if (name != null && value != null) {
        fields.putIfAbsent(name, value);
      }
    }
    return fields;
  }

  private static @Nullable String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** A whole number, or {@code other}. */
  static int number(@Nullable String text, int other) {
    try {
      return text == null ? other : Integer.parseInt(text);
    } catch (NumberFormatException e) {
      return other;
    }
  }
}
