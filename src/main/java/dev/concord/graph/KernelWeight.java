package dev.concord.graph;

import java.io.Serializable;

/**
 * The weight of a listed pair, see {@link EdgeWeights}.
 *
 * @param kernel from distance to weight
 * @param directed whether a self-tuning weight is that of the listing point alone
 * @param sigma of the Gaussian kernel, else NaN
 */
record KernelWeight(KernelType kernel, boolean directed, double sigma) implements Serializable {

  /**
   * The weight of a pair.
   *
   * @param d its distance
   * @param own scale of the listing point
   * @param other scale of the listed point
   */
  double of(double d, double own, double other) {
    return switch (kernel) {
      case SELF_TUNING ->
          directed
              ? EdgeWeights.selfTuning(d, own)
              : Math.max(EdgeWeights.selfTuning(d, own), EdgeWeights.selfTuning(d, other));
      case GAUSSIAN -> EdgeWeights.gaussian(d, sigma);
      case COSINE -> Math.max(0.0, 1.0 - 0.5 * d * d);
      case BINARY -> 1.0;
    };
  }
}
