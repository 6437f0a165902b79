package dev.concord.method.spectral;

import dev.concord.linalg.IterationListener;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.TallSkinny;
import dev.concord.linalg.Vectors;
import dev.concord.linalg.solve.DeflatedSpace;
import dev.concord.linalg.solve.GeneralizedEigenpairs;
import dev.concord.linalg.solve.IndefinitePencil;
import dev.concord.linalg.solve.PencilEigensolver;
import dev.concord.method.MethodOptions;
import dev.concord.method.SolverOptions;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The smallest nonzero eigenvalues λ of A·x = λ·B·x as the largest μ = 1/λ of B·x = μ·A·x, for
 * which A has to be definite: on the complement of its null vectors, orthonormal in Z.
 *
 * <p>An eigenvector of λ above 0 is B-orthogonal to Z and not orthogonal to it, so B is replaced by
 * B·P with the projector P along Z, and a vector y that is found stands for x = P·y. Both pencils
 * have the same values and residuals.
 */
final class InvertedPencil {
  private final int n;
  private final FastGePencil pencil;
  private final LinearOperator a;
  private final LinearOperator b;
  private final double[] nullVectors;
  private final DeflatedSpace deflated;

  /**
   * @param a A
   * @param zero orthonormal null vectors of A but the constant one, as {@link
   *     FastGePencil#zeroVectors} gives them
   */
  InvertedPencil(FastGePencil pencil, LinearOperator a, double[] zero) {
    this.n = a.size();
    this.pencil = pencil;
    this.a = a;
    this.b = pencil.right();
    this.deflated = pencil.known(zero);
    this.nullVectors = Arrays.copyOf(pencil.constant(), n + zero.length);
    System.arraycopy(zero, 0, nullVectors, n, zero.length);
  }

  /**
   * The {@code count} smallest pairs with λ above 0, B-orthonormal.
   *
   * @param random the start block
   * @throws dev.concord.error.ConvergenceException when the solver's rounds do not do
   */
  GeneralizedEigenpairs smallest(
      int count, MethodOptions options, SplittableRandom random, IterationListener listener) {
    PencilEigensolver.Options solver =
        new PencilEigensolver.Options(
            count,
            options.get(SolverOptions.TOLERANCE),
            options.get(SolverOptions.MAX_ITERATIONS),
            /* below= */ 0.0,
            "method.fast-ge",
            SolverOptions.EIGENVECTORS_BY_COUNT.name());
    PencilEigensolver.Result found =
        PencilEigensolver.largest(indefinite(), start(count + 2, random), solver, listener);
    double[] x = found.vectors().clone();
    deflated.project(x, count);
    double[] bx = new double[x.length];
    b.apply(x, bx, count);
    for (int j = 0; j < count; j++) {
      double scale = 1.0 / Math.sqrt(Vectors.dot(n, x, j * n, bx, j * n));
      Vectors.scale(n, scale, x, j * n);
      Vectors.scale(n, scale, bx, j * n);
    }
    double[] ax = new double[x.length];
    a.apply(x, ax, count);
    double[] values = new double[count];
    double[] residuals = new double[count];
    for (int j = 0; j < count; j++) {
      values[j] = Vectors.dot(n, x, j * n, ax, j * n);
      double off = Vectors.normOfSum(n, -values[j], bx, j * n, ax, j * n);
      residuals[j] = off / Vectors.norm(n, x, j * n);
    }
    double off = TallSkinny.offIdentity(TallSkinny.gram(n, x, count, bx, count), count);
    long products = found.products() + count;
    return new GeneralizedEigenpairs(n, values, x, residuals, off, found.iterations(), products);
  }

  private IndefinitePencil indefinite() {
    return new IndefinitePencil(
        new Operator() {
          @Override
          public void apply(double[] x, double[] y, int columns) {
            double[] projected = Arrays.copyOf(x, n * columns);
            deflated.project(projected, columns);
            b.apply(projected, y, columns);
          }
        },
        a,
        new Operator() {
          @Override
          public void apply(double[] x, double[] y, int columns) {
            Arrays.fill(y, 0, n * columns, 0.0);
          }
        },
        new double[n],
        0.0,
        this::project);
  }

  /** Orthogonalizes against the null vectors; points without an edge or a pair get 0. */
  private void project(double[] x) {
    for (int i = 0; i < n; i++) {
      x[i] = pencil.isActive(i) ? x[i] : 0.0;
    }
    int count = nullVectors.length / n;
    for (int pass = 0; pass < 2; pass++) {
      double[] along = TallSkinny.gram(n, nullVectors, count, x, 1);
      TallSkinny.addProduct(n, -1.0, nullVectors, count, along, 1, x, 0);
    }
  }

  private double[] start(int columns, SplittableRandom random) {
    double[] start = new double[Math.multiplyExact(n, columns)];
    Arrays.setAll(start, i -> 2.0 * random.nextDouble() - 1.0);
    return start;
  }

  /** An operator of order n, deflated by its block products. */
  private abstract class Operator implements LinearOperator {
    @Override
    public int size() {
      return n;
    }

    @Override
    public void apply(double[] x, double[] y) {
      apply(x, y, 1);
    }
  }
}
