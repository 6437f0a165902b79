package dev.concord.linalg;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Corrections of Ritz vectors for {@link PencilEigensolver}: a few steps of conjugate gradients on
 * each residual r = S·x − μ·L·x, all columns in one product, with one of two operators.
 *
 * <ul>
 *   <li>Far from convergence μ·L + shift·I + N, the definite part of μ·L − S (Davidson).
 *   <li>Near it μ·L − S itself (Jacobi-Davidson; Sleijpen and van der Vorst 1996, with conjugate
 *       gradients as in Notay 2002). It is negative along the Ritz vectors of larger μ and nearly
 *       singular along the one at hand, so these and all others up to the block's last one, Q, are
 *       lifted: μ·L − S + L·Q·Γ·Q'·L. The lift takes 8·n products of numbers a vector of Q and step
 *       and saves many rounds of the outer iteration.
 * </ul>
 *
 * <p>A direction of curvature at most 0 ends a column and becomes part of its correction: S − μ·L
 * is not negative along it, so it leads to larger Ritz values. Preconditioned with μ + shift + diag
 * N. A column has its own sums, so the bits do not depend on the number of cores.
 */
final class DavidsonCorrections {
  private static final double TOLERANCE = 0.1;
  private static final int STEPS = 60;

  /** Relative residual below which a Ritz vector is near convergence. */
  private static final double NEAR = 0.1;

  private final int n;
  private final IndefinitePencil pencil;
  private final double[] residual;
  private final double[] image;
  private final double[] other;
  private long products;

  DavidsonCorrections(IndefinitePencil pencil, int most) {
    this.n = pencil.size();
    this.pencil = pencil;
    this.residual = new double[n * most];
    this.image = new double[n * most];
    this.other = new double[n * most];
  }

  /** Products with L so far. */
  long products() {
    return products;
  }

  /**
   * Replaces the residuals in {@code r} by the corrections.
   *
   * @param mu Ritz value of each column
   * @param relative relative residual of each column
   * @param space where the Ritz vectors are
   * @param ritz all Ritz values, falling
   * @param lifted number of the first Ritz vectors to lift
   */
  void correct(
      double[] r,
      double[] mu,
      double[] relative,
      int columns,
      SearchSpace space,
      double[] ritz,
      int lifted) {
    Column[] column = new Column[columns];
    boolean near = false;
    for (int c = 0; c < columns; c++) {
      column[c] = new Column(c * n, Math.max(mu[c], 0.0), mu[c] > 0.0 && relative[c] < NEAR);
      near |= column[c].near;
    }
    Lift lift = near ? new Lift(space, ritz, lifted, column[0].mu) : null;
    System.arraycopy(r, 0, residual, 0, n * columns);
    double[] direction = new double[n * columns];
    IntStream.range(0, columns).parallel().forEach(c -> column[c].start(r, direction));
    for (int step = 0; step < STEPS && open(column); step++) {
      pencil.l().apply(direction, image, columns);
      products += columns;
      apply(direction, column, lift);
      IntStream.range(0, columns)
          .parallel()
          .filter(c -> !column[c].done)
          .forEach(c -> column[c].step(r, direction));
    }
  }

  private static boolean open(Column[] columns) {
    return Arrays.stream(columns).anyMatch(column -> !column.done);
  }

  /** other := what is added to μ·L for each column. */
  private void apply(double[] direction, Column[] column, @Nullable Lift lift) {
    double[] x = new double[n];
    double[] y = new double[n];
    for (Column c : column) {
      if (!c.done) {
        System.arraycopy(direction, c.at, x, 0, n);
        (c.near ? pencil.s() : pencil.negative()).apply(x, y);
        Vectors.scale(n, c.near ? -1.0 : 1.0, y, 0);
        Vectors.axpy(n, c.near ? 0.0 : pencil.shift(), x, 0, y, 0);
        System.arraycopy(y, 0, other, c.at, n);
      }
    }
    if (lift != null) {
      lift.add(direction, column);
    }
  }

  /** L·Q·Γ·Q'·L for Ritz vectors Q with Q'LQ = I. */
  private final class Lift {
    private final int count;
    private final double[] images;
    private final double[] ritz;
    private final double[] height;

    Lift(SearchSpace space, double[] ritz, int count, double mu) {
      this.count = count;
      this.ritz = ritz;
      this.images = space.ritzImages(count);
      this.height = new double[count];
      double[] vectors = space.ritzVectors(count);
      IntStream.range(0, count)
          .parallel()
          .forEach(
              j -> {
                double square = Vectors.dot(n, vectors, j * n, images, j * n);
                double sum = 0.0;
                for (int i = 0; i < n; i++) {
                  double x = vectors[j * n + i];
                  sum += x * x * (mu + pencil.shift() + pencil.diagonal()[i]);
                }
                // As high as the preconditioner is along the vector: no eigenvalue out of line.
                height[j] = sum / square;
                Vectors.scale(n, 1.0 / Math.sqrt(square), images, j * n);
              });
    }

    void add(double[] direction, Column[] column) {
      double[] along = TallSkinny.gram(n, images, count, direction, column.length);
      for (int c = 0; c < column.length; c++) {
        for (int j = 0; j < count; j++) {
          double up = height[j] + Math.max(0.0, ritz[j] - column[c].mu);
          along[c * count + j] *= column[c].near && !column[c].done ? up : 0.0;
        }
      }
      TallSkinny.addProduct(n, 1.0, images, count, along, column.length, other, 0);
    }
  }

  /** Conjugate gradients of one column, which starts at {@code at}. */
  private final class Column {
    private final int at;
    private final double mu;
    private final boolean near;
    private boolean done;
    private double square;
    private double target;

    Column(int at, double mu, boolean near) {
      this.at = at;
      this.mu = mu;
      this.near = near;
    }

    /** The preconditioned residual's inner product with the residual; r stays as it is. */
    private double preconditioned(double[] z, int to) {
      double sum = 0.0;
      for (int i = 0; i < n; i++) {
        double value = residual[at + i];
        z[to + i] = value / (mu + pencil.shift() + pencil.diagonal()[i]);
        sum += value * z[to + i];
      }
      return sum;
    }

    void start(double[] r, double[] direction) {
      if (mu + pencil.shift() == 0.0) {
        done = true;
        return;
      }
      square = preconditioned(direction, at);
      target = TOLERANCE * TOLERANCE * square;
      done = square == 0.0;
      Arrays.fill(r, at, at + n, 0.0);
    }

    void step(double[] r, double[] direction) {
      Vectors.scale(n, mu, image, at);
      Vectors.axpy(n, 1.0, other, at, image, at);
      double curvature = Vectors.dot(n, direction, at, image, at);
      if (!(curvature > 0.0)) {
        double length = curvature < 0.0 ? -square / curvature : 1.0;
        Vectors.axpy(n, length, direction, at, r, at);
        done = true;
        return;
      }
      double alpha = square / curvature;
      Vectors.axpy(n, alpha, direction, at, r, at);
      Vectors.axpy(n, -alpha, image, at, residual, at);
      double next = preconditioned(image, at);
      done = next <= target;
      Vectors.scale(n, next / square, direction, at);
      Vectors.axpy(n, 1.0, image, at, direction, at);
      square = next;
    }
  }
}
