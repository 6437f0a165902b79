package dev.concord.method.labels;

import dev.concord.figure.Inline;
import dev.concord.method.Convergence;
import dev.concord.method.Embedding;
import dev.concord.method.MethodFigures;
import dev.concord.method.MethodInfo;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Option;
import dev.concord.method.OptionTypes;
import dev.concord.method.Problem;
import dev.concord.method.Services;

/**
 * Learning with local and global consistency (Zhou et al. 2003): f = (I − αN)^-1 y for the known
 * labels y, one column a class, or one of ±1 for two classes; a point joins the class of its
 * largest value. Known labels may be overruled.
 *
 * <p>Choices: the limit of Zhou's iteration is (1 − α) times that f. The factor changes no cluster;
 * {@code scaling = limit} applies it to the embedding, {@code scaling = plain}, the default, does
 * not, as in Zhou's closed form. Points in components without any known label keep f = 0 and join
 * the class with most known labels, with a warning. Must-links and cannot-links are counted and not
 * used.
 *
 * <p>Cost: one solve with I − αN for all classes, by conjugate gradients: some 20 block products
 * for α = 0.5, more as α nears 1, where an incomplete Cholesky preconditioner is used.
 */
public final class Llgc implements LabelMethod {
  /** How the embedding is scaled. */
  private enum Scaling {
    PLAIN,
    LIMIT
  }

  private static final Option<Double> ALPHA =
      Option.of(
          "alpha",
          OptionTypes.fraction(),
          0.5,
          "How far labels spread; the larger it is, the less known labels weigh.");

  private static final Option<Scaling> SCALING =
      Option.choice(
          "scaling",
          Scaling.class,
          "Whether the embedding is (I - alpha N)^-1 y, or 1 - alpha times that, the limit of the"
              + " iteration. The clusters are the same.");

  private static final String NAME = "llgc";

  private static final MethodInfo INFO =
      new MethodInfo(
              NAME,
              "Label propagation by local and global consistency",
              "Zhou, Bousquet, Lal, Weston and Schoelkopf, NIPS 2003",
              "labels of some points of every class",
              "the unique solution of its linear system, to the tolerance; labels may be overruled,"
                  + " pairs are not used",
              "graphs whose vectors, one a class, fit the driver (10 million points)")
          .reading(ALPHA, SCALING, LabelPropagation.TOLERANCE, LabelPropagation.MAX_ITERATIONS)
          .reporting(Figures.class);

  @Override
  public MethodInfo info() {
    return INFO;
  }

  @Override
  public boolean needsEdges(MethodOptions options) {
    return LabelPropagation.isPreconditioned(options.get(ALPHA));
  }

  @Override
  public MethodResult run(Problem problem, Services services) {
    LabelClasses classes = LabelClasses.of(problem, NAME);
    double alpha = problem.options().get(ALPHA);
    Scaling scaling = problem.options().get(SCALING);
    classes.warnOfUnreached(
        services, ", and they join the class with most known labels, " + classes.fallback());
    LabelPropagation found = LabelPropagation.consistent(problem, classes, alpha, services, NAME);
    int[] labels = classes.assign(found.f());
    int undecided = undecided(problem.size(), classes, found, alpha);
    if (undecided > 0) {
      services.warn(
          ("%s points are so far from every known label that method llgc cannot distinguish the"
                  + " classes there within tolerance = %s at alpha = %s. Raise method.llgc.alpha,"
                  + " lower method.llgc.tolerance, or use clusters.method = gfhf.")
              .formatted(undecided, problem.options().get(LabelPropagation.TOLERANCE), alpha));
    }
    double[] f = found.f();
    if (scaling == Scaling.LIMIT) {
      for (int at = 0; at < f.length; at++) {
        f[at] *= 1.0 - alpha;
      }
    }
    Figures figures =
        new Figures(alpha, OptionTypes.word(scaling), found.figures(classes), undecided);
    return new MethodResult(
        labels, new Embedding(problem.size(), found.columns(), f), null, figures);
  }

  /**
   * Points whose decision lies within the proven error of f: an entry of column c is off by at most
   * the residual's length over 1 − α, the smallest eigenvalue of the matrix.
   */
  private static int undecided(int n, LabelClasses classes, LabelPropagation found, double alpha) {
    int columns = found.columns();
    int[] size = new int[classes.count()];
    for (int i = 0; i < n; i++) {
      if (classes.of(i) >= 0) {
        size[classes.of(i)]++;
      }
    }
    double[] error = new double[columns];
    for (int c = 0; c < columns; c++) {
      double length = Math.sqrt(columns == 1 ? classes.known() : size[c]);
      error[c] = found.solution().residuals()[c] * length / (1.0 - alpha);
    }
    double[] f = found.f();
    int undecided = 0;
    for (int i = 0; i < n; i++) {
      if (!classes.reached(i)) {
        continue;
      }
      if (columns == 1) {
        undecided += Math.abs(f[i]) <= error[0] ? 1 : 0;
        continue;
      }
      int best = 0;
      for (int c = 1; c < columns; c++) {
        best = f[c * n + i] > f[best * n + i] ? c : best;
      }
      boolean tied = false;
      for (int c = 0; c < columns; c++) {
        tied |= c != best && f[best * n + i] - f[c * n + i] <= error[best] + error[c];
      }
      undecided += tied ? 1 : 0;
    }
    return undecided;
  }

  /**
   * The figures of llgc.
   *
   * @param alpha the share of a neighbour's label
   * @param scaling of the result
   * @param labels the propagation
   * @param undecided points whose classes differ by less than the tolerance
   */
  record Figures(double alpha, String scaling, @Inline LabelFigures labels, int undecided)
      implements MethodFigures {

    @Override
    public Convergence convergence() {
      return Convergence.ofOne(labels.residual(), labels.iterations(), labels.products());
    }
  }
}
