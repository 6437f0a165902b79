package dev.concord.linalg;

import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A square sparse matrix in compressed sparse row form: row i holds {@code val[p]} in column {@code
 * col[p]} for p in [{@code rowPtr[i]}, {@code rowPtr[i + 1]}). Columns ascend strictly within a
 * row, values are finite. Memory 12 bytes a non-zero and 4 a row.
 */
public final class CsrMatrix {
  /** Below this many non-zeros a second thread costs more than it saves. */
  private static final int MIN_BLOCK_NON_ZEROS = 1 << 15;

  /** Vectors that one pass over the matrix serves. */
  private static final int GROUP = 8;

  private final int rows;
  private final int[] rowPtr;
  private final int[] col;
  private final double[] val;
  private final int[] blockStart;

  /** Room for interleaved vectors, between products; null while one uses it. */
  private final AtomicReference<double @Nullable []> spare = new AtomicReference<>();

  /**
   * Keeps the arrays, which must not change afterwards. Time O(rows + non-zeros) for the checks.
   *
   * @param rows number of rows and of columns
   * @param rowPtr length rows + 1, from 0, never falling
   * @param col length rowPtr[rows], in [0, rows), strictly ascending within a row
   * @param val length rowPtr[rows], finite
   */
  public CsrMatrix(int rows, int[] rowPtr, int[] col, double[] val) {
    check(rows, rowPtr, col, val);
    this.rows = rows;
    this.rowPtr = rowPtr;
    this.col = col;
    this.val = val;
    int cores = Math.max(1, ForkJoinPool.getCommonPoolParallelism() + 1);
    int wanted = cores == 1 ? 1 : Math.min(4 * cores, val.length / MIN_BLOCK_NON_ZEROS);
    this.blockStart = balancedBlocks(rows, rowPtr, Math.max(1, wanted));
  }

  private static void check(int rows, int[] rowPtr, int[] col, double[] val) {
    if (rows < 0 || rowPtr.length != rows + 1) {
      throw new IllegalArgumentException(
          "a matrix of " + rows + " rows needs rows + 1 row pointers, not " + rowPtr.length);
    }
    if (rowPtr[0] != 0 || rowPtr[rows] != col.length || col.length != val.length) {
      throw new IllegalArgumentException(
          String.format(
              "row pointers run from %d to %d, with %d columns and %d values",
              rowPtr[0], rowPtr[rows], col.length, val.length));
    }
    for (int i = 0; i < rows; i++) {
      if (rowPtr[i + 1] < rowPtr[i] || rowPtr[i + 1] > col.length) {
        throw new IllegalArgumentException("row pointer " + rowPtr[i + 1] + " after row " + i);
      }
      int previous = -1;
      for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
        if (col[p] <= previous || col[p] >= rows) {
          throw new IllegalArgumentException(
              String.format(
                  "row %d of %d: column %d after column %d; columns ascend strictly in [0, rows)",
                  i, rows, col[p], previous));
        }
        if (!Double.isFinite(val[p])) {
          throw new IllegalArgumentException("row " + i + ", column " + col[p] + ": " + val[p]);
        }
        previous = col[p];
      }
    }
  }

  /**
   * Starts of {@code blocks} row blocks with about as many non-zeros each; length blocks + 1, the
   * last entry is {@code rows}. A block may be empty.
   */
  public static int[] balancedBlocks(int rows, int[] rowPtr, int blocks) {
    int[] start = new int[blocks + 1];
    for (int b = 1; b < blocks; b++) {
      int target = (int) ((long) rowPtr[rows] * b / blocks);
      int at = Arrays.binarySearch(rowPtr, target);
      start[b] = Math.min(rows, Math.max(start[b - 1], at >= 0 ? at : -at - 1));
    }
    start[blocks] = rows;
    return start;
  }

  /** The matrix of the same entries, each 1. */
  public CsrMatrix withEqualValues() {
    double[] ones = new double[val.length];
    Arrays.fill(ones, 1.0);
    return new CsrMatrix(rows, rowPtr, col, ones);
  }

  public int rows() {
    return rows;
  }

  public int nonZeros() {
    return val.length;
  }

  /** Length rows + 1; not a copy. */
  public int[] rowPtr() {
    return rowPtr;
  }

  /** Length nonZeros; not a copy. */
  public int[] col() {
    return col;
  }

  /** Length nonZeros; not a copy. */
  public double[] val() {
    return val;
  }

  /**
   * y = A·x on all cores of the common pool. A row is never split, so the bits are those of one
   * core. Time O(non-zeros).
   *
   * @param x length rows, not modified
   * @param y length rows, overwritten; must not be {@code x}
   */
  public void multiply(double[] x, double[] y) {
    if (x.length != rows || y.length != rows || x == y) {
      throw new IllegalArgumentException(
          String.format("%d rows, x of %d, y of %d", rows, x.length, y.length));
    }
    forEachBlock((from, to) -> CsrKernels.spmvRows(from, to, rowPtr, col, val, x, y, from));
  }

  /**
   * Y = A·X for several vectors, on all cores; each column has the bits of {@link
   * #multiply(double[], double[])}. One pass over the matrix for eight vectors, which lie
   * interleaved meanwhile: so an entry reads neighbouring values. Keeps 8·rows values for the next
   * call.
   *
   * @param x length rows·columns, column-major, not modified
   * @param y length rows·columns, column-major, overwritten; must not be {@code x}
   */
  public void multiply(double[] x, double[] y, int columns) {
    int length = Math.multiplyExact(rows, columns);
    if (x.length < length || y.length < length || x == y) {
      throw new IllegalArgumentException(
          String.format(
              "%d rows, %d columns, x of %d, y of %d", rows, columns, x.length, y.length));
    }
    if (columns == 1) {
      // As it lies, one vector is interleaved.
      forEachBlock((from, to) -> CsrKernels.spmvRows(from, to, rowPtr, col, val, x, y, from));
      return;
    }
    double[] held = spare.getAndSet(null);
    int room = rows * Math.min(columns, GROUP);
    double[] rowMajor = held != null && held.length >= room ? held : new double[room];
    for (int first = 0; first < columns; first += GROUP) {
      int count = Math.min(GROUP, columns - first);
      int offset = first * rows;
      forEachBlock((from, to) -> CsrKernels.interleave(rows, count, x, offset, rowMajor, from, to));
      forEachBlock(
          (from, to) ->
              CsrKernels.spmmRows(
                  from, to, rowPtr, col, val, count, rowMajor, rows, y, offset + from));
    }
    spare.set(rowMajor);
  }

  @FunctionalInterface
  private interface RowRange {
    void accept(int from, int to);
  }

  /** On all cores, unless the matrix is small. */
  private void forEachBlock(RowRange work) {
    if (blockStart.length == 2) {
      work.accept(0, rows);
      return;
    }
    IntStream.range(0, blockStart.length - 1)
        .parallel()
        .forEach(b -> work.accept(blockStart[b], blockStart[b + 1]));
  }

  /** Whether a<sub>ij</sub> = a<sub>ji</sub> to the last bit. Time O(non-zeros). */
  public boolean isSymmetric() {
    // Rows are visited in order, so the entries (j, i) are met in each row j in order too.
    int[] next = Arrays.copyOf(rowPtr, rows);
    for (int i = 0; i < rows; i++) {
      for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
        int j = col[p];
        int q = next[j]++;
        if (q >= rowPtr[j + 1]
            || col[q] != i
            || Double.doubleToLongBits(val[q]) != Double.doubleToLongBits(val[p])) {
          return false;
        }
      }
    }
    return true;
  }
}
