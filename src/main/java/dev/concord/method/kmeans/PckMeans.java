package dev.concord.method.kmeans;

import dev.concord.constraint.MustLinkClosure;
import dev.concord.method.Method;
import dev.concord.method.MethodInfo;
import dev.concord.method.MethodInfo.Trait;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Option;
import dev.concord.method.OptionTypes;
import dev.concord.method.Problem;
import dev.concord.method.Services;
import dev.concord.partition.coloring.CannotLinkColoring;
import dev.concord.partition.coloring.PartitionProblem;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * PCK-means (Basu, Banerjee and Mooney, SIAM Data Mining 2004): k-means on the feature rows, where
 * a violated pair costs a penalty beside the squared distances. First centres are the means of
 * must-link components, see {@link CentreSeeds}. The graph is not used.
 *
 * <p>With hard constraints must-link components move as one, and in the end the cannot-links of
 * weight 1 are made to hold at the least cost that the colouring finds. With soft constraints all
 * pairs have their price, as in the paper. Its penalty is 1 in the units of the features; here it
 * is relative to their variance, so that it means the same for every table.
 *
 * <p>Cost: O(n k d) for an iteration of a start. Memory 8 n (d + k) bytes.
 */
public final class PckMeans implements Method {
  private static final Option<Double> PENALTY =
      Option.of(
          "penalty",
          OptionTypes.positive(),
          1.0,
          "What a violated pair of weight 1 costs, in units of the mean squared distance of a point"
              + " from the mean of all.");

  private static final Option<Integer> STARTS =
      Option.of(
          "starts",
          OptionTypes.whole(1),
          10,
          "Random starts, fewer on large tables. The one of the lowest objective counts.");

  /** Distances times features of all starts together, for one iteration. */
  private static final long EFFORT = 1L << 25;

  private static final MethodInfo INFO =
      new MethodInfo(
              "pck-means",
              "k-means on the features with a price for violated pairs",
              "Basu, Banerjee and Mooney, SDM 2004",
              "features; pairs are optional",
              "every constraint of weight 1 holds",
              "a million points on the driver")
          .reading(PENALTY, STARTS)
          .reporting(PckMeansFigures.class)
          .with(Trait.NEEDS_FEATURES, Trait.NEEDS_NO_EDGES, Trait.IS_NOT_REFINED_BY_CUT);

  @Override
  public MethodInfo info() {
    return INFO;
  }

  @Override
  public long driverBytes(long points, int clusters, MethodOptions options) {
    return 8L * points * clusters + 40L * points;
  }

  @Override
  public MethodResult run(Problem problem, Services services) {
    return on(FeatureNodes.rows(services, "pck-means"), problem, services);
  }

  /**
   * The same on other rows than the features, such as those of an embedding.
   *
   * @param rows n of one length, row by row
   */
  public MethodResult on(double[] rows, Problem problem, Services services) {
    return on(rows, null, problem, services);
  }

  /**
   * As {@link #on(double[], Problem, Services)}; from a partition, where one is given, in place of
   * random centres, and of must-link components that lie in it whole. Time O(n k d) an iteration.
   *
   * @param from a cluster of each point, 0..k-1, or null
   */
  public MethodResult on(double[] rows, int @Nullable [] from, Problem problem, Services services) {
    if (from != null) {
      return best(problem, services, rows, 1, from);
    }
    long affordable = EFFORT / Math.max(1L, (long) rows.length * problem.clusters());
    long starts = Math.min(problem.options().get(STARTS), affordable);
    return best(problem, services, rows, Math.max(1L, starts), null);
  }

  private static MethodResult best(
      Problem problem, Services services, double[] features, long starts, int @Nullable [] from) {
    int k = problem.clusters();
    PartitionProblem pairs = FeatureNodes.of(problem, problem.hard());
    NodeMeans nodes = NodeMeans.of(features, pairs);
    double penalty = problem.options().get(PENALTY) * nodes.variance();
    services.stage("pck-means");
    PckSearch best = null;
    for (int s = 0; s < starts; s++) {
      SplittableRandom random = FeatureNodes.random(problem, "pck-means", s);
      PckSearch next =
          from == null
              ? new PckSearch(nodes, pairs, k, penalty, random)
              : new PckSearch(nodes, pairs, k, penalty, byNode(from, pairs), random);
      best = best == null || next.objective() < best.objective() ? next : best;
    }
    PckSearch found = Objects.requireNonNull(best);
    int[] colors =
        CannotLinkColoring.of(pairs, k, found.costs(), problem.seeds())
            .colorsOrThrow(k, problem.constraints(), MustLinkClosure.of(problem.constraints()));
    FixedPoint.warnUnlessReached(services, "pck-means", found.iterations());
    return new MethodResult(
        pairs.expand(colors),
        null,
        null,
        new PckMeansFigures(found.objective(), found.violated(), found.iterations(), penalty));
  }

  /** The cluster of a point of each node. */
  private static int[] byNode(int[] labels, PartitionProblem pairs) {
    int[] ofNode = new int[pairs.nodes()];
    for (int i = 0; i < labels.length; i++) {
      ofNode[pairs.nodeOf()[i]] = labels[i];
    }
    return ofNode;
  }
}
