package dev.concord.graph;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive rows of the feature matrix, row-major, in the narrowest form that loses nothing:
 * bytes for whole numbers from 0 to 255 (pixels, small counts), single precision, or double.
 */
public final class FeaturePanel implements Serializable {
  private static final long serialVersionUID = 2L;

  private static final int LARGEST_BYTE = 255;

  private final int index;
  private final int firstRow;
  private final int rows;
  private final int dim;
  private final byte @Nullable [] bytes;
  private final float @Nullable [] floats;
  private final double @Nullable [] doubles;

  private FeaturePanel(
      int index,
      int firstRow,
      int rows,
      int dim,
      byte @Nullable [] bytes,
      float @Nullable [] floats,
      double @Nullable [] doubles) {
    this.index = index;
    this.firstRow = firstRow;
    this.rows = rows;
    this.dim = dim;
    this.bytes = bytes;
    this.floats = floats;
    this.doubles = doubles;
  }

  /**
   * A panel over {@code values} (rows·dim, row-major, not kept when a narrower form holds them
   * all).
   *
   * @param index this panel's place among all panels
   * @param firstRow dense id of its first row
   */
  public static FeaturePanel of(int index, int firstRow, int rows, int dim, double[] values) {
    check(rows, dim, values.length);
    float[] floats = new float[values.length];
    for (int p = 0; p < values.length; p++) {
      floats[p] = (float) values[p];
      if (floats[p] != values[p]) {
        return new FeaturePanel(index, firstRow, rows, dim, null, null, values);
      }
    }
    return of(index, firstRow, rows, dim, floats);
  }

  /** A panel over single-precision values (rows·dim, row-major, kept unless bytes hold them). */
  public static FeaturePanel of(int index, int firstRow, int rows, int dim, float[] values) {
    check(rows, dim, values.length);
    byte[] bytes = new byte[values.length];
    for (int p = 0; p < values.length; p++) {
      float value = values[p];
      if (!(value >= 0f && value <= LARGEST_BYTE && value == (int) value)) {
        return new FeaturePanel(index, firstRow, rows, dim, null, values, null);
      }
      bytes[p] = (byte) (int) value;
    }
    return ofBytes(index, firstRow, rows, dim, bytes);
  }

  /** A panel over unsigned bytes (rows·dim, row-major, kept). */
  public static FeaturePanel ofBytes(int index, int firstRow, int rows, int dim, byte[] values) {
    check(rows, dim, values.length);
    return new FeaturePanel(index, firstRow, rows, dim, values, null, null);
  }

  private static void check(int rows, int dim, int length) {
    if (length != Math.multiplyExact(rows, dim)) {
      throw new IllegalArgumentException(length + " values for " + rows + " rows of " + dim);
    }
  }

  /**
   * A panel of single rows of others, in the order given, in the widest form among them.
   *
   * @param part for each row, the panel it is taken from
   * @param row for each row, its place within that panel
   */
  public static FeaturePanel gather(
      int index, int firstRow, List<FeaturePanel> parts, int[] part, int[] row) {
    int dim = parts.get(0).dim;
    boolean single = true;
    boolean whole = true;
    for (FeaturePanel p : parts) {
      single &= p.doubles == null;
      whole &= p.bytes != null;
    }
    int rows = part.length;
    int size = Math.multiplyExact(rows, dim);
    if (whole) {
      byte[] values = new byte[size];
      for (int r = 0; r < rows; r++) {
        byte[] from = parts.get(part[r]).bytes;
        if (from != null) {
          System.arraycopy(from, row[r] * dim, values, r * dim, dim);
        }
      }
      return ofBytes(index, firstRow, rows, dim, values);
    }
    if (single) {
      float[] values = new float[size];
      for (int r = 0; r < rows; r++) {
        parts.get(part[r]).copyRow(row[r], values, r * dim);
      }
      return new FeaturePanel(index, firstRow, rows, dim, null, values, null);
    }
    double[] values = new double[size];
    double[] copy = new double[dim];
    for (int r = 0; r < rows; r++) {
      parts.get(part[r]).copyRow(row[r], copy);
      System.arraycopy(copy, 0, values, r * dim, dim);
    }
    return new FeaturePanel(index, firstRow, rows, dim, null, null, values);
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

  /** Bytes of memory a value takes: 1, 4 or 8. */
  public int valueBytes() {
    return bytes != null ? Byte.BYTES : floats != null ? Float.BYTES : Double.BYTES;
  }

  /** The values when unsigned bytes hold them, else null. Not a copy. */
  public byte @Nullable [] bytes() {
    return bytes;
  }

  /** Whether every value is finite. Time O(rows·dim). */
  public boolean isFinite() {
    boolean finite = true;
    if (doubles != null) {
      for (double value : doubles) {
        finite &= Double.isFinite(value);
      }
    } else if (floats != null) {
      for (float value : floats) {
        finite &= Float.isFinite(value);
      }
    }
    return finite;
  }

  /** Copies row {@code row} (from 0 within the panel) into {@code target}, length dim. */
  public void copyRow(int row, double[] target) {
    int base = row * dim;
    if (bytes != null) {
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

  /** Copies a row that is not held in double to {@code target} from {@code offset} on. */
  private void copyRow(int row, float[] target, int offset) {
    int base = row * dim;
    if (bytes != null) {
      for (int d = 0; d < dim; d++) {
        target[offset + d] = bytes[base + d] & 0xff;
      }
    } else if (floats != null) {
      System.arraycopy(floats, base, target, offset, dim);
    }
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
    if (bytes != null) {
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
   * integer arithmetic finds it.
   *
   * @param x the row as {@link #copyRow} gives it, used unless both hold bytes
   */
  public double distance(FeaturePanel own, int ownRow, double[] x, int row) {
    if (bytes == null || own.bytes == null) {
      return distance(x, row);
    }
    return Math.sqrt((double) squares(own.bytes, ownRow * dim, bytes, row * dim, dim));
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
