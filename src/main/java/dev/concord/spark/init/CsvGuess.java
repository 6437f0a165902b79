package dev.concord.spark.init;

import dev.concord.graph.features.ValueFormat;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** How a file of text is cut into fields: encoding, separator and header, by its beginning. */
final class CsvGuess {
  /** So many records are looked at. */
  private static final int RECORDS = 200;

  /** The comma last: where two fit equally well, it may be a decimal mark. */
  private static final String SEPARATORS = ";\t|,";

  private static final double USUAL = 0.9;

  private CsvGuess() {}

  /**
   * The options of Spark's reader that differ from its defaults.
   *
   * @param head the first bytes of the file
   * @param whole whether these are all
   */
  static Map<String, String> options(byte[] head, boolean whole) {
    Map<String, String> options = new LinkedHashMap<>();
    Charset charset = charset(head, whole);
    if (!charset.equals(StandardCharsets.UTF_8)) {
      options.put("encoding", charset.name());
    }
    if (charset.equals(StandardCharsets.UTF_16)) {
      options.put("multiLine", "true"); // lines of two bytes a character cannot be split
    }
    String text = new String(head, charset).replace("\uFEFF", "");
    char best = ',';
    double bestScore = 0.0;
    for (int s = 0; s < SEPARATORS.length(); s++) {
      char separator = SEPARATORS.charAt(s);
      double score = score(records(text, separator, whole));
      if (score > bestScore) {
        best = separator;
        bestScore = score;
      }
    }
    if (best != ',') {
      options.put("sep", best == '\t' ? "\\t" : String.valueOf(best));
    }
    List<List<String>> records = records(text, best, whole);
    if (records.stream().skip(1).flatMap(List::stream).anyMatch(CsvGuess::isPadded)) {
      options.put("ignoreLeadingWhiteSpace", "true");
      options.put("ignoreTrailingWhiteSpace", "true");
    }
    if (!hasHeader(records)) {
      options.put("header", "false");
    }
    return options;
  }

  private static boolean isPadded(String field) {
    return !field.equals(field.strip()) && ColumnLook.isNumber(field.strip());
  }

  private static Charset charset(byte[] head, boolean whole) {
    boolean wide = head.length > 1 && (head[0] & 0xff) + (head[1] & 0xff) == 0xff + 0xfe;
    if (wide) {
      return StandardCharsets.UTF_16;
    }
    int end = head.length;
    for (int back = 0; !whole && back < 4 && end > 0 && head[end - 1] < 0; back++) {
      end--; // a character that the end of the look cuts
    }
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(head, 0, end));
      return StandardCharsets.UTF_8;
    } catch (CharacterCodingException e) {
      return StandardCharsets.ISO_8859_1;
    }
  }

  /** The share of records with the usual number of fields, if that is 2 or more; else 0. */
  private static double score(List<List<String>> records) {
    Map<Integer, Long> widths =
        records.stream().collect(Collectors.groupingBy(List::size, Collectors.counting()));
    return widths.entrySet().stream()
        .filter(width -> width.getKey() > 1)
        .mapToDouble(width -> (double) width.getValue() / records.size())
        .filter(share -> share >= USUAL)
        .max()
        .orElse(0.0);
  }

  /** The records of a text, without a last one that may be cut. */
  private static List<List<String>> records(String text, char separator, boolean whole) {
    List<List<String>> records = new ArrayList<>();
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < text.length() && records.size() < RECORDS; i++) {
      char c = text.charAt(i);
      boolean ends = !quoted && (c == '\n' || c == separator);
      if (c == '"' && (quoted || field.isEmpty())) {
        quoted = !quoted;
      } else if (ends) {
        fields.add(field.toString());
        field.setLength(0);
      } else if (c != '\r' || quoted) {
        field.append(c);
      }
      if (ends && c == '\n') {
        if (fields.size() > 1 || !fields.get(0).isEmpty()) {
          records.add(List.copyOf(fields));
        }
        fields.clear();
      }
    }
    boolean last = whole && records.size() < RECORDS && (!fields.isEmpty() || !field.isEmpty());
    if (last) {
      fields.add(field.toString());
      records.add(List.copyOf(fields));
    }
    return records;
  }

  /** Whether the first record holds names: different texts, none of them a value. */
  private static boolean hasHeader(List<List<String>> records) {
    List<String> first = records.isEmpty() ? List.of() : records.get(0);
    boolean values =
        first.stream()
            .anyMatch(
                field -> ColumnLook.isNumber(field) || !ValueFormat.looksWritten(field).isEmpty());
    return !values && new HashSet<>(first).size() == first.size();
  }
}
