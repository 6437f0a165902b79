package dev.concord.spark.input;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import com.univocity.parsers.csv.CsvParser;
import com.univocity.parsers.csv.CsvParserSettings;
import dev.concord.config.TableConfig;
import java.io.Serializable;
import java.nio.charset.Charset;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.catalyst.csv.CSVOptions;
import org.jspecify.annotations.Nullable;

/**
 * How the options of a CSV table cut a line into fields: by Spark's own reading of the options and
 * its own parser, so that header and rows are cut here as Spark cuts them.
 */
@DefaultSerializer(JavaSerializer.class)
final class CsvDialect implements Serializable {
  private static final long serialVersionUID = 1L;

  /** So many fields a line may have by Spark's default of {@code maxColumns}. */
  static final int SPARKS_FIELDS = 20_480;

  /** So many fields of a first record are read. */
  static final int MOST_FIELDS = 1 << 20;

  private static final int BUFFER = 1 << 13;

  private final HashMap<String, String> options;

  private CsvDialect(Map<String, String> options) {
    this.options = new HashMap<>(options);
  }

  static CsvDialect of(TableConfig config) {
    return new CsvDialect(config.options());
  }

  /** The option {@code name}, in any case, or null when it is not given. */
  static @Nullable String option(TableConfig config, String name) {
    return option(config.options(), name);
  }

  private static @Nullable String option(Map<String, String> options, String name) {
    for (Map.Entry<String, String> option : options.entrySet()) {
      if (option.getKey().equalsIgnoreCase(name)) {
        return option.getValue();
      }
    }
    return null;
  }

  /** Whether one of the options is given. */
  static boolean sets(TableConfig config, String... names) {
    for (String name : names) {
      if (option(config, name) != null) {
        return true;
      }
    }
    return false;
  }

  /** The table with one more option, in place of one of that name. */
  static TableConfig with(TableConfig config, String name, String value) {
    Map<String, String> options = new HashMap<>(config.options());
    options.keySet().removeIf(name::equalsIgnoreCase);
    options.put(name, value);
    return new TableConfig(config.key(), config.format(), config.paths(), options);
  }

  /** The options as Spark reads them. */
  CSVOptions parsed() {
    scala.collection.immutable.HashMap<String, String> given =
        new scala.collection.immutable.HashMap<>();
    for (Map.Entry<String, String> option : options.entrySet()) {
      given = given.updated(option.getKey(), option.getValue());
    }
    return new CSVOptions(given, false, "UTC");
  }

  CsvParser parser() {
    return new CsvParser(parsed().asParserSettings());
  }

  /** A parser for records of so many fields. */
  CsvParser parser(int fields) {
    CsvParserSettings settings = parsed().asParserSettings();
    settings.setMaxColumns(Math.max(fields, settings.getMaxColumns()));
    settings.setInputBufferSize(BUFFER); // not Spark's megabyte for every line
    return new CsvParser(settings);
  }

  /** So many fields a line has at most. */
  int mostFields(String line) {
    char first = parsed().delimiter().charAt(0);
    return 1 + (int) line.chars().filter(c -> c == first).count();
  }

  /** The sign around texts; 0 when there is none. */
  char quote() {
    return parsed().quote();
  }

  /** Whether quotes and separators are single bytes of the encoding. */
  boolean isAsciiBased() {
    return "\",\n".getBytes(charset()).length == 3;
  }

  String lineEnd() {
    return option(options, "lineSep") == null ? "\n" : String.valueOf(option(options, "lineSep"));
  }

  Charset charset() {
    return Charset.forName(parsed().charset());
  }

  /** Whether a record ends where a line ends. */
  boolean byLine() {
    CSVOptions parsed = parsed();
    return !parsed.multiLine() && parsed.lineSeparatorInRead().isEmpty();
  }

  /** Whether Spark passes over a line when it looks for the header. */
  boolean skips(String line) {
    CSVOptions parsed = parsed();
    return line.isBlank()
        || (parsed.isCommentSet() && line.startsWith(String.valueOf(parsed.comment())));
  }
}
