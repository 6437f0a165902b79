package dev.concord.graph.weights;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;

/**
 * The weight of a listed pair, see {@link EdgeWeights}.
 *
 * @param kernel from distance to weight
 * @param directed whether a self-tuning weight is that of the listing point alone
 * @param sigma of the Gaussian kernel, else NaN
 */
@DefaultSerializer(JavaSerializer.class)
public record KernelWeight(KernelType kernel, boolean directed, double sigma)
    implements Serializable {

  /**
   * The weight of a pair.
   *
   * @param d its distance
   * @param own scale of the listing point
   * @param other scale of the listed point
   */
  public double of(double d, double own, double other) {
    return switch (kernel) {
      case SELF_TUNING ->
          directed ? selfTuning(d, own) : Math.max(selfTuning(d, own), selfTuning(d, other));
      case GAUSSIAN -> gaussian(d, sigma);
      case COSINE -> Math.max(0.0, 1.0 - 0.5 * d * d);
      case BINARY -> 1.0;
    };
  }

  static double selfTuning(double d, double scale) {
    if (scale == 0.0) {
      return d == 0.0 ? 1.0 : 0.0;
    }
    double ratio = d / scale;
    return StrictMath.exp(-4.0 * ratio * ratio);
  }

  static double gaussian(double d, double sigma) {
    if (sigma == 0.0) {
      return d == 0.0 ? 1.0 : 0.0;
    }
    double ratio = d / sigma;
    return StrictMath.exp(-0.5 * ratio * ratio);
  }
}
