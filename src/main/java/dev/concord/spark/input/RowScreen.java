package dev.concord.spark.input;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import com.univocity.parsers.csv.CsvParser;
import dev.concord.config.TableConfig;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Row;
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
 * @param texts positions of texts to check
 * @param names names of the columns at these positions
 */
@DefaultSerializer(JavaSerializer.class)
record RowScreen(CsvDialect dialect, int whole, int width, List<Integer> texts, List<String> names)
    implements RowCheck {
  private static final char REPLACED = '\uFFFD';

  /** Thrown in a task; {@link ReadFailures#guard} turns it into {@link BrokenRows#refusal}. */
  static final class BrokenRow extends RuntimeException {
    private static final long serialVersionUID = 1L;
    final ArrayList<String> texts;

    BrokenRow(String reason, List<String> texts) {
      super(reason);
      this.texts = new ArrayList<>(texts);
    }
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

  /** Whether the encoding of the table is not configured. */
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
  boolean isWide(Row row, CsvParser parser) {
    if (whole < 0 || row.isNullAt(whole)) {
      return false;
    }
    String[] fields = parser.parseLine(row.getString(whole));
    return fields != null
        && fields.length > width
        && Arrays.stream(fields, width, fields.length)
            .anyMatch(field -> field != null && !field.isBlank());
  }

  /** The same rows; an incomplete row ends the task with {@link BrokenRow}. */
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
}
