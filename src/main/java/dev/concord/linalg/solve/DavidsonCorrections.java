package dev.concord.linalg.solve;

import dev.concord.linalg.TallSkinny;
import dev.concord.linalg.Vectors;
import java.util.ArrayList;
import java.util.List;
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
 *       singular along the present one, so these and all others up to the block's last one, Q, are
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
  private final double[] direction;
  private final double[] image;
  private final double[] other;
  private long products;

  DavidsonCorrections(IndefinitePencil pencil, int most) {
    this.n = pencil.size();
    this.pencil = pencil;
    this.residual = new double[n * most];
    this.direction = new double[n * most];
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
    List<Column> near = new ArrayList<>();
    List<Column> far = new ArrayList<>();
    for (int c = 0; c < columns; c++) {
      boolean close = mu[c] > 0.0 && relative[c] < NEAR;
      (close ? near : far).add(new Column(r, c * n, Math.max(mu[c], 0.0)));
    }
    System.arraycopy(r, 0, residual, 0, n * columns);
    if (!near.isEmpty()) {
      iterate(near, new Lift(space, ritz, lifted, near.get(0).mu));
    }
    iterate(far, null);
  }

  /** Conjugate gradients; a column that has ended is replaced by the following ones. */
  private void iterate(List<Column> columns, @Nullable Lift lift) {
    List<Column> open = columns;
    for (int c = 0; c < open.size(); c++) {
      open.get(c).start(c);
    }
    for (int step = 0; step <= STEPS; step++) {
      open = stillOpen(open);
      if (open.isEmpty() || step == STEPS) {
        return;
      }
      int count = open.size();
      pencil.l().apply(direction, image, count);
      products += count;
      if (lift == null) {
        pencil.negative().apply(direction, other, count);
      } else {
        pencil.s().apply(direction, other, count);
        lift.subtract(open);
      }
      boolean near = lift != null;
      open.parallelStream().forEach(column -> column.step(near));
    }
  }

  private List<Column> stillOpen(List<Column> columns) {
    List<Column> open = new ArrayList<>();
    for (Column column : columns) {
      if (!column.done) {
        column.moveTo(open.size());
        open.add(column);
      }
    }
    return open;
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
                // The lift equals the preconditioner along the vector, so that no eigenvalue stands
                // out.
                height[j] = sum / square;
                Vectors.scale(n, 1.0 / Math.sqrt(square), images, j * n);
              });
    }

    /** Takes the lift of the directions from {@code other}. */
    void subtract(List<Column> open) {
      double[] along = TallSkinny.gram(n, images, count, direction, open.size());
      for (Column column : open) {
        for (int j = 0; j < count; j++) {
          along[column.slot * count + j] *= height[j] + Math.max(0.0, ritz[j] - column.mu);
        }
      }
      TallSkinny.addProduct(n, -1.0, images, count, along, open.size(), other, 0);
    }
  }

  /**
   * Conjugate gradients of one column: its residual and solution start at {@code at}, its direction
   * and images at slot·n.
   */
  private final class Column {
    private final double[] solution;
    private final int at;
    private final double mu;
    private int slot;
    private boolean done;
    private double square;
    private double target;

    Column(double[] solution, int at, double mu) {
      this.solution = solution;
      this.at = at;
      this.mu = mu;
    }

    void start(int first) {
      slot = first;
      if (mu + pencil.shift() == 0.0) {
        // The preconditioner is not definite here: the residual is the correction.
        done = true;
        return;
      }
      int to = slot * n;
      for (int i = 0; i < n; i++) {
        double value = residual[at + i];
        double z = value / (mu + pencil.shift() + pencil.diagonal()[i]);
        direction[to + i] = z;
        solution[at + i] = 0.0;
        square += value * z;
      }
      target = TOLERANCE * TOLERANCE * square;
      done = square == 0.0;
    }

    void moveTo(int free) {
      if (free != slot) {
        System.arraycopy(direction, slot * n, direction, free * n, n);
        slot = free;
      }
    }

    void step(boolean near) {
      int from = slot * n;
      double sign = near ? -1.0 : 1.0;
      double shift = near ? 0.0 : pencil.shift();
      double curvature = 0.0;
      for (int i = from; i < from + n; i++) {
        double value = mu * image[i] + shift * direction[i] + sign * other[i];
        image[i] = value;
        curvature += value * direction[i];
      }
      if (!(curvature > 0.0)) {
        double length = curvature < 0.0 ? -square / curvature : 1.0;
        Vectors.axpy(n, length, direction, from, solution, at);
        done = true;
        return;
      }
      double next = advance(square / curvature);
      done = next <= target;
      double beta = next / square;
      for (int i = from; i < from + n; i++) {
        direction[i] = image[i] + beta * direction[i];
      }
      square = next;
    }

    /** Moves along the direction; leaves the preconditioned residual in {@code image}. */
    private double advance(double alpha) {
      int from = slot * n;
      double scale = mu + pencil.shift();
      double[] diagonal = pencil.diagonal();
      double next = 0.0;
      for (int i = 0; i < n; i++) {
        solution[at + i] += alpha * direction[from + i];
        double value = residual[at + i] - alpha * image[from + i];
        double z = value / (scale + diagonal[i]);
        residual[at + i] = value;
        image[from + i] = z;
        next += value * z;
      }
      return next;
    }
  }
}
