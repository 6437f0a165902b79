package dev.concord.linalg.solve;

import dev.concord.error.ConvergenceException;
import dev.concord.linalg.DenseSymmetric;
import dev.concord.linalg.DoubleDouble;
import java.util.Arrays;

/**
 * min ½ z'Az + b'z subject to z₁ ≥ z₂ ≥ … ≥ z<sub>m</sub> ≥ 0 for positive semidefinite A: the
 * spectrum of the kernel in CCSKL (Li and Liu 2009, eqs. 15 and 16).
 *
 * <p>With z<sub>i</sub> = Σ<sub>j≥i</sub> g<sub>j</sub> this is non-negative least squares in its
 * normal form, min ½ g'Hg + c'g, g ≥ 0, where H and c are running sums of A and b. It is solved by
 * a primal active-set method in the manner of Lawson and Hanson (1974, chapter 23): the free
 * variables' block of H stays positive definite, one variable enters at a time along the line that
 * keeps their gradient zero, and a variable that meets zero leaves. So singular H needs no special
 * case: a variable that adds no curvature moves until another one leaves. The free variables are
 * then refined against A and b themselves, with residuals in doubled precision, and the
 * Karush-Kuhn-Tucker conditions are checked. Time O(m³) a step, some m steps; m is tens.
 *
 * <p>Solvers of libraries were tried on the same non-negative least squares, 14 reference problems
 * with m from 5 to 20: the projected conjugate gradients of breeze's and of MLlib's NNLS give the
 * objective to 11 digits but beta only to 4, breeze's QuadraticMinimizer with its default settings
 * (ADMM) not to one digit. This class gives beta to 13 digits.
 */
public final class MonotoneQp {
  private static final double KKT_LIMIT = 1e-9;

  /** A sum below this part of the magnitudes that were added counts as zero. */
  private static final double NOISE = 1e-13;

  private static final double INDEFINITE = 1e-10;
  private static final int REFINEMENTS = 4;

  /**
   * The optimum.
   *
   * @param beta length m, falling and non-negative
   * @param objective ½ β'Aβ + b'β
   * @param kktResidual largest violation of the optimality conditions, relative to the largest term
   *     of the gradient
   * @param iterations variables that entered or left
   */
  public record Solution(double[] beta, double objective, double kktResidual, int iterations) {

    /** The indices i (from 0) with β<sub>i</sub> > β<sub>i+1</sub>, where β<sub>m</sub> = 0. */
    public int[] breakpoints() {
      int m = beta.length;
      int[] at = new int[m];
      int count = 0;
      for (int i = 0; i < m; i++) {
        if (beta[i] > (i + 1 < m ? beta[i + 1] : 0.0)) {
          at[count++] = i;
        }
      }
      return Arrays.copyOf(at, count);
    }
  }

  private final int m;
  private final double[] a;
  private final double[] b;
  private final double[] h;
  private final double[] c;
  private final double[] hSize;
  private final double[] cSize;
  private final double[] scale;
  private final double[] g;
  private final int[] free;
  private int frees;
  private int iterations;
  private double[] factor = new double[0];

  private MonotoneQp(int m, double[] a, double[] b) {
    this.m = m;
    this.a = a;
    this.b = b;
    this.h = new double[m * m];
    this.c = new double[m];
    this.hSize = new double[m * m];
    this.cSize = new double[m];
    this.scale = new double[m];
    this.g = new double[m];
    this.free = new int[m];
  }

  /**
   * Solves the problem.
   *
   * @param m number of unknowns, at least 1
   * @param a m·m, symmetric positive semidefinite
   * @param b length m
   * @throws ConvergenceException when the objective falls without bound, A is not positive
   *     semidefinite, or the optimality conditions are not met to 1e-9
   */
  public static Solution solve(int m, double[] a, double[] b) {
    if (m < 1 || a.length != (long) m * m || b.length != m) {
      throw new IllegalArgumentException(
          String.format("m = %d, A of %d values, b of %d", m, a.length, b.length));
    }
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
        double gap = Math.abs(a[i * m + j] - a[j * m + i]);
        if (!(gap <= 1e-12 * (Math.abs(a[i * m + i]) + Math.abs(a[j * m + j])))) {
          throw new IllegalArgumentException(
              String.format("A is not symmetric at (%d, %d), or not finite", i, j));
        }
      }
      if (!Double.isFinite(b[i])) {
        throw new IllegalArgumentException("b[" + i + "] = " + b[i]);
      }
    }
    MonotoneQp problem = new MonotoneQp(m, a, b);
    problem.checkDefinite();
    problem.accumulate();
    problem.descend();
    problem.refine();
    return problem.prove();
  }

  private void checkDefinite() {
    double[] values = DenseSymmetric.eigen(m, a.clone());
    if (values[0] < -INDEFINITE * Math.max(-values[0], values[m - 1])) {
      throw new ConvergenceException(
          String.format(
              "Quadratic program with %d ordered unknowns: its matrix is not positive semidefinite "
                  + "(eigenvalues from %.3g to %.3g), so it need have no optimum. Check the "
                  + "constraints' weights for negative values.",
              m, values[0], values[m - 1]));
    }
  }

  /**
   * H and c as running sums, scaled so that H has a unit diagonal, and the same sums over
   * magnitudes, which bound the rounding errors. Variables without curvature get scale zero.
   */
  private void accumulate() {
    double running = 0.0;
    double magnitude = 0.0;
    for (int i = 0; i < m; i++) {
      running += b[i];
      magnitude += Math.abs(b[i]);
      c[i] = running;
      cSize[i] = magnitude;
      double row = 0.0;
      double rowSize = 0.0;
      for (int j = 0; j < m; j++) {
        double value = 0.5 * (a[i * m + j] + a[j * m + i]);
        row += value;
        rowSize += Math.abs(value);
        h[i * m + j] = row + (i == 0 ? 0.0 : h[(i - 1) * m + j]);
        hSize[i * m + j] = rowSize + (i == 0 ? 0.0 : hSize[(i - 1) * m + j]);
      }
    }
    for (int i = 0; i < m; i++) {
      double curvature = h[i * m + i];
      if (curvature > NOISE * hSize[i * m + i]) {
        scale[i] = 1.0 / Math.sqrt(curvature);
      } else if (c[i] < -Math.sqrt(NOISE) * cSize[i]) {
        throw unbounded(i);
      }
    }
    for (int i = 0; i < m; i++) {
      for (int j = 0; j <= i; j++) {
        double both = scale[i] * scale[j];
        double value = i == j ? both * h[i * m + i] : 0.5 * (h[i * m + j] + h[j * m + i]) * both;
        double size = hSize[i * m + j] * both;
        h[i * m + j] = value;
        h[j * m + i] = value;
        hSize[i * m + j] = size;
        hSize[j * m + i] = size;
      }
      c[i] *= scale[i];
      cSize[i] *= scale[i];
    }
  }

  private void descend() {
    int limit = 100 + 50 * m;
    while (true) {
      int entering = steepest();
      if (entering < 0) {
        return;
      }
      while (!enter(entering)) {
        if (++iterations > limit) {
          throw new ConvergenceException(
              String.format(
                  "Quadratic program with %d ordered unknowns: no optimum after %d active-set "
                      + "steps. Check the constraints' weights for extreme values, or lower "
                      + "eigenvectors.",
                  m, limit));
        }
      }
      iterations++;
    }
  }

  /** The bound variable whose entry lowers the objective fastest, or −1 at the optimum. */
  private int steepest() {
    boolean[] isFree = new boolean[m];
    for (int p = 0; p < frees; p++) {
      isFree[free[p]] = true;
    }
    int best = -1;
    double lowest = 0.0;
    for (int j = 0; j < m; j++) {
      if (!isFree[j] && scale[j] > 0.0) {
        double gradient = gradient(j);
        if (gradient < lowest && -gradient > NOISE * gradientSize(j)) {
          lowest = gradient;
          best = j;
        }
      }
    }
    return best;
  }

  private double gradient(int j) {
    double sum = c[j];
    for (int p = 0; p < m; p++) {
      sum += h[j * m + p] * g[p];
    }
    return sum;
  }

  /** The magnitudes that {@link #gradient} adds. */
  private double gradientSize(int j) {
    double sum = cSize[j];
    for (int p = 0; p < m; p++) {
      sum += hSize[j * m + p] * g[p];
    }
    return sum;
  }

  /**
   * Moves variable {@code j} up along the line on which the free variables' gradient stays zero.
   *
   * @return whether it became free; if not, a free variable has left and the move is to go on
   */
  private boolean enter(int j) {
    double[] direction = new double[frees];
    for (int p = 0; p < frees; p++) {
      direction[p] = -h[free[p] * m + j];
    }
    factorize();
    DenseSymmetric.choleskySolve(frees, factor, direction);
    double slope = gradient(j);
    double curvature = h[j * m + j];
    double curvatureSize = hSize[j * m + j];
    for (int p = 0; p < frees; p++) {
      curvature += h[free[p] * m + j] * direction[p];
      curvatureSize += hSize[free[p] * m + j] * Math.abs(direction[p]);
    }
    boolean curved = curvature > NOISE * curvatureSize;
    double step = curved ? -slope / curvature : Double.POSITIVE_INFINITY;
    int leaving = -1;
    for (int p = 0; p < frees; p++) {
      if (direction[p] < 0.0 && g[free[p]] < -direction[p] * step) {
        step = g[free[p]] / -direction[p];
        leaving = p;
      }
    }
    if (Double.isInfinite(step)) {
      throw unbounded(j);
    }
    for (int p = 0; p < frees; p++) {
      g[free[p]] = Math.max(0.0, g[free[p]] + step * direction[p]);
    }
    g[j] += step;
    if (leaving < 0) {
      free[frees++] = j;
      return true;
    }
    g[free[leaving]] = 0.0;
    System.arraycopy(free, leaving + 1, free, leaving, frees - leaving - 1);
    frees--;
    return false;
  }

  private ConvergenceException unbounded(int j) {
    return new ConvergenceException(
        String.format(
            "Quadratic program with %d ordered unknowns: the objective falls without bound along "
                + "the first %d. A and b must come from the same "
                + "constraints; check their weights for extreme values.",
            m, j + 1));
  }

  /** Cholesky factor of the free block of H, column-major in {@code factor}. */
  private void factorize() {
    factor = new double[frees * frees];
    for (int q = 0; q < frees; q++) {
      for (int p = q; p < frees; p++) {
        factor[q * frees + p] = h[free[p] * m + free[q]];
      }
    }
    if (!DenseSymmetric.cholesky(frees, factor)) {
      throw new ConvergenceException(
          String.format(
              "Quadratic program with %d ordered unknowns: its matrix is singular to working "
                  + "accuracy on %d free unknowns. Lower eigenvectors or give more constraints.",
              m, frees));
    }
  }

  /** Newton steps on the free variables with gradients in doubled precision from A and b. */
  private void refine() {
    factorize();
    double[] best = g.clone();
    double smallest = Double.POSITIVE_INFINITY;
    for (int round = 0; round < REFINEMENTS; round++) {
      double[] slopes = slopes(ordered());
      double[] step = new double[frees];
      double largest = 0.0;
      for (int p = 0; p < frees; p++) {
        step[p] = -slopes[free[p]] * scale[free[p]];
        largest = Math.max(largest, Math.abs(step[p]));
      }
      if (!(largest < smallest)) {
        break;
      }
      smallest = largest;
      System.arraycopy(g, 0, best, 0, m);
      DenseSymmetric.choleskySolve(frees, factor, step);
      for (int p = 0; p < frees; p++) {
        g[free[p]] = Math.max(0.0, g[free[p]] + step[p]);
      }
    }
    System.arraycopy(best, 0, g, 0, m);
  }

  /** z from g. */
  private double[] ordered() {
    double[] z = new double[m];
    double sum = 0.0;
    for (int i = m - 1; i >= 0; i--) {
      sum += g[i] * scale[i];
      z[i] = sum;
    }
    return z;
  }

  /** The gradient by g, unscaled: running sums of Az + b. */
  private double[] slopes(double[] z) {
    DoubleDouble sum = new DoubleDouble();
    double[] slopes = new double[m];
    for (int i = 0; i < m; i++) {
      sum.add(b[i]);
      for (int j = 0; j < m; j++) {
        sum.addProduct(0.5 * (a[i * m + j] + a[j * m + i]), z[j]);
      }
      slopes[i] = sum.value();
    }
    return slopes;
  }

  private Solution prove() {
    double[] z = ordered();
    double[] slopes = slopes(z);
    double size = Double.MIN_NORMAL;
    double running = 0.0;
    for (double value : b) {
      running += value;
      size = Math.max(size, Math.max(Math.abs(running), Math.abs(value)));
    }
    double violation = 0.0;
    for (int i = 0; i < m; i++) {
      double wrong = g[i] * scale[i] > 0.0 ? Math.abs(slopes[i]) : -slopes[i];
      violation = wrong <= violation ? violation : wrong;
    }
    double residual = violation / size;
    if (!(residual <= KKT_LIMIT)) {
      throw new ConvergenceException(
          String.format(
              "Quadratic program with %d ordered unknowns: optimality conditions are met only to "
                  + "%.3g, not %.0g, after %d active-set steps. Lower eigenvectors, or check the "
                  + "constraints' weights for extreme values.",
              m, residual, KKT_LIMIT, iterations));
    }
    DoubleDouble objective = new DoubleDouble();
    for (int i = 0; i < m; i++) {
      double product = 0.0;
      for (int j = 0; j < m; j++) {
        product += a[i * m + j] * z[j];
      }
      objective.addProduct(z[i], 0.5 * product + b[i]);
    }
    return new Solution(z, objective.value(), residual, iterations);
  }
}
