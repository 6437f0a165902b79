package dev.concord.spark.init;

import dev.concord.graph.features.ValueFormat;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One column of a sample: what its values are. An empty text is a missing value. */
final class ColumnLook {
  /** More levels than these are no category. */
  static final int MOST_LEVELS = 50;

  /** A column of ids has another value in so many of the rows, or is none. */
  private static final double NEARLY_ALL = 0.95;

  /** More levels than these of a column of names tell single people or things apart. */
  private static final int MOST_NAMED = 10;

  private static final Pattern NAME =
      Pattern.compile("((.*[ _.-])?(first|last|full|sur|fore|nick)?name)");

  private static final List<String> DATES =
      List.of(
          ValueFormat.ISO,
          "dd.MM.yyyy",
          "d.M.yyyy",
          "MM/dd/yyyy",
          "dd/MM/yyyy",
          "M/d/yyyy",
          "d/M/yyyy",
          "yyyy/MM/dd",
          "dd-MM-yyyy",
          "yyyyMMdd",
          "d MMM yyyy",
          "MMM d, yyyy",
          "dd.MM.yyyy HH:mm",
          "dd.MM.yyyy HH:mm:ss",
          "MM/dd/yyyy HH:mm",
          "yyyy-MM");

  private static final Set<String> NO_VALUE =
      Set.of("na", "n/a", "nan", "null", "none", "?", "-", "--", ".", "unknown", "missing", "#n/a");

  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(\\d+[.]?\\d*|[.]\\d+)([eE][+-]?\\d+)?");
  private static final Pattern ID_NAME =
      Pattern.compile("id|.*[_ .-]id|.*[a-z]I[dD]|uuid|guid|.*key|.*[_ .-](nr|no|number|code)");

  private static final Pattern CODE_NAME =
      Pattern.compile("(?i).*(zip|plz|postcode|postal|phone|telefon).*");
  private static final Pattern CLASS_NAME = Pattern.compile("(?i)label|class|target|truth|cluster");

  /** What a column is used for. */
  enum Role {
    NUMBER,
    DATE,
    WRITTEN,
    CATEGORY,
    TEXT,
    KEY,
    OTHER
  }

  /**
   * A role and what goes with it.
   *
   * @param format of dates or written numbers, else empty
   * @param reason why the column is left out; empty where it is a feature
   */
  record Use(Role role, String format, String reason) {}

  private final String name;
  private final String[] values;
  private final Map<String, Integer> levels;

  ColumnLook(String name, String[] values) {
    this.name = name;
    this.values = values;
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (String value : values) {
      if (!value.isEmpty()) {
        counts.merge(value, 1, Integer::sum);
      }
    }
    this.levels = counts;
  }

  /** Whether Spark reads a text as a number. */
  static boolean isNumber(String text) {
    return NUMBER.matcher(text).matches();
  }

  String name() {
    return name;
  }

  /** The different values, in the order in which they come first. */
  Set<String> levels() {
    return levels.keySet();
  }

  int missing() {
    return (int) Arrays.stream(values).filter(String::isEmpty).count();
  }

  /** The same column, in which a word is a missing value. */
  ColumnLook without(String word) {
    return new ColumnLook(
        name, Arrays.stream(values).map(v -> v.equals(word) ? "" : v).toArray(String[]::new));
  }

  /** The one word among numbers or dates that stands for a missing value, or null. */
  @Nullable String wordForMissing() {
    List<String> words =
        levels().stream().filter(v -> NO_VALUE.contains(v.toLowerCase(Locale.ROOT))).toList();
    if (words.size() != 1 || levels.size() < 2) {
      return null;
    }
    Role role = without(words.get(0)).use().role();
    return Set.of(Role.NUMBER, Role.DATE, Role.WRITTEN).contains(role) ? words.get(0) : null;
  }

  private boolean all(Predicate<String> test) {
    return levels().stream().allMatch(test);
  }

  private boolean isUnique() {
    return levels.size() == values.length && values.length > 1;
  }

  private boolean isWhole() {
    return all(v -> v.matches("[+-]?\\d{1,18}"));
  }

  /** Whether the values are the numbers of the rows, from 0 or 1. */
  private boolean isRowNumber() {
    if (!isWhole() || !isUnique()) {
      return false;
    }
    long first = Long.parseLong(values[0]);
    boolean counts = first == 0 || first == 1;
    for (int r = 0; counts && r < values.length; r++) {
      counts = Long.parseLong(values[r]) == first + r;
    }
    return counts;
  }

  /**
   * How well the column names the points: 0 not at all; more than {@code 1} where it is named so.
   *
   * @param first whether it is the first column
   */
  int idScore(boolean first) {
    boolean numeric = all(ColumnLook::isNumber);
    boolean named = ID_NAME.matcher(name).matches() || ID_NAME.matcher(lower()).matches();
    boolean possible = isUnique() && (!numeric || (isWhole() && (named || first || isRowNumber())));
    if (!possible || (!named && !first && isWordy())) {
      return 0;
    }
    return lower().equals("id") ? 4 : named ? 3 : first ? 2 : 1;
  }

  /** Whether its name is that of ids and of nothing else. */
  boolean isNamedId() {
    return Set.of("id", "uuid", "guid").contains(lower());
  }

  /**
   * A value that stands in two rows, the first such, with both, of a column that is named as ids
   * are and has another value in nearly all rows; null for any other column.
   */
  @Nullable Repeated repeatedId() {
    boolean named = ID_NAME.matcher(name).matches() || ID_NAME.matcher(lower()).matches();
    if (!named
        || CODE_NAME.matcher(name).matches()
        || isUnique()
        || missing() > 0
        || levels.size() < NEARLY_ALL * values.length) {
      return null;
    }
    Map<String, Integer> rows = new HashMap<>();
    for (int row = 0; row < values.length; row++) {
      Integer first = rows.putIfAbsent(values[row], row);
      if (first != null) {
        return new Repeated(name, values[row], first, row, values.length - levels.size());
      }
    }
    return null;
  }

  /**
   * A repeated id.
   *
   * @param first row of the value, from 0
   * @param again the next one
   * @param others rows whose id stands in an earlier one
   */
  record Repeated(String column, String value, int first, int again, int others) {}

  /** Whether all these are values of the column. */
  boolean holds(Collection<String> ids) {
    return levels().containsAll(ids);
  }

  private String lower() {
    return name.toLowerCase(Locale.ROOT);
  }

  private boolean isWordy() {
    return levels().stream().filter(v -> v.contains(" ")).count() * 2 > levels.size();
  }

  /** What it is used for, unless it is the id. */
  Use use() {
    if (levels.size() < 2) {
      return left(Role.OTHER, levels.isEmpty() ? "it has no value" : "it has one value");
    }
    if (CLASS_NAME.matcher(name).matches()) {
      return left(Role.OTHER, "it is named like classes; to compare with them: input.truth");
    }
    boolean numbers = all(ColumnLook::isNumber);
    if (numbers && isWhole() && idScore(false) > 0) {
      return left(Role.KEY, "every row has another, as keys have");
    }
    if (numbers && CODE_NAME.matcher(name).matches()) {
      return left(Role.OTHER, "its name is that of codes, which are no amounts");
    }
    String date = date(numbers);
    if (!date.isEmpty()) {
      return new Use(Role.DATE, date, "");
    }
    if (numbers) {
      return new Use(Role.NUMBER, "", "");
    }
    for (String mark : List.of(ValueFormat.POINT, ValueFormat.COMMA)) {
      ValueFormat format = ValueFormat.number(mark);
      if (all(v -> Double.isFinite(format.value(v)))) {
        return new Use(Role.WRITTEN, mark, "");
      }
    }
    int present = values.length - missing();
    if (levels.size() > MOST_NAMED && NAME.matcher(lower()).matches()) {
      return left(Role.TEXT, "names");
    }
    if (levels.size() <= MOST_LEVELS && 2 * levels.size() <= present) {
      return new Use(Role.CATEGORY, "", "");
    }
    if (isUnique() && !isWordy()) {
      return left(Role.KEY, "every row has another, as keys have");
    }
    return isWordy() || levels.size() * 2 > present
        ? left(Role.TEXT, "free text")
        : left(Role.TEXT, "more than " + MOST_LEVELS + " values");
  }

  private static Use left(Role role, String reason) {
    return new Use(role, "", reason);
  }

  /** The format of dates that all values have; days of eight digits only where the name says so. */
  private String date(boolean numbers) {
    boolean named = lower().matches(".*(date|day|datum|time|since).*");
    for (String pattern : DATES) {
      boolean possible = numbers ? pattern.equals("yyyyMMdd") && named : true;
      ValueFormat format = ValueFormat.date(pattern);
      if (possible && all(v -> Double.isFinite(format.value(v)))) {
        return pattern;
      }
    }
    return "";
  }
}
