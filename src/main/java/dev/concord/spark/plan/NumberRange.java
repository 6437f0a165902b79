package dev.concord.spark.plan;

import dev.concord.config.ClustersConfig;
import dev.concord.constraint.PairConstraints;
import dev.concord.error.UnsatisfiableException;
import dev.concord.graph.Components;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.FeatureRows;
import dev.concord.method.KnownLabels;
import dev.concord.method.pipeline.NumberChoice;
import dev.concord.method.pipeline.NumberTask;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of clusters from which a job chooses.
 *
 * @param least smallest number
 * @param most largest number, at most that of the points
 * @param widens whether pairs may raise the largest number
 */
public record NumberRange(int least, int most, boolean widens) {
  /**
   * The configured range, within the number of points and what bounds of sizes allow.
   *
   * @throws UnsatisfiableException when the bounds of sizes allow no number of it
   */
  public static NumberRange of(ClustersConfig clusters, JobInputs inputs) {
    return of(clusters, inputs.size(), inputs.weights());
  }

  /**
   * As {@link #of(ClustersConfig, JobInputs)}.
   *
   * @param n number of points
   * @param weights of the points, or null where sizes count points
   */
  public static NumberRange of(ClustersConfig clusters, int n, double @Nullable [] weights) {
    ClustersConfig.Count number = clusters.number();
    int most = Math.max(1, Math.min(n, number.most(n)));
    int least = Math.min(number.least(), most);
    ClustersConfig.Sizes sizes = clusters.sizes();
    if (sizes == null || sizes.perCluster()) {
      return new NumberRange(least, most, number.auto());
    }
    double total = weights == null ? n : Arrays.stream(weights).sum();
    double lower = sizes.lower(1, total, weights == null)[0];
    double upper = sizes.upper(1, total, weights == null)[0];
    int enough = (int) Math.min(n, StrictMath.ceil(total / upper));
    int room = lower > 0.0 ? (int) Math.min(n, total / lower) : n;
    int from = Math.max(least, enough);
    int to = Math.min(number.auto() ? Math.max(most, enough) : most, room);
    if (from > to) {
      throw new UnsatisfiableException(
          "clusters.count = %s has no number that clusters.sizes allows: %s; widen one of them."
              .formatted(
                  number,
                  String.format(
                      Locale.ROOT, "%,d points need %d to %d clusters", n, enough, room)));
    }
    return new NumberRange(from, to, false);
  }

  /** The choice among these numbers. */
  public NumberTask task(
      ClustersConfig clusters,
      JobInputs inputs,
      WeightedGraph graph,
      Components components,
      LinearOperator adjacency,
      FeatureRows features) {
    Seeds seeds = Seeds.of(clusters.seed());
    return task(
        graph,
        components,
        adjacency,
        inputs.constraints(),
        inputs.labels(),
        features,
        clusters.hardConstraints(),
        seeds);
  }

  /**
   * As {@link #task(ClustersConfig, JobInputs, WeightedGraph, Components, LinearOperator,
   * FeatureRows)}.
   */
  public NumberTask task(
      WeightedGraph graph,
      Components components,
      LinearOperator adjacency,
      PairConstraints pairs,
      @Nullable KnownLabels labels,
      FeatureRows features,
      boolean hard,
      Seeds seeds) {
    return new NumberTask(
        graph, components, adjacency, pairs, labels, features, hard, least, most, widens, seeds);
  }

  /** What the choice takes, a line of the plan. */
  public String plan(int points) {
    return String.format(
        Locale.ROOT,
        "number         chosen from %d to %d: %d eigenvectors of two graphs, up to %d partitions of"
            + " %,d points, then the method%n",
        least,
        most,
        Math.min(points, most + 1),
        3 * Math.min(NumberChoice.CANDIDATES, most - least + 1),
        Math.min(points, NumberChoice.SAMPLE));
  }
}
