package dev.concord.spark.coarse;

import dev.concord.partition.sizes.SizeLimits;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Moves of nodes to other clusters on one level, as far as pairs, labels and sizes allow.
 *
 * @param labels cluster of each node; changed
 * @param volume of each cluster; changed
 * @param members nodes of each cluster; changed
 * @param weight of each node as bounds of sizes count it; empty without bounds
 * @param sizes of each cluster in these weights; changed
 * @param points whether the nodes are the points
 */
record ClusterMoves(
    CoarseLevels.Level level,
    int[] labels,
    double[] volume,
    int[] members,
    double[] weight,
    double[] sizes,
    CoarseKnowledge known,
    boolean points) {

  /** A vote: a place in the votes of a block, and what the move gained when it was voted. */
  private record Vote(ClusterVotes of, int at, double gain) {
    int node() {
      return of.node()[at];
    }
  }

  /**
   * Applies votes, the largest gains first, of equal ones the smallest node's, as long as they
   * lower the cut. The last node of a cluster stays. Returns how many nodes moved.
   *
   * @param association of each cluster when the votes were made; changed as nodes move
   * @param clusterOf of must-link components; changed as nodes move
   */
  int apply(List<ClusterVotes> votes, double[] association, Map<Integer, Integer> clusterOf) {
    ClusterVotes.Totals totals = new ClusterVotes.Totals(association, volume);
    int count = votes.stream().mapToInt(part -> part.node().length).sum();
    Vote[] order = new Vote[count];
    int filled = 0;
    for (ClusterVotes part : votes) {
      for (int i = 0; i < part.node().length; i++) {
        order[filled++] = new Vote(part, i, gain(totals, part, i));
      }
    }
    Arrays.sort(
        order, Comparator.comparingDouble((Vote v) -> -v.gain).thenComparingInt(Vote::node));
    int moved = 0;
    for (Vote vote : order) {
      int v = vote.node();
      int to = vote.of.cluster()[vote.at];
      if (gain(totals, vote.of, vote.at) <= 0.0
          || members[labels[v]] == 1
          || !mayLeave(v, to)
          || !known.mayMove(level.tags(), v, to, clusterOf, points)) {
        continue;
      }
      move(v, to, vote.of, vote.at, association);
      for (int component : level.tags().of(v)) {
        clusterOf.put(component, to);
      }
      moved++;
    }
    return moved;
  }

  private double gain(ClusterVotes.Totals totals, ClusterVotes votes, int i) {
    int v = votes.node()[i];
    return totals.gain(
        labels[v],
        votes.cluster()[i],
        votes.own()[i],
        votes.to()[i],
        votes.loop()[i],
        votes.degree()[i]);
  }

  private boolean mayLeave(int v, int to) {
    SizeLimits limits = known.sizes();
    if (limits == null) {
      return true;
    }
    return sizes[labels[v]] - weight[v] >= limits.lower()[labels[v]]
        && sizes[to] + weight[v] <= limits.upper()[to];
  }

  private void move(int v, int to, ClusterVotes votes, int i, double[] association) {
    int from = labels[v];
    association[from] -= 2.0 * votes.own()[i] + votes.loop()[i];
    association[to] += 2.0 * votes.to()[i] + votes.loop()[i];
    members[from]--;
    members[to]++;
    volume[from] -= votes.degree()[i];
    volume[to] += votes.degree()[i];
    if (sizes.length > 0) {
      sizes[from] -= weight[v];
      sizes[to] += weight[v];
    }
    labels[v] = to;
  }
}
