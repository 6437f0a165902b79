package dev.concord.label.table;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Lines of CSV as Spark reads and writes them by default: commas, double quotes, and a backslash
 * before a quote inside quotes. A record is one line.
 */
final class CsvLine {
  private CsvLine() {}

  /**
   * Whether a text can stand in one field: no end of line, and not both a quote and a backslash.
   */
  static boolean isWritable(String text) {
    return text.chars().noneMatch(c -> c == '\n' || c == '\r' || c == 0)
        && !(needsQuotes(text) && text.indexOf('\\') >= 0);
  }

  static String of(List<String> fields) {
    return fields.stream().map(CsvLine::field).collect(Collectors.joining(","));
  }

  private static String field(String text) {
    return needsQuotes(text) ? '"' + text.replace("\"", "\\\"") + '"' : text;
  }

  private static boolean needsQuotes(String text) {
    return text.indexOf(',') >= 0
        || text.indexOf('"') >= 0
        || text.startsWith("#")
        || !text.equals(text.strip());
  }

  /** The fields of a line; null when a quote is not closed. */
  static @Nullable List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    int at = 0;
    while (true) {
      StringBuilder field = new StringBuilder();
      if (at < line.length() && line.charAt(at) == '"') {
        at = quoted(line, at + 1, field);
        if (at < 0) {
          return null;
        }
      }
      int comma = line.indexOf(',', at);
      field.append(line, at, comma < 0 ? line.length() : comma);
      fields.add(field.toString());
      if (comma < 0) {
        return fields;
      }
      at = comma + 1;
    }
  }

  /** Reads up to the closing quote; gives the place after it, or -1. */
  private static int quoted(String line, int from, StringBuilder field) {
    for (int at = from; at < line.length(); at++) {
      char c = line.charAt(at);
      boolean more = at + 1 < line.length();
      if (c == '\\' && more && (line.charAt(at + 1) == '"' || line.charAt(at + 1) == '\\')) {
        field.append(line.charAt(++at));
      } else if (c == '"' && more && line.charAt(at + 1) == '"') {
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
