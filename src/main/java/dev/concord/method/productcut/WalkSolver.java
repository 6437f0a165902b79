package dev.concord.method.productcut;

import dev.concord.error.ConvergenceException;
import dev.concord.linalg.LinearOperator;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The objective of a partition in double precision: for every cluster S the system (I - α·N) y = (1
 * - α) D<sup>-1/2</sup> 1_S / |S|, whose solution gives u = Ω·1_S / |S| = D<sup>1/2</sup> y, and Σ
 * log u_i over the points of the cluster.
 *
 * <p>Chebyshev semi-iteration as in {@link RestartWalks}, until the residual is small. Time some 45
 * products with k vectors for α = 0.9, memory 32 bytes a point and column of a group.
 */
final class WalkSolver {
  private static final double TOLERANCE = 1e-8;
  private static final int MOST_STEPS = 400;

  /** Columns solved together. */
  private static final int GROUP = 8;

  private final LinearOperator adjacency;
  private final double[] degrees;
  private final double alpha;
  private double residual;
  private long products;

  WalkSolver(LinearOperator adjacency, double[] degrees, double alpha) {
    this.adjacency = adjacency;
    this.degrees = degrees;
    this.alpha = alpha;
  }

  /**
   * The mean over the points with an edge of log u; 0 when there are none.
   *
   * @param labels of the points, in 0..k-1
   * @throws ConvergenceException when the systems are not solved
   */
  double objective(int[] labels, int k) {
    int n = labels.length;
    int[] size = new int[k];
    int active = 0;
    for (int i = 0; i < n; i++) {
      if (degrees[i] > 0.0) {
        size[labels[i]]++;
        active++;
      }
    }
    double sum = 0.0;
    for (int first = 0; first < k; first += GROUP) {
      int columns = Math.min(GROUP, k - first);
      double[] right = new double[Math.multiplyExact(n, columns)];
      for (int i = 0; i < n; i++) {
        int c = labels[i] - first;
        if (c >= 0 && c < columns && degrees[i] > 0.0) {
          right[c * n + i] = (1.0 - alpha) / (Math.sqrt(degrees[i]) * size[labels[i]]);
        }
      }
      double[] y = solve(right, columns);
      for (int i = 0; i < n; i++) {
        int c = labels[i] - first;
        if (c >= 0 && c < columns && degrees[i] > 0.0) {
          double least = (1.0 - alpha) / size[labels[i]];
          sum += StrictMath.log(Math.max(least, Math.sqrt(degrees[i]) * y[c * n + i]));
        }
      }
    }
    return active == 0 ? 0.0 : sum / active;
  }

  private double[] solve(double[] right, int columns) {
    double[] y = new double[right.length];
    double[] direction = new double[right.length];
    double[] product = new double[right.length];
    double size = 1.0;
    double relative = Double.POSITIVE_INFINITY;
    for (int step = 0; step < MOST_STEPS; step++) {
      double half = step == 1 ? Math.sqrt(0.5) * alpha : 0.5 * alpha * size;
      double keep = step == 0 ? 0.0 : half * half;
      size = step == 0 ? 1.0 : 1.0 / (1.0 - keep / size);
      adjacency.apply(y, product, columns);
      products += columns;
      relative = advance(right, y, direction, product, columns, keep, size);
      if (relative <= TOLERANCE) {
        residual = Math.max(residual, relative);
        return y;
      }
    }
    throw new ConvergenceException(
        String.format(
            "method product-cut: the walks with restart did not converge: after %d steps the"
                + " relative residual is %.3g, above %.3g. Lower method.product-cut.alpha = %s.",
            MOST_STEPS, relative, TOLERANCE, alpha));
  }

  /** One step; returns the largest relative residual of a column before it. */
  private double advance(
      double[] right,
      double[] y,
      double[] direction,
      double[] product,
      int columns,
      double keep,
      double size) {
    int n = degrees.length;
    double[] off = new double[columns];
    double[] length = new double[columns];
    IntStream.range(0, columns)
        .parallel()
        .forEach(
            c -> {
              double left = 0.0;
              double whole = 0.0;
              for (int at = c * n; at < (c + 1) * n; at++) {
                double r = right[at] - y[at] + alpha * product[at];
                left += r * r;
                whole += right[at] * right[at];
                direction[at] = r + keep * direction[at];
              }
              off[c] = left;
              length[c] = whole;
            });
    double worst = 0.0;
    for (int c = 0; c < columns; c++) {
      double relative = length[c] > 0.0 ? Math.sqrt(off[c] / length[c]) : 0.0;
      worst = relative <= worst ? worst : relative;
    }
    if (!(worst <= TOLERANCE)) {
      Arrays.parallelSetAll(y, at -> y[at] + size * direction[at]);
    }
    return worst;
  }

  /** Largest relative residual of the systems solved. */
  double residual() {
    return residual;
  }

  /** Products of N with a vector so far. */
  long products() {
    return products;
  }
}
