package dev.concord.spark.input.features;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.features.FeaturePanel;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Rows on their way to one panel: where each belongs and its values, in the smallest form that
 * loses nothing.
 *
 * @param rows dense indices of the rows
 * @param values their features, in that order
 */
@DefaultSerializer(JavaSerializer.class)
record RowChunk(int[] rows, FeaturePanel values) implements Serializable {
  /** The first {@code count} of the given rows; both arrays are copied. */
  static RowChunk of(int count, int dim, int[] rows, double[] values) {
    double[] kept = Arrays.copyOf(values, count * dim);
    return new RowChunk(Arrays.copyOf(rows, count), FeaturePanel.of(-1, 0, count, dim, kept));
  }
}
