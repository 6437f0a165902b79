package dev.concord.graph.weights;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.WeightFigures;
import dev.concord.graph.weights.Bandwidths.Sigma;
import java.io.Serializable;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Rule that converts neighbour lists to edge weights, with all parameters that depend on the lists
 * as a whole.
 *
 * @param symmetrize how two directions become one edge
 */
@DefaultSerializer(JavaSerializer.class)
public record WeightShape(
    KernelType kernel,
    Symmetrization symmetrize,
    Bandwidth bandwidth,
    double sigma,
    int proximityNeighbors)
    implements Serializable {

  /**
   * Settles the bandwidth.
   *
   * @param k neighbours of a point
   * @param scales distance of every point to its last neighbour
   * @param gap where distances jump; null unless {@link #needsGap}
   * @throws dev.concord.error.InputException if the bandwidth rule does not apply to these lists
   */
  public static WeightShape of(
      KernelType kernel,
      Bandwidth bandwidth,
      Symmetrization symmetrize,
      int k,
      double[] scales,
      @Nullable LargestGap gap) {
    if (kernel != KernelType.GAUSSIAN) {
      return new WeightShape(kernel, symmetrize, bandwidth, Double.NaN, 0);
    }
    Sigma found = Bandwidths.sigma(k, scales, gap, bandwidth);
    return new WeightShape(kernel, symmetrize, bandwidth, found.sigma(), found.neighbors());
  }

  /** Whether the bandwidth depends on where distances jump. */
  public static boolean needsGap(KernelType kernel, Bandwidth bandwidth) {
    return kernel == KernelType.GAUSSIAN && bandwidth.rule() == Bandwidth.Rule.LOCAL_PROXIMITY;
  }

  KernelWeight weight() {
    return new KernelWeight(kernel, symmetrize == Symmetrization.AVERAGE, sigma);
  }

  /** Whether weights depend on the scales of both points. */
  public boolean isSelfTuning() {
    return kernel == KernelType.SELF_TUNING;
  }

  /**
   * The figures for metrics.json.
   *
   * @param zeroDistances listed neighbours at distance 0
   * @param scales distance of every point to its last neighbour
   * @param dropped edges of weight 0 that were left out
   */
  public WeightFigures figures(int zeroDistances, double[] scales, int dropped) {
    boolean gaussian = kernel == KernelType.GAUSSIAN;
    boolean local = gaussian && bandwidth.rule() == Bandwidth.Rule.LOCAL_PROXIMITY;
    int zeroScales = 0;
    for (double scale : scales) {
      zeroScales += scale == 0.0 ? 1 : 0;
    }
    return new WeightFigures(
        word(kernel),
        word(symmetrize),
        null,
        gaussian ? word(bandwidth.rule()) : null,
        gaussian ? Double.valueOf(sigma) : null,
        local ? Integer.valueOf(proximityNeighbors) : null,
        local ? Double.valueOf(Bandwidths.EPSILON) : null,
        zeroDistances,
        zeroScales,
        dropped,
        null);
  }

  /** A constant as configurations spell it. */
  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
