package dev.concord.linalg;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Consecutive rows of a square CSR matrix, packed: what one task multiplies. Memory 12 bytes an
 * entry and 4 a row.
 *
 * @param firstRow number of its first row in the matrix
 * @param rowPtr one entry more than rows, from 0
 * @param col columns of the whole matrix, ascending within a row
 * @param val as long as {@code col}
 */
@DefaultSerializer(JavaSerializer.class)
public record RowBlock(int firstRow, int[] rowPtr, int[] col, double[] val)
    implements Serializable {

  /** Copies {@code rows} rows of {@code matrix} from row {@code first} on. */
  public static RowBlock of(CsrMatrix matrix, int first, int rows) {
    int from = matrix.rowPtr()[first];
    int to = matrix.rowPtr()[first + rows];
    int[] rowPtr = new int[rows + 1];
    for (int r = 0; r <= rows; r++) {
      rowPtr[r] = matrix.rowPtr()[first + r] - from;
    }
    return new RowBlock(
        first,
        rowPtr,
        Arrays.copyOfRange(matrix.col(), from, to),
        Arrays.copyOfRange(matrix.val(), from, to));
  }

  public int rows() {
    return rowPtr.length - 1;
  }

  /**
   * Its rows of A·X, column after column: {@code rows·columns} values, each with the bits of a
   * product with the whole matrix.
   *
   * @param x n·columns values, row-major: {@link CsrKernels#interleave}
   */
  public double[] times(double[] x, int columns) {
    double[] y = new double[Math.multiplyExact(rows(), columns)];
    CsrKernels.spmm(rows(), rowPtr, col, val, columns, x, rows(), y, 0);
    return y;
  }

  /** The same pattern with other values; shares the index arrays. */
  public RowBlock withValues(double[] values) {
    if (values.length != val.length) {
      throw new IllegalArgumentException(values.length + " values for " + val.length + " entries");
    }
    return new RowBlock(firstRow, rowPtr, col, values);
  }
}
