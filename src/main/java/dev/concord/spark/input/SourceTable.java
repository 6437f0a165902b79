package dev.concord.spark.input;

import dev.concord.config.TableConfig;
import dev.concord.error.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.commons.text.similarity.LevenshteinDistance;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * A table opened through Spark, and its columns found by name.
 *
 * <p>CSV is read with {@code header = true} and {@code inferSchema = true} unless the options say
 * otherwise. Its id columns are then read as text, because inference would turn 007 into 7. The
 * option {@code schema} (DDL, for any format) becomes the reader's schema.
 */
final class SourceTable {
  private static final Set<String> TEXTUAL = Set.of("csv", "json", "xml", "text", "libsvm");

  private final TableConfig config;
  private final Dataset<Row> rows;
  private final boolean untypedIds;

  private SourceTable(TableConfig config, Dataset<Row> rows, boolean untypedIds) {
    this.config = config;
    this.rows = rows;
    this.untypedIds = untypedIds;
  }

  /** Opens the table; {@code idColumns} hold ids, wherever they exist. */
  static SourceTable open(SparkSession spark, TableConfig config, List<String> idColumns) {
    if (config.format().equalsIgnoreCase("table") && config.paths().size() == 1) {
      return new SourceTable(config, spark.table(config.paths().get(0)), false);
    }
    boolean csv = config.format().equalsIgnoreCase("csv");
    DataFrameReader reader = spark.read().format(config.format());
    if (csv && option(config, "header") == null) {
      reader = reader.option("header", "true");
    }
    boolean infer = csv && option(config, "schema") == null;
    if (infer && option(config, "inferSchema") == null) {
      reader = reader.option("inferSchema", "true");
    }
    infer &= !"false".equalsIgnoreCase(option(config, "inferSchema"));
    for (Map.Entry<String, String> option : config.options().entrySet()) {
      reader =
          option.getKey().equalsIgnoreCase("schema")
              ? reader.schema(option.getValue())
              : reader.option(option.getKey(), option.getValue());
    }
    Dataset<Row> rows = load(reader, config);
    if (infer) {
      StructType typed = rows.schema();
      StructType withText = asText(typed, idColumns);
      if (!withText.equals(typed)) {
        rows = load(reader.schema(withText), config);
      }
    }
    return new SourceTable(config, rows, infer);
  }

  private static Dataset<Row> load(DataFrameReader reader, TableConfig config) {
    return config.paths().isEmpty()
        ? reader.load()
        : reader.load(config.paths().toArray(String[]::new));
  }

  private static @Nullable String option(TableConfig config, String name) {
    for (Map.Entry<String, String> option : config.options().entrySet()) {
      if (option.getKey().equalsIgnoreCase(name)) {
        return option.getValue();
      }
    }
    return null;
  }

  private static StructType asText(StructType schema, List<String> columns) {
    List<StructField> fields = new ArrayList<>();
    for (StructField field : schema.fields()) {
      boolean id = columns.stream().anyMatch(field.name()::equalsIgnoreCase);
      fields.add(
          id ? DataTypes.createStructField(field.name(), DataTypes.StringType, true) : field);
    }
    return DataTypes.createStructType(fields);
  }

  TableConfig config() {
    return config;
  }

  Dataset<Row> rows() {
    return rows;
  }

  StructType schema() {
    return rows.schema();
  }

  /** Whether id columns are text only because CSV has no types: "7" may be the number 7. */
  boolean untypedIds() {
    return untypedIds;
  }

  /**
   * Whether every pass must ask for the same columns: text formats drop malformed rows by the
   * columns asked for.
   */
  boolean isTextual() {
    return TEXTUAL.contains(config.format().toLowerCase(Locale.ROOT));
  }

  /** The field that setting {@code setting} names; exact spelling wins, else case is ignored. */
  StructField field(String setting, String name) {
    StructField found = find(name);
    if (found != null) {
      return found;
    }
    String[] names = schema().fieldNames();
    throw refuse(
        "there is no column %s (%s.%s)%s; the table has %s"
            .formatted(
                name, config.key(), setting, nearest(name, names), listed(List.of(names), 20)));
  }

  @Nullable StructField find(String name) {
    StructField found = null;
    for (StructField field : schema().fields()) {
      if (field.name().equals(name)) {
        return field;
      }
      if (found == null && field.name().equalsIgnoreCase(name)) {
        found = field;
      }
    }
    return found;
  }

  Column column(StructField field) {
    return rows.col("`" + field.name().replace("`", "``") + "`");
  }

  InputException refuse(String what) {
    return new InputException(Reading.place(config) + ": " + what);
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
    return best.isEmpty() ? "" : ", did you mean " + best + "?";
  }

  /** The first {@code most} names, and how many more there are. */
  static String listed(List<String> names, int most) {
    if (names.isEmpty()) {
      return "no columns";
    }
    String text = String.join(", ", names.subList(0, Math.min(most, names.size())));
    return names.size() > most ? text + " and " + (names.size() - most) + " more" : text;
  }
}
