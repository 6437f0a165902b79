package dev.concord.spark.input.features;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.config.FeaturesConfig;
import dev.concord.error.Refusals;
import dev.concord.graph.features.CategoryColumn;
import dev.concord.graph.features.MissingValues;
import dev.concord.graph.features.ValueFormat;
import dev.concord.spark.input.SourceTable;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.spark.ml.linalg.DenseVector;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.StructField;
import org.jspecify.annotations.Nullable;

/**
 * The feature columns of a row and their conversion to doubles: listed columns, one column of
 * vectors or arrays, or every numeric column but the id. What is missing becomes NaN.
 *
 * @param texts places in names of columns of text, whose rows without a number are put aside
 * @param codes behind the other columns in names
 * @param formats of columns of text that hold dates or written numbers
 * @param substitutes what stands for missing values, or null
 */
@DefaultSerializer(JavaSerializer.class)
public record FeatureColumns(
    Form form,
    List<String> names,
    List<Integer> texts,
    CategoryCodes codes,
    Map<String, ValueFormat> formats,
    double @Nullable [] substitutes)
    implements Serializable {
  private static final Set<String> CLASSES = Set.of("label", "class", "target", "truth");

  /** How the features lie in a row. */
  private enum Form {
    COLUMNS,
    VECTOR,
    ARRAY
  }

  private FeatureColumns(Form form, List<String> names) {
    this(form, names, List.of(), CategoryCodes.NONE, Map.of(), null);
  }

  /** The configured feature columns of {@code table}. */
  public static FeatureColumns of(FeaturesConfig config, SourceTable table) {
    Refusals refusals = new Refusals();
    FeatureColumns columns = of(config, table, false, refusals);
    refusals.raise();
    return columns;
  }

  /**
   * As {@link #of(FeaturesConfig, SourceTable)}; columns that cannot be used are refused and left
   * out, which may leave none. With {@code texts} a listed column may hold text, which is NaN where
   * it is no number.
   */
  public static FeatureColumns of(
      FeaturesConfig config, SourceTable table, boolean texts, Refusals refusals) {
    if (!config.columns().isEmpty() && config.vector() != null) {
      refusals.add(
          table.refuse(
              ("both columns and vector = %s are given; keep one of input.features.columns"
                      + " and input.features.vector")
                  .formatted(config.vector())));
    }
    if (!config.columns().isEmpty()) {
      return listed(config, table, texts, refusals);
    }
    String vector = config.vector();
    if (vector == null
        && config.table().format().equalsIgnoreCase("libsvm")
        && table.find("features") != null) {
      vector = "features";
    }
    if (vector == null) {
      return everyNumeric(config, table, refusals);
    }
    String name = vector;
    FeatureColumns found = refusals.attempt(() -> vector(table, name));
    return found == null ? new FeatureColumns(Form.COLUMNS, List.of()) : found;
  }

  private static FeatureColumns listed(
      FeaturesConfig config, SourceTable table, boolean textAllowed, Refusals refusals) {
    List<String> names = new ArrayList<>();
    List<Integer> texts = new ArrayList<>();
    List<StructField> others = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    CategoryCodes codes = CategoryCodes.of(table, config.categories(), refusals);
    Set<String> categories = found(table, config.categories(), refusals);
    FormattedColumns formatted = FormattedColumns.of(table, config.formats(), refusals);
    for (String name : formatted.added(table, config.columns())) {
      StructField field = refusals.attempt(() -> table.field("columns", name));
      if (field == null || categories.contains(field.name())) {
        continue;
      }
      if (!seen.add(field.name())) {
        refusals.add(
            table.refuse(
                "column %s is listed twice in input.features.columns; list it once"
                    .formatted(field.name())));
        continue;
      }
      boolean text = field.dataType().equals(DataTypes.StringType);
      if (textAllowed && text && !formatted.has(field)) {
        texts.add(names.size());
      } else if (!NumericColumns.isNumber(field.dataType()) && !formatted.has(field)) {
        others.add(field);
        continue;
      }
      names.add(field.name());
    }
    if (!others.isEmpty()) {
      refusals.add(
          NumericColumns.refusal(
              table,
              config.id(),
              others,
              others.size() == 1
                  ? "correct the values or leave the column out of input.features.columns"
                  : "correct the values or leave the columns out of input.features.columns"));
    }
    names.addAll(codes.names());
    return new FeatureColumns(Form.COLUMNS, names, texts, codes, formatted.formats(), null);
  }

  private static FeatureColumns vector(SourceTable table, String name) {
    StructField field = table.field("vector", name);
    Form form = vectorForm(field.dataType());
    if (form == null) {
      throw table.refuse(
          ("column %s (input.features.vector) has type %s; it must hold Spark ML vectors"
                  + " or arrays of numbers, so name another column or list numeric ones in"
                  + " input.features.columns")
              .formatted(field.name(), field.dataType().simpleString()));
    }
    return new FeatureColumns(form, List.of(field.name()));
  }

  private static FeatureColumns everyNumeric(
      FeaturesConfig config, SourceTable table, Refusals refusals) {
    refusals.check(() -> table.refuseUnclearColumns(config.id()));
    String named = config.id();
    StructField id = named == null ? null : refusals.attempt(() -> table.field("id", named));
    Set<String> no = notFeatures(config, table, refusals);
    CategoryCodes codes = CategoryCodes.of(table, config.categories(), refusals);
    FormattedColumns formatted = FormattedColumns.of(table, config.formats(), refusals);
    List<String> names = new ArrayList<>();
    List<StructField> others = new ArrayList<>();
    List<String> vectors = new ArrayList<>();
    for (StructField field : table.schema().fields()) {
      if ((id != null && field.name().equals(id.name())) || no.contains(field.name())) {
        continue;
      }
      if (formatted.has(field)) {
        names.add(field.name());
      } else if (NumericColumns.isNumber(field.dataType())) {
        refusals.check(() -> refuseIdAsFeature(table, field, config.id()));
        names.add(field.name());
      } else {
        others.add(field);
        if (vectorForm(field.dataType()) != null) {
          vectors.add(field.name());
        }
      }
    }
    boolean mayBeId = others.size() == 1 && config.id() != null && id == null;
    if (!others.isEmpty() && !mayBeId) {
      String remedy =
          vectors.isEmpty()
              ? "correct the values or list the feature columns in input.features.columns"
              : "set input.features.vector = "
                  + vectors.get(0)
                  + ", or list numeric columns in input.features.columns";
      refusals.add(NumericColumns.refusal(table, config.id(), others, remedy));
    }
    names.addAll(codes.names());
    if (names.isEmpty() && !refusals.any()) {
      refusals.add(
          table.refuse(
              "there is no feature column%s; a table of features needs at least one numeric column"
                  .formatted(id == null ? "" : " beside the id " + id.name())));
    }
    return new FeatureColumns(Form.COLUMNS, names, List.of(), codes, formatted.formats(), null);
  }

  /** Names of the columns that are weights, sources or categories. */
  private static Set<String> notFeatures(
      FeaturesConfig config, SourceTable table, Refusals refusals) {
    List<String> others = new ArrayList<>(config.categories());
    if (config.weight() != null) {
      others.add(config.weight());
    }
    String source = config.source();
    if (source != null && refusals.attempt(() -> table.named("input.exclusive", source)) != null) {
      others.add(source);
    }
    return found(table, others, refusals);
  }

  /** The columns of these names, as the table spells them. */
  private static Set<String> found(SourceTable table, List<String> names, Refusals refusals) {
    return names.stream()
        .map(name -> refusals.attempt(() -> table.find(name)))
        .filter(Objects::nonNull)
        .map(StructField::name)
        .collect(Collectors.toSet());
  }

  /**
   * Refuses an integer column named id as a feature unless it is configured; {@code id} is set or
   * null.
   */
  public static void refuseIdAsFeature(SourceTable table, StructField field, @Nullable String id) {
    boolean whole = field.dataType() instanceof IntegralType;
    if (id == null && whole && field.name().equalsIgnoreCase("id")) {
      throw table.refuse(
          ("column %s would be a feature, because input.features.id is not set; set"
                  + " input.features.id = %s, or list the feature columns in input.features.columns")
              .formatted(field.name(), field.name()));
    }
  }

  /**
   * The features named like classes, when the columns are not listed in the configuration.
   *
   * @param config has the listed columns, if any
   */
  public List<String> likeClasses(FeaturesConfig config) {
    if (form != Form.COLUMNS || !config.columns().isEmpty()) {
      return List.of();
    }
    boolean plane = names.stream().anyMatch("x"::equalsIgnoreCase);
    return names.stream()
        .filter(
            name ->
                !codes.names().contains(name)
                    && (CLASSES.contains(name.toLowerCase(Locale.ROOT))
                        || (name.equalsIgnoreCase("y") && !plane)))
        .toList();
  }

  private static @Nullable Form vectorForm(DataType type) {
    if (type.equals(SQLDataTypes.VectorType())) {
      return Form.VECTOR;
    }
    return type instanceof ArrayType array && NumericColumns.isNumber(array.elementType())
        ? Form.ARRAY
        : null;
  }

  /** The same columns with a value in place of each missing one; null: missing values stay NaN. */
  public FeatureColumns filled(double @Nullable [] values) {
    return new FeatureColumns(form, names, texts, codes, formats, values);
  }

  /** The same columns with the levels of those of categories. */
  public FeatureColumns categories(List<CategoryColumn> levels) {
    return new FeatureColumns(form, names, texts, new CategoryCodes(levels), formats, substitutes);
  }

  /** Whether some column is of dates or written numbers. */
  public boolean hasFormats() {
    return !formats.isEmpty();
  }

  /** The names of the columns of categories. */
  public List<String> categoryNames() {
    return codes.names();
  }

  /** The columns of categories with their levels. */
  public List<CategoryColumn> categories() {
    return codes.columns();
  }

  /** The code of category column {@code c} of a row, empty when it is missing. */
  public String code(Row row, int at, int c) {
    return CategoryCodes.code(row, at + numbers() + c);
  }

  /** Whether the code of category column {@code c} of a row is no level. */
  public boolean isUnseen(Row row, int at, int c) {
    return codes.isUnseen(row, at + numbers(), c);
  }

  /** Columns that are no categories. */
  private int numbers() {
    return names.size() - codes.columns().size();
  }

  /**
   * The columns of the rows: a number or true/false a column, or the vector or array of doubles.
   * Casts of numbers would be an expression for each of thousands of columns; {@link #copy} does
   * them.
   */
  public List<Column> select(SourceTable table) {
    Set<Integer> ofText = new HashSet<>(texts);
    int numbers = numbers();
    List<Column> columns = new ArrayList<>();
    for (String name : names) {
      StructField field = table.field("columns", name);
      Column column = table.column(field);
      columns.add(
          switch (form) {
            case COLUMNS ->
                columns.size() >= numbers
                    ? column.cast(DataTypes.StringType)
                    : ofText.contains(columns.size())
                        ? SourceTable.tryDouble(field)
                        : FormattedColumns.select(field, column);
            case ARRAY -> column.cast(DataTypes.createArrayType(DataTypes.DoubleType));
            case VECTOR -> column;
          });
    }
    return columns;
  }

  /** The columns of text as they are given; a row may carry them after its features. */
  public List<Column> given(SourceTable table) {
    List<Column> columns = new ArrayList<>();
    for (int text : texts) {
      String name = names.get(text);
      columns.add(table.column(table.field("columns", name)).as(name + " as given"));
    }
    return columns;
  }

  /** The text of feature {@code c} of a row of {@link #given}, empty unless text. */
  public String givenText(Row row, int at, int c) {
    int place = texts.indexOf(c);
    int position = at + names.size() + place;
    return place < 0 || row.isNullAt(position) ? "" : row.getString(position);
  }

  /**
   * What feature {@code c} of a row is instead of a finite number.
   *
   * @param value of the feature
   * @param missing the word for null
   */
  public String described(Row row, int at, int c, double value, String missing) {
    if (form == Form.COLUMNS && c < numbers() && row.get(at + c) instanceof String given) {
      ValueFormat format = Objects.requireNonNull(formats.get(names.get(c)));
      if (Double.isInfinite(format.value(given))) {
        return format.fault() + ": '" + given + "'";
      }
    }
    return isMissing(row, at, c) ? missing : String.valueOf(value);
  }

  /** The number of features when the columns fix it, or -1 when each row has its own length. */
  public int fixedDim() {
    return form == Form.COLUMNS ? numbers() + codes.dim() : -1;
  }

  /** Features of {@code row}, whose features begin at {@code at}; -1 when its vector is null. */
  public int dim(Row row, int at) {
    if (form == Form.COLUMNS) {
      return fixedDim();
    }
    if (row.isNullAt(at)) {
      return -1;
    }
    return form == Form.VECTOR ? row.<Vector>getAs(at).size() : row.getList(at).size();
  }

  /**
   * Copies the features of {@code row} to {@code target} from {@code offset} on, which is all zero
   * there; the row has {@link #dim} of them. A missing value becomes NaN, or what stands for it.
   */
  public void copy(Row row, int at, double[] target, int offset) {
    switch (form) {
      case COLUMNS -> {
        int numbers = numbers();
        for (int c = 0; c < numbers; c++) {
          target[offset + c] = number(row, at, c);
        }
        codes.copy(row, at + numbers, target, offset + numbers, substitutes != null);
      }
      case ARRAY -> {
        int c = offset;
        for (Object value : row.getList(at)) {
          target[c++] = value == null ? Double.NaN : (Double) value;
        }
      }
      case VECTOR -> copyVector(row.getAs(at), target, offset);
    }
    if (substitutes != null) {
      MissingValues.fill(target, offset, substitutes);
    }
  }

  /** A number, true/false or formatted text as a double, NaN where there is none. */
  private double number(Row row, int at, int c) {
    Object value = row.get(at + c);
    if (value instanceof String text) {
      return Objects.requireNonNull(formats.get(names.get(c))).value(text);
    }
    return value instanceof Number number
        ? number.doubleValue()
        : value == null ? Double.NaN : (Boolean) value ? 1.0 : 0.0;
  }

  private static void copyVector(Vector vector, double[] target, int offset) {
    if (vector instanceof SparseVector sparse) {
      int[] indices = sparse.indices();
      double[] values = sparse.values();
      for (int p = 0; p < indices.length; p++) {
        target[offset + indices[p]] = values[p];
      }
    } else {
      double[] values = ((DenseVector) vector).values();
      System.arraycopy(values, 0, target, offset, values.length);
    }
  }

  /** Whether a feature of a row is missing: null, NaN, or a vector that is null as a whole. */
  public boolean hasMissing(Row row, int at) {
    return switch (form) {
      case COLUMNS -> {
        boolean missing = codes.hasMissing(row, at + numbers());
        for (int c = 0; c < numbers(); c++) {
          missing |= Double.isNaN(number(row, at, c));
        }
        yield missing;
      }
      case ARRAY ->
          row.isNullAt(at)
              || row.<Double>getList(at).stream().anyMatch(v -> v == null || Double.isNaN(v));
      case VECTOR -> row.isNullAt(at) || hasNan(row.getAs(at));
    };
  }

  private static boolean hasNan(Vector vector) {
    double[] values =
        vector instanceof SparseVector sparse ? sparse.values() : ((DenseVector) vector).values();
    return Arrays.stream(values).anyMatch(Double::isNaN);
  }

  /** The name of feature {@code c} in messages: a column, or an entry of the vector. */
  public String nameOf(int c) {
    if (form != Form.COLUMNS) {
      return names.get(0) + "[" + c + "]";
    }
    return c < numbers() ? names.get(c) : codes.nameOf(c - numbers());
  }

  /** Whether feature {@code c} of a row is null rather than NaN. */
  private boolean isMissing(Row row, int at, int c) {
    return switch (form) {
      case COLUMNS ->
          c >= numbers()
              || row.isNullAt(at + c)
              || (row.get(at + c) instanceof String text && text.isBlank());
      case ARRAY -> row.getList(at).get(c) == null;
      case VECTOR -> false;
    };
  }
}
