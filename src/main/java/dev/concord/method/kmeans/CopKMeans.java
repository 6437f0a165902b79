package dev.concord.method.kmeans;

import dev.concord.constraint.Contradictions;
import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.error.UnsatisfiableException;
import dev.concord.method.Method;
import dev.concord.method.MethodFigures;
import dev.concord.method.MethodInfo;
import dev.concord.method.MethodInfo.Trait;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Option;
import dev.concord.method.OptionTypes;
import dev.concord.method.Problem;
import dev.concord.method.Services;
import dev.concord.partition.coloring.PartitionProblem;
import org.jspecify.annotations.Nullable;

/**
 * COP-k-means (Wagstaff, Cardie, Rogers and Schroedl, ICML 2001): k-means on the feature rows,
 * where every point goes to the nearest centre that no pair of weight 1 forbids. A start ends
 * without a partition when all centres are forbidden for some point; the next one visits the points
 * in another order. The graph is not used; pairs of a lower weight are left out.
 *
 * <p>Cost: O(n k d) for an iteration of a start. Memory 8 n d bytes.
 */
public final class CopKMeans implements Method {
  private static final Option<Integer> STARTS =
      Option.of(
          "starts",
          OptionTypes.whole(1),
          10,
          "Random starts. Of those that find a partition the one of the least squared distances"
              + " counts.");

  private static final MethodInfo INFO =
      new MethodInfo(
              "cop-k-means",
              "k-means on the features in which no point joins a cluster that a pair forbids",
              "Wagstaff, Cardie, Rogers and Schroedl, ICML 2001",
              "features; pairs of weight 1",
              "all pairs of weight 1 hold, or the run is refused",
              "a million points on the driver")
          .reading(STARTS)
          .reporting(Figures.class)
          .with(Trait.NEEDS_FEATURES, Trait.NEEDS_NO_EDGES, Trait.IS_NOT_REFINED_BY_CUT);

  @Override
  public MethodInfo info() {
    return INFO;
  }

  @Override
  public long driverBytes(long points, int clusters, MethodOptions options) {
    return 80L * points;
  }

  private static void refuseContradictions(PairConstraints pairs) {
    Contradictions contradictions = Contradictions.find(pairs, MustLinkClosure.of(pairs));
    if (contradictions.count() > 0) {
      throw new UnsatisfiableException(
          ("method cop-k-means holds all pairs of weight 1, but %s cannot-links contradict the"
                  + " must-links, for example %s. Remove one of them, or choose another"
                  + " clusters.method, such as pck-means with clusters.constraints = soft.")
              .formatted(
                  contradictions.count(),
                  contradictions.describe(contradictions.proofs(1).get(0))));
    }
  }

  @Override
  public MethodResult run(Problem problem, Services services) {
    refuseContradictions(problem.constraints());
    PartitionProblem pairs = FeatureNodes.of(problem, true);
    NodeMeans nodes = NodeMeans.of(FeatureNodes.rows(services, "cop-k-means"), pairs);
    services.stage("cop-k-means");
    int starts = problem.options().get(STARTS);
    int failed = 0;
    CopSearch.@Nullable Found best = null;
    for (int s = 0; s < starts; s++) {
      CopSearch.Found next =
          CopSearch.run(
              nodes,
              pairs.apart(),
              problem.clusters(),
              FeatureNodes.random(problem, "cop-k-means", s));
      failed += next == null ? 1 : 0;
      if (next != null && (best == null || next.cost() < best.cost())) {
        best = next;
      }
    }
    if (best == null) {
      throw new UnsatisfiableException(
          ("method cop-k-means found no partition in %s starts: each came to a point to which the"
                  + " cannot-links of weight 1 left none of the %s clusters. It never takes a"
                  + " decision back, so another partition may meet all constraints. Choose"
                  + " another clusters.method, such as pck-means, or raise"
                  + " method.cop-k-means.starts.")
              .formatted(starts, problem.clusters()));
    }
    FixedPoint.warnUnlessReached(services, "cop-k-means", best.iterations());
    return new MethodResult(
        pairs.expand(best.labels()),
        null,
        null,
        new Figures(best.cost(), best.iterations(), failed));
  }

  /**
   * The figures of cop-k-means.
   *
   * @param objective sum of squared distances to the centres
   * @param iterations of the start that counts
   * @param failedStarts starts that found no partition
   */
  record Figures(double objective, int iterations, int failedStarts) implements MethodFigures {}
}
