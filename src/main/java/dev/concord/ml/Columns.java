package dev.concord.ml;

import static dev.concord.ml.ParamDefinitions.named;

import dev.concord.error.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/**
 * The columns that a stage reads and adds. Names are compared as the session does: upper and lower
 * case are alike unless spark.sql.caseSensitive is set.
 */
record Columns(StructType schema, boolean exact) {
  private static final String EXACT = "spark.sql.caseSensitive";

  /** The columns of a table, by the rule of its session. */
  static Columns of(Dataset<?> dataset) {
    return new Columns(dataset.schema(), isExact(dataset.sparkSession()));
  }

  /** The columns of a schema, by the rule of the session of this thread. */
  static Columns of(StructType schema) {
    Option<SparkSession> session = SparkSession.getActiveSession();
    Option<SparkSession> any = session.isEmpty() ? SparkSession.getDefaultSession() : session;
    return new Columns(schema, any.isDefined() && isExact(any.get()));
  }

  private static boolean isExact(SparkSession session) {
    return Boolean.parseBoolean(session.conf().get(EXACT, "false"));
  }

  private boolean isSame(String one, String other) {
    return exact ? one.equals(other) : one.equalsIgnoreCase(other);
  }

  /** The place of a column, or -1. */
  int find(String column) {
    String[] names = schema.fieldNames();
    for (int at = 0; at < names.length; at++) {
      if (isSame(names[at], column)) {
        return at;
      }
    }
    return -1;
  }

  private DataType type(String column) {
    return schema.fields()[find(column)].dataType();
  }

  /**
   * The schema with the columns that a stage adds.
   *
   * @param training whether the column of ids must be there; a model finds the points without it
   * @throws InputException when a column is missing, of another type, or there already
   */
  StructType check(ClusteringParams params, boolean training) {
    String features = params.getFeaturesCol();
    require("featuresCol", features);
    DataType type = type(features);
    boolean numbers = type instanceof ArrayType array && array.elementType() instanceof NumericType;
    if (!numbers && !type.equals(SQLDataTypes.VectorType())) {
      throw new InputException(
          ("featuresCol: column %s has type %s; it must hold Spark ML vectors or arrays of numbers"
                  + " (VectorAssembler makes them)")
              .formatted(features, type.simpleString()));
    }
    String ids = named(params, params.idCol());
    if (!ids.isEmpty() && (training || find(ids) >= 0)) {
      require("idCol", ids);
      DataType id = type(ids);
      if (!isId(id)) {
        throw new InputException(
            "idCol: column %s has type %s; ids are whole numbers (up to 64 bits) or strings"
                .formatted(ids, id.simpleString()));
      }
    }
    Columns all = add("predictionCol", params.getPredictionCol(), DataTypes.IntegerType);
    all = all.add("distanceCol", named(params, params.distanceCol()), DataTypes.DoubleType);
    all = all.add("confidenceCol", named(params, params.confidenceCol()), DataTypes.DoubleType);
    all = all.add("secondCol", named(params, params.secondCol()), DataTypes.IntegerType);
    return all.add("outlierCol", named(params, params.outlierCol()), DataTypes.DoubleType).schema;
  }

  /**
   * Checks the column of weights, which only the training needs.
   *
   * @throws InputException when it is missing, holds no numbers, or is another column's too
   */
  void checkWeight(ClusteringParams params) {
    String weight = named(params, params.weightCol());
    if (weight.isEmpty()) {
      return;
    }
    requireNumbers("weightCol", weight, "weights are numbers of at least 0");
    if (isSame(weight, named(params, params.idCol())) || isSame(weight, params.getFeaturesCol())) {
      throw new InputException(
          "weightCol: column "
              + weight
              + " is the column of ids or features too; name another one");
    }
  }

  /**
   * Checks the column of sources, which only the training needs.
   *
   * @throws InputException when it is missing, of another type, or another column's too
   */
  void checkSources(ClusteringParams params) {
    String sources = named(params, params.exclusiveCol());
    if (sources.isEmpty()) {
      return;
    }
    require("exclusiveCol", sources);
    DataType type = type(sources);
    if (!isId(type)) {
      throw new InputException(
          ("exclusiveCol: column %s has type %s; sources are whole numbers (up to 64 bits) or"
                  + " strings")
              .formatted(sources, type.simpleString()));
    }
    if (isSame(sources, named(params, params.idCol()))
        || isSame(sources, named(params, params.weightCol()))) {
      throw new InputException(
          "exclusiveCol: column "
              + sources
              + " is the column of ids or weights too; name another one");
    }
  }

  /**
   * Checks the columns of categories, which only the training names.
   *
   * @throws InputException when one is missing, of another type, or another column's too
   */
  void checkCategories(ClusteringParams params) {
    List<String> taken = new ArrayList<>(List.of(params.getFeaturesCol()));
    Stream.of(params.idCol(), params.weightCol())
        .map(column -> named(params, column))
        .forEach(taken::add);
    for (String name : params.getCategoricalCols()) {
      requireCategory(name);
      if (taken.stream().anyMatch(other -> isSame(other, name))) {
        throw new InputException(
            ("categoricalCols: column %s is named twice, or is the column of features, ids or"
                    + " weights too; name each column once")
                .formatted(name));
      }
      taken.add(name);
    }
  }

  /**
   * Checks a column of categories.
   *
   * @throws InputException when it is missing or of another type
   */
  void requireCategory(String name) {
    require("categoricalCols", name);
    if (!isId(type(name)) && !type(name).equals(DataTypes.BooleanType)) {
      throw new InputException(
          ("categoricalCols: column %s has type %s; categories are texts, whole numbers or"
                  + " true/false")
              .formatted(name, type(name).simpleString()));
    }
  }

  /**
   * Checks a column of numbers.
   *
   * @throws InputException when it is missing or holds no numbers
   */
  void requireNumbers(String param, String column, String rule) {
    require(param, column);
    if (!(type(column) instanceof NumericType)) {
      throw new InputException(
          param + ": column " + column + " has type " + type(column).simpleString() + "; " + rule);
    }
  }

  private static boolean isId(DataType type) {
    return type.equals(DataTypes.StringType)
        || type.equals(DataTypes.LongType)
        || type.equals(DataTypes.IntegerType)
        || type.equals(DataTypes.ShortType)
        || type.equals(DataTypes.ByteType);
  }

  void require(String param, String column) {
    int at = find(column);
    String[] names = schema.fieldNames();
    if (at < 0) {
      throw new InputException(
          param + ": there is no column " + column + "; the data has " + String.join(", ", names));
    }
    for (int other = at + 1; other < names.length; other++) {
      if (isSame(names[other], column)) {
        throw new InputException(
            ("%s: the data has the columns %s and %s, and this session takes both for %s; rename"
                    + " one, or set %s = true")
                .formatted(param, names[at], names[other], column, EXACT));
      }
    }
  }

  private Columns add(String param, String column, DataType type) {
    if (column.isEmpty()) {
      if (param.equals("predictionCol")) {
        throw new InputException("predictionCol must not be empty");
      }
      return this;
    }
    int at = find(column);
    if (at >= 0) {
      throw new InputException(
          "%s: the data has a column %s already; choose another name"
              .formatted(param, schema.fieldNames()[at]));
    }
    return new Columns(schema.add(column, type, false), exact);
  }
}
