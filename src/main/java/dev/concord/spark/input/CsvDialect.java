package dev.concord.spark.input;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import com.univocity.parsers.csv.CsvParser;
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

  private final HashMap<String, String> options;

  private CsvDialect(Map<String, String> options) {
    this.options = new HashMap<>(options);
  }

  static CsvDialect of(TableConfig config) {
    return new CsvDialect(config.options());
  }

  /** The option {@code name}, in any case, or null when it is not given. */
  static @Nullable String option(TableConfig config, String name) {
    for (Map.Entry<String, String> option : config.options().entrySet()) {
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

  private CSVOptions parsed() {
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
