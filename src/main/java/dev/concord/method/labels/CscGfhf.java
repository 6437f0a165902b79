package dev.concord.method.labels;

import dev.concord.error.InputException;
import dev.concord.figure.Inline;
import dev.concord.figure.Key;
import dev.concord.figure.OneAsValue;
import dev.concord.graph.Components;
import dev.concord.linalg.solve.ConjugateGradients;
import dev.concord.linalg.solve.GroupNullSpace;
import dev.concord.linalg.solve.LowRankPencil;
import dev.concord.linalg.solve.PivotedCholesky;
import dev.concord.method.Convergence;
import dev.concord.method.Embedding;
import dev.concord.method.MethodFigures;
import dev.concord.method.MethodInfo;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.NumberOrWord;
import dev.concord.method.Option;
import dev.concord.method.OptionTypes;
import dev.concord.method.Problem;
import dev.concord.method.RoundingFigures;
import dev.concord.method.Services;
import java.util.Locale;

/**
 * Constrained spectral clustering with constraints made of propagated labels ("Labels vs. Pairwise
 * Constraints: A Unified View of Label Propagation and Constrained Spectral Clustering", Algorithm
 * 4, CSC+GFHF). The known labels spread as in {@link Gfhf} to y; Q_ij = exp(−|y_i − y_j|² / (2
 * sigma²)) (Eq. 15), Qbar = D_Q^-1/2 Q D_Q^-1/2; of the stationary labellings Lbar f = lambda Qbar
 * f (Eq. 12), of unit 2-norm and without the trivial one, the one with the largest f'Qbar f is
 * taken and split by sign; for K classes the K − 1 largest, split by k-means.
 *
 * <p>Choices: {@code bandwidth = auto} is half the distance of two labels: 1 for two classes, which
 * are ±1 in one column, and √½ for more, which have one 0/1 column each. Q is used as a pivoted
 * incomplete Cholesky factor: no entry is off by more than {@code kernel-error}, or, where {@code
 * max-rank} ends it first, than the figure {@code kernelError}. On a disconnected graph only D^1/2
 * 1 is trivial; other vectors of lambda = 0, which cut nothing, compete with the rest.
 *
 * <p>Cost: the propagation; a factor of rank r in n·r² operations; r solves with Lbar by conjugate
 * gradients; 16·n·r bytes. r is 5 to 15 for two classes.
 */
public final class CscGfhf implements LabelMethod {
  private static final Option<NumberOrWord> BANDWIDTH =
      Option.of(
          "bandwidth",
          OptionTypes.positiveOr("auto"),
          NumberOrWord.of("auto"),
          "The sigma of the kernel on the propagated labels. auto: half the distance of two labels,"
              + " which is 1 for two classes and sqrt(1/2) for more.");

  private static final Option<Double> KERNEL_ERROR =
      Option.of(
          "kernel-error",
          OptionTypes.between(1e-15, 1.0),
          1e-10,
          "The largest error of an entry of the kernel.");

  private static final Option<Integer> MAX_RANK =
      Option.of(
          "max-rank",
          OptionTypes.whole(0),
          0,
          "Columns of the kernel's factor at most. 0: automatic, 1000 up to 7,000 points, falling to"
              + " 100 from 70,000 points on. Reached only by more than two classes; then the error"
              + " is larger than kernel-error, and reported.");

  private static final String NAME = "csc-gfhf";

  /** Automatic bounds of the rank: n x rank numbers, but no rank below or above these. */
  private static final long AUTOMATIC_SIZE = 7_000_000;

  private static final int LEAST_RANK = 100;
  private static final int MOST_RANK = 1000;

  /** Rank that the kernel of one column of ±1 stays below. */
  private static final int SLIM = 40;

  private static final MethodInfo INFO =
      new MethodInfo(
              NAME,
              "Constrained spectral clustering on propagated labels",
              "Labels vs. Pairwise Constraints: A Unified View (CSC+GFHF)",
              "labels of some points of every class",
              "the best of all stationary labellings of a kernel known to a stated error; labels may be"
                  + " overruled, pairs are not used",
              "graphs for which twice n x rank numbers fit the driver (millions of points for two"
                  + " classes, 100,000s for more)")
          .reading(
              BANDWIDTH,
              KERNEL_ERROR,
              MAX_RANK,
              LabelPropagation.TOLERANCE,
              LabelPropagation.MAX_ITERATIONS)
          .reporting(Figures.class);

  @Override
  public MethodInfo info() {
    return INFO;
  }

  @Override
  public long driverBytes(long points, int clusters, MethodOptions options) {
    long rank = maxRank(points, options);
    rank = clusters <= 2 ? Math.min(SLIM, rank) : rank;
    return LabelPropagation.bytes(points, Math.max(8, clusters)) + 16L * points * rank;
  }

  private static long maxRank(long points, MethodOptions options) {
    int given = options.get(MAX_RANK);
    long automatic =
        Math.max(LEAST_RANK, Math.min(MOST_RANK, AUTOMATIC_SIZE / Math.max(1, points)));
    return Math.min(points, given == 0 ? automatic : given);
  }

  @Override
  public MethodResult run(Problem problem, Services services) {
    LabelClasses classes = LabelClasses.of(problem, NAME);
    MethodOptions options = problem.options();
    NumberOrWord bandwidth = options.get(BANDWIDTH);
    double sigma =
        bandwidth.isNumber() ? bandwidth.number() : classes.count() == 2 ? 1.0 : Math.sqrt(0.5);
    double wanted = options.get(KERNEL_ERROR);
    int maxRank = (int) maxRank(problem.size(), options);
    classes.warnOfUnreached(services, "");
    LabelPropagation spread = LabelPropagation.harmonic(problem, classes, services, NAME);
    PivotedCholesky kernel =
        PivotedCholesky.ofUnitDiagonal(
            problem.size(), kernel(problem.size(), spread, sigma), wanted, maxRank);
    if (kernel.error() > wanted) {
      services.warn(
          String.format(
              Locale.ROOT,
              "method csc-gfhf stopped its kernel factor at method.csc-gfhf.max-rank = %d: entries"
                  + " of the kernel are off by up to %.2g, more than kernel-error = %.2g. Raise"
                  + " max-rank or bandwidth for more digits; 16 bytes a point and rank are needed.",
              kernel.columns().length,
              kernel.error(),
              wanted));
    }
    double bound = normalize(kernel);
    LowRankPencil.Solution found = solve(problem, kernel, classes.count() - 1, services);
    if (found.lambda().length < classes.count() - 1) {
      throw new InputException(
          ("method csc-gfhf: the kernel on the propagated labels gives %s stationary labellings"
                  + " beside the trivial one, but %s clusters need %s. Lower"
                  + " method.csc-gfhf.bandwidth (now %s), or give labels that differ in more"
                  + " points.")
              .formatted(found.lambda().length, classes.count(), classes.count() - 1, sigma));
    }
    Embedding embedding = new Embedding(problem.size(), found.lambda().length, found.vectors());
    boolean two = classes.count() == 2;
    Services.Rounding rounding = two ? null : services.round(embedding, classes.count());
    Figures figures =
        new Figures(
            found.lambda(),
            found.satisfaction(),
            found.next(),
            kernel.columns().length,
            kernel.error(),
            bound,
            sigma,
            found.examined(),
            found.residual(),
            found.iterations(),
            found.products(),
            spread.figures(classes),
            rounding == null ? RoundingFigures.NONE : RoundingFigures.of(rounding));
    return new MethodResult(
        rounding == null ? signs(found.vectors()) : rounding.labels(), embedding, null, figures);
  }

  private static int[] signs(double[] f) {
    int[] labels = new int[f.length];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = f[i] > 0.0 ? 0 : 1;
    }
    return labels;
  }

  /** Eq. 15 on the rows of y. */
  private static PivotedCholesky.Kernel kernel(int n, LabelPropagation spread, double sigma) {
    double[] y = spread.f();
    int columns = spread.columns();
    double scale = -0.5 / (sigma * sigma);
    return (pivot, from, to, out) -> {
      for (int i = from; i < to; i++) {
        out[i] = 0.0;
      }
      for (int c = 0; c < columns; c++) {
        double centre = y[c * n + pivot];
        for (int i = from; i < to; i++) {
          double d = y[c * n + i] - centre;
          out[i] += d * d;
        }
      }
      for (int i = from; i < to; i++) {
        out[i] = StrictMath.exp(scale * out[i]);
      }
    };
  }

  /**
   * Turns the factor of Q into one of Qbar, in place. Returns a bound on the 2-norm of what Qbar
   * lacks, the trace of the scaled remainder.
   */
  private static double normalize(PivotedCholesky kernel) {
    int n = kernel.remainder().length;
    double[] degree = new double[n];
    for (double[] column : kernel.columns()) {
      double sum = 0.0;
      for (double value : column) {
        sum += value;
      }
      for (int i = 0; i < n; i++) {
        degree[i] += sum * column[i];
      }
    }
    double bound = 0.0;
    for (int i = 0; i < n; i++) {
      // Q has ones on its diagonal and no negative entry, so its row sums are at least 1.
      degree[i] = Math.sqrt(Math.max(1.0, degree[i]));
      bound += kernel.remainder()[i] / (degree[i] * degree[i]);
    }
    for (double[] column : kernel.columns()) {
      for (int i = 0; i < n; i++) {
        column[i] /= degree[i];
      }
    }
    return bound;
  }

  private static LowRankPencil.Solution solve(
      Problem problem, PivotedCholesky kernel, int count, Services services) {
    int n = problem.size();
    Components components = problem.components();
    double[] degrees = problem.graph().degrees();
    double[] volume = new double[components.count()];
    for (int i = 0; i < n; i++) {
      volume[components.componentOf()[i]] += degrees[i];
    }
    int[] number = new int[components.count()];
    int groups = 0;
    for (int c = 0; c < number.length; c++) {
      number[c] = volume[c] > 0.0 ? groups++ : -1;
    }
    int[] group = new int[n];
    double[] value = new double[n];
    double[] trivial = new double[groups];
    for (int i = 0; i < n; i++) {
      int c = components.componentOf()[i];
      group[i] = number[c];
      if (number[c] >= 0) {
        value[i] = Math.sqrt(degrees[i] / volume[c]);
        trivial[number[c]] = Math.sqrt(volume[c] / problem.graph().volume());
      }
    }
    ConjugateGradients.Options options = LabelPropagation.options(problem);
    return LowRankPencil.mostSatisfying(
        "method " + NAME,
        new LabelPropagation.Shifted(problem.adjacency(), 1.0, null),
        LabelPropagation.preconditioner(problem, 1.0, null),
        new GroupNullSpace(groups, group, value),
        trivial,
        kernel.columns(),
        count,
        options,
        services.eigenListener());
  }

  /**
   * The figures of csc-gfhf.
   *
   * @param lambda of the stationary labellings used
   * @param satisfaction f'Qf of each of them
   * @param nextSatisfaction that of the best one not used
   * @param rank of the kernel's factor
   * @param kernelError bound on what an entry of the kernel is off
   * @param normalizedKernelError the same after normalization, as a 2-norm
   * @param bandwidth of the kernel
   * @param examined stationary labellings that were computed
   * @param eigenResidual the largest of a labelling
   * @param eigenIterations of their solver
   * @param eigenProducts of their solver with the matrix
   * @param labels the propagation
   */
  record Figures(
      @OneAsValue double[] lambda,
      @OneAsValue @Key("fQf") double[] satisfaction,
      @Key("fQfNext") double nextSatisfaction,
      int rank,
      double kernelError,
      double normalizedKernelError,
      double bandwidth,
      int examined,
      double eigenResidual,
      int eigenIterations,
      long eigenProducts,
      @Inline LabelFigures labels,
      @Inline RoundingFigures rounding)
      implements MethodFigures {

    @Override
    public Convergence convergence() {
      return Convergence.ofOne(labels.residual(), labels.iterations(), labels.products());
    }
  }
}
