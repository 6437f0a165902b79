package dev.concord.graph.features;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The values of a row that are not zero, whatever form its panel keeps them in: what tells whether
 * two rows are the same.
 *
 * @param columns ascending
 * @param values as many
 */
@DefaultSerializer(JavaSerializer.class)
public record RowValues(int[] columns, double[] values) implements Serializable {

  public static RowValues of(FeaturePanel panel, int row) {
    int[] columns = new int[panel.dim()];
    double[] values = new double[panel.dim()];
    int filled = panel.copyFilled(row, columns, values);
    return new RowValues(Arrays.copyOf(columns, filled), Arrays.copyOf(values, filled));
  }

  /** A hash of 64 bits of each row. Time O(values). */
  public static long[] hashes(FeaturePanel panel) {
    return hashes(panel, IntStream.range(0, panel.rows()).toArray());
  }

  /** A hash of 64 bits of each of these rows of the panel. Time O(values). */
  public static long[] hashes(FeaturePanel panel, int[] rows) {
    int[] columns = new int[panel.dim()];
    double[] values = new double[panel.dim()];
    long[] hashes = new long[rows.length];
    for (int r = 0; r < hashes.length; r++) {
      int filled = panel.copyFilled(rows[r], columns, values);
      long hash = filled;
      for (int p = 0; p < filled; p++) {
        hash = mixed(hash ^ mixed(Double.doubleToLongBits(values[p]) + columns[p]));
      }
      hashes[r] = hash;
    }
    return hashes;
  }

  /** The finalizer of SplitMix64 (Steele, Lea and Flood 2014), after its increment. */
  private static long mixed(long bits) {
    long z = bits + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  /** Whether the values are the same to the last bit. */
  public boolean isSameAs(RowValues other) {
    return Arrays.equals(columns, other.columns) && Arrays.equals(values, other.values);
  }
}
