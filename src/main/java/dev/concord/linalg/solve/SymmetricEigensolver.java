package dev.concord.linalg.solve;

import dev.concord.error.ConvergenceException;
import dev.concord.error.InputException;
import dev.concord.error.MemoryException;
import dev.concord.linalg.DenseSymmetric;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Seeds;
import dev.concord.linalg.Solver;
import dev.concord.linalg.Vectors;

/**
 * The largest eigenpairs of a symmetric operator. Proved: residuals and orthogonality, computed
 * anew from the returned vectors, and that these have the values by which they were chosen. Not
 * proved, as products cannot: that no eigenvalue is larger. That rests on random starts, each of
 * which has a share in every eigenvector, in two runs: a second, independent one looks for copies
 * of a multiple eigenvalue that one start cannot see, and for whatever else lies above.
 *
 * <p>Routes, for a product of w operations and a basis of b = max(2·count + 5, 40) vectors:
 *
 * <ul>
 *   <li>{@code dense} builds the matrix from n products and calls LAPACK, O(n³).
 *   <li>{@code arpack}: p products, some hundred, and about 6·n·b operations for each on one
 *       thread, under a lock that lets one solve of a process run at a time; 8·n·(b + 2·count + 7)
 *       bytes.
 *   <li>{@code lanczos}: about as many products, but the basis is read in one of some five steps
 *       only, on all cores and without a lock; 8·n·(b + 2·count + 9) bytes. {@code block} means the
 *       same.
 *   <li>{@code auto} is dense up to 400 rows or when more than half of all pairs are to be found,
 *       else lanczos. This depends on the sizes alone, so every machine takes the same route.
 * </ul>
 *
 * <p>Same operator, same options: same bits.
 */
public final class SymmetricEigensolver {
  /** Said to be the solver when no pair had to be computed. */
  private static final String KNOWN = "known";

  private static final int DENSE_BY_CHOICE = 400;
  private static final int EXTRA = EigenSizes.EXTRA;
  private static final int CHECK_BASIS = 20;

  private final LinearOperator operator;
  private final Deflation a;
  private final double[][] known;
  private final double knownValue;
  private final EigenOptions options;
  private final IterationListener listener;
  private final Seeds seeds;
  private int iterations;

  private SymmetricEigensolver(
      LinearOperator operator,
      double[][] known,
      double knownValue,
      EigenOptions options,
      IterationListener listener) {
    this.operator = operator;
    this.a = new Deflation(operator);
    this.known = known;
    this.knownValue = knownValue;
    this.options = options;
    this.listener = listener;
    this.seeds = Seeds.of(options.seed());
  }

  /**
   * The {@code options.count()} algebraically largest eigenpairs, values descending.
   *
   * @param a the operator; for a normalized adjacency matrix the spectrum is within [−1, 1]
   * @param known orthonormal eigenvectors of length n that are known exactly, such as D^½·1_C of
   *     each component C; may be empty. They come first and are deflated from the iteration.
   * @param knownValue their common eigenvalue, the largest one of {@code a}; not used when there
   *     are none
   * @param l called after each product of the iteration
   * @throws InputException when more pairs are requested than exist, or an option is out of range
   * @throws ConvergenceException when the iteration or the final check of the pairs fails
   * @throws MemoryException when a dense solve, or a basis, cannot be held: {@link EigenSizes}
   */
  public static Eigenpairs largest(
      LinearOperator a,
      double[][] known,
      double knownValue,
      EigenOptions options,
      IterationListener l) {
    checkOptions(a.size(), options);
    checkKnown(a, known);
    if (options.count() > known.length) {
      EigenSizes.check(a.size(), options.count() - known.length, options.solver());
    }
    EigenSizes.checkVectors(a.size(), options.count());
    return new SymmetricEigensolver(a, known, knownValue, options, l).solve();
  }

  private static void checkOptions(int n, EigenOptions options) {
    if (options.count() < 1 || options.count() > n) {
      throw new InputException(
          String.format(
              "Eigensolver: eigenvectors = %d, but a graph of %d points has 1 to %d of them; lower "
                  + "eigenvectors or check that the input is complete.",
              options.count(), n, n));
    }
    if (!(options.tolerance() > 0.0 && options.tolerance() < 1.0)) {
      throw new InputException(
          "Eigensolver: tolerance = "
              + options.tolerance()
              + " must be above 0 and below 1; 1e-8 is the default.");
    }
    if (options.maxIterations() < 1) {
      throw new InputException(
          "Eigensolver: max-iterations = "
              + options.maxIterations()
              + " must be at least 1; 1000 is the default.");
    }
  }

  private static void checkKnown(LinearOperator a, double[][] known) {
    int n = a.size();
    for (int i = 0; i < known.length; i++) {
      if (known[i].length != n) {
        throw new IllegalArgumentException(
            String.format("known vector %d has %d entries, not %d", i, known[i].length, n));
      }
      for (int j = 0; j <= i; j++) {
        double off = Vectors.dot(n, known[i], 0, known[j], 0) - (i == j ? 1.0 : 0.0);
        if (!(Math.abs(off) <= EigenpairProof.ORTHOGONALITY_LIMIT)) {
          throw new IllegalArgumentException(
              String.format("known vectors %d and %d are not orthonormal: off by %g", i, j, off));
        }
      }
    }
  }

  private Eigenpairs solve() {
    int n = operator.size();
    int first = Math.min(options.count(), known.length);
    int wanted = options.count() - first;
    double[] vectors = new double[n * options.count()];
    double[] values = new double[options.count()];
    for (int j = 0; j < first; j++) {
      System.arraycopy(known[j], 0, vectors, j * n, n);
      values[j] = knownValue;
    }
    String taken = KNOWN;
    if (wanted > 0) {
      Solver solver = route(n - known.length, wanted);
      taken = solver.word();
      for (double[] vector : known) {
        a.add(vector, new double[] {knownValue});
      }
      ConvergedPairs found = solver == Solver.DENSE ? dense(wanted) : iterate(wanted, solver);
      System.arraycopy(found.vectors(), 0, vectors, first * n, wanted * n);
      proof().confirm(found.values(), proof().clean(vectors, first), solver);
    }
    return proof().prove(values, vectors, first, taken);
  }

  private EigenpairProof proof() {
    return new EigenpairProof(a, options.tolerance(), iterations);
  }

  /** {@code free} is the dimension left beside the known vectors. */
  private Solver route(int free, int wanted) {
    boolean crowded = 2L * (wanted + EXTRA) >= free;
    if (options.solver() == Solver.AUTO) {
      if (operator.size() <= DENSE_BY_CHOICE || crowded) {
        return Solver.DENSE;
      }
      return Solver.LANCZOS;
    }
    if (options.solver() == Solver.ARPACK && wanted >= free - 1) {
      throw new InputException(
          String.format(
              "Eigensolver: solver = arpack finds fewer than all of the %d eigenvectors that "
                  + "remain beside %d known ones, but %d are needed; use solver = dense or "
                  + "lower eigenvectors.",
              free, known.length, wanted));
    }
    return options.solver() == Solver.BLOCK ? Solver.LANCZOS : options.solver();
  }

  /** All of the deflated matrix, by products with unit vectors. */
  private ConvergedPairs dense(int wanted) {
    int n = operator.size();
    EigenSizes.check(n, wanted, Solver.DENSE);
    double[] matrix = DenseSymmetric.matrix(a);
    listener.step(0, a.products(), Double.NaN);
    double[] ascending = DenseSymmetric.eigen(n, matrix);
    double[] values = new double[wanted];
    double[] found = new double[wanted * n];
    for (int j = 0; j < wanted; j++) {
      values[j] = ascending[n - 1 - j];
      System.arraycopy(matrix, (n - 1 - j) * n, found, j * n, n);
    }
    return new ConvergedPairs(values, found, 0);
  }

  private ConvergedPairs iterate(int wanted, Solver solver) {
    int free = operator.size() - known.length;
    int pairs = Math.min(wanted + EXTRA, free - 2 > wanted ? free - 2 : wanted);
    ConvergedPairs found =
        solver == Solver.ARPACK
            ? arpack(
                pairs,
                EigenSizes.basis(pairs, free),
                options.tolerance(),
                ArpackIteration.startVector(a, seeds.stream("arpack")))
            : lanczos(wanted, pairs - wanted, options.tolerance(), seeds.stream("lanczos"));
    a.add(found.vectors(), found.values());
    return complete(found, wanted, solver);
  }

  private ConvergedPairs arpack(int pairs, int basis, double tolerance, double[] start) {
    ConvergedPairs result =
        new ArpackIteration(a, pairs, basis, tolerance, options.maxIterations(), listener)
            .solve(start);
    iterations += result.iterations();
    return result;
  }

  private ConvergedPairs lanczos(int wanted, int guards, double tolerance, long seed) {
    int basis = EigenSizes.basis(wanted + guards, operator.size() - a.deflated());
    RestartedLanczos.Aim aim = new RestartedLanczos.Aim(wanted, guards, tolerance);
    ConvergedPairs result =
        new RestartedLanczos(a, aim, basis, options.maxIterations(), seed, listener).solve();
    iterations += result.iterations();
    return result;
  }

  /**
   * Looks for eigenvalues above the last wanted one that the iteration missed, and inserts them.
   * The operator has all found pairs deflated, so whatever is left above is a copy that was missed.
   */
  private ConvergedPairs complete(ConvergedPairs start, int wanted, Solver solver) {
    ConvergedPairs found = start;
    for (int round = 0; a.deflated() < operator.size() - 1; round++) {
      double threshold = found.values()[wanted - 1];
      if (round > wanted + EXTRA) {
        throw new ConvergenceException(
            String.format(
                "Eigensolver %s: after %d searches for missed eigenvalues there are still more above "
                    + "the %d-th, %.6g. Use solver = dense, or another number of eigenvectors.",
                solver.word(), round, wanted, threshold));
      }
      double ceiling = threshold + options.tolerance() * Math.max(1.0, Math.abs(threshold));
      double gap = threshold - found.values()[found.values().length - 1];
      ConvergedPairs missed = looseThenTight(solver, ceiling, gap, round);
      double theta = missed.values()[0];
      if (theta <= ceiling) {
        return found;
      }
      a.add(missed.vectors(), missed.values());
      found = found.with(theta, missed.vectors());
    }
    return found;
  }

  /**
   * The largest pair that is left, or one that shows that this is not above the ceiling. A loose
   * run decides most cases: its largest Ritz value and residual stay below. It is not ended by a
   * low Ritz value alone, which the first products of any start give. What is left in doubt is run
   * to the full tolerance.
   */
  private ConvergedPairs looseThenTight(Solver solver, double ceiling, double gap, int round) {
    int n = operator.size();
    double tolerance = options.tolerance();
    double loose = Math.max(tolerance, Math.min(1e-2, 0.3 * gap));
    int basis = Math.min(n, CHECK_BASIS);
    long seed = seeds.stream(solver.word() + "-check", round);
    ConvergedPairs result =
        solver == Solver.ARPACK
            ? arpack(1, basis, loose, ArpackIteration.startVector(a, seed))
            : lanczos(1, 0, loose, seed);
    double[] product = new double[n];
    a.apply(result.vectors(), product);
    double theta = result.values()[0];
    double residual = Vectors.normOfSum(n, -theta, result.vectors(), 0, product, 0);
    if (theta + residual <= ceiling || loose <= tolerance) {
      return result;
    }
    return solver == Solver.ARPACK
        ? arpack(1, basis, tolerance, result.vectors())
        : lanczos(1, 0, tolerance, seed);
  }
}
