package dev.concord.spark.init;

import dev.concord.error.InputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * A configuration that clusters a table, written by a look at its first rows.
 *
 * @param text HOCON with comments
 * @param found what was found, a topic and a sentence each
 */
public record ConfigDraft(String text, List<Map.Entry<String, String>> found) {
  /** So many texts are shown beside a point. */
  private static final int SHOWN = 3;

  private static final int WIDTH = 100;
  private static final String POINTS = "the table of points";
  private static final String PAIRS = "the table of pairs";

  /**
   * What is asked for.
   *
   * @param points path of the table of points
   * @param pairs path of the table of pairs, or null
   * @param clusters the value of clusters.count
   */
  public record Request(String points, @Nullable String pairs, String clusters) {
    /** The name of the points: that of their file without its ending. */
    public String name() {
      String file = points.replaceAll("/+$", "").replaceFirst("^.*/", "");
      String plain =
          file.replaceFirst("(?i)([.](csv|tsv|txt|parquet|orc|json|avro|gz|bz2|zst))+$", "");
      return plain.isEmpty() || plain.contains("*") ? "points" : plain;
    }

    /** What the configuration says whatever the tables hold: number of clusters and output. */
    public String outline() {
      return "clusters.count = " + clusters + "\noutput.path = " + outputPath() + "\n";
    }

    private String outputPath() {
      return quoted(name() + "-clusters");
    }

    /**
     * Refuses tables that are not there. Needs no Spark session.
     *
     * @throws InputException when there is no file at a path
     */
    public void requireFiles(Configuration hadoop) {
      TableSample.first(hadoop, POINTS, points);
      if (pairs != null) {
        TableSample.first(hadoop, PAIRS, pairs);
      }
    }
  }

  /**
   * Looks at the tables. Two or three Spark jobs of a few seconds.
   *
   * @throws InputException when a table cannot be read, or no column can be a feature
   */
  public static ConfigDraft of(SparkSession spark, Request request) {
    TableSample points = TableSample.of(spark, POINTS, request.points());
    List<ColumnLook> ids = FeaturesLook.ids(points);
    if (ids.isEmpty()) {
      refuseRepeated(request, points);
    }
    ColumnLook id = ids.isEmpty() ? null : ids.get(0);
    TableSample pairs = null;
    PairsLook look = null;
    String path = request.pairs();
    if (path != null) {
      pairs = TableSample.of(spark, PAIRS, path);
      if (pairs.columns().size() < 2) {
        throw new InputException(
            path
                + " has one column; a table of pairs has the ids of two points and their kind in each"
                + " row: first, second, kind");
      }
      PairsLook found = PairsLook.of(pairs, ids);
      TableSample read = pairs;
      look = found;
      id = ids.stream().filter(c -> PairsLook.isNamed(read, found, c)).findFirst().orElse(id);
    }
    FeaturesLook features = FeaturesLook.of(points, id);
    if (!features.any()) {
      throw new InputException(
          ("%s has no column that can be a feature: %s; give a table with numbers, dates or texts"
                  + " of few values")
              .formatted(request.points(), left(features)));
    }
    ConfigDraft draft = new ConfigDraft("", new ArrayList<>());
    StringBuilder text = new StringBuilder();
    draft.writePoints(text, request, points, features);
    if (path != null && pairs != null && look != null) {
      draft.writePairs(text, path, pairs, look);
    }
    writeRest(text, request, points.format(), features);
    return new ConfigDraft(text.toString(), List.copyOf(draft.found));
  }

  /**
   * A column of ids, in which few values stand twice, would be left out unseen. One of another name
   * than id may be no name of the points; where pairs name points, something must be.
   */
  private static void refuseRepeated(Request request, TableSample points) {
    for (ColumnLook column : points.columns()) {
      ColumnLook.Repeated id = column.repeatedId();
      if (id != null && (request.pairs() != null || column.isNamedId())) {
        throw new InputException(
            ("%s: column %s seems to name the points, but %s stands in rows %s and %s (counted"
                    + " from 0%s). Each point has an id of its own: remove or rename the repeated"
                    + " rows, or give the column another name if it does not name the points")
                .formatted(
                    request.points(),
                    id.column(),
                    id.value(),
                    id.first(),
                    id.again(),
                    id.others() > 1
                        ? "; " + number(id.others()) + " rows repeat an earlier id"
                        : ""));
      }
    }
  }

  private void note(String topic, String pattern, Object... values) {
    found.add(Map.entry(topic, String.format(Locale.ROOT, pattern, values)));
  }

  private void writePoints(
      StringBuilder text, Request request, TableSample points, FeaturesLook look) {
    String rows = (points.whole() ? "" : "the first ") + number(points.rows()) + " rows";
    note("Points", "%s, %s", request.points(), rows);
    text.append("# Written by concord init after a look at ").append(rows).append(" of ");
    text.append(line(request.points()))
        .append(".\n# Every key: concord config\n\ninput.features {\n");
    Map<String, String> options = new LinkedHashMap<>(points.options());
    if (look.nullValue() != null) {
      options.put("nullValue", look.nullValue());
    }
    writeTable(text, points.format(), request.points(), options);
    if (look.id() == null) {
      text.append(
              "  # No column has another value in each row, so the points are named by their row")
          .append(" number, from 0.\n  # id = ...\n");
      note("Ids", "row numbers from 0, because no column has another value in each row");
    } else {
      text.append("  # The name of each point: another one in each row.\n");
      text.append("  id = ").append(quoted(look.id())).append('\n');
      note("Ids", "column %s", look.id());
    }
    if (look.vector() != null) {
      text.append("  vector = ").append(quoted(look.vector())).append('\n');
      note("Vectors", "%s", look.vector());
    } else {
      writeColumns(text, look);
    }
    if (!look.missing().isEmpty() || !points.whole()) {
      String where = look.missing().isEmpty() ? "none of these rows" : counted(look.missing());
      text.append("  # Values are missing in ").append(where);
      text.append(
          ".\n  # median | mean: of the column, and a category of its own among categories;");
      text.append("\n  # drop: the rows are left out; refuse.\n  missing = median\n");
      note("Missing", "%s: %s (input.features.missing)", where, replacements(look));
    }
    text.append("}\n");
    look.left()
        .forEach((why, names) -> text.append(comment("Left out: " + listed(names) + ": " + why)));
    if (!look.left().isEmpty()) {
      note("Left out", "%s", left(look));
    }
  }

  private void writeColumns(StringBuilder text, FeaturesLook look) {
    List<String> numbers = look.features(ColumnLook.Role.NUMBER);
    Map<String, String> dates = look.formats(ColumnLook.Role.DATE);
    Map<String, String> written = look.formats(ColumnLook.Role.WRITTEN);
    List<String> categories = look.features(ColumnLook.Role.CATEGORY);
    List<String> listed = new ArrayList<>(numbers);
    if (listed.isEmpty()) { // without a list, every column of numbers would be a feature
      listed.addAll(dates.isEmpty() && written.isEmpty() ? categories : dates.keySet());
      listed.addAll(dates.isEmpty() ? written.keySet() : List.of());
    }
    text.append("  # Numbers").append(numbers.isEmpty() ? ": none; see below" : "").append(".\n");
    text.append(array("  columns = ", listed));
    if (!numbers.isEmpty()) {
      note("Numbers", "%s", listed(numbers));
    }
    if (!dates.isEmpty()) {
      text.append("  # Dates, as days since 1970.\n").append(block("  dates ", dates));
      note("Dates", "%s", listed(List.copyOf(dates.keySet())));
    }
    if (!written.isEmpty()) {
      text.append("  # Numbers with a currency, a per cent sign or groups: their decimal mark.\n");
      text.append(block("  numbers ", written));
      note(
          "Money, %",
          "%s, with a currency, a per cent sign or groups", listed(List.copyOf(written.keySet())));
    }
    if (!categories.isEmpty()) {
      text.append("  # Texts of at most ").append(ColumnLook.MOST_LEVELS);
      text.append(" values: a feature a value.\n").append(array("  categories = ", categories));
      note("Categories", "%s", listed(categories));
    }
  }

  private void writePairs(StringBuilder text, String path, TableSample pairs, PairsLook look) {
    note(
        "Pairs",
        "%s, %s%,d rows: columns %s and %s%s",
        path,
        pairs.whole() ? "" : "the first ",
        pairs.rows(),
        look.first(),
        look.second(),
        look.kind() == null ? "" : ", their relation in " + look.kind());
    text.append("\n# Judged pairs: must-links and cannot-links.\ninput.constraints {\n");
    writeTable(text, pairs.format(), path, pairs.options());
    text.append("  first = ").append(quoted(look.first())).append('\n');
    text.append("  second = ").append(quoted(look.second())).append('\n');
    if (look.kind() != null) {
      text.append("  kind = ").append(quoted(look.kind())).append('\n');
    }
    if (look.weight() != null) {
      text.append("  weight = ").append(quoted(look.weight())).append('\n');
    }
    if (!look.same().isEmpty() || !look.different().isEmpty() || !look.unclear().isEmpty()) {
      text.append("  # What the words of column ")
          .append(line(String.valueOf(look.kind())))
          .append(" mean.\n");
      text.append("  words {\n").append(words("same", look.same()));
      text.append(words("different", look.different())).append("  }\n");
    }
    if (!look.unclear().isEmpty()) {
      String unclear = listed(look.unclear());
      text.append(comment("To be put into one of the two lists: " + unclear));
      note("To do", "say in input.constraints.words which kind of pair these mean: %s", unclear);
    }
    text.append("}\n");
  }

  private static void writeRest(
      StringBuilder text, Request request, String format, FeaturesLook look) {
    text.append("\n# A number, auto, or a range such as 2-20.\n");
    text.append("clusters.count = ").append(request.clusters()).append('\n');
    text.append(
            "\n# Relative paths start at the folder in which concord is started.\noutput.path = ")
        .append(request.outputPath())
        .append('\n');
    if (format.equals("csv")) {
      text.append(
          "# parquet: files of types, as Spark and pandas read them.\noutput.format = csv\n");
    }
    if (!look.texts().isEmpty() && look.id() != null) {
      List<String> shown = look.texts().stream().limit(SHOWN).toList();
      text.append(
          "\n# Shown of single points: in the report, and to people who judge pairs by concord");
      text.append(" label.\n").append(array("report.show = ", shown));
      text.append(array("label.show = ", shown));
    }
  }

  private static void writeTable(
      StringBuilder text, String format, String path, Map<String, String> options) {
    text.append("  format = ").append(format).append("\n  path = ").append(quoted(path));
    text.append('\n');
    if (!options.isEmpty()) {
      text.append(block("  options ", options));
    }
  }

  private static String words(String key, List<String> words) {
    return words.isEmpty() ? "" : array("    " + key + " = ", words);
  }

  private static String block(String start, Map<String, String> entries) {
    return start
        + entries.entrySet().stream()
            .map(e -> quoted(e.getKey()) + " = " + quoted(e.getValue()))
            .collect(Collectors.joining(", ", "{ ", " }\n"));
  }

  /** A list, in lines of a readable length. */
  private static String array(String start, List<String> entries) {
    StringBuilder text = new StringBuilder(start).append('[');
    int line = text.length();
    for (int e = 0; e < entries.size(); e++) {
      String entry = quoted(entries.get(e)) + (e + 1 < entries.size() ? "," : "");
      boolean wraps = line + entry.length() + 1 > WIDTH;
      text.append(wraps ? "\n    " : e == 0 ? "" : " ").append(entry);
      line = wraps ? entry.length() + 4 : line + entry.length() + 1;
    }
    return text.append("]\n").toString();
  }

  private static String quoted(String text) {
    return text.matches("[A-Za-z_][A-Za-z0-9_]*")
            && !text.matches("true|false|null|yes|no|on|off|include")
        ? text
        : '"' + escaped(text) + '"';
  }

  /** As JSON writes it, which HOCON reads. */
  private static String escaped(String text) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        out.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    return out.toString();
  }

  private static String comment(String text) {
    return "# " + line(text) + ".\n";
  }

  /** What stands for missing values: it depends on the kind of their columns. */
  private static String replacements(FeaturesLook look) {
    long categories =
        look.missing().keySet().stream()
            .map(name -> Objects.requireNonNull(look.uses().get(name)).role())
            .filter(ColumnLook.Role.CATEGORY::equals)
            .count();
    if (categories == 0) {
      return "the median";
    }
    return categories == look.missing().size()
        ? "a category of its own"
        : "the median of numbers, a category of its own among categories";
  }

  private static String counted(Map<String, Integer> counts) {
    return counts.entrySet().stream()
            .limit(SHOWN)
            .map(e -> line(e.getKey()) + " (" + number(e.getValue()) + ")")
            .collect(Collectors.joining(", "))
        + (counts.size() > SHOWN ? " and " + (counts.size() - SHOWN) + " more columns" : "");
  }

  private static String number(int count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** A text as a part of one line. */
  private static String line(String text) {
    return text.replaceAll("\\R", " ");
  }

  private static String listed(List<String> names) {
    int most = 8;
    String text = line(String.join(", ", names.subList(0, Math.min(most, names.size()))));
    return names.size() > most ? text + " and " + (names.size() - most) + " more" : text;
  }

  private static String left(FeaturesLook look) {
    return look.left().entrySet().stream()
        .map(e -> listed(e.getValue()) + " (" + e.getKey() + ")")
        .collect(Collectors.joining("; "));
  }
}
