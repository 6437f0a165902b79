package dev.concord.method.productcut;

import dev.concord.linalg.LinearOperator;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Where random walks with restart are, for blocks of restart distributions: U = Ω·B and V = Ω'·G
 * with Ω = (1 - α)(I - α·A)<sup>-1</sup>, A = W·D<sup>-1</sup>. Both are one symmetric system in N
 * = D<sup>-1/2</sup> W D<sup>-1/2</sup>: Ω = D<sup>1/2</sup> (1 - α)(I - α·N)<sup>-1</sup>
 * D<sup>-1/2</sup>.
 *
 * <p>It is solved by Chebyshev semi-iteration on the interval [1 - α, 1 + α], which holds all its
 * eigenvalues, from the solution of the call before (Golub and Varga 1961). A step multiplies the
 * error by 0.63 for α = 0.9, where the plain series multiplies it by 0.9. It has no inner products,
 * so columns do not depend on each other.
 *
 * <p>Points without an edge have zero rows. Memory 24 n k bytes, time of a step: one product of N
 * with k vectors. Not safe for several threads.
 */
final class RestartWalks {
  private final LinearOperator adjacency;
  private final double[] roots;
  private final double alpha;
  private final int n;
  private final int columns;
  private final double[] solution;
  private final double[] right;
  private final double[] direction;
  private final double[] product;
  private long products;

  /**
   * @param adjacency N
   * @param roots square roots of the degrees, 0 for points without an edge
   * @param alpha probability to go on, in (0, 1)
   * @param shared scratch of 2 n k values, for use by one instance at a time
   */
  RestartWalks(
      LinearOperator adjacency, double[] roots, double alpha, int columns, double[] shared) {
    this.adjacency = adjacency;
    this.roots = roots;
    this.alpha = alpha;
    this.n = roots.length;
    this.columns = columns;
    this.solution = new double[Math.multiplyExact(n, columns)];
    this.right = new double[solution.length];
    this.direction = new double[solution.length];
    this.product = shared;
  }

  /**
   * Replaces the columns of {@code x} by Ω·x, or by Ω'·x.
   *
   * @param transposed which of the two
   * @param steps of the iteration, at least 1
   */
  void apply(double[] x, boolean transposed, int steps) {
    each(c -> scale(x, c, right, !transposed, 1.0 - alpha));
    iterate(steps);
    each(c -> scale(solution, c, x, transposed, 1.0));
  }

  /** As {@link #apply}, until the residual is at most {@code tolerance}; returns it. */
  double solve(double[] x, boolean transposed, double tolerance, int most) {
    each(c -> scale(x, c, right, !transposed, 1.0 - alpha));
    double residual = residual();
    for (int done = 0; residual > tolerance && done < most; done += 10) {
      iterate(10);
      residual = residual();
    }
    each(c -> scale(solution, c, x, transposed, 1.0));
    return residual;
  }

  /** The largest over the columns of ‖b - (I - α·N)·y‖ / ‖b‖. */
  private double residual() {
    multiply();
    double[] relative = new double[columns];
    each(
        c -> {
          double off = 0.0;
          double length = 0.0;
          for (int i = c * n; i < (c + 1) * n; i++) {
            double r = right[i] - solution[i] + alpha * product[i];
            off += r * r;
            length += right[i] * right[i];
          }
          relative[c] = length > 0.0 ? Math.sqrt(off / length) : 0.0;
        });
    double worst = 0.0;
    for (double r : relative) {
      worst = r <= worst ? worst : r;
    }
    return worst;
  }

  private void iterate(int steps) {
    double size = 1.0;
    for (int step = 0; step < steps; step++) {
      double keep = step == 0 ? 0.0 : step == 1 ? 0.5 * square(alpha) : square(0.5 * alpha * size);
      size = step == 0 ? 1.0 : 1.0 / (1.0 - keep / size);
      multiply();
      double factor = size;
      each(c -> advance(c, keep, factor));
    }
  }

  private void multiply() {
    adjacency.apply(solution, product, columns);
    products += columns;
  }

  private void advance(int c, double keep, double factor) {
    for (int i = c * n; i < (c + 1) * n; i++) {
      double residual = right[i] - solution[i] + alpha * product[i];
      direction[i] = keep == 0.0 ? residual : residual + keep * direction[i];
      solution[i] += factor * direction[i];
    }
  }

  /** to := factor·D<sup>±1/2</sup>·from in one column. */
  private void scale(double[] from, int c, double[] to, boolean inverse, double factor) {
    int base = c * n;
    for (int i = 0; i < n; i++) {
      double root = roots[i];
      double by = root == 0.0 ? 0.0 : inverse ? factor / root : factor * root;
      to[base + i] = by * from[base + i];
    }
  }

  private void each(IntConsumer column) {
    IntStream.range(0, columns).parallel().forEach(column);
  }

  /** Products of N with a vector so far. */
  long products() {
    return products;
  }

  private static double square(double x) {
    return x * x;
  }
}
