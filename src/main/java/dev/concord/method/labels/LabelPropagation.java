package dev.concord.method.labels;

import dev.concord.graph.ShiftedLaplacian;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.solve.ConjugateGradients;
import dev.concord.linalg.solve.IncompleteCholesky;
import dev.concord.linalg.solve.Preconditioner;
import dev.concord.method.Option;
import dev.concord.method.OptionTypes;
import dev.concord.method.Problem;
import dev.concord.method.Services;
import org.jspecify.annotations.Nullable;

/**
 * The two linear systems of label propagation, solved by conjugate gradients for all classes at
 * once.
 *
 * @param f n x columns, column-major
 * @param columns as {@link LabelClasses#columns}
 * @param solution what the solver did
 */
record LabelPropagation(double[] f, int columns, ConjugateGradients.Solution solution) {
  /** When the linear solver stops. */
  static final Option<Double> TOLERANCE =
      Option.of(
          "tolerance",
          OptionTypes.fraction(),
          1e-12,
          "The relative residual at which the linear solver stops.");

  /** The limit of iterations of the linear solver. */
  static final Option<Integer> MAX_ITERATIONS =
      Option.of(
          "max-iterations",
          OptionTypes.whole(1),
          10_000,
          "Iterations of the linear solver before it is declared not to converge.");

  /** Above this α the system is so ill-conditioned that a preconditioner saves time. */
  private static final double PRECONDITION_FROM = 0.9;

  /** Operations that a factorization may take for each entry: those of some hundred products. */
  private static final double MOST_WORK_AN_ENTRY = 500.0;

  /** Entries a row that the memory estimate assumes for the preconditioner. */
  private static final long ENTRIES_A_ROW = 30;

  /**
   * Harmonic functions (Zhu et al. 2003): f is the known label where there is one, and (I −
   * P_uu)^-1 P_ul y_l elsewhere, P = D^-1 W. Solved in the symmetric form (I − N_uu) g_u = N_ul g_l
   * with g = D^1/2 f. Zero in components without labels.
   */
  static LabelPropagation harmonic(
      Problem problem, LabelClasses classes, Services services, String method) {
    int n = problem.size();
    int columns = LabelClasses.columns(classes.count());
    double[] f = classes.indicator();
    boolean[] free = new boolean[n];
    double[] root = new double[n];
    for (int i = 0; i < n; i++) {
      free[i] = classes.of(i) < 0 && classes.reached(i);
      root[i] = Math.sqrt(problem.graph().degrees()[i]);
    }
    double[] scaled = new double[f.length];
    for (int c = 0; c < columns; c++) {
      for (int i = 0; i < n; i++) {
        scaled[c * n + i] = root[i] * f[c * n + i];
      }
    }
    double[] right = new double[f.length];
    problem.adjacency().apply(scaled, right, columns);
    for (int at = 0; at < right.length; at++) {
      right[at] = free[at % n] ? right[at] : 0.0;
    }
    ConjugateGradients.Solution solution =
        ConjugateGradients.solve(
            "method " + method,
            new Shifted(problem.adjacency(), 1.0, free),
            preconditioner(problem, 1.0, free),
            right,
            columns,
            options(problem),
            services.eigenListener());
    for (int c = 0; c < columns; c++) {
      for (int i = 0; i < n; i++) {
        if (free[i]) {
          f[c * n + i] = solution.x()[c * n + i] / root[i];
        }
      }
    }
    return new LabelPropagation(f, columns, solution);
  }

  /** Local and global consistency (Zhou et al. 2003): f = (I − αN)^-1 y. */
  static LabelPropagation consistent(
      Problem problem, LabelClasses classes, double alpha, Services services, String method) {
    int columns = LabelClasses.columns(classes.count());
    ConjugateGradients.Solution solution =
        ConjugateGradients.solve(
            "method " + method,
            new Shifted(problem.adjacency(), alpha, null),
            isPreconditioned(alpha) ? preconditioner(problem, alpha, null) : Preconditioner.NONE,
            classes.indicator(),
            columns,
            options(problem),
            services.eigenListener());
    return new LabelPropagation(solution.x(), columns, solution);
  }

  /** Whether I − αN is far enough from I for a preconditioner, which is made of its entries. */
  static boolean isPreconditioned(double alpha) {
    return alpha >= PRECONDITION_FROM;
  }

  static ConjugateGradients.Options options(Problem problem) {
    return new ConjugateGradients.Options(
        problem.options().get(TOLERANCE), problem.options().get(MAX_ITERATIONS));
  }

  /**
   * Incomplete Cholesky of I − αN on the free rows; none for a graph so dense that it costs more
   * than it saves (the diagonal is 1, so Jacobi's would change nothing).
   */
  static Preconditioner preconditioner(Problem problem, double alpha, boolean @Nullable [] free) {
    return pays(problem.edges().weights().rowPtr())
        ? IncompleteCholesky.of(ShiftedLaplacian.of(problem.edges(), alpha, free))
        : Preconditioner.NONE;
  }

  /**
   * Whether a factor saves time: its work, the squares of the rows' lengths, against the entries,
   * however many there are of both; and whether the matrix to factor fits its arrays.
   */
  static boolean pays(int[] rowPtr) {
    int n = rowPtr.length - 1;
    double work = 0.0;
    for (int i = 0; i < n; i++) {
      double entries = rowPtr[i + 1] - rowPtr[i];
      work += entries * entries;
    }
    long stored = (long) rowPtr[n] + n;
    return work <= MOST_WORK_AN_ENTRY * rowPtr[n] && stored <= Integer.MAX_VALUE - 8;
  }

  /** Bytes on the driver: right-hand sides, the solver's five blocks, the preconditioner. */
  static long bytes(long points, int clusters) {
    return 8L * points * 8 * LabelClasses.columns(clusters) + 18L * ENTRIES_A_ROW * points;
  }

  /** The figures of the solver. */
  LabelFigures figures(LabelClasses classes) {
    return new LabelFigures(
        solution.residual(),
        solution.iterations(),
        solution.products(),
        classes.names(),
        classes.known(),
        classes.unreached());
  }

  /**
   * I − αN on the free rows and columns, I on the others. Vectors that vanish outside the free
   * rows, as all of the solver's do, stay so.
   */
  record Shifted(LinearOperator adjacency, double alpha, boolean @Nullable [] free)
      implements LinearOperator {
    @Override
    public int size() {
      return adjacency.size();
    }

    @Override
    public void apply(double[] x, double[] y) {
      adjacency.apply(x, y);
      finish(x, y, 1);
    }

    @Override
    public void apply(double[] x, double[] y, int columns) {
      adjacency.apply(x, y, columns);
      finish(x, y, columns);
    }

    private void finish(double[] x, double[] y, int columns) {
      int n = size();
      for (int c = 0; c < columns; c++) {
        int base = c * n;
        for (int i = 0; i < n; i++) {
          boolean plain = free != null && !free[i];
          y[base + i] = plain ? x[base + i] : x[base + i] - alpha * y[base + i];
        }
      }
    }
  }
}
