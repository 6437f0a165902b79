package dev.concord.spark.input;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import com.univocity.parsers.common.TextParsingException;
import com.univocity.parsers.csv.CsvParser;
import dev.concord.config.TableConfig;
import dev.concord.error.InputException;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.SequenceInputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Finds how quotes within the quoted fields of a CSV table are written, and refuses quotes that
 * Spark would read as something else in silence.
 *
 * <p>RFC 4180 doubles such a quote, Spark's writer puts a backslash before it. Taken is the first
 * of the two by which every record is well formed, or the configured {@code escape}. Costs one pass
 * over the text, on the driver where it is small; only lines with a quote are cut into fields.
 */
@DefaultSerializer(JavaSerializer.class)
final class CsvQuotes implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final int ON_DRIVER = 4 << 20;
  private static final int FEW_FILES = 64;
  private static final int SHOWN = 80;
  private static final String BACKSLASH = "\\";
  private static final String NEXT = "x";
  private static final String REST = "unescapedQuoteHandling";

  /** What is wrong with the quotes of some records, read with one escape. */
  @DefaultSerializer(JavaSerializer.class)
  private static final class Faults implements Serializable {
    private static final long serialVersionUID = 1L;
    private final TableFaults open = new TableFaults();
    private final TableFaults torn = new TableFaults();

    boolean any() {
      return open.any() || torn.any();
    }
  }

  private final List<CsvDialect> dialects;
  private final boolean byLine;

  private CsvQuotes(List<CsvDialect> dialects) {
    this.dialects = dialects;
    this.byLine = dialects.get(0).byLine();
  }

  /**
   * The options with those that read the quotes of the table's files.
   *
   * @param lines of all files
   * @throws InputException when a quote is not closed, or text follows a closing quote
   */
  static TableConfig settled(SparkSession spark, TableConfig config, Dataset<Row> lines) {
    CsvDialect given = CsvDialect.of(config);
    if (given.quote() == 0 || !given.isAsciiBased()) {
      return config;
    }
    boolean chosen = CsvDialect.sets(config, "escape");
    List<TableConfig> ways =
        (chosen ? List.of("") : List.of(String.valueOf(given.quote()), BACKSLASH))
            .stream().map(escape -> strict(config, escape)).toList();
    List<Faults> found =
        new CsvQuotes(ways.stream().map(CsvDialect::of).toList()).scanned(spark, lines);
    for (int way = 0; way < ways.size(); way++) {
      if (!found.get(way).any()) {
        return ways.get(way);
      }
    }
    throw refusal(config, found.get(0), chosen);
  }

  private static TableConfig strict(TableConfig config, String escape) {
    TableConfig way = escape.isEmpty() ? config : CsvDialect.with(config, "escape", escape);
    return CsvDialect.sets(config, REST) ? way : CsvDialect.with(way, REST, "RAISE_ERROR");
  }

  private List<Faults> scanned(SparkSession spark, Dataset<Row> lines) {
    Configuration hadoop = spark.sessionState().newHadoopConf();
    List<String> files = List.of(lines.inputFiles());
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    if (files.size() <= FEW_FILES && InputText.bytes(hadoop, files) <= ON_DRIVER) {
      List<Faults> all = none();
      files.forEach(file -> merge(all, scanFile(hadoop, file)));
      return all;
    }
    JavaRDD<List<Faults>> parts;
    if (byLine) {
      char quote = dialects.get(0).quote();
      parts =
          lines
              .toJavaRDD()
              .map(row -> row.getString(0))
              .filter(line -> line.indexOf(quote) >= 0)
              .mapPartitions(part -> List.of(scanLines(part)).iterator());
    } else {
      Broadcast<SerializableConfiguration> shared =
          context.broadcast(new SerializableConfiguration(hadoop));
      parts =
          context
              .parallelize(files, files.size())
              .map(file -> scanFile(shared.value().value(), file));
    }
    List<Faults> all = none();
    parts.collect().forEach(part -> merge(all, part));
    return all;
  }

  private List<Faults> none() {
    return dialects.stream().map(dialect -> new Faults()).toList();
  }

  private static void merge(List<Faults> all, List<Faults> part) {
    for (int way = 0; way < all.size(); way++) {
      all.get(way).open.merge(part.get(way).open);
      all.get(way).torn.merge(part.get(way).torn);
    }
  }

  private List<Faults> scanFile(Configuration hadoop, String file) {
    List<Faults> found = none();
    try {
      if (byLine) {
        try (InputStream in = InputText.open(hadoop, file);
            BufferedReader reader = new BufferedReader(new InputStreamReader(in, charset()))) {
          return scanLines(reader.lines().iterator());
        }
      }
      for (int way = 0; way < found.size(); way++) {
        try (InputStream in = InputText.open(hadoop, file)) {
          scanRecords(dialects.get(way), in, found.get(way));
        }
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Charset charset() {
    return dialects.get(0).charset();
  }

  private List<Faults> scanLines(Iterator<String> lines) {
    List<Faults> found = none();
    CsvParser[] parsers = new CsvParser[dialects.size()];
    int columns = -1;
    while (lines.hasNext()) {
      String line = lines.next();
      CsvDialect first = dialects.get(0);
      if (line.indexOf(first.quote()) < 0 || first.skips(line)) {
        continue;
      }
      int most = first.mostFields(line);
      if (most > columns) {
        columns = most;
        for (int way = 0; way < parsers.length; way++) {
          parsers[way] = dialects.get(way).parser(columns);
        }
      }
      for (int way = 0; way < parsers.length; way++) {
        scan(dialects.get(way), parsers[way], line, found.get(way));
      }
    }
    return found;
  }

  /** A second line becomes part of the record where a quote is open at the end of the first. */
  private static void scan(CsvDialect dialect, CsvParser parser, String line, Faults found) {
    try {
      String[] fields = parser.parseLine(line + dialect.lineEnd() + NEXT);
      if (isOpen(dialect, fields)) {
        found.open.add(shown(line));
      }
    } catch (TextParsingException e) {
      found.torn.add(shown(line));
    } finally {
      parser.stopParsing(); // what is left of the second line would begin the next record
    }
  }

  /** As {@link #scan}, where records may have several lines: one more line after the last. */
  private static void scanRecords(CsvDialect dialect, InputStream in, Faults found) {
    byte[] line = (dialect.lineEnd() + NEXT).getBytes(dialect.charset());
    InputStream more = new SequenceInputStream(in, new ByteArrayInputStream(line));
    CsvParser parser = dialect.parser(CsvDialect.MOST_FIELDS);
    String[] last = null;
    try {
      parser.beginParsing(new InputStreamReader(more, dialect.charset()));
      for (String[] next = parser.parseNext(); next != null; next = parser.parseNext()) {
        last = next;
      }
      if (isOpen(dialect, last)) {
        found.open.add(shown(String.join(",", last)));
      }
    } catch (TextParsingException e) {
      found.torn.add(shown(String.valueOf(e.getParsedContent())));
    } finally {
      parser.stopParsing();
    }
  }

  /** Whether the line that was added became part of a field. */
  private static boolean isOpen(CsvDialect dialect, String @Nullable [] fields) {
    String end = dialect.lineEnd() + NEXT;
    return fields != null
        && Arrays.stream(fields).anyMatch(field -> field != null && field.endsWith(end));
  }

  private static String shown(String text) {
    String line = text.strip().lines().findFirst().orElse("");
    return "'" + (line.length() <= SHOWN ? line : line.substring(0, SHOWN) + " ...") + "'";
  }

  private static InputException refusal(TableConfig config, Faults found, boolean chosen) {
    String options = config.key() + ".options";
    if (found.open.any() && CsvDialect.of(config).byLine()) {
      return config.refuse(
          "%s a quote that is not closed on its line: %s; if the text goes on in the next line, set %s { multiLine = \"true\" }, else close the quote, or take it out; quote = \"\" takes quotes as they are"
              .formatted(
                  found.open.counted("line opens", "lines open"), found.open.text(), options));
    }
    if (found.open.any()) {
      return config.refuse(
          "a quote is open at the end of a file, so that all lines behind it are one text: %s; close the quote, or take it out"
              .formatted(found.open.text()));
    }
    return config.refuse(
        "%s text behind a closing quote: %s; a quote within a quoted text is doubled%s; correct these lines, or set %s { quote = \"\" } to take quotes as they are"
            .formatted(
                found.torn.counted("line has", "lines have"),
                found.torn.text(),
                chosen
                    ? ", or has the sign of the option escape before it"
                    : ", or has a backslash before it, one way in all files",
                options));
  }
}
