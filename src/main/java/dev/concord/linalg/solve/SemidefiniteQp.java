package dev.concord.linalg.solve;

import dev.concord.error.ConvergenceException;
import dev.concord.linalg.DenseSymmetric;
import dev.concord.linalg.DoubleDouble;
import dev.concord.linalg.Vectors;

/**
 * min ½ x'Ax + b'x + c over symmetric positive semidefinite m x m matrices X, where x holds the
 * m(m+1)/2 lower entries of X, column after column from the diagonal down, those off the diagonal
 * times √2 (so x'y = trace XY), and A is positive semidefinite.
 *
 * <p>A primal-dual interior-point method. With Z = A x + b the gradient as a matrix, the optimum
 * has X ⪰ 0, Z ⪰ 0, XZ = 0; the central path has Z = μX⁻¹. Each step solves (A + K) dx = σμ X⁻¹ −
 * (Ax + b), K the matrix of dX ↦ ½(Z dX X⁻¹ + X⁻¹ dX Z): the dual form of the direction of
 * Helmberg, Rendl, Vanderbei and Wolkowicz (SIAM J. Optim. 6, 1996) and Kojima, Shindoh and Hara
 * (SIAM J. Optim. 7, 1997), with Mehrotra's σ and correction. Unknowns are first scaled by a
 * diagonal congruence X = S X̃ S, which keeps the cone, so that squares of all diagonal terms weigh
 * the same. A itself may be singular: K makes the system definite. But some gradient must be
 * positive definite: for sums of squares (y'Xy - 1)^2 the vectors y must span all m dimensions.
 *
 * <p>The result is certified. For any U whose gradient AU + b is positive semidefinite, c − ½ u'Au
 * bounds the optimum from below (Lagrangian duality). U is X moved just far enough towards a point
 * with a positive definite gradient, so rounding in X's own gradient costs little and is accounted
 * for. Eigenvalues of X that are rounding are set to zero when that keeps the gap.
 *
 * <p>Time O(m⁶/24) a step for the Cholesky factor, O(m⁴) for K; 10 to 25 steps as a rule. Memory
 * four matrices of order m(m+1)/2, 2·m⁴ bytes each. Same input, same bits.
 */
public final class SemidefiniteQp {
  private static final int MAX_STEPS = 100;
  private static final double BACK = 0.95;

  /** Relative gap at which the iteration stops, and at which the result is refused. */
  private static final double AIM = 1e-12;

  private static final double ACCEPTED = 1e-8;

  /** Part of the objective at zero that rounding may hide. */
  private static final double ROUNDING = 1e-14;

  /** Eigenvalues below this part of the largest are candidates for zero. */
  private static final double RANK = 1e-7;

  /**
   * The optimum.
   *
   * @param x X as an m x m matrix, row by row (symmetric)
   * @param eigenvalues of X, ascending, not negative
   * @param root the symmetric square root of X, m x m
   * @param rank number of eigenvalues above zero
   * @param objective ½ x'Ax + b'x + c
   * @param gap certified: the optimum is not below objective − gap
   * @param steps of the interior-point method
   */
  public record Solution(
      double[] x,
      double[] eigenvalues,
      double[] root,
      int rank,
      double objective,
      double gap,
      int steps) {}

  private final int m;
  private final int p;
  private final PackedSymmetric forms;
  private final double[] a;
  private final double[] b;
  private final double c;

  /** The diagonal of S. */
  private final double[] scale;

  /** A point with a positive definite gradient; empty until one is met. */
  private double[] anchor = new double[0];

  private SemidefiniteQp(int m, double[] a, double[] b, double c) {
    this.m = m;
    this.p = b.length;
    this.forms = new PackedSymmetric(m);
    this.a = a;
    this.b = b;
    this.c = c;
    this.scale = new double[m];
  }

  /**
   * Solves the problem.
   *
   * @param m order of X, at least 1
   * @param a symmetric positive semidefinite, of order m(m+1)/2; not modified
   * @param b length m(m+1)/2, in the range of A as for least squares; not modified
   * @param c constant of the objective, its value at X = 0, at least 0
   * @throws ConvergenceException when the gap cannot be brought below 1e-8 of the objective
   */
  public static Solution solve(int m, double[] a, double[] b, double c) {
    if (m < 1 || b.length != PackedSymmetric.length(m) || a.length != (long) b.length * b.length) {
      throw new IllegalArgumentException(
          String.format("m = %d, A of %d values, b of %d", m, a.length, b.length));
    }
    for (double value : a) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("A holds " + value);
      }
    }
    for (double value : b) {
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("b holds " + value);
      }
    }
    return new SemidefiniteQp(m, a.clone(), b.clone(), c).run();
  }

  private Solution run() {
    rescale();
    double trace = 0.0;
    double pull = 0.0;
    double[] one = forms.scaledIdentity(1.0);
    double[] image = product(one);
    for (int q = 0; q < p; q++) {
      trace += one[q] * image[q];
      pull -= one[q] * b[q];
    }
    // The best multiple of the identity, and a gradient of the size of b.
    double start = trace > 0.0 && pull > 0.0 ? pull / trace : 1.0;
    double slope = 0.0;
    for (double value : b) {
      slope = Math.max(slope, Math.abs(value));
    }
    double[] x = forms.scaledIdentity(start);
    double[] z = forms.scaledIdentity(slope > 0.0 ? slope : 1.0);
    double[] best = x.clone();
    for (double far = 4.0 * start; anchor.length == 0 && far < 1e4 * start; far *= 4.0) {
      gap(forms.scaledIdentity(far));
    }
    double bestGap = gap(x);
    int steps = 0;
    int idle = 0;
    while (steps < MAX_STEPS && bestGap > aim(best, AIM) && idle < 5) {
      if (!step(x, z)) {
        break;
      }
      steps++;
      double gap = gap(x);
      idle = gap < bestGap ? 0 : idle + 1;
      if (gap < bestGap) {
        bestGap = gap;
        best = x.clone();
      }
    }
    return finish(best, bestGap, steps);
  }

  private double aim(double[] x, double relative) {
    return relative * Math.abs(objective(x)) + ROUNDING * Math.abs(c);
  }

  /** Divides A and b by the squares of the diagonal terms, so that A's are 1 where not 0. */
  private void rescale() {
    for (int q = 0; q < m; q++) {
      int at = forms.at(q, q);
      double curvature = a[at * p + at];
      scale[q] = curvature > 0.0 ? StrictMath.pow(curvature, -0.25) : 1.0;
    }
    double[] factor = new double[p];
    for (int q = 0; q < m; q++) {
      for (int s = q; s < m; s++) {
        factor[forms.at(s, q)] = scale[q] * scale[s];
      }
    }
    for (int q = 0; q < p; q++) {
      b[q] *= factor[q];
      for (int s = 0; s < p; s++) {
        a[q * p + s] *= factor[q] * factor[s];
      }
    }
  }

  /** One step from (x, z) in place; false when working accuracy is exhausted. */
  private boolean step(double[] x, double[] z) {
    double[] matrixX = forms.unpack(x);
    double[] matrixZ = forms.unpack(z);
    double[] inverse = forms.inverse(matrixX);
    if (inverse.length == 0) {
      return false;
    }
    double[] system = a.clone();
    forms.addScaling(matrixZ, inverse, system);
    if (!DenseSymmetric.cholesky(p, system)) {
      return false;
    }
    double[] gradient = gradient(x);
    double[] packedInverse = forms.pack(inverse);
    double mu = dot(x, z) / m;
    double[] target = new double[p];
    double[] dx = direction(system, gradient, target);
    double[] dz = slack(dx, gradient, z);
    double ahead = 0.0;
    double trial =
        Math.min(1.0, Math.min(reach(matrixX, forms.unpack(dx)), reach(matrixZ, forms.unpack(dz))));
    for (int q = 0; q < p; q++) {
      ahead += (x[q] + trial * dx[q]) * (z[q] + trial * dz[q]);
    }
    double ratio = Math.max(0.0, Math.min(1.0, ahead / m / mu));
    double[] bend =
        forms.pack(forms.times(forms.times(forms.unpack(dz), forms.unpack(dx)), inverse));
    for (int q = 0; q < p; q++) {
      target[q] = ratio * ratio * ratio * mu * packedInverse[q] - bend[q];
    }
    dx = direction(system, gradient, target);
    dz = slack(dx, gradient, z);
    // One length for both keeps Z - (Ax + b) falling by a known factor.
    double reach = Math.min(reach(matrixX, forms.unpack(dx)), reach(matrixZ, forms.unpack(dz)));
    double alpha = Math.min(1.0, BACK * reach);
    if (!(alpha > 1e-10)) {
      return false;
    }
    for (int q = 0; q < p; q++) {
      x[q] += alpha * dx[q];
      z[q] += alpha * dz[q];
    }
    return true;
  }

  private double[] direction(double[] system, double[] gradient, double[] target) {
    double[] dx = new double[p];
    for (int q = 0; q < p; q++) {
      dx[q] = target[q] - gradient[q];
    }
    DenseSymmetric.choleskySolve(p, system, dx);
    return dx;
  }

  /** dz with z + dz = A(x + dx) + b. */
  private double[] slack(double[] dx, double[] gradient, double[] z) {
    double[] dz = product(dx);
    for (int q = 0; q < p; q++) {
      dz[q] += gradient[q] - z[q];
    }
    return dz;
  }

  /** The largest t with M + t·D positive semidefinite, by the eigenvalues of L^-1 D L^-T. */
  private double reach(double[] matrix, double[] direction) {
    double[] vectors = matrix.clone();
    double[] values = DenseSymmetric.eigen(m, vectors);
    if (!(values[0] > 0.0)) {
      return 0.0;
    }
    double[] roots = new double[m];
    for (int q = 0; q < m; q++) {
      roots[q] = 1.0 / Math.sqrt(values[q]);
    }
    double lowest = forms.lowest(forms.congruent(direction, vectors, roots));
    return lowest < 0.0 ? -1.0 / lowest : Double.POSITIVE_INFINITY;
  }

  /**
   * objective(x) minus a lower bound of the optimum. With G and G0 the gradients at x and at the
   * anchor, u = x + t (anchor - x) has the gradient (1 - t) G + t G0; t is the least that makes it
   * positive semidefinite. Infinite while no anchor is known.
   */
  private double gap(double[] x) {
    double[] gradient = gradient(x);
    if (anchor.length == 0) {
      if (!(forms.lowest(forms.unpack(gradient)) > 0.0)) {
        return Double.POSITIVE_INFINITY;
      }
      anchor = x.clone();
    }
    double[] vectors = forms.unpack(gradient(anchor));
    double[] values = DenseSymmetric.eigen(m, vectors);
    double[] roots = new double[m];
    for (int q = 0; q < m; q++) {
      roots[q] = 1.0 / Math.sqrt(values[q]);
    }
    double low =
        Math.min(0.0, forms.lowest(forms.congruent(forms.unpack(gradient), vectors, roots)));
    double t = low < 0.0 ? -low / (1.0 - low) : 0.0;
    double[] way = new double[p];
    for (int q = 0; q < p; q++) {
      way[q] = anchor[q] - x[q];
    }
    double[] image = product(way);
    return Math.abs(dot(x, gradient) + t * dot(x, image) + 0.5 * t * t * dot(way, image));
  }

  private Solution finish(double[] found, double foundGap, int steps) {
    double[] vectors = forms.unpack(found);
    double[] values = DenseSymmetric.eigen(m, vectors);
    double[] kept = new double[m];
    for (int q = 0; q < m; q++) {
      kept[q] = values[q] > RANK * values[m - 1] ? values[q] : 0.0;
    }
    double[] x = forms.pack(forms.spectral(vectors, kept));
    double gap = gap(x);
    if (gap > Math.max(foundGap, aim(x, 1e-10))) {
      for (int q = 0; q < m; q++) {
        kept[q] = Math.max(0.0, values[q]);
      }
      x = forms.pack(forms.spectral(vectors, kept));
      gap = gap(x);
    }
    double objective = objective(x);
    double accepted = aim(x, ACCEPTED);
    if (!(gap <= accepted)) {
      throw new ConvergenceException(
          String.format(
              "Semidefinite program of order %d: after %d interior-point steps the objective %.12g "
                  + "is within %.3g of the optimum, not within %.3g. Lower eigenvectors, or check "
                  + "the constraints' weights for extreme values.",
              m, steps, objective, gap, accepted));
    }
    return solution(x, objective, gap, steps);
  }

  /** Back to the scale of the caller. */
  private Solution solution(double[] x, double objective, double gap, int steps) {
    double[] matrix = forms.unpack(x);
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
        matrix[i * m + j] *= scale[i] * scale[j];
      }
    }
    double[] vectors = matrix.clone();
    double[] values = DenseSymmetric.eigen(m, vectors);
    double[] roots = new double[m];
    int rank = 0;
    // Congruence keeps the rank: as many values are above zero as before.
    int zeros = 0;
    double[] inner = forms.unpack(x);
    double[] innerValues = DenseSymmetric.eigen(m, inner);
    for (double value : innerValues) {
      zeros += value > 0.5 * RANK * innerValues[m - 1] ? 0 : 1;
    }
    for (int q = 0; q < m; q++) {
      values[q] = q < zeros ? 0.0 : Math.max(0.0, values[q]);
      roots[q] = Math.sqrt(values[q]);
      rank += values[q] > 0.0 ? 1 : 0;
    }
    return new Solution(
        matrix, values, forms.spectral(vectors, roots), rank, objective, gap, steps);
  }

  private double objective(double[] x) {
    double[] image = product(x);
    DoubleDouble sum = new DoubleDouble();
    sum.add(c);
    for (int q = 0; q < p; q++) {
      sum.addProduct(x[q], 0.5 * image[q] + b[q]);
    }
    return sum.value();
  }

  private double[] gradient(double[] x) {
    double[] gradient = product(x);
    for (int q = 0; q < p; q++) {
      gradient[q] += b[q];
    }
    return gradient;
  }

  private double[] product(double[] x) {
    double[] y = new double[p];
    for (int q = 0; q < p; q++) {
      y[q] = Vectors.dot(p, a, q * p, x, 0);
    }
    return y;
  }

  private double dot(double[] x, double[] y) {
    return Vectors.dot(p, x, 0, y, 0);
  }
}
