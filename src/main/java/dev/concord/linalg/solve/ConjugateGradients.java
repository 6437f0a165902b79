package dev.concord.linalg.solve;

import dev.concord.error.ConvergenceException;
import dev.concord.error.InputException;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Vectors;
import java.util.Arrays;
import java.util.Locale;

/**
 * Preconditioned conjugate gradients (Hestenes and Stiefel 1952; Saad 2003, algorithm 9.1) for A·X
 * = B with several right-hand sides. Every column runs its own recurrence with its own scalars; the
 * columns only share the passes over A, so a column has the same bits alone as among others. A
 * column that has converged takes part in no further product.
 *
 * <p>The recurrence's residual drifts from the true one, so the true residual B − A·X is computed
 * at the end. Columns that miss the tolerance start again from where they are; one that no longer
 * gains is accepted only when its residual is at the rounding error of the system itself, else the
 * solve is refused.
 *
 * <p>A may be semidefinite when B lies in its range and the preconditioner maps the range into
 * itself (see {@link Preconditioner#projected}). Memory 40·n·columns bytes. An iteration takes one
 * block product, one preconditioner and 10·n operations a column.
 */
public final class ConjugateGradients {
  /** Multiples of the rounding unit that count as the rounding error of a system. */
  private static final double ROUNDING = 64.0 * 0x1p-53;

  /** A restart must reduce the true residual by this factor for another one to follow. */
  private static final double GAIN = 0.5;

  private final String what;
  private final LinearOperator a;
  private final Preconditioner preconditioner;
  private final Options options;
  private final IterationListener listener;
  private final int n;
  private final int columns;
  private final double[] b;
  private final double[] bNorm;
  private final double[] x;
  private final double[] r;
  private final double[] p;
  private final double[] scratch;
  private final double[] rz;

  /** The largest p'Ap / p'p met in each column, at most ‖A‖₂. */
  private final double[] norm;

  private int iterations;
  private long products;

  /**
   * When to stop.
   *
   * @param tolerance largest accepted ‖b − A·x‖ / ‖b‖ of a column, in (0, 1)
   * @param maxIterations most iterations of one column, at least 1
   */
  public record Options(double tolerance, int maxIterations) {
    public Options {
      if (!(tolerance > 0.0 && tolerance < 1.0)) {
        throw new InputException(
            "Conjugate gradients: tolerance = "
                + tolerance
                + " must be above 0 and below 1; 1e-12 is the default.");
      }
      if (maxIterations < 1) {
        throw new InputException(
            "Conjugate gradients: max-iterations = "
                + maxIterations
                + " must be at least 1; 10000 is the default.");
      }
    }
  }

  /**
   * The solution of a system.
   *
   * @param x n·columns, column-major
   * @param residuals ‖b − A·x‖ / ‖b‖ of each column, recomputed; 0 for a column of zeros
   * @param iterations iterations of the slowest column
   * @param products products of A with one vector
   */
  public record Solution(double[] x, double[] residuals, int iterations, long products) {
    /** The largest residual of a column. */
    public double residual() {
      return Arrays.stream(residuals).max().orElse(0.0);
    }
  }

  private ConjugateGradients(
      String what,
      LinearOperator a,
      Preconditioner preconditioner,
      double[] b,
      int columns,
      Options options,
      IterationListener listener) {
    this.what = what;
    this.a = a;
    this.preconditioner = preconditioner;
    this.options = options;
    this.listener = listener;
    this.n = a.size();
    this.columns = columns;
    this.b = b;
    int length = Math.multiplyExact(n, columns);
    if (b.length < length) {
      throw new IllegalArgumentException(
          String.format("%d columns of %d need %d values, not %d", columns, n, length, b.length));
    }
    this.x = new double[length];
    this.r = new double[length];
    this.p = new double[length];
    this.scratch = new double[length];
    this.rz = new double[columns];
    this.norm = new double[columns];
    this.bNorm = new double[columns];
    for (int c = 0; c < columns; c++) {
      bNorm[c] = Vectors.norm(n, b, c * n);
      if (!Double.isFinite(bNorm[c])) {
        throw new IllegalArgumentException("right-hand side " + c + " is not finite");
      }
    }
  }

  /**
   * Solves from X = 0.
   *
   * @param what names the system in messages, e.g. "method gfhf"
   * @param a symmetric positive definite
   * @param b at least n·columns values, column-major, not modified
   * @param listener called after each iteration, with the largest relative residual of the
   *     recurrence
   * @throws ConvergenceException when a column needs more iterations than allowed, cannot reach the
   *     tolerance, or meets a direction along which A is not positive
   */
  public static Solution solve(
      String what,
      LinearOperator a,
      Preconditioner preconditioner,
      double[] b,
      int columns,
      Options options,
      IterationListener listener) {
    return new ConjugateGradients(what, a, preconditioner, b, columns, options, listener).run();
  }

  private Solution run() {
    double[] residual = new double[columns];
    Arrays.fill(residual, Double.POSITIVE_INFINITY);
    int[] open = new int[columns];
    int count = 0;
    for (int c = 0; c < columns; c++) {
      if (bNorm[c] > 0.0) {
        open[count] = c;
        System.arraycopy(b, c * n, r, count++ * n, n);
      } else {
        residual[c] = 0.0;
      }
    }
    while (count > 0) {
      iterate(Arrays.copyOf(open, count), count);
      count = check(open, count, residual);
    }
    return new Solution(x, residual, iterations, products);
  }

  /**
   * The true residuals of the open columns, left in {@code r} for those that must go on, which are
   * kept at the front of {@code open}.
   */
  private int check(int[] open, int count, double[] residual) {
    for (int i = 0; i < count; i++) {
      System.arraycopy(x, open[i] * n, p, i * n, n);
    }
    multiply(p, scratch, count);
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int c = open[i];
      for (int row = 0; row < n; row++) {
        r[kept * n + row] = b[c * n + row] - scratch[i * n + row];
      }
      double absolute = Vectors.norm(n, r, kept * n);
      double now = absolute / bNorm[c];
      double before = residual[c];
      residual[c] = now;
      if (now <= options.tolerance()
          || absolute <= ROUNDING * (norm[c] * Vectors.norm(n, x, c * n) + bNorm[c])) {
        continue;
      }
      if (!(now <= GAIN * before)) {
        throw new ConvergenceException(
            String.format(
                Locale.ROOT,
                "%s: conjugate gradients stay at a relative residual of %.3g in column %d of %d,"
                    + " above tolerance = %.3g, after %d iterations and %d products: the system is"
                    + " too ill-conditioned for more digits. Raise tolerance, or look for weights"
                    + " of very different size in the graph.",
                what,
                now,
                c + 1,
                columns,
                options.tolerance(),
                iterations,
                products));
      }
      open[kept++] = c;
    }
    return kept;
  }

  /** The recurrence for the packed columns {@code active} of r until each meets its goal. */
  private void iterate(int[] active, int count) {
    preconditioner.apply(n, r, p, count);
    for (int i = 0; i < count; i++) {
      rz[i] = Vectors.dot(n, r, i * n, p, i * n);
    }
    int live = count;
    while (live > 0) {
      if (iterations >= options.maxIterations()) {
        throw tooLong(active, live);
      }
      multiply(p, scratch, live);
      iterations++;
      int kept = 0;
      double worst = 0.0;
      for (int i = 0; i < live; i++) {
        int c = active[i];
        double curvature = Vectors.dot(n, p, i * n, scratch, i * n);
        if (!(curvature > 0.0)) {
          throw notPositive(c, curvature);
        }
        norm[c] = Math.max(norm[c], curvature / Vectors.dot(n, p, i * n, p, i * n));
        double step = rz[i] / curvature;
        Vectors.axpy(n, step, p, i * n, x, c * n);
        Vectors.axpy(n, -step, scratch, i * n, r, i * n);
        double size = Vectors.norm(n, r, i * n);
        worst = Math.max(worst, size / bNorm[c]);
        if (size > 0.5 * options.tolerance() * bNorm[c]) {
          active[kept] = c;
          rz[kept] = rz[i];
          if (kept < i) {
            System.arraycopy(r, i * n, r, kept * n, n);
            System.arraycopy(p, i * n, p, kept * n, n);
          }
          kept++;
        }
      }
      live = kept;
      listener.step(iterations, products, worst);
      advance(live);
    }
  }

  /** p = z + (rz' / rz)·p for the columns not yet solved. */
  private void advance(int live) {
    if (live == 0) {
      return;
    }
    preconditioner.apply(n, r, scratch, live);
    for (int i = 0; i < live; i++) {
      double next = Vectors.dot(n, r, i * n, scratch, i * n);
      double ratio = next / rz[i];
      rz[i] = next;
      int base = i * n;
      for (int row = 0; row < n; row++) {
        p[base + row] = scratch[base + row] + ratio * p[base + row];
      }
    }
  }

  private void multiply(double[] in, double[] out, int count) {
    // Operators read the leading n·count values only.
    if (count == 1 && in.length > n) {
      double[] y = new double[n];
      a.apply(Arrays.copyOf(in, n), y);
      System.arraycopy(y, 0, out, 0, n);
    } else if (count == 1) {
      a.apply(in, out);
    } else {
      a.apply(in, out, count);
    }
    products += count;
  }

  private ConvergenceException tooLong(int[] active, int live) {
    double worst = 0.0;
    for (int i = 0; i < live; i++) {
      worst = Math.max(worst, Vectors.norm(n, r, i * n) / bNorm[active[i]]);
    }
    return new ConvergenceException(
        String.format(
            Locale.ROOT,
            "%s: conjugate gradients stopped after max-iterations = %d (%d products) with a"
                + " relative residual of %.3g, above tolerance = %.3g, in %d of %d columns. Raise"
                + " max-iterations or tolerance.",
            what,
            options.maxIterations(),
            products,
            worst,
            options.tolerance(),
            live,
            columns));
  }

  private ConvergenceException notPositive(int c, double curvature) {
    return new ConvergenceException(
        String.format(
            Locale.ROOT,
            "%s: conjugate gradients met a direction p with p'Ap = %.3g in column %d of %d after %d"
                + " iterations (tolerance = %.3g, residual not reached): the matrix is not positive"
                + " definite to working accuracy. Look for weights of very different size in the"
                + " graph.",
            what,
            curvature,
            c + 1,
            columns,
            iterations,
            options.tolerance()));
  }
}
