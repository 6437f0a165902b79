package dev.concord.method.pipeline;

import dev.concord.capability.Additions;
import dev.concord.constraint.ConstraintPropagation;
import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PropagationFigures;
import dev.concord.constraint.PropagationOptions;
import dev.concord.graph.Components;
import dev.concord.graph.SignedGraph;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.KnownLabels;
import dev.concord.method.Method;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.Services;
import dev.concord.method.cosc.Refinement;
import dev.concord.method.cosc.RefinementFigures;
import dev.concord.partition.sizes.SizeLimits;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The steps from a similarity graph to a partition: propagate the pairs, build the method's
 * problem, run the method, refine its partition, hold sizes within bounds. A job and a trial of an
 * experiment run these steps, so they find the same partition.
 *
 * @param method the method
 * @param settings its settings
 */
public record Clustering(Method method, Settings settings) {

  /**
   * The settings of a clustering.
   *
   * @param clusters the number k of clusters
   * @param hard whether constraints of weight 1 must hold, all together
   * @param propagate whether constraints are propagated over the graph first
   * @param refine whether the method's partition is refined
   * @param options of the method
   * @param refinement options of method.cosc, which the refinement uses
   * @param seeds the source of every random choice
   */
  public record Settings(
      int clusters,
      boolean hard,
      boolean propagate,
      boolean refine,
      MethodOptions options,
      MethodOptions refinement,
      Seeds seeds) {
    /** The same for another number of clusters. */
    public Settings with(int count) {
      return new Settings(count, hard, propagate, refine, options, refinement, seeds);
    }

    /** The same with other random choices. */
    Settings with(Seeds other) {
      return new Settings(clusters, hard, propagate, refine, options, refinement, other);
    }
  }

  /**
   * The inputs beside the graph.
   *
   * @param pairs judged pairs
   * @param labels of single points, or null
   * @param side a second graph over the same points, or null
   * @param sizes bounds on the sizes of clusters, or null
   */
  public record Knowledge(
      PairConstraints pairs,
      @Nullable KnownLabels labels,
      @Nullable SignedGraph side,
      @Nullable SizeLimits sizes) {}

  /**
   * The graph that the method works on.
   *
   * @param components of the graph
   * @param propagation how it came about, or null when it is the graph as built
   */
  public record MethodGraph(
      WeightedGraph graph, Components components, @Nullable ConstraintPropagation propagation) {
    /** Figures of the propagation, null without one. */
    public @Nullable PropagationFigures figures() {
      return propagation == null ? null : propagation.figures();
    }

    /** Edges that the propagation weakened. */
    public long weakened() {
      return propagation == null ? 0 : propagation.against();
    }
  }

  /**
   * A partition and how it was found.
   *
   * @param result what the method found
   * @param labels the partition in the end
   * @param refinement figures of the refinement, null without one
   * @param sizes figures of the step that holds sizes within bounds, null without bounds
   * @param partedRows rows of equal features whose points are in several clusters all the same
   * @param additions what steps of capabilities found with it
   */
  public record Outcome(
      MethodResult result,
      int[] labels,
      @Nullable RefinementFigures refinement,
      @Nullable SizeFigures sizes,
      int partedRows,
      Additions additions) {
    public Outcome(
        MethodResult result,
        int[] labels,
        @Nullable RefinementFigures refinement,
        @Nullable SizeFigures sizes,
        int partedRows) {
      this(result, labels, refinement, sizes, partedRows, Additions.NONE);
    }
  }

  /** How the two long steps are run: a job keeps their results for a restart. */
  public interface Runner {
    /** The surroundings of one run of the method; closed after it. */
    Services services();

    /** The method's result; {@code step} computes it. */
    default MethodResult method(WeightedGraph graph, Supplier<MethodResult> step) {
      return step.get();
    }

    /** The refined partition; {@code step} computes it from {@code labels}. */
    default Refinement.Refined refinement(
        WeightedGraph graph, int[] labels, Supplier<Refinement.Refined> step) {
      return step.get();
    }

    /** The partition within the bounds of sizes; {@code step} computes it. */
    default SizedPartition sizes(Supplier<SizedPartition> step) {
      return step.get();
    }
  }

  /** Whether {@link #propagate} changes weights. */
  public boolean propagates(PairConstraints pairs) {
    return settings.propagate() && pairs.size() > 0;
  }

  /**
   * The graph after constraint propagation, if that is configured and there are pairs. Weights
   * change, but none becomes 0: the components stay.
   *
   * @throws IllegalStateException when propagation is configured and the edges are not on the
   *     driver
   */
  public MethodGraph propagate(WeightedGraph graph, Components components, PairConstraints pairs) {
    if (!propagates(pairs)) {
      return new MethodGraph(graph, components, null);
    }
    ConstraintPropagation spread =
        ConstraintPropagation.of(
            SimilarityGraph.local(graph), pairs, PropagationOptions.suitedTo(pairs));
    return new MethodGraph(spread.graph(), components, spread);
  }

  /**
   * The partition. Costs what method and refinement cost.
   *
   * @param adjacency products with D^-1/2 W D^-1/2 of {@code graph}, on the driver or on the
   *     executors
   * @throws dev.concord.error.ConcordException when the method finds none
   */
  public Outcome run(MethodGraph graph, LinearOperator adjacency, Knowledge known, Runner runner) {
    Problem problem =
        new Problem(
            graph.graph(),
            graph.components(),
            adjacency,
            known.pairs(),
            settings.hard(),
            known.labels(),
            known.side(),
            settings.clusters(),
            settings.options(),
            settings.seeds());
    MethodResult result = runner.method(graph.graph(), () -> run(problem, runner));
    int[] labels = result.labels();
    RefinementFigures refinement = null;
    if (settings.refine() && Refinement.applies(problem, method)) {
      Refinement.Refined refined =
          runner.refinement(
              graph.graph(),
              result.labels(),
              () -> Refinement.of(problem, method, result.labels(), settings.refinement()));
      labels = refined.labels();
      refinement = refined.figures();
    }
    int[] rows = graph.graph().distinctOf();
    int[] found = EqualRows.together(labels, rows, known.pairs(), known.labels());
    SizeLimits limits = known.sizes();
    if (limits == null) {
      return new Outcome(result, found, refinement, null, EqualRows.parted(found, rows));
    }
    SizedPartition sized = runner.sizes(() -> SizeStep.of(problem, method, found, limits));
    int parted = EqualRows.parted(sized.labels(), rows);
    return new Outcome(result, sized.labels(), refinement, sized.figures(), parted);
  }

  private MethodResult run(Problem problem, Runner runner) {
    try (Services services = runner.services()) {
      return method.run(problem, services);
    }
  }
}
