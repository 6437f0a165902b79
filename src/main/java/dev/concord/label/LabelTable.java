package dev.concord.label;

import dev.concord.error.InputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A table of constraints as CSV to which answers are added, one line each. An answer is on the disk
 * when {@link #append} returns, so that a killed process loses none; a line that a kill tore is cut
 * off at the next opening. Columns beyond the constraint's own stay as they are.
 *
 * <p>Other programs may change the file at any time. Before each change it is compared with what
 * was last seen, and read again if it differs. The rows of the file count then, and behind them the
 * answers of this process that came after the last one in it: whoever saved the file had read it
 * before them.
 *
 * <p>Thread-safe. An appended line costs one reading of the file, one write and one {@code force};
 * a removal writes the table anew. A change that fails leaves file and rows as they were.
 */
public final class LabelTable implements AutoCloseable {
  /** A name in the table is not longer. */
  private static final int LONGEST_NAME = 64;

  private static final Pattern BLANKS = Pattern.compile("[\\p{Cc}\\p{Z}\\s\"\\\\,;]+");

  /** What a cell begins with that a spreadsheet calculates. */
  private static final Pattern FORMULA = Pattern.compile("^[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20 ]+");

  private final String place;
  private final LabelNames names;
  private final LabelFile file;
  private LabelColumns columns;
  private final List<LabelRow> rows = new ArrayList<>();
  private byte[] seen = new byte[0];

  /** Numbers of the answers of this process, in their order. */
  private final List<Long> own = new ArrayList<>();

  /** Where answers of this process come from that were taken back. */
  private final Set<List<String>> takenBack = new HashSet<>();

  private long next;

  private LabelTable(String place, LabelNames names, LabelFile file) {
    this.place = place;
    this.names = names;
    this.file = file;
    this.columns = LabelColumns.fresh(names);
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
      LabelTable table = new LabelTable(place, names, file);
      table.read();
      return table;
    } catch (RuntimeException e) {
      file.close();
      throw e;
    }
  }

  private void read() {
    byte[] bytes = Objects.requireNonNull(file.read(), "the file was made");
    LabelContent content = LabelContent.of(bytes, names, place, line -> next++);
    if (content.isTorn()) {
      file.truncate(content.whole());
      seen = Arrays.copyOf(bytes, content.whole());
    } else {
      content = content.withLast(line -> next++, place);
      seen = ended(content, bytes);
    }
    columns = content.columns();
    rows.addAll(content.rows());
  }

  /** Writes the end of the last line, or the rest of the header, where there is none. */
  private byte[] ended(LabelContent content, byte[] bytes) {
    byte[] end = content.missing().getBytes(StandardCharsets.UTF_8);
    if (end.length > 0) {
      file.append(end);
    }
    return joined(bytes, end);
  }

  private static byte[] joined(byte[] one, byte[] other) {
    byte[] all = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, all, one.length, other.length);
    return all;
  }

  /**
   * Reads the file again if it is not as it was last seen; a file that is gone is put back.
   *
   * @return whether it was another
   * @throws InputException when the file cannot be read or a row is at fault
   */
  public synchronized boolean refresh() {
    byte[] bytes = file.read();
    if (bytes == null) {
      file.replace(seen);
      return false;
    }
    if (Arrays.equals(bytes, seen)) {
      return false;
    }
    Map<String, Deque<Long>> numbers = new HashMap<>();
    for (LabelRow row : rows) {
      numbers.computeIfAbsent(row.line(), line -> new ArrayDeque<>()).add(row.number());
    }
    ToLongFunction<String> number =
        line -> {
          Long known = numbers.getOrDefault(line, new ArrayDeque<>()).poll();
          return known == null ? next++ : known;
        };
    merge(LabelContent.of(bytes, names, place, number).withLast(number, place), bytes);
    return true;
  }

  private void merge(LabelContent found, byte[] bytes) {
    Map<List<String>, LabelRow> there = new HashMap<>();
    found.rows().forEach(row -> there.put(found.columns().origin(row), row));
    List<LabelRow> before = rows.stream().filter(row -> own.contains(row.number())).toList();
    List<Long> stay = new ArrayList<>();
    List<LabelRow> later = new ArrayList<>();
    for (LabelRow row : before) {
      LabelRow same = there.get(columns.origin(row));
      if (same == null) {
        later.add(row);
      } else {
        later.clear();
        stay.add(same.number());
      }
    }
    List<LabelRow> all = new ArrayList<>(found.rows());
    all.removeIf(row -> takenBack.contains(found.columns().origin(row)));
    if (later.isEmpty() && all.size() == found.rows().size()) {
      seen = ended(found, bytes);
      columns = found.columns();
      rows.clear();
      rows.addAll(all);
    } else {
      boolean aside = later.stream().anyMatch(row -> row.said() != null);
      LabelColumns wide = aside ? found.columns().withSaid() : found.columns();
      for (LabelRow row : later) {
        if (row.said() != null) {
          all.replaceAll(one -> aside(wide, one, row.first(), row.second()));
        }
        all.add(wide.again(row.number(), wide.moved(row.line(), columns)));
        stay.add(row.number());
      }
      replaceBy(wide, all);
    }
    own.clear();
    own.addAll(stay);
  }

  /** The answers in the order of the file. */
  public synchronized List<LabelRow> rows() {
    return rows.stream().filter(row -> !row.open()).toList();
  }

  /** A table of these rows with its header, as CSV. */
  public synchronized String text(List<LabelRow> some) {
    return LabelContent.text(columns, some);
  }

  /** Whether the table can hold the id of a point. */
  public static boolean isWritable(String id) {
    return CsvLine.isWritable(id) && !id.isEmpty();
  }

  /**
   * A name as it stands in the table: characters that cannot stand in a line become spaces, what
   * would make it a formula of a spreadsheet is left out, and so is what goes beyond 64 characters.
   */
  public static String name(String who) {
    String bare = BLANKS.matcher(who).replaceAll(" ");
    String plain = FORMULA.matcher(bare).replaceFirst("");
    int[] letters = plain.codePoints().limit(LONGEST_NAME).toArray();
    return new String(letters, 0, letters.length).strip();
  }

  /**
   * Adds an answer; it is on the disk when this returns.
   *
   * @param who gave it; it stands in the table as {@link #name} has it
   */
  public synchronized LabelRow append(
      String first, String second, AnswerKind kind, String who, Instant when) {
    refresh();
    LabelRow row = made(first, second, kind, who, when);
    byte[] text = (row.line() + "\n").getBytes(StandardCharsets.UTF_8);
    file.append(text);
    seen = joined(seen, text);
    rows.add(row);
    given(row);
    return row;
  }

  /** Notes an answer of this process. */
  private void given(LabelRow row) {
    next++;
    own.add(row.number());
    takenBack.remove(columns.origin(row));
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
    refresh();
    LabelColumns wide = columns.withSaid();
    List<LabelRow> changed = new ArrayList<>(rows);
    changed.replaceAll(row -> aside(wide, row, first, second));
    LabelRow made = made(first, second, kind, who, when);
    changed.add(again(wide, made, AnswerKind.UNSURE, kind));
    return added(wide, changed);
  }

  /** The row as unsure, if it is an answer about the pair that counts; else as it is. */
  private static LabelRow aside(LabelColumns wide, LabelRow row, String first, String second) {
    boolean counts = row.isAbout(first, second) && row.hard() && row.kind() != AnswerKind.UNSURE;
    return counts ? again(wide, row, AnswerKind.UNSURE, row.kind()) : row;
  }

  /**
   * Somebody cannot judge a pair any more: their earlier answers about it, and those of nobody by
   * name, count as unsure from now on, with what was said in a column of its own. The new table
   * takes the place of the file at once.
   */
  public synchronized LabelRow replace(String first, String second, String who, Instant when) {
    refresh();
    LabelColumns wide = columns.withSaid();
    List<LabelRow> changed = new ArrayList<>(rows);
    changed.replaceAll(
        row ->
            isReplaced(row, first, second, AnswerKind.UNSURE, who)
                ? again(wide, row, AnswerKind.UNSURE, row.kind())
                : row);
    changed.add(made(first, second, AnswerKind.UNSURE, who, when));
    return added(wide, changed);
  }

  /** Puts these rows in place of the others; the last one is a new answer. */
  private LabelRow added(LabelColumns wide, List<LabelRow> changed) {
    replaceBy(wide, changed);
    LabelRow row = changed.get(changed.size() - 1);
    given(row);
    return row;
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

  private static LabelRow again(
      LabelColumns wide, LabelRow row, AnswerKind kind, @Nullable AnswerKind said) {
    return wide.again(row.number(), wide.changed(row.line(), kind, said));
  }

  /**
   * Takes rows back: the table without them takes the place of the file at once. What others said
   * about a pair counts again when nobody disagrees any more.
   */
  public synchronized void remove(Collection<LabelRow> gone) {
    refresh();
    List<Long> numbers = gone.stream().map(LabelRow::number).toList();
    List<LabelRow> out = rows.stream().filter(row -> numbers.contains(row.number())).toList();
    List<LabelRow> left = new ArrayList<>(rows);
    left.removeAll(out);
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
                    ? again(columns, one, one.said(), null)
                    : one);
      }
    }
    replaceBy(columns, left);
    for (LabelRow row : out) {
      List<String> origin = columns.origin(row);
      if (own.remove(row.number()) && !origin.get(origin.size() - 1).isEmpty()) {
        takenBack.add(origin);
      }
    }
  }

  private void replaceBy(LabelColumns wide, List<LabelRow> all) {
    byte[] text = LabelContent.text(wide, all).getBytes(StandardCharsets.UTF_8);
    file.replace(text);
    seen = text;
    columns = wide;
    rows.clear();
    rows.addAll(all);
  }

  @Override
  public synchronized void close() {
    file.close();
  }
}
