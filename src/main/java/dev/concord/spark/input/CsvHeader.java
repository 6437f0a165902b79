package dev.concord.spark.input;

import static java.lang.String.CASE_INSENSITIVE_ORDER;

import com.univocity.parsers.csv.CsvParser;
import dev.concord.config.TableConfig;
import dev.concord.error.InputException;
import dev.concord.error.Refusals;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.io.input.BoundedReader;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * The first line of a CSV table, and whether it is what it is taken for.
 *
 * <p>Spark takes the first line of every file for its header, renames columns of one name, and
 * names those without one. This reads the first lines again, as they stand in the files: at most 16
 * million characters of each of the first thousand files, on the driver.
 */
final class CsvHeader {
  private static final int MOST_FILES = 1000;
  private static final int MOST_CHARS = 1 << 24;
  private static final int SHOWN = 80;
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(\\d+[.,]?\\d*|[.]\\d+)([eE][+-]?\\d+)?");

  /**
   * The first line of a file.
   *
   * @param fields an unnamed one is empty
   */
  private record First(String file, List<String> fields) {
    String text() {
      String joined = String.join(",", fields);
      return joined.length() <= SHOWN ? joined : joined.substring(0, SHOWN) + " ...";
    }

    boolean isRowOfNumbers() {
      return fields.stream().anyMatch(field -> !field.isBlank())
          && fields.stream()
              .allMatch(field -> field.isBlank() || NUMBER.matcher(field.strip()).matches());
    }
  }

  private final TableConfig config;
  private final List<First> firsts;
  private final boolean named;
  // Places of each name in the first header, where the header names columns.
  private final TreeMap<String, List<Integer>> places = new TreeMap<>(CASE_INSENSITIVE_ORDER);

  private CsvHeader(TableConfig config, List<First> firsts) {
    this.config = config;
    this.firsts = firsts;
    this.named =
        !"false".equalsIgnoreCase(CsvDialect.option(config, "header"))
            && CsvDialect.option(config, "schema") == null;
    List<String> fields = named && !firsts.isEmpty() ? firsts.get(0).fields() : List.of();
    for (int c = 0; c < fields.size(); c++) {
      places.computeIfAbsent(fields.get(c), name -> new ArrayList<>()).add(c);
    }
  }

  /**
   * Reads the first lines of {@code files}, as Spark names them, and checks those that are headers.
   *
   * @throws InputException when a header cannot be meant as one
   */
  static CsvHeader of(Configuration hadoop, TableConfig config, String[] files) {
    CsvDialect dialect = CsvDialect.of(config);
    Stream<String> some = Arrays.stream(files).sorted().limit(MOST_FILES);
    List<First> firsts =
        (files.length > 1 ? some.parallel() : some)
            .map(file -> first(hadoop, dialect, file))
            .filter(Objects::nonNull)
            .toList();
    CsvHeader header = new CsvHeader(config, firsts);
    if (!"false".equalsIgnoreCase(CsvDialect.option(config, "header"))) {
      firsts.forEach(header::check);
    }
    if (header.named) {
      header.checkAlike();
    }
    return header;
  }

  private static @Nullable First first(Configuration hadoop, CsvDialect dialect, String file) {
    try (InputStream in = InputText.open(hadoop, file);
        Reader text = new InputStreamReader(in, dialect.charset());
        Reader reader = new BoundedReader(text, MOST_CHARS)) {
      String[] fields = fields(dialect, reader);
      return fields == null
          ? null
          : new First(
              InputText.path(file).toString(),
              Arrays.stream(fields).map(f -> f == null ? "" : f).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String @Nullable [] fields(CsvDialect dialect, Reader reader) throws IOException {
    if (!dialect.byLine()) {
      CsvParser parser = dialect.parser(CsvDialect.MOST_FIELDS);
      parser.beginParsing(reader);
      return parser.parseNext();
    }
    BufferedReader lines = new BufferedReader(reader);
    String line = lines.readLine();
    while (line != null) {
      String text = line.startsWith("\uFEFF") ? line.substring(1) : line;
      if (!dialect.skips(text)) {
        return dialect.parser(dialect.mostFields(text)).parseLine(text);
      }
      line = lines.readLine();
    }
    return null;
  }

  private void check(First first) {
    List<String> fields = first.fields();
    if (fields.size() == 1 && !CsvDialect.sets(config, "sep", "delimiter")) {
      refuseOtherSeparator(first);
    }
    if (fields.stream().anyMatch(RowScreen::isBroken) && RowScreen.guessesCharset(config)) {
      throw refuse(
          "the header of %s is not valid UTF-8: '%s'; %s"
              .formatted(first.file(), first.text(), RowScreen.charsetRemedy(config)));
    }
    if (first.isRowOfNumbers() && !CsvDialect.sets(config, "header")) {
      throw refuse(
          ("the first line of %s is a row of numbers and not a header: '%s'; set %s.options { header"
                  + " = \"false\" }, and the columns are called _c0, _c1 and so on, or header ="
                  + " \"true\" if these are their names")
              .formatted(first.file(), first.text(), config.key()));
    }
  }

  private void refuseOtherSeparator(First first) {
    String only = first.fields().get(0);
    for (String separator : List.of(";", "\t", "|")) {
      if (only.contains(separator)) {
        String shown = separator.equals("\t") ? "\\t" : separator;
        throw refuse(
            "the only column is called '%s', so its fields are separated by %s and not by commas; set"
                    .formatted(first.text().replace("\t", "\\t"), word(separator))
                + " %s.options { sep = \"%s\" }".formatted(config.key(), shown));
      }
    }
  }

  private static String word(String separator) {
    return switch (separator) {
      case ";" -> "semicolons";
      case "|" -> "vertical bars";
      default -> "tabs";
    };
  }

  private void checkAlike() {
    First model = firsts.isEmpty() ? null : firsts.get(0);
    for (First other : firsts) {
      if (model != null && !other.fields().equals(model.fields())) {
        throw refuse(
            ("the file %s starts with '%s', but the file %s with '%s'; all files of a table need the"
                    + " same header, so correct them or read them as tables of their own")
                .formatted(other.file(), other.text(), model.file(), model.text()));
      }
    }
  }

  /** Fields of the first line, or -1 when there is none. */
  int width() {
    return firsts.isEmpty() ? -1 : firsts.get(0).fields().size();
  }

  /** The fields of the first line; one without a name is empty. */
  List<String> fields() {
    return firsts.isEmpty() ? List.of() : firsts.get(0).fields();
  }

  /** Refuses {@code name} when several columns of the header have it. */
  void refuseRepeated(String name) {
    List<Integer> at = places.getOrDefault(name, List.of());
    if (at.size() > 1 && !name.isBlank()) {
      throw refuse(
          ("columns %d and %d of the header are both called %s (upper and lower case are one); give"
                  + " every column its own name")
              .formatted(at.get(0) + 1, at.get(1) + 1, name));
    }
  }

  /**
   * Refuses columns that share a name and columns without one, where every column is used.
   *
   * @param id the id column, which may have no name, or null
   */
  void refuseUnclear(@Nullable String id) {
    List<String> fields = named && !firsts.isEmpty() ? firsts.get(0).fields() : List.of();
    Refusals refusals = new Refusals();
    TreeSet<String> names = new TreeSet<>(CASE_INSENSITIVE_ORDER);
    fields.stream()
        .filter(names::add)
        .forEach(field -> refusals.check(() -> refuseRepeated(field)));
    for (int c = 0; c < fields.size(); c++) {
      String given = "_c" + c;
      if (fields.get(c).isBlank() && (id == null || !given.equals(id.toLowerCase(Locale.ROOT)))) {
        refusals.add(
            refuse(
                ("column %d has no name in the header '%s', so it may be a row number or a separator too"
                        + " many; name it, or list the feature columns in input.features.columns, or set"
                        + " input.features.id = %s if it holds the ids")
                    .formatted(c + 1, firsts.get(0).text(), given)));
      }
    }
    refusals.raise();
  }

  /** The addition to the message for a missing column: the header may be a row. */
  String doubt() {
    boolean some =
        named
            && !CsvDialect.sets(config, "header")
            && !firsts.isEmpty()
            && firsts.get(0).fields().stream().anyMatch(f -> NUMBER.matcher(f.strip()).matches());
    return some
        ? "; if that is a row and no header, set %s.options { header = \"false\" }, and the columns are called _c0, _c1 and so on"
            .formatted(config.key())
        : "";
  }

  private InputException refuse(String what) {
    return config.refuse(what);
  }
}
