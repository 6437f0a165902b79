package dev.concord.method;

import dev.concord.method.MethodInfo.Trait;
import java.util.List;

/**
 * A constrained clustering method. Stateless; one instance serves all runs. The same problem and
 * seed give the same result, bit for bit.
 */
public interface Method {
  /** The method's row in the catalogue. */
  MethodInfo info();

  /** The options of its block in {@code method}, in the order in which documents list them. */
  default List<Option<?>> options() {
    return info().options();
  }

  /** Whether the method makes use of labels of single points. */
  default boolean usesLabels() {
    return is(Trait.USES_LABELS);
  }

  /** Whether the method may start from an earlier run, {@link Services#earlier}. */
  default boolean usesEarlier() {
    return is(Trait.USES_EARLIER);
  }

  /** Whether the method makes use of a second graph. */
  default boolean usesSideGraph() {
    return is(Trait.USES_SIDE_GRAPH);
  }

  /**
   * Whether the method accepts pair weights of any magnitude, not only degrees of belief in (0, 1].
   */
  default boolean takesRealWeights() {
    return is(Trait.TAKES_REAL_WEIGHTS);
  }

  /**
   * Whether a lower normalized cut is a better partition for this method. A method with another
   * objective, and with hard constraints held by itself, is left as it is by the refinement.
   */
  default boolean isRefinedByCut() {
    return !is(Trait.IS_NOT_REFINED_BY_CUT);
  }

  /** Whether a job without a single must-link or cannot-link makes no sense. */
  default boolean needsPairs() {
    return is(Trait.NEEDS_PAIRS);
  }

  /** Whether the method finds the number of clusters itself, and is given none. */
  default boolean findsCount() {
    return is(Trait.FINDS_COUNT);
  }

  /** Whether the method holds the rule of sources that the pairs carry, without a list of pairs. */
  default boolean usesSources() {
    return is(Trait.USES_SOURCES);
  }

  /**
   * Whether weights of edges are scores of compared pairs to the method: a pair of score 0 was
   * compared, other than one without an edge.
   */
  default boolean takesScores() {
    return is(Trait.TAKES_SCORES);
  }

  /** Whether the method works on features, which a job on given edges lacks. */
  default boolean needsFeatures() {
    return is(Trait.NEEDS_FEATURES);
  }

  /** Whether a job without labels of single points makes no sense. */
  default boolean needsLabels() {
    return is(Trait.NEEDS_LABELS);
  }

  /**
   * Whether the method reads single edges of the graph, which must then be on the driver. Otherwise
   * it uses degrees, components and products only.
   */
  default boolean needsEdges(MethodOptions options) {
    return !is(Trait.NEEDS_NO_EDGES);
  }

  /**
   * Throws for sizes that the method cannot take, before any work.
   *
   * @throws dev.concord.error.InputException with the rule and what to do
   */
  default void checkSize(long points, int clusters, MethodOptions options) {}

  /**
   * The bytes that the method holds on the driver beyond the graph and the constraints, at its
   * peak.
   *
   * @param points number of points n
   * @param clusters number of clusters k
   */
  long driverBytes(long points, int clusters, MethodOptions options);

  /**
   * How many matrices with about as many entries as the graph the method holds on the driver, at
   * its peak, beyond the graph and its normalized form.
   */
  default int extraMatrices() {
    return 0;
  }

  /**
   * Clusters the points of {@code problem}.
   *
   * @throws dev.concord.error.InputException when the method lacks what it needs
   * @throws dev.concord.error.ConvergenceException when one of its solvers does not converge
   */
  MethodResult run(Problem problem, Services services);

  /** The records that the figures of its results may be. */
  default List<Class<? extends MethodFigures>> figureTypes() {
    return info().figures();
  }

  private boolean is(Trait trait) {
    return info().traits().contains(trait);
  }
}
