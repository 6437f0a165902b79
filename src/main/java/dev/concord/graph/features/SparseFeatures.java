package dev.concord.graph.features;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Rows of which only the values that are not zero are kept, in single precision when that loses
 * nothing. Row r has those from start[r] to start[r + 1], columns ascending.
 */
@DefaultSerializer(JavaSerializer.class)
final class SparseFeatures implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int dim;
  private final int[] start;
  private final int[] column;
  private final float @Nullable [] floats;
  private final double @Nullable [] doubles;

  private SparseFeatures(int dim, int[] start, int[] column, double[] values) {
    this.dim = dim;
    this.start = start;
    this.column = column;
    floats = narrowed(values);
    doubles = floats == null ? values : null;
  }

  /** The values in single precision, or null when that would change one. */
  static float @Nullable [] narrowed(double[] values) {
    float[] floats = new float[values.length];
    for (int p = 0; p < values.length; p++) {
      floats[p] = (float) values[p];
      if (floats[p] != values[p]) {
        return null;
      }
    }
    return floats;
  }

  /**
   * Rows 0..rows-1 of a source. Memory grows with what is not zero, and by one row of dim values.
   */
  static SparseFeatures gather(int dim, int rows, RowSource source) {
    int[] start = new int[rows + 1];
    int[] column = new int[Math.max(16, rows)];
    double[] value = new double[column.length];
    int[] columns = new int[dim];
    double[] values = new double[dim];
    for (int r = 0; r < rows; r++) {
      int filled = source.copyFilled(r, columns, values);
      int end = Math.addExact(start[r], filled);
      if (end > column.length) {
        long room = Math.max(end, column.length + column.length / 2L);
        column = Arrays.copyOf(column, (int) Math.min(room, Integer.MAX_VALUE - 8L));
        value = Arrays.copyOf(value, column.length);
      }
      System.arraycopy(columns, 0, column, start[r], filled);
      System.arraycopy(values, 0, value, start[r], filled);
      start[r + 1] = end;
    }
    int filled = start[rows];
    return new SparseFeatures(
        dim, start, Arrays.copyOf(column, filled), Arrays.copyOf(value, filled));
  }

  /** Values that are not zero. */
  int filled() {
    return column.length;
  }

  /** Bytes of memory. */
  long memory() {
    return (long) Integer.BYTES * (start.length + column.length)
        + (long) valueBytes() * column.length;
  }

  /** Bytes of a value: 4 or 8. */
  int valueBytes() {
    return floats != null ? Float.BYTES : Double.BYTES;
  }

  double largest() {
    double largest = 0.0;
    for (int p = 0; p < column.length; p++) {
      largest = Math.max(largest, Math.abs(value(p)));
    }
    return largest;
  }

  private double value(int p) {
    return floats != null ? floats[p] : doubles != null ? doubles[p] : 0.0;
  }

  /** One value. */
  double at(int row, int feature) {
    int found = Arrays.binarySearch(column, start[row], start[row + 1], feature);
    return found < 0 ? 0.0 : value(found);
  }

  /** Copies a row with its zeros. */
  void copyRow(int row, double[] target) {
    Arrays.fill(target, 0, dim, 0.0);
    for (int p = start[row]; p < start[row + 1]; p++) {
      target[column[p]] = value(p);
    }
  }

  /** Copies the values of a row and their columns; returns how many. */
  int copyFilled(int row, int[] columns, double[] values) {
    int filled = 0;
    for (int p = start[row]; p < start[row + 1]; p++) {
      columns[filled] = column[p];
      values[filled++] = value(p);
    }
    return filled;
  }

  /** Σ (x - row)² in feature order. Time O(dim). */
  double squares(double[] x, int row) {
    double sum = 0.0;
    int next = start[row];
    int end = start[row + 1];
    for (int d = 0; d < dim; d++) {
      double difference = x[d];
      if (next < end && column[next] == d) {
        difference -= value(next++);
      }
      sum += difference * difference;
    }
    return sum;
  }

  /** The same for a row of others; features that neither has add zero and are passed over. */
  double squares(SparseFeatures other, int otherRow, int row) {
    int p = other.start[otherRow];
    int q = start[row];
    int endP = other.start[otherRow + 1];
    int endQ = start[row + 1];
    double sum = 0.0;
    while (p < endP || q < endQ) {
      int left = p < endP ? other.column[p] : Integer.MAX_VALUE;
      int right = q < endQ ? column[q] : Integer.MAX_VALUE;
      double difference = 0.0;
      if (left <= right) {
        difference += other.value(p++);
      }
      if (right <= left) {
        difference -= value(q++);
      }
      sum += difference * difference;
    }
    return sum;
  }
}
