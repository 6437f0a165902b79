package dev.concord.linalg.pencil;

import dev.concord.error.ConvergenceException;
import dev.concord.error.InputException;
import dev.concord.linalg.DenseSymmetric;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Seeds;
import dev.concord.linalg.TallSkinny;
import dev.concord.linalg.Vectors;
import dev.concord.linalg.solve.Preconditioner;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Locally optimal block preconditioned conjugate gradients for the pencil A·x = λ·B·x with A and B
 * symmetric and B positive definite on the search space (Knyazev 2001).
 *
 * <p>Each iteration takes the best approximations from span(X, W, P): the block, its preconditioned
 * residuals and the last step. The basis is kept B-orthonormal: W is orthogonalized against X and
 * P, dependent directions are dropped, and P comes from coefficients that are orthogonal to those
 * of X (Hetmaniuk and Lehoucq 2006; Duersch, Shao, Yang and Gu 2018), so the projected problem is
 * an ordinary symmetric one. Converged columns stay in X but get no W and P (soft locking). All
 * products are taken anew every {@value #REFRESH} iterations and before the end.
 *
 * <p>Cost of an iteration with m = count + guard columns: a product of A and of B and a
 * preconditioner step for each unconverged column, about 45·n·m² operations on all cores; memory
 * about 170·n·m bytes. Same operators, same options: same bits, on any number of cores.
 */
public final class Lobpcg {
  private static final int REFRESH = 20;
  private static final double ORTHOGONALITY_LIMIT = 1e-8;

  private final LinearOperator a;
  private final LinearOperator b;
  private final Preconditioner preconditioner;
  private final DeflatedSpace known;
  private final LobpcgOptions options;
  private final IterationListener listener;
  private final int n;
  private double normA;
  private double normB;
  private long products;
  private PencilBlock x;
  private PencilBlock p;
  private double[] values = new double[0];

  private Lobpcg(
      LinearOperator a,
      LinearOperator b,
      Preconditioner preconditioner,
      DeflatedSpace known,
      LobpcgOptions options,
      IterationListener listener) {
    this.a = a;
    this.b = b;
    this.preconditioner = preconditioner;
    this.known = known;
    this.options = options;
    this.listener = listener;
    this.n = a.size();
    this.x = PencilBlock.empty(n);
    this.p = PencilBlock.empty(n);
  }

  /**
   * The {@code options.count()} pairs at the wanted end of the spectrum, in the search space that
   * {@code known} leaves.
   *
   * @param preconditioner roughly the inverse of A (or of A − σB) on the search space, symmetric
   *     positive definite there; {@link Preconditioner#NONE} for none. For the largest pairs,
   *     roughly the inverse of B.
   * @param known the deflated space: common null vectors and known eigenvectors
   * @param start n·s values, column-major, or null: columns to start from in place of random ones;
   *     the rest is random. Whatever has no share in the search space must be zero in the
   *     operators' results, too.
   * @param listener called after each iteration, with the largest relative residual of a wanted
   *     pair
   * @throws InputException when the search space has fewer dimensions than requested pairs
   * @throws ConvergenceException when the iteration or the final check fails
   */
  public static GeneralizedEigenpairs solve(
      LinearOperator a,
      LinearOperator b,
      Preconditioner preconditioner,
      DeflatedSpace known,
      double @Nullable [] start,
      LobpcgOptions options,
      IterationListener listener) {
    if (a.size() != b.size() || a.size() != known.size()) {
      throw new IllegalArgumentException(
          String.format("sizes %d, %d and %d differ", a.size(), b.size(), known.size()));
    }
    return new Lobpcg(a, b, preconditioner, known, options, listener).run(start);
  }

  private GeneralizedEigenpairs run(double @Nullable [] start) {
    begin(start);
    rayleighRitz();
    boolean fresh = true;
    for (int iteration = 0; ; iteration++) {
      double[] residual = residuals();
      double[] relative = relative(residual);
      double worst = 0.0;
      for (int j = 0; j < options.count(); j++) {
        // NaN fails this comparison.
        worst = relative[j] <= worst ? worst : relative[j];
      }
      listener.step(iteration, products, worst);
      if (worst <= options.tolerance() && fresh) {
        return prove(iteration);
      }
      if (iteration >= options.maxIterations() || Double.isNaN(worst)) {
        throw notConverged(iteration, worst);
      }
      fresh = worst <= options.tolerance() || iteration % REFRESH == REFRESH - 1;
      if (fresh) {
        refresh();
      } else {
        PencilBlock w = directions(residual, relative);
        if (w.columns() == 0 && p.columns() == 0) {
          // No new direction: X spans an invariant subspace up to rounding.
          throw notConverged(iteration, worst);
        }
        step(w, relative);
      }
    }
  }

  private ConvergenceException notConverged(int iterations, double worst) {
    return new ConvergenceException(
        String.format(
            "Eigensolver lobpcg: after %d iterations and %d products the largest relative residual "
                + "of %d pairs is %.3g, above tolerance = %.3g. Loosen tolerance or raise "
                + "max-iterations.",
            iterations, products, options.count(), worst, options.tolerance()));
  }

  /** The start block, and lower bounds of the norms of A and B from it. */
  private void begin(double @Nullable [] start) {
    int given = start == null ? 0 : start.length / n;
    int columns = Math.max(Math.min(n, options.count() + options.guard()), given);
    double[] v = new double[Math.multiplyExact(n, columns)];
    SplittableRandom random = Seeds.of(options.seed()).random("lobpcg");
    for (int e = 0; e < v.length; e++) {
      v[e] = 2.0 * random.nextDouble() - 1.0;
    }
    double[] image = new double[v.length];
    a.apply(v, image, columns);
    normA = largestRatio(image, v, columns);
    b.apply(v, image, columns);
    normB = largestRatio(image, v, columns);
    products += columns;
    if (start != null) {
      System.arraycopy(start, 0, v, 0, given * n);
    }
    known.project(v, columns);
    x = new PencilBlock(n, columns, v, new double[0], new double[0]);
    x.multiplyB(b);
    x.orthonormalize();
    x.multiply(a, b);
    products += columns;
    if (x.columns() < options.count()) {
      throw new InputException(
          String.format(
              "Eigensolver lobpcg: %d eigenvectors are needed, but the search space has only %d "
                  + "dimensions beside %d known vectors; lower the number of eigenvectors.",
              options.count(), x.columns(), known.count()));
    }
  }

  private double largestRatio(double[] image, double[] v, int columns) {
    double largest = 0.0;
    for (int j = 0; j < columns; j++) {
      largest = Math.max(largest, Vectors.norm(n, image, j * n) / Vectors.norm(n, v, j * n));
    }
    return largest;
  }

  /** A·X − B·X·Λ, n·m. */
  private double[] residuals() {
    double[] r = new double[n * x.columns()];
    for (int j = 0; j < x.columns(); j++) {
      for (int i = j * n; i < (j + 1) * n; i++) {
        r[i] = x.av()[i] - values[j] * x.bv()[i];
      }
    }
    return r;
  }

  private double[] relative(double[] residual) {
    double[] relative = new double[x.columns()];
    for (int j = 0; j < relative.length; j++) {
      double scale = (normA + Math.abs(values[j]) * normB) * Vectors.norm(n, x.v(), j * n);
      relative[j] = Vectors.norm(n, residual, j * n) / scale;
    }
    return relative;
  }

  /** The preconditioned residuals of the unconverged columns, B-orthonormal to X and P. */
  private PencilBlock directions(double[] residual, double[] relative) {
    int[] active = active(relative);
    double[] r = TallSkinny.columns(n, residual, active);
    double[] w = new double[r.length];
    preconditioner.apply(n, r, w, active.length);
    known.project(w, active.length);
    for (int j = 0; j < active.length; j++) {
      double norm = Vectors.norm(n, w, j * n);
      Vectors.scale(n, norm > 0.0 ? 1.0 / norm : 0.0, w, j * n);
    }
    PencilBlock block = new PencilBlock(n, active.length, w, new double[0], new double[0]);
    block.orthogonalizeTo(x);
    block.orthogonalizeTo(p);
    block.multiplyB(b);
    products += active.length;
    for (int pass = 0; pass < 2; pass++) {
      block.orthonormalize();
      block.orthogonalizeTo(x);
      block.orthogonalizeTo(p);
      known.project(block.v(), block.columns());
    }
    block.orthonormalize();
    block.multiplyA(a);
    return block;
  }

  private int[] active(double[] relative) {
    int[] active = new int[relative.length];
    int count = 0;
    for (int j = 0; j < relative.length; j++) {
      if (!(relative[j] <= options.tolerance())) {
        active[count++] = j;
      }
    }
    return Arrays.copyOf(active, count);
  }

  /** Rayleigh-Ritz on span(X, P, W), then the new P. */
  private void step(PencilBlock w, double[] relative) {
    int m = x.columns();
    PencilBlock[] basis = {x, p, w};
    int s = m + p.columns() + w.columns();
    double[] c = ritzCoefficients(basis, s, m);
    double[] d = stepCoefficients(c, s, m, active(relative));
    PencilBlock next = PencilBlock.combination(basis, c, s, m);
    p = PencilBlock.combination(basis, d, s, d.length / s);
    x = next;
  }

  /** Sets X to the Ritz vectors of its own span and the values. */
  private void rayleighRitz() {
    int m = x.columns();
    PencilBlock[] basis = {x};
    x = PencilBlock.combination(basis, ritzCoefficients(basis, m, m), m, m);
  }

  /** The m wanted Ritz vectors in terms of a B-orthonormal basis; sets the values. */
  private double[] ritzCoefficients(PencilBlock[] basis, int s, int m) {
    double[] h = PencilBlock.projected(basis, s);
    for (double entry : h) {
      if (!Double.isFinite(entry)) {
        throw new ConvergenceException(
            "Eigensolver lobpcg: the projected matrix has the entry "
                + entry
                + "; tolerance and residual cannot be judged. Check the weights for values near"
                + " the limits of double precision.");
      }
    }
    double[] ritz = DenseSymmetric.eigen(s, h);
    double[] c = new double[s * m];
    values = new double[m];
    for (int j = 0; j < m; j++) {
      int from = options.largest() ? s - 1 - j : j;
      values[j] = ritz[from];
      System.arraycopy(h, from * s, c, j * s, s);
    }
    return c;
  }

  /**
   * Coefficients of P: the active Ritz vectors without their part along the old X, orthonormal to
   * all of the new X and to each other.
   */
  private static double[] stepCoefficients(double[] c, int s, int m, int[] active) {
    double[] basis = Arrays.copyOf(c, s * (m + active.length));
    int kept = m;
    for (int j : active) {
      int at = kept * s;
      System.arraycopy(c, j * s, basis, at, s);
      Arrays.fill(basis, at, at + m, 0.0);
      double before = Vectors.norm(s, basis, at);
      for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < kept; i++) {
          double along = Vectors.dot(s, basis, i * s, basis, at);
          Vectors.axpy(s, -along, basis, i * s, basis, at);
        }
      }
      double after = Vectors.norm(s, basis, at);
      if (after > 1e-10 * before && after > 1e-150) {
        Vectors.scale(s, 1.0 / after, basis, at);
        kept++;
      }
    }
    return Arrays.copyOfRange(basis, m * s, kept * s);
  }

  /** Takes all products anew and restores B-orthonormality, which updating lets drift. */
  private void refresh() {
    int m = x.columns();
    known.project(x.v(), m);
    x.multiply(a, b);
    products += m;
    x.orthonormalize();
    if (x.columns() < m) {
      throw new ConvergenceException(
          String.format(
              "Eigensolver lobpcg: the block of %d columns collapsed to %d, so tolerance and "
                  + "residual cannot be met; B is not positive definite to working accuracy on the "
                  + "search space.",
              m, x.columns()));
    }
    rayleighRitz();
    if (p.columns() > 0) {
      known.project(p.v(), p.columns());
      p.multiply(a, b);
      products += p.columns();
      p.orthogonalizeTo(x);
      p.orthonormalize();
      p.orthogonalizeTo(x);
      p.orthonormalize();
    }
  }

  /** Residuals and B-orthogonality of the wanted pairs, from products taken anew. */
  private GeneralizedEigenpairs prove(int iterations) {
    int m = options.count();
    double[] v = x.leading(m);
    for (int j = 0; j < m; j++) {
      Vectors.fixSign(n, v, j * n);
    }
    PencilBlock found = new PencilBlock(n, m, v, new double[0], new double[0]);
    found.multiply(a, b);
    products += m;
    double[] wanted = Arrays.copyOf(values, m);
    double[] residuals = new double[m];
    for (int j = 0; j < m; j++) {
      double norm = Vectors.norm(n, v, j * n);
      double length = Vectors.normOfSum(n, -wanted[j], found.bv(), j * n, found.av(), j * n);
      residuals[j] = length / norm;
      double limit = 10.0 * options.tolerance() * (normA + Math.abs(wanted[j]) * normB);
      if (!(residuals[j] <= limit)) {
        throw notConverged(iterations, residuals[j] / (normA + Math.abs(wanted[j]) * normB));
      }
    }
    double off = PencilBlock.offIdentity(TallSkinny.gram(n, v, m, found.bv(), m), m);
    if (!(off <= ORTHOGONALITY_LIMIT)) {
      throw new ConvergenceException(
          String.format(
              "Eigensolver lobpcg: the %d eigenvectors are B-orthonormal only to %.3g, not %.0g, "
                  + "after %d iterations, so tolerance and residual mean little; B is not positive "
                  + "definite to working accuracy on the search space.",
              m, off, ORTHOGONALITY_LIMIT, iterations));
    }
    return new GeneralizedEigenpairs(n, wanted, v, residuals, off, iterations, products);
  }
}
