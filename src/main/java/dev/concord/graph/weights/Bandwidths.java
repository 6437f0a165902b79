package dev.concord.graph.weights;

import dev.concord.error.InputException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the bandwidth σ of the Gaussian kernel exp(-d²/(2σ²)) from neighbour lists.
 *
 * <p>Mean distance: the mean over all points of the distance to the k-th neighbour (Li and Liu,
 * Constrained Clustering by Spectral Kernel Learning, section 5). It is 0 only if all listed
 * distances are 0; then all listed pairs get weight 1.
 *
 * <p>Local proximity (Xu, desJardins and Wagstaff, Constrained Spectral Clustering under a Local
 * Proximity Structure Assumption): with d<sub>i,1</sub> ≤ d<sub>i,2</sub> ≤ ... the distances from
 * point i to the others, m<sub>i</sub> is where the gap from d<sub>i,m</sub> to d<sub>i,m+1</sub>
 * is largest (the first such), m the smallest m<sub>i</sub>, and σ solves exp(-d<sub>i,m</sub>²/(2
 * σ²)) = ε. The paper leaves out the sign of the exponent, ε and which point's d<sub>i,m</sub> is
 * meant; here ε = 0.1 and i is the first point with m<sub>i</sub> = m, so this rule alone depends
 * on the order of the points. Gaps are looked for among the k listed distances only: on a neighbour
 * graph gaps farther out are not seen, with k = n - 1 the rule is the paper's.
 */
final class Bandwidths {
  /** The similarity ε at the m-th neighbour under the local proximity rule. */
  static final double EPSILON = 0.1;

  private Bandwidths() {}

  /**
   * A bandwidth found.
   *
   * @param sigma σ, 0 if all listed distances are 0
   * @param neighbors m of the local proximity rule, 0 under the others
   */
  record Sigma(double sigma, int neighbors) {}

  /**
   * The bandwidth.
   *
   * @param k neighbours of a point
   * @param scales distance of every point to its k-th neighbour
   * @param gap where distances jump; used only under the local proximity rule
   */
  static Sigma sigma(int k, double[] scales, @Nullable LargestGap gap, Bandwidth bandwidth) {
    return switch (bandwidth.rule()) {
      case AUTO, MEAN_DISTANCE -> new Sigma(mean(scales), 0);
      case LOCAL_PROXIMITY -> localProximity(k, java.util.Objects.requireNonNull(gap));
      case FIXED -> {
        if (!(bandwidth.value() > 0.0) || bandwidth.value() == Double.POSITIVE_INFINITY) {
          throw new InputException(
              "graph.bandwidth = "
                  + bandwidth.value()
                  + " must be a finite number above 0; give such a number, or auto.");
        }
        yield new Sigma(bandwidth.value(), 0);
      }
    };
  }

  private static double mean(double[] scales) {
    double sum = 0.0;
    for (double scale : scales) {
      sum += scale;
    }
    return sum / scales.length;
  }

  private static Sigma localProximity(int k, LargestGap gap) {
    if (k < 2) {
      throw new InputException(
          "graph.bandwidth = local-proximity looks for the largest gap between neighbour distances"
              + " and needs graph.neighbors of at least 2, not "
              + k
              + "; raise graph.neighbors or choose graph.bandwidth = auto.");
    }
    if (gap.distance() == 0.0 && gap.anyPositive()) {
      throw new InputException(
          "graph.bandwidth = local-proximity finds the bandwidth 0: a point has "
              + gap.neighbors()
              + " neighbours at distance 0 before its largest gap, and a Gaussian of width 0 joins"
              + " duplicates only; remove duplicate points or choose graph.bandwidth ="
              + " mean-distance.");
    }
    return new Sigma(
        gap.distance() / Math.sqrt(2.0 * StrictMath.log(1.0 / EPSILON)), gap.neighbors());
  }
}
