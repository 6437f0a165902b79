package dev.concord.linalg.solve;

import dev.concord.error.ConvergenceException;
import dev.concord.linalg.DenseSymmetric;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Vectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * All generalized eigenvectors of L f = λ R R' f with finite λ, for a sparse positive semidefinite
 * L of known null space Z and an n x r factor R.
 *
 * <p>For λ > 0: with B = R'Z and an orthonormal basis U of the complement of the range of B, Π =
 * U·U' makes R Π R' vanish on Z, and f = w − Z B⁺ R'w with w = L⁺ R U c, where c runs through the
 * eigenvectors of the small matrix U'R'L⁺R U, whose eigenvalues are 1/λ. L⁺R takes r solves by
 * conjugate gradients; nothing of size n x n is formed. f'RR'f and f'f follow from small matrices
 * too, so every eigenvector is examined and only the wanted ones are built.
 *
 * <p>For λ = 0: Z itself. One direction of it, given by the caller, is trivial; the others appear
 * when Z has several vectors. There any rotation is an eigenvector, and those of R R' restricted to
 * them are taken.
 *
 * <p>Time: the solves, and 2·n·r² operations for each of two small matrices, on all cores with the
 * same bits. Memory 16·n·r bytes.
 */
public final class LowRankPencil {
  /** Share of the largest eigenvalue below which a direction of B·B' counts as none. */
  private static final double RANK = 1e-13;

  private static final int BATCH = 8;
  private static final double LOOSEST = 1e-4;

  private final String what;
  private final LinearOperator l;
  private final Preconditioner preconditioner;
  private final GroupNullSpace z;
  private final double[] trivial;
  private final double[][] r;
  private final ConjugateGradients.Options options;
  private final IterationListener listener;
  private final int n;
  private final int rank;
  private final double[][] x;
  private double residual;
  private int iterations;
  private long products;

  /**
   * The eigenpairs found.
   *
   * @param lambda chosen eigenvalues, by falling f'RR'f
   * @param satisfaction f'RR'f of each
   * @param vectors n·chosen, column-major, unit 2-norm, the entry of largest magnitude positive
   * @param examined number of eigenvectors that were compared
   * @param next the largest f'RR'f that was not chosen, 0 when there is none
   * @param residual largest ‖L f − λ R R'f‖₂ of the chosen, computed from the vectors
   * @param iterations iterations of conjugate gradients, summed over the batches
   * @param products products with L
   */
  public record Solution(
      double[] lambda,
      double[] satisfaction,
      double[] vectors,
      int examined,
      double next,
      double residual,
      int iterations,
      long products) {}

  /** An eigenvector as X·ofX + Z·ofZ, X = L⁺R; not yet of unit length. */
  private record Candidate(double lambda, double satisfaction, double[] ofX, double[] ofZ) {}

  private LowRankPencil(
      String what,
      LinearOperator l,
      Preconditioner preconditioner,
      GroupNullSpace z,
      double[] trivial,
      double[][] r,
      ConjugateGradients.Options options,
      IterationListener listener) {
    this.what = what;
    this.l = l;
    this.preconditioner = preconditioner.projected(z);
    this.z = z;
    this.trivial = trivial;
    this.r = r;
    this.options = options;
    this.listener = listener;
    this.n = l.size();
    this.rank = r.length;
    this.x = new double[rank][];
  }

  /**
   * The {@code count} eigenvectors with the largest f'RR'f, or all when there are fewer.
   *
   * @param what the name of the problem in messages
   * @param l positive semidefinite, its null space exactly {@code z}
   * @param preconditioner for L, not yet projected
   * @param trivial coefficients in {@code z} of the eigenvector to leave out, unit 2-norm
   * @param r the r columns of R, length n each
   * @throws ConvergenceException when a solve fails or a chosen vector is no eigenvector
   */
  public static Solution mostSatisfying(
      String what,
      LinearOperator l,
      Preconditioner preconditioner,
      GroupNullSpace z,
      double[] trivial,
      double[][] r,
      int count,
      ConjugateGradients.Options options,
      IterationListener listener) {
    return new LowRankPencil(what, l, preconditioner, z, trivial, r, options, listener)
        .solve(count);
  }

  private Solution solve(int count) {
    solveForX();
    double[][] b = new double[rank][];
    for (int j = 0; j < rank; j++) {
      b[j] = z.coefficients(r[j], 0);
    }
    double[] directions = gram(b);
    double[] size = DenseSymmetric.eigen(rank, directions);
    int free = 0;
    while (free < rank && !(size[free] > RANK * size[rank - 1])) {
      free++;
    }
    List<Candidate> candidates = new ArrayList<>(flat(b));
    candidates.addAll(curved(b, directions, size, free));
    candidates.sort(
        Comparator.comparingDouble(Candidate::satisfaction)
            .reversed()
            .thenComparingDouble(Candidate::lambda));
    int chosen = Math.min(count, candidates.size());
    double[] lambda = new double[chosen];
    double[] satisfaction = new double[chosen];
    double[] vectors = new double[Math.multiplyExact(n, chosen)];
    for (int j = 0; j < chosen; j++) {
      Candidate candidate = candidates.get(j);
      lambda[j] = candidate.lambda();
      satisfaction[j] = build(candidate, vectors, j * n);
    }
    if (chosen > 0) {
      check(lambda, vectors, chosen);
    }
    double next = chosen < candidates.size() ? candidates.get(chosen).satisfaction() : 0.0;
    return new Solution(
        lambda, satisfaction, vectors, candidates.size(), next, residual, iterations, products);
  }

  /** X = L⁺R. A short column of R needs fewer digits, as its errors count by its length. */
  private void solveForX() {
    double longest = 0.0;
    double[] length = new double[rank];
    for (int j = 0; j < rank; j++) {
      length[j] = Vectors.norm(n, r[j], 0);
      longest = Math.max(longest, length[j]);
    }
    for (int first = 0; first < rank; first += BATCH) {
      int width = Math.min(BATCH, rank - first);
      double[] right = new double[Math.multiplyExact(n, width)];
      double most = 0.0;
      for (int c = 0; c < width; c++) {
        System.arraycopy(r[first + c], 0, right, c * n, n);
        z.apply(right, c * n);
        if (Vectors.norm(n, right, c * n) <= 1e-13 * length[first + c]) {
          Arrays.fill(right, c * n, (c + 1) * n, 0.0);
        }
        most = Math.max(most, length[first + c]);
      }
      double tolerance =
          Math.min(Math.max(LOOSEST, options.tolerance()), options.tolerance() * longest / most);
      long before = products;
      int done = iterations;
      ConjugateGradients.Solution solution =
          ConjugateGradients.solve(
              what,
              l,
              preconditioner,
              right,
              width,
              new ConjugateGradients.Options(tolerance, options.maxIterations()),
              (i, p, res) -> listener.step(done + i, before + p, res));
      iterations += solution.iterations();
      products += solution.products();
      for (int c = 0; c < width; c++) {
        x[first + c] = Arrays.copyOfRange(solution.x(), c * n, (c + 1) * n);
        z.apply(x[first + c], 0);
      }
    }
  }

  /** Eigenvectors with λ = 0 in Z but for the trivial one: those of Z'RR'Z. */
  private List<Candidate> flat(double[][] b) {
    List<Candidate> found = new ArrayList<>();
    if (z.groups() < 2) {
      return found;
    }
    double[][] rest = new double[rank][];
    for (int j = 0; j < rank; j++) {
      double along = dot(b[j], trivial);
      rest[j] = b[j].clone();
      for (int g = 0; g < rest[j].length; g++) {
        rest[j][g] -= along * trivial[g];
      }
    }
    double[] basis = gram(rest);
    double[] size = DenseSymmetric.eigen(rank, basis);
    for (int j = rank - 1; j >= 0 && size[j] > RANK * size[rank - 1] && size[j] > 0.0; j--) {
      double[] ofZ = new double[z.groups()];
      for (int i = 0; i < rank; i++) {
        double weight = basis[j * rank + i] / Math.sqrt(size[j]);
        for (int g = 0; g < ofZ.length; g++) {
          ofZ[g] += weight * rest[i][g];
        }
      }
      found.add(new Candidate(0.0, size[j], new double[0], ofZ));
    }
    return found.subList(0, Math.min(found.size(), z.groups() - 1));
  }

  /**
   * Eigenvectors with λ > 0.
   *
   * @param directions eigenvectors of B·B', ascending; the first {@code free} are U
   */
  private List<Candidate> curved(double[][] b, double[] directions, double[] size, int free) {
    List<Candidate> found = new ArrayList<>();
    if (free == 0) {
      return found;
    }
    double[] t = products(r, x);
    double[] lengths = products(x, x);
    double[] u = Arrays.copyOf(directions, free * rank);
    double[] small = new double[free * free];
    double[] tu = new double[free * rank];
    Vectors.multiply(rank, rank, free, t, u, tu);
    for (int j = 0; j < free; j++) {
      for (int i = 0; i < free; i++) {
        small[j * free + i] = Vectors.dot(rank, u, i * rank, tu, j * rank);
      }
    }
    symmetrize(free, small);
    double[] mu = DenseSymmetric.eigen(free, small);
    double[] xc = new double[free * rank];
    Vectors.multiply(rank, free, free, u, small, xc);
    for (int j = free - 1; j >= 0 && mu[j] > 1e-15 * mu[free - 1] && mu[j] > 0.0; j--) {
      double[] ofX = Arrays.copyOfRange(xc, j * rank, (j + 1) * rank);
      double[] rw = new double[rank];
      Vectors.multiply(rank, rank, 1, t, ofX, rw);
      double[] ofZ = new double[z.groups()];
      for (int i = free; i < rank; i++) {
        double weight = -Vectors.dot(rank, directions, i * rank, rw, 0) / size[i];
        for (int k = 0; k < rank; k++) {
          double along = weight * directions[i * rank + k];
          for (int g = 0; g < ofZ.length; g++) {
            ofZ[g] += along * b[k][g];
          }
        }
      }
      double[] image = new double[rank];
      Vectors.multiply(rank, rank, 1, lengths, ofX, image);
      double square = Vectors.dot(rank, ofX, 0, image, 0) + dot(ofZ, ofZ);
      if (square > 0.0) {
        found.add(new Candidate(1.0 / mu[j], mu[j] * mu[j] / square, ofX, ofZ));
      }
    }
    return found;
  }

  /** The vector itself; returns f'RR'f computed from it. */
  private double build(Candidate candidate, double[] vectors, int offset) {
    for (int j = 0; j < candidate.ofX().length; j++) {
      Vectors.axpy(n, candidate.ofX()[j], x[j], 0, vectors, offset);
    }
    z.add(1.0, candidate.ofZ(), vectors, offset);
    Vectors.scale(n, 1.0 / Vectors.norm(n, vectors, offset), vectors, offset);
    Vectors.fixSign(n, vectors, offset);
    double sum = 0.0;
    for (double[] column : r) {
      double along = Vectors.dot(n, column, 0, vectors, offset);
      sum += along * along;
    }
    return sum;
  }

  private void check(double[] lambda, double[] vectors, int count) {
    double[] image = new double[vectors.length];
    l.apply(vectors, image, count);
    products += count;
    for (int c = 0; c < count; c++) {
      for (double[] column : r) {
        double along = Vectors.dot(n, column, 0, vectors, c * n);
        Vectors.axpy(n, -lambda[c] * along, column, 0, image, c * n);
      }
      double now = Vectors.norm(n, image, c * n);
      residual = Math.max(residual, now);
      if (!(now <= 1e-6 * (1.0 + lambda[c]))) {
        throw new ConvergenceException(
            String.format(
                Locale.ROOT,
                "%s: generalized eigenvector %d of %d (lambda = %.6g) has residual %.3g, above %.3g,"
                    + " after %d iterations of conjugate gradients at tolerance = %.3g. Lower"
                    + " tolerance.",
                what,
                c + 1,
                count,
                lambda[c],
                now,
                1e-6 * (1.0 + lambda[c]),
                iterations,
                options.tolerance()));
      }
    }
  }

  /** The order x order matrix of products of the vectors of a with those of b, symmetrized. */
  private double[] products(double[][] a, double[][] b) {
    double[] out = new double[rank * rank];
    IntStream.range(0, rank)
        .parallel()
        .forEach(
            j -> {
              for (int i = 0; i < rank; i++) {
                out[j * rank + i] = Vectors.dot(n, a[i], 0, b[j], 0);
              }
            });
    symmetrize(rank, out);
    return out;
  }

  /** Rows times rows: B·B'. */
  private double[] gram(double[][] b) {
    double[] out = new double[rank * rank];
    for (int j = 0; j < rank; j++) {
      for (int i = 0; i < rank; i++) {
        out[j * rank + i] = dot(b[i], b[j]);
      }
    }
    return out;
  }

  private static double dot(double[] a, double[] b) {
    return Vectors.dot(a.length, a, 0, b, 0);
  }

  private static void symmetrize(int order, double[] a) {
    for (int j = 0; j < order; j++) {
      for (int i = 0; i < j; i++) {
        double mean = 0.5 * (a[j * order + i] + a[i * order + j]);
        a[j * order + i] = mean;
        a[i * order + j] = mean;
      }
    }
  }
}
