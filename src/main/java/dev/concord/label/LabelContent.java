package dev.concord.label;

import dev.concord.error.InputException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * The content of a table of answers.
 *
 * @param rows in the order of the file, questions without an answer too
 * @param whole so many bytes of the file are whole lines; behind them the last line begins
 * @param last the last line, which has no end; empty where all lines have one
 */
record LabelContent(LabelColumns columns, List<LabelRow> rows, int whole, String last) {

  /**
   * Reads what a file holds.
   *
   * @param number of the row that a line becomes
   * @throws InputException when it is no table of answers
   */
  static LabelContent of(
      byte[] bytes, LabelNames names, String place, ToLongFunction<String> number) {
    int whole = bytes.length;
    while (whole > 0 && bytes[whole - 1] != '\n') {
      whole--;
    }
    String text = decoded(Arrays.copyOf(bytes, whole), place);
    String last = new String(bytes, whole, bytes.length - whole, StandardCharsets.UTF_8);
    LabelColumns fresh = LabelColumns.fresh(names);
    if (text.isEmpty() && (CsvLine.of(fresh.header()) + "\n").startsWith(last)) {
      return new LabelContent(fresh, List.of(), whole, last);
    }
    List<String> lines = text.lines().toList();
    String top = lines.isEmpty() ? strip(last) : lines.get(0);
    LabelColumns columns =
        LabelColumns.of(top.startsWith("\uFEFF") ? top.substring(1) : top, names, place);
    List<LabelRow> rows = new ArrayList<>();
    for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
      if (!line.isBlank()) {
        rows.add(row(columns, line, number, rows.size(), place));
      }
    }
    return new LabelContent(columns, settled(columns, rows), whole, last);
  }

  private static String decoded(byte[] bytes, String place) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new InputException(
          place + ": the file is not in UTF-8, and label would write other ids; save it as UTF-8",
          e);
    }
  }

  private static LabelRow row(
      LabelColumns columns, String line, ToLongFunction<String> number, int before, String place) {
    LabelRow row = columns.row(number.applyAsLong(line), line);
    if (row == null) {
      throw new InputException(
          ("%s: row %s is no judged pair on one line: '%s'; it needs two points and must-link,"
                  + " cannot-link or unsure, so correct or remove the row")
              .formatted(
                  place, before + 1, line.length() > 60 ? line.substring(0, 60) + "..." : line));
    }
    return row;
  }

  /** A line as Windows ends it has one character more. */
  private static String strip(String line) {
    return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
  }

  /** Whether the last line is a part of what {@link LabelTable#append} writes. */
  boolean isTorn() {
    return whole > 0 && !last.isEmpty() && !columns.isWhole(strip(last));
  }

  /** Whether the file needs an end of line, or the rest of its header. */
  String missing() {
    if (whole > 0) {
      return last.isEmpty() ? "" : "\n";
    }
    String header = CsvLine.of(columns.header()) + "\n";
    return header.startsWith(last) ? header.substring(last.length()) : "\n";
  }

  /** The same content, of which the last line is a row. */
  LabelContent withLast(ToLongFunction<String> number, String place) {
    if (whole == 0 || last.isBlank()) {
      return this;
    }
    List<LabelRow> all = new ArrayList<>(rows);
    all.add(row(columns, strip(last), number, rows.size(), place));
    return new LabelContent(columns, settled(columns, all), whole, last);
  }

  /** Rows of a kind that another row about the pair replaces count as unsure. */
  private static List<LabelRow> settled(LabelColumns columns, List<LabelRow> rows) {
    Map<Set<String>, Set<AnswerKind>> replaced = new HashMap<>();
    for (LabelRow row : rows) {
      AnswerKind before = row.open() ? null : columns.replaces(row.line());
      if (before != null && before != row.kind()) {
        replaced.computeIfAbsent(row.pair(), pair -> EnumSet.noneOf(AnswerKind.class)).add(before);
      }
    }
    return rows.stream()
        .map(
            row ->
                replaced.getOrDefault(row.pair(), Set.of()).contains(row.kind())
                    ? row.replaced()
                    : row)
        .toList();
  }

  /** The text of a file. */
  static String text(LabelColumns columns, List<LabelRow> rows) {
    return CsvLine.of(columns.header())
        + "\n"
        + rows.stream().map(row -> row.line() + "\n").collect(Collectors.joining());
  }
}
