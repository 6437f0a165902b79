package dev.concord.ml;

import dev.concord.error.InputException;
import java.util.Arrays;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;

/** The columns that a stage reads and adds. */
final class Columns {
  private Columns() {}

  /**
   * The schema with the columns that {@code params} add.
   *
   * @throws InputException when a column is missing, of another type, or there already
   */
  static StructType check(ClusteringParams params, StructType schema) {
    String features = params.getFeaturesCol();
    require(schema, "featuresCol", features);
    DataType type = schema.apply(features).dataType();
    boolean numbers = type instanceof ArrayType array && array.elementType() instanceof NumericType;
    if (!numbers && !type.equals(SQLDataTypes.VectorType())) {
      throw new InputException(
          "featuresCol: column "
              + features
              + " has type "
              + type.simpleString()
              + "; it must hold Spark ML vectors or arrays of numbers (VectorAssembler makes"
              + " them)");
    }
    if (!params.getIdCol().isEmpty()) {
      require(schema, "idCol", params.getIdCol());
      DataType id = schema.apply(params.getIdCol()).dataType();
      if (!isId(id)) {
        throw new InputException(
            "idCol: column "
                + params.getIdCol()
                + " has type "
                + id.simpleString()
                + "; ids are whole numbers (up to 64 bits) or strings");
      }
    }
    StructType out = add(schema, "predictionCol", params.getPredictionCol(), DataTypes.IntegerType);
    out = add(out, "distanceCol", params.getDistanceCol(), DataTypes.DoubleType);
    out = add(out, "confidenceCol", params.getConfidenceCol(), DataTypes.DoubleType);
    out = add(out, "secondCol", params.getSecondCol(), DataTypes.IntegerType);
    return add(out, "outlierCol", params.getOutlierCol(), DataTypes.DoubleType);
  }

  /**
   * Checks the column of weights, which only the training needs.
   *
   * @throws InputException when it is missing, holds no numbers, or is another column's too
   */
  static void checkWeight(ClusteringParams params, StructType schema) {
    String weight = params.getWeightCol();
    if (weight.isEmpty()) {
      return;
    }
    require(schema, "weightCol", weight);
    if (!(schema.apply(weight).dataType() instanceof NumericType)) {
      throw new InputException(
          "weightCol: column "
              + weight
              + " has type "
              + schema.apply(weight).dataType().simpleString()
              + "; weights are numbers of at least 0");
    }
    if (weight.equals(params.getIdCol()) || weight.equals(params.getFeaturesCol())) {
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
  static void checkSources(ClusteringParams params, StructType schema) {
    String sources = params.getExclusiveCol();
    if (sources.isEmpty()) {
      return;
    }
    require(schema, "exclusiveCol", sources);
    DataType type = schema.apply(sources).dataType();
    if (!isId(type)) {
      throw new InputException(
          "exclusiveCol: column "
              + sources
              + " has type "
              + type.simpleString()
              + "; sources are whole numbers (up to 64 bits) or strings");
    }
    if (sources.equals(params.getIdCol()) || sources.equals(params.getWeightCol())) {
      throw new InputException(
          "exclusiveCol: column "
              + sources
              + " is the column of ids or weights too; name another one");
    }
  }

  private static boolean isId(DataType type) {
    return type.equals(DataTypes.StringType)
        || type.equals(DataTypes.LongType)
        || type.equals(DataTypes.IntegerType)
        || type.equals(DataTypes.ShortType)
        || type.equals(DataTypes.ByteType);
  }

  private static void require(StructType schema, String param, String column) {
    if (!Arrays.asList(schema.fieldNames()).contains(column)) {
      throw new InputException(
          param
              + ": there is no column "
              + column
              + "; the data has "
              + String.join(", ", schema.fieldNames()));
    }
  }

  private static StructType add(StructType schema, String param, String column, DataType type) {
    if (column.isEmpty()) {
      if (param.equals("predictionCol")) {
        throw new InputException("predictionCol must not be empty");
      }
      return schema;
    }
    if (Arrays.asList(schema.fieldNames()).contains(column)) {
      throw new InputException(
          param + ": the data has a column " + column + " already; choose another name");
    }
    return schema.add(column, type, false);
  }
}
