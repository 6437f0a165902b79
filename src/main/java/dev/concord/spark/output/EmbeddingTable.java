package dev.concord.spark.output;

import dev.concord.spark.files.IdColumns;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.TableSlice;
import java.util.Arrays;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/**
 * Table embedding.
 *
 * @param columnMajor n·columns values, column after column
 * @param flat whether each column of the embedding is a column of the table, as in CSV, instead of
 *     an entry of an array
 */
record EmbeddingTable(IdTable ids, double[] columnMajor, int columns, boolean flat) {

  /** id, v0, v1, ... where it is flat, else id and an array column "vector". */
  StructType schema() {
    StructType schema = new StructType().add("id", ids.type(), false);
    if (!flat) {
      return schema.add("vector", DataTypes.createArrayType(DataTypes.DoubleType, false), false);
    }
    for (int c = 0; c < columns; c++) {
      schema = schema.add("v" + c, DataTypes.DoubleType, false);
    }
    return schema;
  }

  /** The rows from {@code first} on. Time and memory O(count · columns). */
  TableSlice slice(int first, int count) {
    int n = ids.size();
    TableSlice.Column id = IdColumns.range(ids, first, count);
    if (!flat) {
      double[] rows = new double[Math.multiplyExact(count, columns)];
      for (int c = 0; c < columns; c++) {
        for (int r = 0; r < count; r++) {
          rows[r * columns + c] = columnMajor[c * n + first + r];
        }
      }
      return new TableSlice(count, id, new TableSlice.Vectors(rows, columns));
    }
    TableSlice.Column[] all = new TableSlice.Column[columns + 1];
    all[0] = id;
    for (int c = 0; c < columns; c++) {
      int start = c * n + first;
      all[c + 1] = new TableSlice.Doubles(Arrays.copyOfRange(columnMajor, start, start + count));
    }
    return new TableSlice(count, all);
  }
}
