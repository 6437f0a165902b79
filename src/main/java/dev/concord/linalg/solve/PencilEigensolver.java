package dev.concord.linalg.solve;

import dev.concord.error.ConvergenceException;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.Seeds;
import dev.concord.linalg.Vectors;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The largest eigenpairs of a symmetric pencil S·x = μ·L·x, S indefinite, L positive definite on
 * the subspace that is searched: generalized Davidson with blocks and thick restarts (Morgan and
 * Scott 1986; Stathopoulos 2007).
 *
 * <p>Each round takes the Ritz pairs of the current basis (Rayleigh-Ritz with both matrices), turns
 * the residuals of the first ones that have not converged into corrections by a few steps of
 * conjugate gradients, see {@link DavidsonCorrections}, and adds these to the basis. No system is
 * ever solved accurately, so the products with L number about those of one accurate solve per
 * wanted pair.
 *
 * <p>A pair has converged when ‖S·x − μ·L·x‖ ≤ tolerance·(‖S·x‖ + |μ|·‖L·x‖), or when rounding in
 * the products allows no more. All residuals are computed anew from the vectors returned. Memory:
 * 24·n bytes a basis vector, at most {@link #basis} of them. Same operators, same start: same bits.
 */
public final class PencilEigensolver {
  private static final int LEAST_BLOCK = 6;
  private static final int MOST_BLOCK = 16;

  /** Ritz vectors lifted beyond the last one that is corrected. */
  private static final int GUARD = 2;

  private final int n;
  private final IndefinitePencil pencil;
  private final Options options;
  private final IterationListener listener;
  private final SearchSpace space;
  private final DavidsonCorrections corrections;
  private final int most;
  private long products;
  private int rounds;
  private double worst = Double.NaN;

  /**
   * Options of the solver.
   *
   * @param wanted number of pairs, at least 1
   * @param tolerance relative residual of a pair
   * @param maxIterations rounds allowed
   * @param below a value that all wanted eigenvalues are known to exceed: while one found does not,
   *     the search continues with random directions
   * @param where the key named in messages, for instance "method.csp"
   * @param number the option there that sets the number of pairs
   */
  public record Options(
      int wanted, double tolerance, int maxIterations, double below, String where, String number) {}

  /**
   * Eigenpairs by falling μ.
   *
   * @param values the μ
   * @param vectors n·wanted, column-major, unit 2-norm, leading entry positive
   * @param residuals ‖S·x − μ·L·x‖ / (‖S·x‖ + |μ|·‖L·x‖), computed anew
   * @param iterations rounds
   * @param products products with L
   */
  public record Result(
      double[] values, double[] vectors, double[] residuals, int iterations, long products) {}

  private PencilEigensolver(IndefinitePencil pencil, Options options, IterationListener listener) {
    this.n = pencil.size();
    this.pencil = pencil;
    this.options = options;
    this.listener = listener;
    this.most = Math.max(LEAST_BLOCK, Math.min(MOST_BLOCK, options.wanted() / 4));
    this.space = new SearchSpace(n, basis(options.wanted()), options.where());
    this.corrections = new DavidsonCorrections(pencil, most);
  }

  /** The largest number of basis vectors held at a time. */
  public static int basis(int wanted) {
    return Math.max(48, 2 * wanted + 32);
  }

  /**
   * Solves.
   *
   * @param start n·m start vectors, column-major, m at least 1
   * @throws ConvergenceException when maxIterations rounds do not suffice, with figures
   */
  public static Result largest(
      IndefinitePencil pencil, double[] start, Options options, IterationListener listener) {
    return new PencilEigensolver(pencil, options, listener).solve(start);
  }

  private Result solve(double[] start) {
    extend(start, start.length / n);
    int open = 0;
    while (true) {
      double[] ritz = space.ritz();
      int m = space.dimension();
      int wanted = Math.min(options.wanted(), m);
      double[] block = new double[n * most];
      double[] scales = new double[most];
      double[] lengths = new double[most];
      double[] relatives = new double[most];
      int columns = 0;
      int first = -1;
      int last = 0;
      worst = 0.0;
      for (int from = open; from < wanted && columns < most; from += most) {
        int count = Math.min(most, wanted - from);
        double[] residuals = space.residuals(from, count, ritz, lengths);
        for (int j = 0; j < count && columns < most; j++) {
          double norm = Vectors.norm(n, residuals, j * n);
          double relative = relative(norm, lengths[j], ritz[from + j]);
          if (relative > options.tolerance()) {
            worst = Math.max(worst, relative);
            first = first < 0 ? from + j : first;
            last = from + j;
            System.arraycopy(residuals, j * n, block, columns * n, n);
            relatives[columns] = relative;
            scales[columns++] = ritz[last];
          }
        }
      }
      open = first >= 0 ? first : wanted;
      listener.step(rounds, products(), worst);
      if (columns == 0 && wanted == options.wanted() && ritz[wanted - 1] <= options.below()) {
        reopen(wanted - 1);
        open = 0;
        continue;
      }
      if (columns == 0 && wanted == options.wanted()) {
        Result result = prove(ritz);
        open = failing(result.residuals());
        if (open < 0) {
          return result;
        }
        reopen(open);
        continue;
      }
      if (++rounds > options.maxIterations()) {
        throw failed("after " + options.maxIterations() + " iterations");
      }
      if (columns > 0) {
        int lifted = Math.min(m, last + 1 + GUARD);
        corrections.correct(block, scales, relatives, columns, space, ritz, lifted);
      }
      if (m + most > space.capacity()) {
        space.restart(Math.min(m, options.wanted() + 14));
      }
      if (columns == 0 || extend(block, columns) == 0) {
        addFresh();
      }
    }
  }

  /**
   * A pair that had converged before has moved, or a larger one is known to be missing: a fresh
   * direction.
   */
  private void reopen(int open) {
    if (++rounds > options.maxIterations()) {
      throw failed("pair " + (open + 1) + " after " + options.maxIterations() + " iterations");
    }
    addFresh();
  }

  private void addFresh() {
    if (space.dimension() + 1 > space.capacity()) {
      space.restart(Math.min(space.dimension(), options.wanted() + 14));
    }
    SplittableRandom random = Seeds.of(rounds).random("pencil");
    double[] fresh = new double[n];
    Arrays.setAll(fresh, i -> 2.0 * random.nextDouble() - 1.0);
    if (extend(fresh, 1) == 0) {
      throw failed("no direction is left to search");
    }
  }

  private ConvergenceException failed(String when) {
    return new ConvergenceException(
        String.format(
            "%s: the eigenvalue problem did not converge: %s and %d products the relative residual "
                + "is %.3g, above tolerance = %.3g. Loosen %s.tolerance, raise %s.max-iterations, or "
                + "lower the number of vectors (%s.%s).",
            options.where(),
            when,
            products(),
            worst,
            options.tolerance(),
            options.where(),
            options.where(),
            options.where(),
            options.number()));
  }

  /** Residual over scale, or 0 when it is within what rounding in the products leaves. */
  private double relative(double norm, double scale, double mu) {
    double rounding = 4e-15 * (Math.abs(mu) + pencil.shift());
    return norm <= rounding ? 0.0 : norm / Math.max(scale, Double.MIN_NORMAL);
  }

  private long products() {
    return products + corrections.products();
  }

  private int failing(double[] residuals) {
    for (int j = 0; j < residuals.length; j++) {
      if (!(residuals[j] <= 2.0 * options.tolerance())) {
        return j;
      }
    }
    return -1;
  }

  /** Adds columns to the basis; returns how many were independent of it. */
  private int extend(double[] columns, int count) {
    int before = space.dimension();
    double[] block = new double[n * count];
    for (int c = 0; c < count; c++) {
      double[] x = Arrays.copyOfRange(columns, c * n, (c + 1) * n);
      pencil.complement().accept(x);
      double norm = Vectors.norm(n, x, 0);
      Vectors.scale(n, norm > 0.0 ? 1.0 / norm : 0.0, x, 0);
      System.arraycopy(x, 0, block, c * n, n);
    }
    space.append(block, count);
    int added = space.dimension() - before;
    if (added > 0) {
      double[] x = space.columns(before, added);
      double[] lx = new double[x.length];
      double[] sx = new double[x.length];
      pencil.l().apply(x, lx, added);
      pencil.s().apply(x, sx, added);
      products += added;
      space.images(before, added, sx, lx);
    }
    return added;
  }

  private Result prove(double[] ritz) {
    int m = options.wanted();
    double[] values = new double[m];
    double[] vectors = space.ritzVectors(m);
    for (int j = 0; j < m; j++) {
      Vectors.scale(n, 1.0 / Vectors.norm(n, vectors, j * n), vectors, j * n);
      Vectors.fixSign(n, vectors, j * n);
    }
    double[] sx = new double[vectors.length];
    double[] lx = new double[vectors.length];
    pencil.s().apply(vectors, sx, m);
    pencil.l().apply(vectors, lx, m);
    products += m;
    double[] residuals = new double[m];
    for (int j = 0; j < m; j++) {
      int at = j * n;
      double below = Vectors.dot(n, vectors, at, lx, at);
      values[j] = below > 0.0 ? Vectors.dot(n, vectors, at, sx, at) / below : ritz[j];
      double scale = Vectors.norm(n, sx, at) + Math.abs(values[j]) * Vectors.norm(n, lx, at);
      double norm = Vectors.normOfSum(n, -values[j], lx, at, sx, at);
      residuals[j] = relative(norm, scale, values[j]);
    }
    return new Result(values, vectors, residuals, rounds, products());
  }
}
