package dev.concord.label;

import dev.concord.constraint.PairKind;
import dev.concord.error.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a table of answers.
 *
 * @param header all of them in their order
 * @param first place of the first point
 * @param second place of the second point
 * @param kind place of the answer
 * @param weight place of the weight, or -1
 * @param words gives the kind that a word of the user's means
 */
record LabelColumns(
    List<String> header, int first, int second, int kind, int weight, UnaryOperator<String> words) {
  private static final String WHO = "who";
  private static final String WHEN = "when";
  private static final String SAID = "said";
  private static final String REPLACES = "replaces";
  private static final String TIME = "0000-00-00T00:00:00Z";

  /** The columns of a new table. */
  static LabelColumns fresh(LabelNames names) {
    return new LabelColumns(
        List.of(names.first(), names.second(), names.kind(), WHO, WHEN),
        0,
        1,
        2,
        -1,
        names.words());
  }

  /**
   * The columns that a header names.
   *
   * @throws InputException when one is missing
   */
  static LabelColumns of(String line, LabelNames names, String place) {
    List<String> header = CsvLine.fields(line);
    if (header == null) {
      throw new InputException(place + ": the first line is no header of CSV; correct the table");
    }
    return new LabelColumns(
        header,
        at(header, names.first(), "first", place),
        at(header, names.second(), "second", place),
        at(header, names.kind(), "kind", place),
        header.indexOf(names.weight()),
        names.words());
  }

  private static int at(List<String> header, String name, String key, String place) {
    int at = header.indexOf(name);
    if (at < 0) {
      throw new InputException(
          ("%s: there is no column %s (input.constraints.%s), so label cannot add answers; the"
                  + " table has %s")
              .formatted(place, name, key, String.join(", ", header)));
    }
    return at;
  }

  String line(String a, String b, AnswerKind answer, String who, String when) {
    String[] fields = new String[header.size()];
    Arrays.fill(fields, "");
    set(fields, header.indexOf(WHO), who);
    set(fields, header.indexOf(WHEN), when);
    fields[first] = a;
    fields[second] = b;
    fields[kind] = answer.kind();
    return CsvLine.of(List.of(fields));
  }

  private static void set(String[] fields, int at, String value) {
    if (at >= 0) {
      fields[at] = value;
    }
  }

  /** The same columns, and behind them one for what people said who disagree. */
  LabelColumns withSaid() {
    if (header.contains(SAID)) {
      return this;
    }
    List<String> all = new ArrayList<>(header);
    all.add(SAID);
    return new LabelColumns(all, first, second, kind, weight, words);
  }

  /** A line with another kind and what was said; a line of fewer columns becomes a whole one. */
  String changed(String line, AnswerKind answer, @Nullable AnswerKind said) {
    List<String> read = CsvLine.fields(line);
    String[] fields = new String[header.size()];
    Arrays.fill(fields, "");
    for (int f = 0; read != null && f < read.size(); f++) {
      fields[f] = read.get(f);
    }
    fields[kind] = answer.kind();
    set(fields, header.indexOf(SAID), said == null ? "" : said.kind());
    return CsvLine.of(List.of(fields));
  }

  /** The row that a line holds, or null when it holds none. */
  @Nullable LabelRow row(long number, String line) {
    List<String> read = CsvLine.fields(line);
    if (read == null || read.size() > header.size()) {
      return null;
    }
    List<String> fields = new ArrayList<>(read);
    while (fields.size() < header.size()) {
      fields.add("");
    }
    AnswerKind answer = answer(fields.get(kind));
    if (answer == null || fields.get(first).isEmpty() || fields.get(second).isEmpty()) {
      return null;
    }
    int who = header.indexOf(WHO);
    return new LabelRow(
        number,
        fields.get(first),
        fields.get(second),
        answer,
        PairKind.of(words.apply(fields.get(kind))) == PairKind.OPEN,
        weight < 0 || isOne(fields.get(weight)),
        who < 0 ? "" : fields.get(who),
        answer == AnswerKind.UNSURE ? said(fields) : null,
        line);
  }

  /** The row that a line holds which was made of a row. */
  LabelRow again(long number, String line) {
    return Objects.requireNonNull(row(number, line), "a changed row is a row");
  }

  /** The kind that the answer of a line replaces, or null where it replaces none. */
  @Nullable AnswerKind replaces(String line) {
    int at = header.indexOf(REPLACES);
    List<String> fields = at < 0 ? null : CsvLine.fields(line);
    AnswerKind before = fields == null || at >= fields.size() ? null : answer(fields.get(at));
    return before == AnswerKind.UNSURE ? null : before;
  }

  private @Nullable AnswerKind answer(String text) {
    return AnswerKind.ofKind(words.apply(text));
  }

  private @Nullable AnswerKind said(List<String> fields) {
    int said = header.indexOf(SAID);
    AnswerKind kind = said < 0 ? null : answer(fields.get(said));
    return kind == AnswerKind.UNSURE ? null : kind;
  }

  private static boolean isOne(String text) {
    try {
      return text.isBlank() || Double.parseDouble(text) == 1.0;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /**
   * Whether a last line without an end is a whole row and no part of an answer. It is whole when
   * every column is there, the time too, or when it ends with its kind, as people write it.
   */
  boolean isWhole(String line) {
    List<String> fields = CsvLine.fields(line);
    LabelRow row = row(0, line);
    if (fields == null || row == null) {
      return false;
    }
    int end = fields.size() - 1;
    if (end < header.size() - 1) {
      return end == kind && kind > first && kind > second && !row.open();
    }
    return row.open() || header.indexOf(WHEN) != end || !isTornTime(fields.get(end));
  }

  /** Whether a text begins as a time of {@link #line} does, and ends before its end. */
  private static boolean isTornTime(String text) {
    return text.length() < TIME.length()
        && text.replaceAll("[0-9]", "0").equals(TIME.substring(0, text.length()));
  }

  /** A line of a table with other columns: the values of the columns that both have. */
  String moved(String line, LabelColumns from) {
    List<String> read = CsvLine.fields(line);
    List<String> fields = new ArrayList<>();
    for (String name : header) {
      int at = from.header.indexOf(name);
      fields.add(read == null || at < 0 || at >= read.size() ? "" : read.get(at));
    }
    return CsvLine.of(fields);
  }

  /** The pair, the person and the time of a row: they stay when somebody corrects its answer. */
  List<String> origin(LabelRow row) {
    List<String> read = CsvLine.fields(row.line());
    int when = header.indexOf(WHEN);
    String time = read == null || when < 0 || when >= read.size() ? "" : read.get(when);
    return List.of(row.first(), row.second(), row.who(), time);
  }
}
