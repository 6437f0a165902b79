package dev.concord.method.productcut;

import dev.concord.error.ConvergenceException;
import dev.concord.linalg.LinearOperator;
import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * The objective of the product cut and its gradient (Laurent, von Brecht, Bresson and Szlam, NIPS
 * 2016). For sets of points f_r, r = 1..k, with u_r = Ω·f_r / |f_r| and v_r = Ω'(f_r / (|f_r|
 * u_r)), the gain of point i in cluster r is h_ir = log u_ir + v_ir - 1.
 *
 * <p>Memory 64 n k bytes. Not safe for several threads.
 */
final class Gains {
  /**
   * Where the truncated iteration leaves less than this share of 1/n, the logarithm is taken of it.
   */
  private static final double LEAST = 1e-12;

  private final int n;
  private final int k;
  private final double alpha;
  private final double floor;
  private final RestartWalks forward;
  private final RestartWalks backward;
  private final double[] u;
  private final double[] v;
  private final double[] mass;

  Gains(LinearOperator adjacency, double[] degrees, int k, double alpha) {
    this.n = degrees.length;
    this.k = k;
    this.alpha = alpha;
    this.floor = LEAST / n;
    double[] roots = new double[n];
    Arrays.setAll(roots, i -> Math.sqrt(degrees[i]));
    double[] product = new double[Math.multiplyExact(n, k)];
    this.forward = new RestartWalks(adjacency, roots, alpha, k, product);
    this.backward = new RestartWalks(adjacency, roots, alpha, k, product);
    this.u = new double[product.length];
    this.v = new double[product.length];
    this.mass = new double[k];
  }

  /**
   * Computes u and v anew.
   *
   * @param in at r n + i whether point i is in set r; no set is empty
   * @param steps of the iteration for each of the two systems
   */
  void update(boolean[] in, int steps) {
    restart(in);
    forward.apply(u, false, steps);
    invert(in);
    backward.apply(v, true, steps);
  }

  /**
   * Computes u, and not v, to a relative residual.
   *
   * @return the residual reached
   * @throws ConvergenceException when {@code most} steps do not do
   */
  double solve(boolean[] in, double tolerance, int most) {
    restart(in);
    double residual = forward.solve(u, false, tolerance, most);
    if (!(residual <= tolerance)) {
      throw new ConvergenceException(
          String.format(
              "method product-cut: the walks with restart did not converge: after %d steps the"
                  + " relative residual is %.3g, above %.3g. Lower method.product-cut.alpha = %s.",
              most, residual, tolerance, alpha));
    }
    invert(in);
    return residual;
  }

  private void restart(boolean[] in) {
    each(
        r -> {
          int size = 0;
          for (int i = r * n; i < (r + 1) * n; i++) {
            size += in[i] ? 1 : 0;
          }
          mass[r] = size;
          for (int i = r * n; i < (r + 1) * n; i++) {
            u[i] = in[i] ? 1.0 / size : 0.0;
          }
        });
  }

  /** A point of a set is there with probability (1 - α) / |f| at least, whatever the rounding. */
  private void invert(boolean[] in) {
    each(
        r -> {
          double least = (1.0 - alpha) / mass[r];
          for (int i = r * n; i < (r + 1) * n; i++) {
            u[i] = Math.max(u[i], in[i] ? least : floor);
            v[i] = in[i] ? 1.0 / (mass[r] * u[i]) : 0.0;
          }
        });
  }

  private void each(IntConsumer set) {
    IntStream.range(0, k).parallel().forEach(set);
  }

  /** The gain of a point in a cluster. */
  double gain(int point, int cluster) {
    int at = cluster * n + point;
    return StrictMath.log(u[at]) + v[at] - 1.0;
  }

  /** Whether the gain of a point that was left out is above 0: it then joins the set. */
  boolean isPositive(int point, int cluster) {
    int at = cluster * n + point;
    // log u ≤ u - 1 spares the logarithm of nearly all points.
    return u[at] + v[at] > 2.0 && gain(point, cluster) > 0.0;
  }

  /** Σ log u of every point in its cluster; 0 for points that are in none. */
  double objective(int[] labels) {
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
      sum += labels[i] < 0 ? 0.0 : StrictMath.log(u[labels[i] * n + i]);
    }
    return sum;
  }

  /** Products of the graph with a vector so far. */
  long products() {
    return forward.products() + backward.products();
  }
}
