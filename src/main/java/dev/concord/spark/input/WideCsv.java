package dev.concord.spark.input;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import com.univocity.parsers.csv.CsvParser;
import dev.concord.config.TableConfig;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.catalyst.csv.CSVInferSchema;
import org.apache.spark.sql.catalyst.csv.CSVOptions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * A CSV table of thousands of columns of numbers, cut into fields line by line. Spark compiles an
 * expression for each column and searches all columns for each, which takes minutes where the table
 * itself takes a second.
 *
 * <p>Only a table without anything unusual is read so: a header, as many fields in every line,
 * numbers or true/false in every column but those of ids. Any other is left to Spark.
 */
@DefaultSerializer(JavaSerializer.class)
record WideCsv(CsvDialect dialect, List<String> header, Set<String> texts) implements Serializable {
  /** From so many columns on, Spark's plan of a table takes longer than its rows. */
  static final int COLUMNS = 2_000;

  /** Options that change what a line means in ways that are left to Spark. */
  private static final String[] LEFT_TO_SPARK = {
    "encoding", "charset", "mode", "schema", "columnNameOfCorruptRecord", "locale", "inferSchema"
  };

  /** Types of columns that are read here. */
  private static final Set<DataType> PLAIN =
      Set.of(
          DataTypes.IntegerType, DataTypes.LongType, DataTypes.DoubleType, DataTypes.BooleanType);

  /** What the lines of a part hold: headers, and each column; null: a line of other width. */
  @DefaultSerializer(JavaSerializer.class)
  private record Part(long headers, DataType @Nullable [] columns) implements Serializable {}

  /** The columns of a table of {@code header}, or null where it is not read so. */
  static @Nullable WideCsv of(TableConfig config, List<String> header, List<String> idColumns) {
    CsvDialect dialect = CsvDialect.of(config);
    Set<String> different = new HashSet<>();
    boolean named =
        header.stream().allMatch(n -> !n.isBlank() && different.add(n.toLowerCase(Locale.ROOT)));
    if (header.size() < COLUMNS
        || !named
        || !dialect.byLine()
        || CsvDialect.sets(config, LEFT_TO_SPARK)
        || "false".equalsIgnoreCase(CsvDialect.option(config, "header"))) {
      return null;
    }
    Set<String> texts = new HashSet<>();
    for (String name : header) {
      if (idColumns.stream().anyMatch(name::equalsIgnoreCase)) {
        texts.add(name);
      }
    }
    return new WideCsv(dialect, List.copyOf(header), texts);
  }

  /** The types of the columns as Spark infers them, or null where a line or column is unusual. */
  @Nullable StructType types(JavaRDD<String> lines, int files) {
    CSVInferSchema inference = new CSVInferSchema(dialect.parsed());
    DataType[] all = unknown();
    long headers = 0;
    for (Part part : lines.mapPartitions(this::examined).collect()) {
      if (part.columns() == null) {
        return null;
      }
      headers += part.headers();
      all = inference.mergeRowTypes(all, part.columns());
    }
    if (headers != files) {
      return null;
    }
    List<StructField> fields = new ArrayList<>();
    for (int c = 0; c < all.length; c++) {
      // Whole numbers of many digits are decimals; they are read as the numbers nearest to them.
      DataType number = all[c] instanceof DecimalType ? DataTypes.DoubleType : all[c];
      DataType type = texts.contains(header.get(c)) ? DataTypes.StringType : number;
      if (!texts.contains(header.get(c)) && !PLAIN.contains(type)) {
        return null;
      }
      fields.add(DataTypes.createStructField(header.get(c), type, true));
    }
    return DataTypes.createStructType(fields);
  }

  private DataType[] unknown() {
    DataType[] types = new DataType[header.size()];
    Arrays.fill(types, DataTypes.NullType);
    return types;
  }

  private Iterator<Part> examined(Iterator<String> lines) {
    CSVInferSchema inference = new CSVInferSchema(dialect.parsed());
    DataType[] columns = unknown();
    long headers = 0;
    Iterator<String[]> rows = rows(lines);
    while (rows.hasNext()) {
      String[] row = rows.next();
      if (row.length != columns.length) {
        return List.of(new Part(0, null)).iterator();
      }
      if (isHeader(row)) {
        headers++;
      } else {
        columns = inference.inferRowType(columns, row);
      }
    }
    return List.of(new Part(headers, columns)).iterator();
  }

  private static double number(String text, CSVOptions options) {
    return text.equals(options.nanValue())
        ? Double.NaN
        : text.equals(options.positiveInf())
            ? Double.POSITIVE_INFINITY
            : text.equals(options.negativeInf())
                ? Double.NEGATIVE_INFINITY
                : Double.parseDouble(text);
  }

  /** Every line that is a row, cut into fields; a header is one of them. */
  private Iterator<String[]> rows(Iterator<String> lines) {
    CsvParser parser = dialect.parser(header.size() + SourceTable.SPARE);
    Iterable<String> all = () -> lines;
    return StreamSupport.stream(all.spliterator(), false)
        .map(line -> line.startsWith("\uFEFF") ? line.substring(1) : line)
        .filter(line -> !dialect.skips(line))
        .map(parser::parseLine)
        .filter(Objects::nonNull)
        .iterator();
  }

  private boolean isHeader(String[] row) {
    for (int c = 0; c < row.length; c++) {
      if (!header.get(c).equals(row[c])) {
        return false;
      }
    }
    return true;
  }

  /**
   * The rows of a table whose {@link #types} are {@code schema}, with the columns {@code names}.
   */
  JavaRDD<Row> rows(JavaRDD<String> lines, StructType schema, List<String> names) {
    int[] places = names.stream().mapToInt(schema::fieldIndex).toArray();
    DataType[] types =
        Arrays.stream(places).mapToObj(c -> schema.fields()[c].dataType()).toArray(DataType[]::new);
    return lines.mapPartitions(part -> converted(part, places, types));
  }

  private Iterator<Row> converted(Iterator<String> lines, int[] places, DataType[] types) {
    CSVOptions options = dialect.parsed();
    Iterable<String[]> rows = () -> rows(lines);
    return StreamSupport.stream(rows.spliterator(), false)
        .filter(row -> !isHeader(row))
        .map(row -> row(row, places, types, options))
        .iterator();
  }

  private static Row row(String[] fields, int[] places, DataType[] types, CSVOptions options) {
    @Nullable Object[] values = new Object[places.length];
    for (int c = 0; c < values.length; c++) {
      String text = fields[places[c]];
      if (text == null || text.equals(options.nullValue())) {
        values[c] = null;
      } else if (types[c].equals(DataTypes.StringType)) {
        values[c] = text;
      } else if (types[c].equals(DataTypes.BooleanType)) {
        values[c] = Boolean.valueOf(text);
      } else {
        values[c] = number(text, options);
      }
    }
    return RowFactory.create(values);
  }
}
