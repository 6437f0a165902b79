package dev.concord.partition.coloring;

import dev.concord.linalg.Seeds;
import org.jspecify.annotations.Nullable;

/**
 * Turns a proposed clustering into one that meets every hard constraint and is near to it. Each
 * node (a must-link component) takes the label that most of its points have, by weight; where two
 * nodes that must lie apart share a label, the ones with the least to lose give way ({@link
 * CannotLinkColoring}). Nodes outside such conflicts keep their labels, except for the few that
 * conflicts push on or that keep a cluster from being empty.
 *
 * <p>What a node loses in a cluster is the difference of its affinities to the cluster of its
 * majority and to that one; without affinities, the weight of its points that were proposed for the
 * first less those proposed for the second. Nothing is gained by leaving the majority's cluster.
 *
 * <p>Time O(points + nodes k + cannot-links) where conflicts resolve easily, memory 8 k bytes a
 * node.
 */
public final class FeasibleStart {
  /** A share that decides ties and nothing else. */
  private static final double SLIGHT = 1e-9;

  private FeasibleStart() {}

  /**
   * The nearest feasible labels found.
   *
   * @param problem with hard constraints
   * @param k number of clusters, at least 1
   * @param proposal a label of each point in 0..k-1, length {@link PartitionProblem#points()}
   * @param pointWeights weight of each point, for the majority, or null: then all weigh the same
   * @param affinities at v k + c how well node v fits cluster c, the greater the better, length
   *     nodes * k, finite; or null
   * @param seeds for the rare conflicts that need a search
   * @return the labels of the nodes, or why there are none
   */
  public static ColoringResult of(
      PartitionProblem problem,
      int k,
      int[] proposal,
      double @Nullable [] pointWeights,
      double @Nullable [] affinities,
      Seeds seeds) {
    int points = problem.points();
    if (proposal.length != points || (pointWeights != null && pointWeights.length != points)) {
      throw new IllegalArgumentException(
          "%d points, with %d labels and %d weights"
              .formatted(
                  points, proposal.length, pointWeights == null ? points : pointWeights.length));
    }
    int nodes = problem.nodes();
    if (affinities != null && affinities.length != (long) nodes * k) {
      throw new IllegalArgumentException(
          "%d nodes and k = %d, with %d affinities".formatted(nodes, k, affinities.length));
    }
    double[] votes = votes(problem, k, proposal, pointWeights);
    double[] costs = new double[votes.length];
    double[] gains = affinities == null ? votes : affinities;
    // Leaving the majority always costs something, so that no node leaves without a gain.
    double least = SLIGHT * greatest(gains);
    for (int v = 0; v < nodes; v++) {
      int majority = majority(votes, v, k);
      for (int c = 0; c < k; c++) {
        double loss = Math.max(0.0, gains[v * k + majority] - gains[v * k + c]);
        costs[v * k + c] = c == majority ? 0.0 : loss + least;
      }
    }
    return CannotLinkColoring.of(problem, k, costs, seeds);
  }

  /** At v k + c the weight of the points of node v that were proposed for cluster c. */
  private static double[] votes(
      PartitionProblem problem, int k, int[] proposal, double @Nullable [] weights) {
    double[] votes = new double[Math.multiplyExact(problem.nodes(), k)];
    // Among points without weight each counts equally.
    double least = weights == null ? 0.0 : Math.max(SLIGHT * greatest(weights), Double.MIN_NORMAL);
    for (int i = 0; i < proposal.length; i++) {
      if (proposal[i] < 0 || proposal[i] >= k) {
        throw new IllegalArgumentException(
            "point %d has the label %d of %d clusters".formatted(i, proposal[i], k));
      }
      double weight = weights == null ? 1.0 : weights[i];
      votes[problem.nodeOf()[i] * k + proposal[i]] += Math.max(weight, least);
    }
    return votes;
  }

  private static double greatest(double[] values) {
    double greatest = 0.0;
    for (double value : values) {
      greatest = Math.max(greatest, Math.abs(value));
    }
    return greatest;
  }

  private static int majority(double[] votes, int v, int k) {
    int best = 0;
    for (int c = 1; c < k; c++) {
      best = votes[v * k + c] > votes[v * k + best] ? c : best;
    }
    return best;
  }
}
