package dev.concord.label.table;

import dev.concord.error.InputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A table of constraints as CSV to which answers are added, one line each. An answer is on the disk
 * when {@link #append} returns, so that a killed process loses none; a line that a kill tore is cut
 * off at the next opening. Columns beyond the constraint's own stay as they are.
 *
 * <p>Thread-safe. An appended line costs one write and one {@code force}; a removal writes the
 * table anew.
 */
public final class LabelTable implements AutoCloseable {
  private final String place;
  private final LabelFile file;
  private LabelColumns columns;
  private final List<LabelRow> rows = new ArrayList<>();
  private long next;

  private LabelTable(String place, LabelFile file, LabelColumns columns) {
    this.place = place;
    this.file = file;
    this.columns = columns;
  }

  /**
   * Opens the table, or makes it with its header.
   *
   * @throws InputException when it cannot be read and written, or a row is at fault
   */
  public static LabelTable open(Path path, LabelNames names) {
    String place = "input.constraints (" + path + ")";
    if (Files.isDirectory(path)) {
      throw new InputException(
          place + ": label adds answers to one file, and this is a folder; name a file");
    }
    LabelFile file = LabelFile.open(path, place);
    try {
      return read(file, names, place);
    } catch (RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private static LabelTable read(LabelFile file, LabelNames names, String place) {
    byte[] bytes = file.read();
    String text = new String(bytes, StandardCharsets.UTF_8);
    LabelColumns fresh = LabelColumns.fresh(names);
    String header = CsvLine.of(fresh.header()) + "\n";
    if (header.startsWith(text)) {
      file.appendAt(0, header);
      return new LabelTable(place, file, fresh);
    }
    int end = text.indexOf('\n');
    String top = strip(end < 0 ? text : text.substring(0, end));
    LabelColumns columns =
        LabelColumns.of(top.startsWith("\uFEFF") ? top.substring(1) : top, names, place);
    LabelTable table = new LabelTable(place, file, columns);
    int at = end < 0 ? text.length() : end + 1;
    while (at < text.length()) {
      int stop = text.indexOf('\n', at);
      if (stop < 0) {
        break;
      }
      table.take(strip(text.substring(at, stop)));
      at = stop + 1;
    }
    table.finishLastLine(text, at, bytes.length, end < 0);
    table.settleReplaced();
    return table;
  }

  /** Rows of a kind that another row about the pair replaces count as unsure. */
  private void settleReplaced() {
    Map<Set<String>, Set<AnswerKind>> replaced = new HashMap<>();
    for (LabelRow row : rows) {
      AnswerKind before = columns.replaces(row.line());
      if (before != null && before != row.kind()) {
        replaced.computeIfAbsent(row.pair(), pair -> EnumSet.noneOf(AnswerKind.class)).add(before);
      }
    }
    rows.replaceAll(
        row ->
            replaced.getOrDefault(row.pair(), Set.of()).contains(row.kind())
                ? row.replaced()
                : row);
  }

  /** A line as Windows ends it has one character more. */
  private static String strip(String line) {
    return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
  }

  private void take(String line) {
    if (line.isBlank()) {
      return;
    }
    LabelRow row = columns.row(next++, line);
    if (row == null) {
      throw new InputException(
          place
              + ": row "
              + (rows.size() + 1)
              + " is no judged pair on one line: '"
              + (line.length() > 60 ? line.substring(0, 60) + "..." : line)
              + "'; it needs two points and must-link, cannot-link or unsure, so correct or remove"
              + " the row");
    }
    rows.add(row);
  }

  /** A last line without an end: kept when it is whole, else what a kill left of an answer. */
  private void finishLastLine(String text, int at, int bytes, boolean headerAlone) {
    String last = text.substring(at);
    if (headerAlone) {
      file.appendAt(bytes, "\n");
    } else if (!last.isEmpty()) {
      if (columns.isWhole(strip(last))) {
        take(strip(last));
        file.appendAt(bytes, "\n");
      } else {
        file.appendAt(text.substring(0, at).getBytes(StandardCharsets.UTF_8).length, "");
      }
    }
  }

  /** The rows in the order of the file. */
  public synchronized List<LabelRow> rows() {
    return List.copyOf(rows);
  }

  /** A table of these rows with its header, as CSV. */
  public synchronized String text(List<LabelRow> some) {
    StringBuilder text = new StringBuilder(CsvLine.of(columns.header())).append('\n');
    some.forEach(row -> text.append(row.line()).append('\n'));
    return text.toString();
  }

  /** Whether the table can hold the id of a point. */
  public static boolean isWritable(String id) {
    return CsvLine.isWritable(id) && !id.isEmpty();
  }

  /** A name as it stands in the table: characters that cannot stand in a line become spaces. */
  public static String name(String who) {
    return who.replaceAll("[\\p{Cntrl}\\s\"\\\\,]+", " ").strip();
  }

  /**
   * Adds an answer; it is on the disk when this returns.
   *
   * @param who gave it; characters that cannot stand in a line become spaces
   */
  public synchronized LabelRow append(
      String first, String second, AnswerKind kind, String who, Instant when) {
    LabelRow row = made(first, second, kind, who, when);
    file.appendAt(file.size(), row.line() + "\n");
    next++;
    rows.add(row);
    return row;
  }

  private LabelRow made(String first, String second, AnswerKind kind, String who, Instant when) {
    String time = when.truncatedTo(ChronoUnit.SECONDS).toString();
    String line = columns.line(first, second, kind, name(who), time);
    LabelRow row = columns.row(next, line);
    if (row == null || !isWritable(first) || !isWritable(second)) {
      throw new IllegalArgumentException("no row of a table: " + line);
    }
    return row;
  }

  /** A row of kind unsure about a pair, by nobody; it is not added. */
  public synchronized LabelRow unsure(String first, String second, Instant when) {
    return made(first, second, AnswerKind.UNSURE, "", when);
  }

  /**
   * Adds an answer that is the opposite of earlier ones about the pair, by another person or to a
   * question asked again: all of them count as unsure from now on, with what was said in a column
   * of its own. The new table takes the place of the file at once.
   */
  public synchronized LabelRow disagree(
      String first, String second, AnswerKind kind, String who, Instant when) {
    columns = columns.withSaid();
    List<LabelRow> changed = new ArrayList<>();
    for (LabelRow row : rows) {
      boolean other = row.isAbout(first, second) && row.hard() && row.kind() != AnswerKind.UNSURE;
      changed.add(other ? again(row, AnswerKind.UNSURE, row.kind()) : row);
    }
    LabelRow own = made(first, second, kind, who, when);
    next++;
    changed.add(again(own, AnswerKind.UNSURE, kind));
    replaceBy(changed);
    return rows.get(rows.size() - 1);
  }

  /**
   * Somebody cannot judge a pair any more: their earlier answers about it, and those of nobody by
   * name, count as unsure from now on, with what was said in a column of its own. The new table
   * takes the place of the file at once.
   */
  public synchronized LabelRow replace(String first, String second, String who, Instant when) {
    List<LabelRow> changed = new ArrayList<>(rows);
    columns = columns.withSaid();
    changed.replaceAll(
        row ->
            isReplaced(row, first, second, AnswerKind.UNSURE, who)
                ? again(row, AnswerKind.UNSURE, row.kind())
                : row);
    changed.add(made(first, second, AnswerKind.UNSURE, who, when));
    next++;
    replaceBy(changed);
    return rows.get(rows.size() - 1);
  }

  /** Whether a new answer about a pair replaces an earlier one: another kind by the same person. */
  public static boolean isReplaced(
      LabelRow row, String first, String second, AnswerKind kind, String who) {
    return row.isAbout(first, second)
        && row.hard()
        && row.kind() != AnswerKind.UNSURE
        && row.kind() != kind
        && (row.who().isEmpty() || row.who().equals(name(who)));
  }

  private LabelRow again(LabelRow row, AnswerKind kind, @Nullable AnswerKind said) {
    LabelRow changed = columns.row(row.number(), columns.changed(row.line(), kind, said));
    return Objects.requireNonNull(changed, "a changed row is a row");
  }

  /**
   * Takes rows back: the table without them takes the place of the file at once. What others said
   * about a pair counts again when nobody disagrees any more.
   */
  public synchronized void remove(Collection<LabelRow> gone) {
    List<Long> numbers = gone.stream().map(LabelRow::number).toList();
    List<LabelRow> left =
        new ArrayList<>(rows.stream().filter(row -> !numbers.contains(row.number())).toList());
    for (LabelRow row : gone) {
      // The last row that is no earlier answer replaced these, or a disagreement has ended.
      boolean ended =
          row.said() != null
              || left.stream()
                  .noneMatch(one -> one.isAbout(row.first(), row.second()) && one.said() == null);
      if (ended && Disagreement.of(left, row.first(), row.second()) == null) {
        left.replaceAll(
            one ->
                one.said() != null && one.isAbout(row.first(), row.second())
                    ? again(one, one.said(), null)
                    : one);
      }
    }
    replaceBy(left);
  }

  private void replaceBy(List<LabelRow> left) {
    file.replace(
        CsvLine.of(columns.header())
            + "\n"
            + left.stream().map(row -> row.line() + "\n").collect(Collectors.joining()));
    rows.clear();
    rows.addAll(left);
  }

  @Override
  public synchronized void close() {
    file.close();
  }
}
