package dev.concord.ml;

import java.util.List;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Sparse vectors from columns of arrays, which is what Arrow brings from another language. */
public final class SparseColumns {
  private SparseColumns() {}

  /**
   * The rows of a sparse matrix as a table of ids and sparse vectors. Lazy; costs a pass over the
   * values when it runs.
   *
   * @param table columns id (long), indices (array of int, ascending), values (array of double), in
   *     this order
   * @param size dimensions of a vector
   * @param id name of the column of ids
   * @param vectors name of the column of vectors
   */
  public static Dataset<Row> vectors(Dataset<Row> table, int size, String id, String vectors) {
    StructType schema =
        new StructType()
            .add(id, DataTypes.LongType, false)
            .add(vectors, SQLDataTypes.VectorType(), false);
    return table
        .sparkSession()
        .createDataFrame(
            table
                .toJavaRDD()
                .map(
                    row -> {
                      List<Integer> indices = row.getList(1);
                      List<Double> values = row.getList(2);
                      return RowFactory.create(
                          row.getLong(0),
                          Vectors.sparse(
                              size,
                              indices.stream().mapToInt(Integer::intValue).toArray(),
                              values.stream().mapToDouble(Double::doubleValue).toArray()));
                    }),
            schema);
  }
}
