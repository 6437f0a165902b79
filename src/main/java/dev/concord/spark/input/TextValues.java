package dev.concord.spark.input;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.error.InputException;
import dev.concord.spark.files.IdTable;
import java.io.Serializable;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;

/**
 * Reports the values that are not numbers in a numeric column: how many, and the first with its
 * row. Runs only for a refusal, one pass over the table.
 */
@DefaultSerializer(JavaSerializer.class)
public final class TextValues implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final int SHOWN = 40;
  private static final Pattern COMMA = Pattern.compile("[+-]?\\d*,\\d+([eE][+-]?\\d+)?");
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(\\d+[.]?\\d*|[.]\\d+)([eE][+-]?\\d+)?|[+-]?Inf(inity)?|NaN");

  /** A value that is no number, and its row: a number, or a text when ids are texts. */
  @DefaultSerializer(JavaSerializer.class)
  private record First(long row, String id, String value) implements Serializable {
    static final Comparator<First> ORDER =
        Comparator.comparingLong(First::row).thenComparing(First::id).thenComparing(First::value);
  }

  private long values;
  private long bad;
  private @Nullable First first;
  private boolean named;
  private boolean several;

  private TextValues() {}

  /**
   * Those of a column; null when it is no column of text or has none.
   *
   * @param id the id column; without one rows are named by their number
   */
  public static @Nullable TextValues of(
      SourceTable table, @Nullable IdColumn id, StructField field) {
    if (!field.dataType().equals(DataTypes.StringType)) {
      return null;
    }
    TextValues all = id != null ? byId(table, id, field) : byRow(table, field);
    all.named = id != null;
    return all.first == null ? null : all;
  }

  /**
   * ": 1 of its 60 values is no number, 'n/a' in the row of id 17"; empty when {@code field} is no
   * column of text.
   *
   * @param id the id column; without one rows are named by their number
   */
  public static String described(SourceTable table, @Nullable IdColumn id, StructField field) {
    TextValues all = of(table, id, field);
    return all == null ? "" : all.described();
  }

  /** As the static method, of values that are there. */
  public String described() {
    First found = Objects.requireNonNull(first);
    String value =
        found.value().length() <= SHOWN
            ? found.value()
            : found.value().substring(0, SHOWN) + " ...";
    String share = values == 1 ? "its only value" : bad + " of its " + values + " values";
    return ": "
        + share
        + (bad == 1 ? " is no number, '" : " are no numbers, the first '")
        + value
        + "'"
        + (found.id().isEmpty() ? "" : named ? " in the row of id " : " in row ")
        + found.id()
        + (isComma() ? " (numbers have a decimal point, not a comma)" : "");
  }

  /** The first value that is no number. */
  public String first() {
    return Objects.requireNonNull(first).value();
  }

  /** Whether no value is a number. */
  public boolean areAll() {
    return bad == values;
  }

  /** The one short word among numbers, which may stand for a missing value; or null. */
  public @Nullable String missing() {
    String value = Objects.requireNonNull(first).value();
    boolean odd = several || value.length() > SHOWN || value.contains("\"") || value.contains("\\");
    return areAll() || isComma() || odd ? null : value;
  }

  private boolean isComma() {
    return COMMA.matcher(Objects.requireNonNull(first).value().strip()).matches();
  }

  private static TextValues byId(SourceTable table, IdColumn id, StructField field) {
    JavaRDD<Row> rows = table.rows().select(id.select(table), table.column(field)).toJavaRDD();
    boolean longs = id.kind() == IdColumn.Kind.LONG;
    return merged(
        rows.mapPartitions(
            part -> {
              TextValues found = new TextValues();
              while (part.hasNext()) {
                Row row = part.next();
                String name = IdColumn.text(row, 0);
                boolean number = longs ? !row.isNullAt(0) : IdTable.isWholeNumber(name);
                found.look(row, 1, number ? Long.parseLong(name) : Long.MAX_VALUE, name);
              }
              return List.of(found).iterator();
            }));
  }

  private static TextValues byRow(SourceTable table, StructField field) {
    List<Column> text = List.of(table.column(field));
    Dataset<Row> rows;
    try {
      rows = FileOrder.select(table, text);
    } catch (InputException noFiles) { // rows of a view have no numbers
      return merged(table.select(text).toJavaRDD().mapPartitions(TextValues::unnumbered));
    }
    RowIndexer indexer = RowIndexer.byPlace(FileOrder.count(SparkSession.active(), table, rows));
    return merged(rows.toJavaRDD().mapPartitions(part -> numbered(part, indexer)));
  }

  private static Iterator<TextValues> unnumbered(Iterator<Row> part) {
    TextValues found = new TextValues();
    while (part.hasNext()) {
      found.look(part.next(), 0, 0, "");
    }
    return List.of(found).iterator();
  }

  private static Iterator<TextValues> numbered(Iterator<Row> part, RowIndexer indexer) {
    TextValues found = new TextValues();
    ToIntFunction<Row> index = indexer.open();
    while (part.hasNext()) {
      Row row = part.next();
      int at = index.applyAsInt(row);
      found.look(row, indexer.columns(), at, Integer.toString(at));
    }
    return List.of(found).iterator();
  }

  private static TextValues merged(JavaRDD<TextValues> parts) {
    TextValues all = new TextValues();
    for (TextValues part : parts.collect()) {
      all.values += part.values;
      all.bad += part.bad;
      all.several |= part.several;
      if (part.first != null) {
        all.keep(part.first);
      }
    }
    return all;
  }

  private void look(Row row, int at, long place, String name) {
    if (row.isNullAt(at)) {
      return;
    }
    values++;
    String value = row.getString(at);
    if (!NUMBER.matcher(value.strip()).matches()) {
      bad++;
      keep(new First(place, name, value));
    }
  }

  private void keep(First candidate) {
    several |= first != null && !first.value().equals(candidate.value());
    if (first == null || First.ORDER.compare(candidate, first) < 0) {
      first = candidate;
    }
  }
}
