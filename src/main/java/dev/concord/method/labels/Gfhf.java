package dev.concord.method.labels;

import dev.concord.figure.Inline;
import dev.concord.method.Convergence;
import dev.concord.method.Embedding;
import dev.concord.method.MethodFigures;
import dev.concord.method.MethodInfo;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.Services;

/**
 * Gaussian fields and harmonic functions (Zhu, Ghahramani and Lafferty 2003): known labels stay,
 * every other point takes the weighted mean of its neighbours. One column a class, or one of ±1 for
 * two classes; a point joins the class of its largest value.
 *
 * <p>Choices: no class mass normalization. Points in components without any known label keep f = 0
 * and join the class with most known labels, with a warning. Must-links and cannot-links are
 * counted and not used.
 *
 * <p>Cost: one solve with I − N_uu for all classes, by conjugate gradients with an incomplete
 * Cholesky preconditioner; each iteration is one block product.
 */
public final class Gfhf implements LabelMethod {
  private static final String NAME = "gfhf";

  private static final MethodInfo INFO =
      new MethodInfo(
              NAME,
              "Label propagation by Gaussian fields and harmonic functions",
              "Zhu, Ghahramani and Lafferty, ICML 2003",
              "labels of some points of every class",
              "known labels are kept; the unique harmonic function, to the tolerance; pairs are not"
                  + " used",
              "graphs whose vectors, one a class, fit the driver (10 million points)")
          .reading(LabelPropagation.TOLERANCE, LabelPropagation.MAX_ITERATIONS)
          .reporting(Figures.class);

  @Override
  public MethodInfo info() {
    return INFO;
  }

  @Override
  public MethodResult run(Problem problem, Services services) {
    LabelClasses classes = LabelClasses.of(problem, NAME);
    classes.warnOfUnreached(
        services, ", and they join the class with most known labels, " + classes.fallback());
    LabelPropagation found = LabelPropagation.harmonic(problem, classes, services, NAME);
    return new MethodResult(
        classes.assign(found.f()),
        new Embedding(problem.size(), found.columns(), found.f()),
        null,
        new Figures(found.figures(classes)));
  }

  /**
   * The figures of gfhf.
   *
   * @param labels the propagation
   */
  record Figures(@Inline LabelFigures labels) implements MethodFigures {
    @Override
    public Convergence convergence() {
      return Convergence.ofOne(labels.residual(), labels.iterations(), labels.products());
    }
  }
}
