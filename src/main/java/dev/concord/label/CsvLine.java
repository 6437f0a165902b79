package dev.concord.label;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Lines of CSV as RFC 4180 writes them: commas, and double quotes, which are doubled within a
 * quoted text. Where that cannot be, a backslash before a quote is read as Spark writes it. A
 * record is one line.
 */
final class CsvLine {
  private CsvLine() {}

  /** Whether a text can stand in one field: it has no end of line. */
  static boolean isWritable(String text) {
    return text.chars().noneMatch(c -> c == '\n' || c == '\r' || c == 0);
  }

  static String of(List<String> fields) {
    return fields.stream().map(CsvLine::field).collect(Collectors.joining(","));
  }

  private static String field(String text) {
    return needsQuotes(text) ? '"' + text.replace("\"", "\"\"") + '"' : text;
  }

  private static boolean needsQuotes(String text) {
    return text.indexOf(',') >= 0
        || text.indexOf('"') >= 0
        || text.startsWith("#")
        || !text.equals(text.strip());
  }

  /** The fields of a line; null when a quote is not closed. */
  static @Nullable List<String> fields(String line) {
    List<String> fields = fields(line, '"');
    return fields != null ? fields : fields(line, '\\');
  }

  /** The fields where {@code escape} stands before a quote in quotes; null when one is torn. */
  private static @Nullable List<String> fields(String line, char escape) {
    List<String> fields = new ArrayList<>();
    int at = 0;
    while (true) {
      StringBuilder field = new StringBuilder();
      boolean quoted = at < line.length() && line.charAt(at) == '"';
      if (quoted) {
        at = quoted(line, at + 1, escape, field);
        if (at < 0) {
          return null;
        }
      }
      int comma = line.indexOf(',', at);
      String rest = line.substring(at, comma < 0 ? line.length() : comma);
      if (quoted && !rest.isBlank()) {
        return null;
      }
      fields.add(quoted ? field.toString() : rest);
      if (comma < 0) {
        return fields;
      }
      at = comma + 1;
    }
  }

  /** Reads up to the closing quote; gives the place after it, or -1. */
  private static int quoted(String line, int from, char escape, StringBuilder field) {
    for (int at = from; at < line.length(); at++) {
      char c = line.charAt(at);
      boolean more = at + 1 < line.length();
      if (c == escape && more && (line.charAt(at + 1) == '"' || line.charAt(at + 1) == escape)) {
        field.append(line.charAt(++at));
      } else if (c == '"') {
        return at + 1;
      } else {
        field.append(c);
      }
    }
    return -1;
  }
}
