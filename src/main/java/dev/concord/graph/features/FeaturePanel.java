package dev.concord.graph.features;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive rows of the feature matrix in a form that loses nothing and takes little memory:
 * bytes for whole numbers from 0 to 255 (pixels, small counts), single precision, or double, all
 * row-major; or, where zeros prevail (words of texts), only the values that are not zero.
 */
@DefaultSerializer(JavaSerializer.class)
public final class FeaturePanel implements Serializable {
  private static final long serialVersionUID = 2L;

  private static final int LARGEST_BYTE = 255;

  /** How many times less memory the sparse form must take: its arithmetic is slower. */
  private static final int SPARSE_GAIN = 3;

  private final int index;
  private final int firstRow;
  private final int rows;
  private final int dim;

  // Exactly one of the four is there.
  private final byte @Nullable [] bytes;
  private final float @Nullable [] floats;
  private final double @Nullable [] doubles;
  private final @Nullable SparseFeatures sparse;

  private FeaturePanel(
      int index,
      int firstRow,
      int rows,
      int dim,
      byte @Nullable [] bytes,
      float @Nullable [] floats,
      double @Nullable [] doubles,
      @Nullable SparseFeatures sparse) {
    this.index = index;
    this.firstRow = firstRow;
    this.rows = rows;
    this.dim = dim;
    this.bytes = bytes;
    this.floats = floats;
    this.doubles = doubles;
    this.sparse = sparse;
  }

  /**
   * A panel over {@code values} (rows·dim, row-major, not kept when a smaller form holds them all).
   *
   * @param index this panel's place among all panels
   * @param firstRow dense id of its first row
   */
  public static FeaturePanel of(int index, int firstRow, int rows, int dim, double[] values) {
    check(rows, dim, values.length);
    float[] floats = SparseFeatures.narrowed(values);
    if (floats != null) {
      return of(index, firstRow, rows, dim, floats);
    }
    FeaturePanel dense = new FeaturePanel(index, firstRow, rows, dim, null, null, values, null);
    int filled = 0;
    for (double value : values) {
      filled += value != 0.0 ? 1 : 0;
    }
    return isWorthwhile(filled, values.length, Double.BYTES) ? dense.sparse() : dense;
  }

  /**
   * A panel over single-precision values (rows·dim, row-major, kept unless a smaller form does).
   */
  public static FeaturePanel of(int index, int firstRow, int rows, int dim, float[] values) {
    check(rows, dim, values.length);
    boolean whole = true;
    int filled = 0;
    for (float value : values) {
      whole &= value >= 0f && value <= LARGEST_BYTE && value == (int) value;
      filled += value != 0f ? 1 : 0;
    }
    FeaturePanel dense = new FeaturePanel(index, firstRow, rows, dim, null, values, null, null);
    if (isWorthwhile(filled, values.length, whole ? Byte.BYTES : Float.BYTES)) {
      return dense.sparse();
    }
    if (!whole) {
      return dense;
    }
    byte[] bytes = new byte[values.length];
    for (int p = 0; p < values.length; p++) {
      bytes[p] = (byte) (int) values[p];
    }
    return ofBytes(index, firstRow, rows, dim, bytes);
  }

  /**
   * A panel of rows without zeros, in the form that {@link #of(int, int, int, int, double[])} gives
   * it. Memory of the sparse form beside the result.
   */
  public static FeaturePanel ofRows(int index, int firstRow, int rows, int dim, RowSource source) {
    SparseFeatures kept = SparseFeatures.gather(dim, rows, source);
    FeaturePanel sparse = new FeaturePanel(index, firstRow, rows, dim, null, null, null, kept);
    if (isWorthwhile(kept.filled(), (long) rows * dim, Byte.BYTES)) {
      return sparse;
    }
    double[] values = new double[Math.multiplyExact(rows, dim)];
    double[] row = new double[dim];
    for (int r = 0; r < rows; r++) {
      sparse.copyRow(r, row);
      System.arraycopy(row, 0, values, r * dim, dim);
    }
    return of(index, firstRow, rows, dim, values);
  }

  /** A panel over unsigned bytes (rows·dim, row-major, kept). */
  public static FeaturePanel ofBytes(int index, int firstRow, int rows, int dim, byte[] values) {
    check(rows, dim, values.length);
    return new FeaturePanel(index, firstRow, rows, dim, values, null, null, null);
  }

  private static void check(int rows, int dim, int length) {
    if (length != Math.multiplyExact(rows, dim)) {
      throw new IllegalArgumentException(length + " values for " + rows + " rows of " + dim);
    }
  }

  private static boolean isWorthwhile(long filled, long size, int valueBytes) {
    long sparse = filled * (Integer.BYTES + Math.max(Float.BYTES, valueBytes));
    return SPARSE_GAIN * sparse < size * valueBytes;
  }

  /** The same rows in sparse form. */
  private FeaturePanel sparse() {
    SparseFeatures kept = SparseFeatures.gather(dim, rows, this::copyFilled);
    return new FeaturePanel(index, firstRow, rows, dim, null, null, null, kept);
  }

  /**
   * A panel of single rows of others, in the order given, in the widest form among them; sparse
   * when one of them is and zeros cost more than they save.
   *
   * @param part for each row, the panel it is taken from
   * @param row for each row, its place within that panel
   */
  public static FeaturePanel gather(
      int index, int firstRow, List<FeaturePanel> parts, int[] part, int[] row) {
    int dim = parts.get(0).dim;
    int rows = part.length;
    if (parts.stream().anyMatch(FeaturePanel::isSparse)) {
      SparseFeatures kept =
          SparseFeatures.gather(
              dim,
              rows,
              (r, columns, values) -> parts.get(part[r]).copyFilled(row[r], columns, values));
      if (kept.memory() < (long) kept.valueBytes() * rows * dim) {
        return new FeaturePanel(index, firstRow, rows, dim, null, null, null, kept);
      }
    }
    int bytesWanted = Byte.BYTES;
    for (FeaturePanel p : parts) {
      bytesWanted = Math.max(bytesWanted, p.valueBytes());
    }
    int size = Math.multiplyExact(rows, dim);
    byte[] bytes = bytesWanted == Byte.BYTES ? new byte[size] : null;
    float[] floats = bytesWanted == Float.BYTES ? new float[size] : null;
    double[] doubles = bytesWanted == Double.BYTES ? new double[size] : null;
    double[] copy = new double[dim];
    for (int r = 0; r < rows; r++) {
      FeaturePanel from = parts.get(part[r]);
      if (bytes != null && from.bytes != null) {
        System.arraycopy(from.bytes, row[r] * dim, bytes, r * dim, dim);
      } else if (floats != null && from.floats != null) {
        System.arraycopy(from.floats, row[r] * dim, floats, r * dim, dim);
      } else {
        from.copyRow(row[r], copy);
        store(copy, r * dim, floats, doubles);
      }
    }
    return new FeaturePanel(index, firstRow, rows, dim, bytes, floats, doubles, null);
  }

  private static void store(
      double[] row, int base, float @Nullable [] floats, double @Nullable [] doubles) {
    if (doubles != null) {
      System.arraycopy(row, 0, doubles, base, row.length);
    } else if (floats != null) {
      for (int d = 0; d < row.length; d++) {
        floats[base + d] = (float) row[d];
      }
    }
  }

  public int index() {
    return index;
  }

  public int firstRow() {
    return firstRow;
  }

  public int rows() {
    return rows;
  }

  public int dim() {
    return dim;
  }

  /** Whether only values that are not zero are kept. */
  public boolean isSparse() {
    return sparse != null;
  }

  /** Whether single precision holds every value. */
  public boolean isSingle() {
    return valueBytes() <= Float.BYTES;
  }

  /** Bytes of memory that the values take. */
  public long memory() {
    return sparse != null ? sparse.memory() : (long) valueBytes() * rows * dim;
  }

  private int valueBytes() {
    if (sparse != null) {
      return sparse.valueBytes();
    }
    return bytes != null ? Byte.BYTES : floats != null ? Float.BYTES : Double.BYTES;
  }

  /**
   * The largest absolute value, for bytes the largest there can be; not finite when some value is
   * not. Time O(values).
   */
  public double largest() {
    double largest = sparse == null ? 0.0 : sparse.largest();
    if (bytes != null) {
      largest = LARGEST_BYTE;
    } else if (doubles != null) {
      for (double value : doubles) {
        largest = Math.max(largest, Math.abs(value));
      }
    } else if (floats != null) {
      for (float value : floats) {
        largest = Math.max(largest, Math.abs(value));
      }
    }
    return largest;
  }

  /** Copies row {@code row} (from 0 within the panel) into {@code target}, length dim. */
  public void copyRow(int row, double[] target) {
    int base = row * dim;
    if (sparse != null) {
      sparse.copyRow(row, target);
    } else if (bytes != null) {
      for (int d = 0; d < dim; d++) {
        target[d] = bytes[base + d] & 0xff;
      }
    } else if (floats != null) {
      for (int d = 0; d < dim; d++) {
        target[d] = floats[base + d];
      }
    } else if (doubles != null) {
      System.arraycopy(doubles, base, target, 0, dim);
    }
  }

  /**
   * The rows after a change of each in place, in sparse form; memory of one row beside the result.
   */
  FeaturePanel mapped(Consumer<double[]> change) {
    double[] row = new double[dim];
    SparseFeatures kept =
        SparseFeatures.gather(
            dim,
            rows,
            (r, columns, values) -> {
              copyRow(r, row);
              change.accept(row);
              int filled = 0;
              for (int d = 0; d < dim; d++) {
                if (row[d] != 0.0) {
                  columns[filled] = d;
                  values[filled++] = row[d];
                }
              }
              return filled;
            });
    return new FeaturePanel(index, firstRow, rows, dim, null, null, null, kept);
  }

  /** The first columns of the panel, at least one. */
  public FeaturePanel columns(int count) {
    if (count == dim) {
      return this;
    }
    double[] values = new double[Math.multiplyExact(rows, count)];
    double[] row = new double[dim];
    for (int r = 0; r < rows; r++) {
      copyRow(r, row);
      System.arraycopy(row, 0, values, r * count, count);
    }
    return of(index, firstRow, rows, count, values);
  }

  /** One value; in the sparse form a search over its row. */
  double value(int row, int column) {
    int at = row * dim + column;
    if (bytes != null) {
      return bytes[at] & 0xff;
    }
    if (floats != null) {
      return floats[at];
    }
    return doubles != null ? doubles[at] : sparse == null ? 0.0 : sparse.at(row, column);
  }

  /** Copies the values of a row that are not zero, and their columns; returns how many. */
  public int copyFilled(int row, int[] columns, double[] values) {
    if (sparse != null) {
      return sparse.copyFilled(row, columns, values);
    }
    copyRow(row, values);
    int filled = 0;
    for (int d = 0; d < dim; d++) {
      if (values[d] != 0.0) {
        columns[filled] = d;
        values[filled++] = values[d];
      }
    }
    return filled;
  }

  /**
   * The Euclidean distance of a point to row {@code row}, squares added in feature order: the same
   * bits whatever form the values are kept in. Time O(dim).
   *
   * @param x length dim
   */
  public double distance(double[] x, int row) {
    int base = row * dim;
    double sum = 0.0;
    if (sparse != null) {
      sum = sparse.squares(x, row);
    } else if (bytes != null) {
      for (int d = 0; d < dim; d++) {
        double difference = x[d] - (bytes[base + d] & 0xff);
        sum += difference * difference;
      }
    } else if (floats != null) {
      for (int d = 0; d < dim; d++) {
        double difference = x[d] - floats[base + d];
        sum += difference * difference;
      }
    } else if (doubles != null) {
      for (int d = 0; d < dim; d++) {
        double difference = x[d] - doubles[base + d];
        sum += difference * difference;
      }
    }
    return Math.sqrt(sum);
  }

  /**
   * The distance of two rows, with the same bits as {@link #distance(double[], int)}. Where both
   * panels hold bytes the sum is a whole number below 2<sup>53</sup>, exact in any order, and
   * integer arithmetic finds it. Where both are sparse, only features that one of them has are
   * read: the others add zero.
   *
   * @param x the row as {@link #copyRow} gives it
   */
  public double distance(FeaturePanel own, int ownRow, double[] x, int row) {
    if (bytes != null && own.bytes != null) {
      return Math.sqrt((double) squares(own.bytes, ownRow * dim, bytes, row * dim, dim));
    }
    if (sparse != null && own.sparse != null) {
      return Math.sqrt(sparse.squares(own.sparse, ownRow, row));
    }
    return distance(x, row);
  }

  /** Σ (a - b)² over unsigned bytes, in runs whose sums fit an int. */
  private static long squares(byte[] a, int aFrom, byte[] b, int bFrom, int length) {
    long total = 0;
    for (int from = 0; from < length; from += 1 << 15) {
      int to = Math.min(length, from + (1 << 15));
      int sum = 0;
      for (int d = from; d < to; d++) {
        int difference = (a[aFrom + d] & 0xff) - (b[bFrom + d] & 0xff);
        sum += difference * difference;
      }
      total += sum;
    }
    return total;
  }
}
