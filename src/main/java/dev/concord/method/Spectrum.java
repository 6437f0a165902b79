package dev.concord.method;

import dev.concord.error.ConvergenceException;
import dev.concord.error.InputException;
import dev.concord.error.MemoryException;
import dev.concord.graph.Components;
import dev.concord.graph.NullVectors;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Solver;
import dev.concord.linalg.solve.EigenOptions;
import dev.concord.linalg.solve.EigenSizes;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.linalg.solve.SymmetricEigensolver;
import org.jspecify.annotations.Nullable;

/**
 * The smoothest eigenvectors of the normalized Laplacian I - D^-1/2 W D^-1/2, found at the largest
 * algebraic end of D^-1/2 W D^-1/2. The vectors of eigenvalue 0 are known exactly, one a component,
 * and are deflated, so their number may be anything.
 */
public final class Spectrum {
  private static final int BEYOND_COUNT = 3;
  private static final int BEYOND_POINTS = 100_000;
  private static final double BEYOND_TOLERANCE = 1e-4;

  private static final IterationListener NOBODY = (iteration, products, residual) -> {};

  private Spectrum() {}

  /** The {@code count} smoothest eigenpairs; cost: see {@link SymmetricEigensolver}. */
  public static Eigenpairs smoothest(Problem problem, int count, Services services) {
    if (count > problem.size()) {
      throw new InputException(
          ("clusters.eigenvectors is %s, but the graph has only %s points; set it to at most that"
                  + " many.")
              .formatted(count, problem.size()));
    }
    return services.smoothest(
        problem.graph(),
        options(problem, count),
        () -> {
          double[][] known = NullVectors.of(problem.graph(), problem.components(), count);
          return largest(problem, problem.adjacency(), known, count, services.eigenListener());
        });
  }

  /**
   * The {@code count} largest eigenpairs of a matrix over the points whose largest eigenvalue is 1,
   * by the options that the spectral methods share.
   *
   * @param known orthonormal eigenvectors of eigenvalue 1
   */
  public static Eigenpairs largest(
      Problem problem,
      LinearOperator operator,
      double[][] known,
      int count,
      IterationListener listener) {
    return SymmetricEigensolver.largest(operator, known, 1.0, options(problem, count), listener);
  }

  /**
   * A few eigenvalues of the Laplacian beyond the pairs of a method, ascending, to show the gap
   * after them; null when they are not found. A separate solve beside the known vectors computes
   * them, so that no other result changes by a bit; at a loose tolerance, and for at most {@value
   * #BEYOND_POINTS} points. Costs about what the pairs did, at a looser tolerance.
   */
  public static double @Nullable [] beyond(Problem problem, Eigenpairs pairs) {
    int n = problem.size();
    int count = Math.min(BEYOND_COUNT, n - pairs.count());
    if (count < 1 || n > BEYOND_POINTS) {
      return null;
    }
    EigenOptions options =
        new EigenOptions(
            count,
            BEYOND_TOLERANCE,
            problem.options().get(SolverOptions.MAX_ITERATIONS),
            problem.seeds().stream("eigenvalues beyond"),
            Solver.AUTO);
    try {
      Eigenpairs found =
          SymmetricEigensolver.largest(
              new Beside(problem.adjacency(), pairs), new double[0][], 1.0, options, NOBODY);
      double[] values = new double[count];
      for (int j = 0; j < count; j++) {
        values[j] = Math.max(0.0, 1.0 - found.values()[j]);
      }
      return values;
    } catch (ConvergenceException | MemoryException e) {
      // Advice alone; the run has what it needs.
      return null;
    }
  }

  /**
   * A - 2 V V': the known eigenvectors V, orthonormal, go below all other eigenvalues of A, which
   * are within [-1, 1].
   */
  private record Beside(LinearOperator a, Eigenpairs known) implements LinearOperator {
    @Override
    public int size() {
      return a.size();
    }

    @Override
    public void apply(double[] x, double[] y) {
      a.apply(x, y);
      int n = size();
      double[] v = known.vectors();
      for (int j = 0; j < known.count(); j++) {
        double along = 0.0;
        for (int i = 0; i < n; i++) {
          along += v[j * n + i] * x[i];
        }
        for (int i = 0; i < n; i++) {
          y[i] -= 2.0 * along * v[j * n + i];
        }
      }
    }
  }

  private static EigenOptions options(Problem problem, int count) {
    MethodOptions options = problem.options();
    return new EigenOptions(
        count,
        options.get(SolverOptions.TOLERANCE),
        options.get(SolverOptions.MAX_ITERATIONS),
        problem.seeds().stream("eigenvectors"),
        options.get(SolverOptions.SOLVER));
  }

  /** Eigenvectors that a learned kernel is made of: the option, or all of a small graph. */
  public static int width(long points, MethodOptions options, int usual) {
    return (int) Math.min(points, options.get(SolverOptions.EIGENVECTORS, usual));
  }

  /**
   * Refuses, before any work, eigenvectors that no array holds, and a dense solve of too many
   * points. At least one of them, the constant one, is known and not computed.
   *
   * @throws dev.concord.error.MemoryException with what to do
   */
  public static void checkSize(long points, int count, MethodOptions options) {
    EigenSizes.check(points, count - 1L, options.get(SolverOptions.SOLVER));
  }

  /**
   * Bytes on the driver: the result, a Lanczos basis of about twice its width, and the vectors that
   * pass through the solver.
   */
  public static long bytes(long points, int count) {
    return 8L * points * (count + Math.max(2L * count + 5, 40) + 24);
  }

  /**
   * Warns when the graph has more components than an embedding of {@code count} columns separates.
   */
  public static void warnAboutComponents(Problem problem, int count, Services services) {
    warnAboutComponents("The graph", problem.components(), count, problem.clusters(), services);
  }

  /** The same for a graph of another name, such as the one with the constraints put in. */
  public static void warnAboutComponents(
      String graph, Components components, int count, int clusters, Services services) {
    int isolated = components.isolated();
    int connected = components.count() - isolated;
    if (connected > count) {
      services.warn(
          ("%s falls into %s components of two or more points, more than the %s eigenvectors used:"
                  + " the points outside the %s largest components cannot be separated. Raise"
                  + " graph.neighbors or clusters.eigenvectors.")
              .formatted(graph, connected, count, count));
    } else if (connected > clusters) {
      services.warn(
          ("%s falls into %s components of two or more points, more than the %s of clusters.count:"
                  + " some clusters join points that no path connects. Raise graph.neighbors or"
                  + " clusters.count.")
              .formatted(graph, connected, clusters));
    }
    if (isolated > 0) {
      services.warn(
          isolated
              + " points have no edge at all; their rows of the embedding are zero, so they end up"
              + " together. Look for duplicates or outliers, or raise graph.neighbors.");
    }
  }
}
