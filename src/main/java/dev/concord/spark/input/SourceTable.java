package dev.concord.spark.input;

import static java.lang.String.CASE_INSENSITIVE_ORDER;

import dev.concord.config.TableConfig;
import dev.concord.error.InputException;
import dev.concord.spark.files.Location;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.commons.text.similarity.LevenshteinDistance;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.CatalystTypeConverters;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.Function1;

/**
 * A table opened through Spark, and its columns found by name.
 *
 * <p>CSV is read with {@code header = true} and {@code inferSchema = true} unless the options set
 * otherwise. Its id columns are then read as text, because inference would turn 007 into 7. The
 * option {@code schema} (DDL, for any format) becomes the reader's schema.
 */
public final class SourceTable {
  private static final String CORRUPT = "columnNameOfCorruptRecord";

  /** Sources that read every path as a pattern. */
  private static final Set<String> PATTERNS =
      Set.of(
          "csv", "parquet", "json", "orc", "text", "avro", "libsvm", "xml", "image", "binaryfile");

  private static final String MOST = "maxColumns";
  // So many fields too many of a wide row are counted; Spark fails at one with more.
  static final int SPARE = 1024;
  private static final Set<String> TEXTUAL = Set.of("csv", "json", "xml", "text", "libsvm");

  private static final Set<String> COLUMNAR = Set.of("parquet", "orc");
  private static final String LINE = "_line_of_text";

  private final TableConfig config;
  private final Dataset<Row> rows;
  private final boolean untypedIds;
  private final @Nullable CsvHeader header;
  private final String whole;
  private final StructType schema;
  // The first column of each name, upper and lower case being one, and the column of each name.
  private final TreeMap<String, StructField> byName = new TreeMap<>(CASE_INSENSITIVE_ORDER);
  private final Map<String, StructField> byExactName = new HashMap<>();
  // Reads chosen columns of a table of thousands without a plan of Spark's.
  private @Nullable Function<List<StructField>, @Nullable JavaRDD<Row>> wide;

  private SourceTable(
      TableConfig config,
      Dataset<Row> rows,
      boolean untypedIds,
      @Nullable CsvHeader header,
      String whole) {
    this.config = config;
    this.rows = rows;
    this.untypedIds = untypedIds;
    this.header = header;
    this.whole = whole;
    List<StructField> own = new ArrayList<>(List.of(rows.schema().fields()));
    own.removeIf(field -> !whole.isEmpty() && field.name().equals(whole));
    this.schema = DataTypes.createStructType(own);
    for (StructField field : own) {
      byName.putIfAbsent(field.name(), field);
      byExactName.putIfAbsent(field.name(), field);
    }
  }

  /** Opens the table; {@code idColumns} hold ids, wherever they exist. */
  public static SourceTable open(SparkSession spark, TableConfig config, List<String> idColumns) {
    if (config.format().equalsIgnoreCase("table") && config.paths().size() == 1) {
      return new SourceTable(config, spark.table(config.paths().get(0)), false, null, "");
    }
    if (config.format().equalsIgnoreCase("csv")) {
      return openCsv(spark, config, idColumns);
    }
    String format = config.format().toLowerCase(Locale.ROOT);
    if (TEXTUAL.contains(format)) {
      requireText(spark, config, lines(spark, config));
    }
    Dataset<Row> rows = load(reader(spark, config), paths(spark, config));
    if (COLUMNAR.contains(format)) {
      ColumnsOfFiles.requireAlike(spark.sessionState().newHadoopConf(), config, rows.inputFiles());
    }
    SourceTable table = new SourceTable(config, rows, false, null, "");
    boolean wide = format.equals("parquet") && rows.columns().length >= WideCsv.COLUMNS;
    if (wide && config.options().isEmpty() && table.ofFolders().isEmpty()) {
      table.wide =
          fields ->
              WideParquet.takes(fields) ? WideParquet.rows(spark, rows.inputFiles(), fields) : null;
    }
    return table;
  }

  private static void requireText(SparkSession spark, TableConfig config, Dataset<Row> lines) {
    FileKind.requireText(spark.sessionState().newHadoopConf(), config, lines.inputFiles());
  }

  private static SourceTable openCsv(
      SparkSession spark, TableConfig config, List<String> idColumns) {
    Dataset<Row> lines = lines(spark, config);
    requireText(spark, config, lines);
    TableConfig read = CsvQuotes.settled(spark, config, lines);
    CsvHeader header = CsvHeader.of(spark.sessionState().newHadoopConf(), read, lines.inputFiles());
    if (header.width() > CsvDialect.SPARKS_FIELDS - SPARE && !CsvDialect.sets(read, MOST)) {
      read = CsvDialect.with(read, MOST, Integer.toString(header.width() + SPARE));
    }
    DataFrameReader reader = reader(spark, read);
    if (!CsvDialect.sets(read, "header")) {
      reader = reader.option("header", "true");
    }
    WideCsv wide = lines.columns().length > 1 ? null : WideCsv.of(read, header.fields(), idColumns);
    if (wide != null) {
      JavaRDD<String> texts = rowsOf(lines).map(row -> row.getString(0));
      StructType types = wide.types(texts, lines.inputFiles().length);
      if (types != null) {
        Dataset<Row> rows = load(reader.schema(types), paths(spark, read));
        SourceTable table = new SourceTable(read, rows, true, header, "");
        table.wide =
            fields -> wide.rows(texts, types, fields.stream().map(StructField::name).toList());
        return table;
      }
    }
    boolean infer = !CsvDialect.sets(read, "schema");
    if (infer && !CsvDialect.sets(read, "inferSchema")) {
      reader = reader.option("inferSchema", "true");
    }
    infer &= !"false".equalsIgnoreCase(CsvDialect.option(read, "inferSchema"));
    Dataset<Row> rows = load(reader, paths(spark, read));
    StructType typed = rows.schema();
    StructType asked = infer ? asText(typed, idColumns) : typed;
    String whole = "";
    if (header.width() >= 0 && !CsvDialect.sets(read, "mode", CORRUPT)) {
      whole = freeName(typed);
      reader = reader.option(CORRUPT, whole);
      asked = asked.add(whole, DataTypes.StringType, true);
    }
    if (!asked.equals(typed)) {
      rows = load(reader.schema(asked), paths(spark, read));
    }
    return new SourceTable(read, rows, infer, header, whole);
  }

  private static DataFrameReader reader(SparkSession spark, TableConfig config) {
    DataFrameReader reader = spark.read().format(config.format());
    for (Map.Entry<String, String> option : config.options().entrySet()) {
      reader =
          option.getKey().equalsIgnoreCase("schema")
              ? reader.schema(option.getValue())
              : reader.option(option.getKey(), option.getValue());
    }
    return reader;
  }

  /** The lines of the table's files; opening them reads none. */
  private static Dataset<Row> lines(SparkSession spark, TableConfig config) {
    StructType line = new StructType().add(LINE, DataTypes.StringType);
    DataFrameReader reader = spark.read().format("text").schema(line);
    for (Map.Entry<String, String> option : config.options().entrySet()) {
      reader = reader.option(option.getKey(), option.getValue());
    }
    return load(reader, paths(spark, config));
  }

  /** A name that no column has, for the lines of rows that have another number of fields. */
  private static String freeName(StructType schema) {
    String name = "_whole_row";
    while (List.of(schema.fieldNames()).contains(name)) {
      name += "_";
    }
    return name;
  }

  private static Dataset<Row> load(DataFrameReader reader, String[] paths) {
    return paths.length == 0 ? reader.load() : reader.load(paths);
  }

  /** Whether the table's source is one of Spark's that read files. */
  static boolean takesPatterns(TableConfig config) {
    return PATTERNS.contains(config.format().toLowerCase(Locale.ROOT));
  }

  /** The paths of a table as its source takes them: those of Spark's files are patterns. */
  public static String[] paths(SparkSession spark, TableConfig config) {
    if (!takesPatterns(config)) {
      return config.paths().toArray(String[]::new);
    }
    Configuration hadoop = spark.sessionState().newHadoopConf();
    return config.paths().stream()
        .map(path -> Location.pattern(hadoop, path))
        .toArray(String[]::new);
  }

  private static StructType asText(StructType schema, List<String> columns) {
    Set<String> ids = new TreeSet<>(CASE_INSENSITIVE_ORDER);
    ids.addAll(columns);
    List<StructField> fields = new ArrayList<>();
    for (StructField field : schema.fields()) {
      boolean id = ids.contains(field.name());
      fields.add(
          id ? DataTypes.createStructField(field.name(), DataTypes.StringType, true) : field);
    }
    return DataTypes.createStructType(fields);
  }

  public TableConfig config() {
    return config;
  }

  public Dataset<Row> rows() {
    return rows;
  }

  /** The columns of the table, without the one that {@link #select} adds. */
  public StructType schema() {
    return schema;
  }

  /** These columns, and behind them those that {@link #screen} needs to check a row. */
  public Dataset<Row> select(List<Column> columns) {
    List<Column> all = new ArrayList<>(columns);
    if (!whole.isEmpty()) {
      all.add(rows.col(whole));
    }
    return rows.select(all.toArray(Column[]::new));
  }

  /** The columns of a {@link #select selection} that were asked for. */
  int columns(StructType selected) {
    return selected.size() - (whole.isEmpty() ? 0 : 1);
  }

  /** The check that finds broken rows of a {@link #select selection}. */
  RowScreen screen(StructType selected) {
    boolean csv = header != null;
    return RowScreen.of(
        config, csv ? selected : new StructType(), whole, header == null ? -1 : header.width());
  }

  /** The rows of a {@link #select selection}; reading them fails at one that is not whole. */
  public JavaRDD<Row> screened(Dataset<Row> selected) {
    return screen(selected.schema()).pass(rowsOf(selected));
  }

  /**
   * As {@link #screened} for plain columns of a table with thousands of them, without the minutes
   * that Spark needs to plan them; null where the table is not one.
   */
  public @Nullable JavaRDD<Row> wide(List<StructField> fields) {
    JavaRDD<Row> read = wide == null ? null : wide.apply(fields);
    return read == null ? null : screen(DataTypes.createStructType(fields)).pass(read);
  }

  /**
   * The rows of a selection as {@link Dataset#toJavaRDD} gives them. That compiles an expression
   * for every column, which takes minutes where there are thousands.
   */
  public static JavaRDD<Row> rowsOf(Dataset<Row> selected) {
    StructType shape = selected.schema();
    return selected
        .queryExecution()
        .toRdd()
        .toJavaRDD()
        .mapPartitions(part -> converted(part, shape));
  }

  private static Iterator<Row> converted(Iterator<InternalRow> rows, StructType shape) {
    Function1<Object, Object> toRow = CatalystTypeConverters.createToScalaConverter(shape);
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return rows.hasNext();
      }

      @Override
      public Row next() {
        return (Row) toRow.apply(rows.next());
      }
    };
  }

  /**
   * Refuses columns that share a name or have none, where every column is used.
   *
   * @param id the id column or null
   */
  public void refuseUnclearColumns(@Nullable String id) {
    if (header != null) {
      header.refuseUnclear(id);
    }
  }

  /** Whether id columns are text only because CSV has no types: "7" may be the number 7. */
  public boolean untypedIds() {
    return untypedIds;
  }

  /**
   * Whether every pass must select the same columns: text formats drop malformed rows depending on
   * the selected columns, unless lines that are malformed come as a column of their own.
   */
  public boolean isTextual() {
    return whole.isEmpty() && TEXTUAL.contains(config.format().toLowerCase(Locale.ROOT));
  }

  /** The columns that Spark takes from names of folders such as year=2025. */
  public Set<String> ofFolders() {
    Set<String> names = new HashSet<>();
    String format = config.format().toLowerCase(Locale.ROOT);
    if (TEXTUAL.contains(format) || COLUMNAR.contains(format)) {
      names.addAll(List.of(lines(rows.sparkSession(), config).columns()));
      names.remove(LINE);
    }
    return names;
  }

  /** Whether it is read as CSV, whose options are those of Spark's reader of it. */
  public boolean isCsv() {
    return config.format().equalsIgnoreCase("csv");
  }

  /** The field that setting {@code setting} names; exact spelling wins, else case is ignored. */
  public StructField field(String setting, String name) {
    return named(config.key() + "." + setting, name);
  }

  /** As {@link #field} for a column that another key than one of this table's block names. */
  public StructField named(String key, String name) {
    StructField found = find(name);
    if (found != null) {
      return found;
    }
    String[] names = schema().fieldNames();
    throw refuse(
        "there is no column %s (%s)%s; the table has %s%s"
            .formatted(
                name,
                key,
                nearest(name, names),
                listed(List.of(names), 20),
                header == null ? "" : header.doubt()));
  }

  /** The field of that name, or null. */
  public @Nullable StructField find(String name) {
    if (header != null) {
      header.refuseRepeated(name);
    }
    StructField exact = byExactName.get(name);
    return exact != null ? exact : byName.get(name);
  }

  /** The column of a selection of this table. */
  public Column column(StructField field) {
    // Resolved with the selection: one by one, Spark searches all columns for each.
    return functions.col(quoted(field));
  }

  /** A column as doubles, null where a value is no number. */
  public static Column tryDouble(StructField field) {
    return functions.expr("try_cast(" + quoted(field) + " as double)");
  }

  private static String quoted(StructField field) {
    return "`" + field.name().replace("`", "``") + "`";
  }

  public InputException refuse(String what) {
    return config.refuse(what);
  }

  /** Suggests the column that differs in at most half its letters, or goes on where it ends. */
  private static String nearest(String name, String[] names) {
    LevenshteinDistance distance = LevenshteinDistance.getDefaultInstance();
    String asked = name.toLowerCase(Locale.ROOT);
    String best = "";
    int least = Integer.MAX_VALUE;
    for (String candidate : names) {
      String offered = candidate.toLowerCase(Locale.ROOT);
      int d = distance.apply(asked, offered);
      boolean near =
          2 * d <= Math.max(asked.length(), offered.length())
              || (asked.length() > 1 && offered.startsWith(asked))
              || (offered.length() > 1 && asked.startsWith(offered));
      if (near && d < least) {
        least = d;
        best = candidate;
      }
    }
    return best.isEmpty() ? "" : ", did you mean " + shown(best) + "?";
  }

  /** A name; in quotes where blanks are around it. */
  private static String shown(String name) {
    return name.equals(name.strip()) ? name : "'" + name + "'";
  }

  /** The first {@code most} names, and how many more there are. */
  public static String listed(List<String> names, int most) {
    if (names.isEmpty()) {
      return "no columns";
    }
    String text =
        names.stream().limit(most).map(SourceTable::shown).collect(Collectors.joining(", "));
    return names.size() > most ? text + " and " + (names.size() - most) + " more" : text;
  }
}
