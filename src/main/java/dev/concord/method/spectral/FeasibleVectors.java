package dev.concord.method.spectral;

import dev.concord.error.ConvergenceException;
import dev.concord.linalg.DenseSymmetric;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Solver;
import dev.concord.linalg.solve.PencilEigensolver;
import dev.concord.linalg.solve.PencilEigensolver.Result;
import dev.concord.method.Embedding;
import dev.concord.method.Problem;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * CSP's feasible vectors: the eigenpairs with λ = 1/μ &gt; 0 of L̄v = λ(Q̄ − bI)v, by rising λ,
 * with v'v = vol; before them the feasible cuts between whole components, λ = 0, by falling v'Q̄v.
 */
final class FeasibleVectors {
  /** Up to so many points the reduced pencil is solved densely. */
  static final int DENSE = 200;

  /**
   * How to solve.
   *
   * @param solver auto, block or dense
   * @param maxFeasible at most so many vectors
   */
  record Settings(Solver solver, double tolerance, int maxIterations, int maxFeasible) {}

  private final Problem problem;
  private final int feasible;
  private final double[] lambda;
  private final double[] cost;
  private final double[] alpha;
  private final double[] residuals;
  private final double[] vectors;
  private final int iterations;
  private final long products;

  private FeasibleVectors(
      Problem problem, CspPencil pencil, double b, int feasible, int free, @Nullable Result found) {
    int n = problem.size();
    this.problem = problem;
    this.feasible = feasible;
    this.iterations = found == null ? 0 : found.iterations();
    int curved = 0;
    while (found != null && curved < found.values().length && found.values()[curved] > 0.0) {
      curved++;
    }
    int count = free + curved;
    lambda = new double[count];
    cost = new double[count];
    alpha = new double[count];
    residuals = new double[count];
    vectors = new double[n * count];
    double[] image = new double[n];
    LinearOperator laplacian = pencil.laplacian();
    for (int j = 0; j < free; j++) {
      store(j, pencil.freeCut(j), pencil);
    }
    for (int j = 0; found != null && j < curved; j++) {
      double[] v = Arrays.copyOfRange(found.vectors(), j * n, (j + 1) * n);
      pencil.restore(v, b);
      store(free + j, v, pencil);
      laplacian.apply(v, image);
      lambda[free + j] = 1.0 / found.values()[j];
      cost[free + j] = dot(v, image);
      residuals[free + j] = found.residuals()[j];
    }
    this.products = found == null ? 0 : found.products() + curved;
  }

  /** Scales v to v'v = vol and turns it, in place; keeps it and its v'Q̄v. */
  private void store(int j, double[] v, CspPencil pencil) {
    double scale = Math.sqrt(problem.graph().volume() / dot(v, v)) * leadingSign(v);
    for (int i = 0; i < v.length; i++) {
      v[i] *= scale;
    }
    alpha[j] = pencil.constraintValue(v);
    System.arraycopy(v, 0, vectors, j * v.length, v.length);
  }

  private static double dot(double[] x, double[] y) {
    double sum = 0.0;
    for (int i = 0; i < x.length; i++) {
      sum += x[i] * y[i];
    }
    return sum;
  }

  /** The sign of the first entry within one part in a million of the largest magnitude. */
  private static double leadingSign(double[] v) {
    double largest = 0.0;
    for (double value : v) {
      largest = Math.max(largest, Math.abs(value));
    }
    for (double value : v) {
      if (Math.abs(value) >= largest * (1.0 - 1e-6)) {
        return value < 0.0 ? -1.0 : 1.0;
      }
    }
    return 1.0;
  }

  /** Bytes at the peak. */
  static long bytes(long points, int maxFeasible, Solver solver) {
    boolean dense = solver == Solver.DENSE || (solver == Solver.AUTO && points <= DENSE);
    long basis = Math.min(points, PencilEigensolver.basis(maxFeasible));
    return dense ? 40L * points * points : 8L * points * (3 * basis + 5L * maxFeasible + 160);
  }

  /**
   * Finds the feasible vectors of smallest λ, all of them or maxFeasible.
   *
   * @throws ConvergenceException when the solver does not converge, or when fewer vectors than
   *     {@code feasibility} counts turn out feasible
   */
  static FeasibleVectors find(
      Problem problem,
      ConstraintMatrix constraints,
      CspPencil pencil,
      double b,
      Feasibility feasibility,
      Settings settings,
      IterationListener listener) {
    int free = Math.min(feasibility.free(b), settings.maxFeasible());
    int wanted = Math.min(feasibility.curved(b), settings.maxFeasible() - free);
    boolean dense =
        settings.solver() == Solver.DENSE
            || (settings.solver() == Solver.AUTO && problem.size() <= DENSE);
    Result found = null;
    if (wanted > 0) {
      found =
          dense
              ? dense(problem, pencil, b, wanted)
              : block(problem, constraints, pencil, b, wanted, settings, listener);
    }
    FeasibleVectors vectors =
        new FeasibleVectors(problem, pencil, b, feasibility.count(b), free, found);
    if (vectors.count() < free + wanted) {
      throw new ConvergenceException(
          ("method csp: %s feasible vectors exist, but only %s of those found have lambda above 0"
                  + " to working accuracy. Move method.csp.beta away from the eigenvalues of the"
                  + " constraint matrix, or lower method.csp.tolerance.")
              .formatted(free + wanted, vectors.count()));
    }
    return vectors;
  }

  private static Result block(
      Problem problem,
      ConstraintMatrix constraints,
      CspPencil pencil,
      double b,
      int wanted,
      Settings settings,
      IterationListener listener) {
    int n = problem.size();
    int columns = Math.min(wanted, 6) + 2;
    double[] start = new double[n * columns];
    SplittableRandom random = problem.seeds().random("csp");
    for (int c = 0; c < columns; c++) {
      // For b > 0 a feasible vector is (μL̄ + bI)^-1 Q̄v: constrained points decide it.
      for (int point : constraints.points()) {
        start[c * n + point] = 2.0 * random.nextDouble() - 1.0;
      }
      for (int i = 0; b <= 0.0 && c % 2 == 0 && i < n; i++) {
        start[c * n + i] += 2.0 * random.nextDouble() - 1.0;
      }
    }
    return PencilEigensolver.largest(
        pencil.indefinite(b),
        start,
        new PencilEigensolver.Options(
            wanted,
            settings.tolerance(),
            settings.maxIterations(),
            0.0,
            "method.csp",
            "max-feasible"),
        listener);
  }

  /**
   * The whole reduced pencil by LAPACK: S' between the scaled eigenvectors of L̄ outside its null
   * space. Time O(n³), memory 40·n² bytes.
   */
  private static Result dense(Problem problem, CspPencil pencil, double b, int wanted) {
    int n = problem.size();
    double[] basis = new double[n * n];
    double[] unit = new double[n];
    double[] image = new double[n];
    LinearOperator laplacian = pencil.laplacian();
    for (int i = 0; i < n; i++) {
      unit[i] = 1.0;
      laplacian.apply(unit, image);
      System.arraycopy(image, 0, basis, i * n, n);
      unit[i] = 0.0;
      if (problem.graph().degrees()[i] == 0.0) {
        // Isolated points move to the far end of the spectrum.
        basis[i * n + i] = 4.0;
      }
    }
    double[] omega = DenseSymmetric.eigen(n, basis);
    int from = pencil.connected();
    int m = n - from - problem.components().isolated();
    LinearOperator reduced = pencil.reduced(b);
    double[] w = new double[n * m];
    double[] sw = new double[n * m];
    for (int j = 0; j < m; j++) {
      double[] x = Arrays.copyOfRange(basis, (from + j) * n, (from + j + 1) * n);
      pencil.project(x);
      double scale = 1.0 / Math.sqrt(omega[from + j]);
      for (int i = 0; i < n; i++) {
        x[i] *= scale;
      }
      System.arraycopy(x, 0, w, j * n, n);
    }
    reduced.apply(w, sw, m);
    double[] h = new double[m * m];
    for (int j = 0; j < m; j++) {
      for (int i = 0; i < m; i++) {
        double sum = 0.0;
        for (int r = 0; r < n; r++) {
          sum += w[i * n + r] * sw[j * n + r];
        }
        h[j * m + i] = sum;
      }
    }
    double[] mu = DenseSymmetric.eigen(m, h);
    return ranked(n, m, wanted, mu, h, w, reduced, laplacian);
  }

  private static Result ranked(
      int n,
      int m,
      int wanted,
      double[] mu,
      double[] y,
      double[] w,
      LinearOperator s,
      LinearOperator l) {
    double[] values = new double[wanted];
    double[] vectors = new double[n * wanted];
    double[] residuals = new double[wanted];
    double[] sx = new double[n];
    double[] lx = new double[n];
    for (int j = 0; j < wanted; j++) {
      values[j] = mu[m - 1 - j];
      double[] x = new double[n];
      for (int c = 0; c < m; c++) {
        double factor = y[(m - 1 - j) * m + c];
        for (int i = 0; i < n; i++) {
          x[i] += factor * w[c * n + i];
        }
      }
      s.apply(x, sx);
      l.apply(x, lx);
      double difference = 0.0;
      for (int i = 0; i < n; i++) {
        double d = sx[i] - values[j] * lx[i];
        difference += d * d;
      }
      residuals[j] =
          Math.sqrt(difference)
              / (Math.sqrt(dot(sx, sx)) + Math.abs(values[j]) * Math.sqrt(dot(lx, lx)));
      System.arraycopy(x, 0, vectors, j * n, n);
    }
    return new Result(values, vectors, residuals, 0, n + wanted);
  }

  /** How many feasible vectors there are. */
  int feasible() {
    return feasible;
  }

  /** How many of them were found. */
  int count() {
    return lambda.length;
  }

  /** λ, rising; 0 for cuts between components. */
  double[] lambda() {
    return lambda;
  }

  /** v'L̄v. */
  double[] cost() {
    return cost;
  }

  /** v'Q̄v. */
  double[] alpha() {
    return alpha;
  }

  double[] residuals() {
    return residuals;
  }

  int iterations() {
    return iterations;
  }

  long products() {
    return products;
  }

  /** Positions of the {@code count} cheapest vectors, cheapest first, ties by λ. */
  int[] cheapest(int count) {
    return IntStream.range(0, cost.length)
        .boxed()
        .sorted((i, j) -> Double.compare(cost[i], cost[j]))
        .mapToInt(Integer::intValue)
        .limit(count)
        .toArray();
  }

  /** u = D^-1/2 v of the chosen vectors; 0 at isolated points. */
  Embedding indicators(int[] chosen) {
    int n = problem.size();
    double[] degrees = problem.graph().degrees();
    double[] u = new double[n * chosen.length];
    for (int c = 0; c < chosen.length; c++) {
      for (int i = 0; i < n; i++) {
        if (degrees[i] > 0.0) {
          u[c * n + i] = vectors[chosen[c] * n + i] / Math.sqrt(degrees[i]);
        }
      }
    }
    return new Embedding(n, chosen.length, u);
  }
}
