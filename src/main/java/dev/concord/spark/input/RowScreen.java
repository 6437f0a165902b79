package dev.concord.spark.input;

import com.univocity.parsers.csv.CsvParser;
import dev.concord.config.TableConfig;
import dev.concord.error.InputException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Finds the rows of a CSV table that Spark reads in silence but not whole: those with more fields
 * than there are columns, whose rest it drops, and texts that are not in the file's encoding, whose
 * bytes it replaces. Looks at the rows as they pass; only a line that Spark marks is cut into
 * fields again.
 *
 * @param whole position of the column that holds a malformed row's line, or -1
 * @param width columns of the table
 * @param texts positions of texts to look at
 * @param names names of the columns at these positions
 */
record RowScreen(CsvDialect dialect, int whole, int width, List<Integer> texts, List<String> names)
    implements RowCheck {
  private static final long serialVersionUID = 1L;
  private static final int SHOWN = 80;
  private static final char REPLACED = '\uFFFD';

  /** Thrown in a task; {@link Reading#guard} turns it into {@link #refusal}. */
  static final class BrokenRow extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final ArrayList<String> texts;

    BrokenRow(String reason, List<String> texts) {
      super(reason);
      this.texts = new ArrayList<>(texts);
    }
  }

  private record Found(Findings wide, Findings broken) implements Serializable {
    private static final long serialVersionUID = 1L;
  }

  /** The screen for rows of {@code schema}; {@code whole} names the column of malformed lines. */
  static RowScreen of(TableConfig config, StructType schema, String whole, int width) {
    List<Integer> texts = new ArrayList<>();
    List<String> names = new ArrayList<>();
    int at = -1;
    for (int c = 0; c < schema.size(); c++) {
      StructField field = schema.fields()[c];
      if (field.name().equals(whole)) {
        at = c;
      } else if (field.dataType().equals(DataTypes.StringType) && guessesCharset(config)) {
        texts.add(c);
        names.add(field.name());
      }
    }
    return new RowScreen(CsvDialect.of(config), at, width, texts, names);
  }

  /** Whether nobody said in which encoding the table is written. */
  static boolean guessesCharset(TableConfig config) {
    return !CsvDialect.sets(config, "encoding", "charset");
  }

  /**
   * Whether bytes of {@code text} were replaced, or its author wrote the sign that replaces them.
   */
  static boolean isBroken(String text) {
    return text.indexOf(REPLACED) >= 0;
  }

  static String charsetRemedy(TableConfig config) {
    return "set %s.options { encoding = \"ISO-8859-1\" }, or whatever encoding it is in; encoding = \"UTF-8\" takes the sign \uFFFD as it is"
        .formatted(config.key());
  }

  @Override
  public Function<Row, String> open() {
    CsvParser parser = dialect.parser();
    return row -> {
      if (isWide(row, parser)) {
        return "more fields than the table has columns";
      }
      for (int t : texts) {
        if (!row.isNullAt(t) && isBroken(row.getString(t))) {
          return "a text in another encoding: '" + row.getString(t) + "'";
        }
      }
      return "";
    };
  }

  /** Whether the line of a row has fields beyond the last column that are not empty. */
  private boolean isWide(Row row, CsvParser parser) {
    if (whole < 0 || row.isNullAt(whole)) {
      return false;
    }
    String[] fields = parser.parseLine(row.getString(whole));
    return fields != null
        && fields.length > width
        && Arrays.stream(fields, width, fields.length)
            .anyMatch(field -> field != null && !field.isBlank());
  }

  /** The same rows; a task that meets one that is not whole ends with {@link BrokenRow}. */
  JavaRDD<Row> pass(JavaRDD<Row> rows) {
    return whole < 0 && texts.isEmpty() ? rows : rows.mapPartitions(this::passed);
  }

  private Iterator<Row> passed(Iterator<Row> rows) {
    Function<Row, String> check = open();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return rows.hasNext();
      }

      @Override
      public Row next() {
        Row row = rows.next();
        String reason = check.apply(row);
        if (!reason.isEmpty()) {
          throw new BrokenRow(reason, names);
        }
        return row;
      }
    };
  }

  /** The refusal of a table in which a task found such a row: one more pass, to count them all. */
  static InputException refusal(TableConfig config, BrokenRow found) {
    SourceTable table = SourceTable.open(SparkSession.active(), config, List.of());
    List<Column> columns = new ArrayList<>();
    for (StructField field : table.schema().fields()) {
      columns.add(table.column(field));
    }
    Dataset<Row> rows = table.select(columns);
    RowScreen screen = table.screen(rows.schema());
    List<Integer> texts = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int t = 0; t < screen.texts().size(); t++) {
      if (found.texts.contains(screen.names().get(t))) {
        texts.add(screen.texts().get(t));
        names.add(screen.names().get(t));
      }
    }
    RowScreen asked = new RowScreen(screen.dialect(), screen.whole(), screen.width(), texts, names);
    Findings wide = new Findings();
    Findings broken = new Findings();
    for (Found part :
        rows.toJavaRDD().mapPartitions(p -> List.of(asked.scan(p)).iterator()).collect()) {
      wide.merge(part.wide());
      broken.merge(part.broken());
    }
    return asked.refusal(table, wide, broken);
  }

  private Found scan(Iterator<Row> rows) {
    CsvParser parser = dialect.parser();
    Found found = new Found(new Findings(), new Findings());
    while (rows.hasNext()) {
      Row row = rows.next();
      if (isWide(row, parser)) {
        String line = row.getString(whole);
        String shown = line.length() <= SHOWN ? line : line.substring(0, SHOWN) + " ...";
        found.wide().add("'" + shown + "'");
      }
      for (int t = 0; t < texts.size(); t++) {
        int at = texts.get(t);
        if (!row.isNullAt(at) && isBroken(row.getString(at))) {
          found.broken().add("'" + row.getString(at) + "' in column " + names.get(t));
        }
      }
    }
    return found;
  }

  private InputException refusal(SourceTable table, Findings wide, Findings broken) {
    if (wide.any()) {
      return table.refuse(
          ("%d %s more fields than the table has columns (%d): %s; take the fields too many out, or"
                  + " put texts that hold the separator in double quotes")
              .formatted(
                  wide.total(), wide.total() == 1 ? "row has" : "rows have", width, wide.text()));
    }
    if (broken.any()) {
      return table.refuse(
          "%d %s not valid UTF-8: %s; %s"
              .formatted(
                  broken.total(),
                  broken.total() == 1 ? "text is" : "texts are",
                  broken.text(),
                  charsetRemedy(table.config())));
    }
    return table.refuse(
        "the table changed while it was read; keep its files still, then run the command again");
  }
}
