package dev.concord.spark.coarse;

import dev.concord.partition.sizes.SizeLimits;
import java.util.Arrays;
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

  /**
   * Applies votes, the largest gains first, of equal ones the smallest node's, as long as they
   * lower the cut. The last node of a cluster stays. Returns how many nodes moved.
   *
   * @param association of each cluster when the votes were made; changed as nodes move
   * @param clusterOf of must-link components; changed as nodes move
   */
  int apply(List<ClusterVotes> votes, double[] association, Map<Integer, Integer> clusterOf) {
    ClusterVotes.Totals totals = new ClusterVotes.Totals(association, volume);
    int[] start = new int[votes.size() + 1];
    for (int part = 0; part < votes.size(); part++) {
      start[part + 1] = start[part] + votes.get(part).node().length;
    }
    int moved = 0;
    for (long place : byFallingGain(totals, votes, start)) {
      int part = part(start, (int) place);
      ClusterVotes of = votes.get(part);
      int at = (int) place - start[part];
      int v = of.node()[at];
      int to = of.cluster()[at];
      if (gain(totals, of, at) <= 0.0
          || members[labels[v]] == 1
          || !mayLeave(v, to)
          || !known.mayMove(level.tags(), v, to, clusterOf, points)) {
        continue;
      }
      move(v, to, of, at, association);
      for (int component : level.tags().of(v)) {
        clusterOf.put(component, to);
      }
      moved++;
    }
    return moved;
  }

  /**
   * The places of all votes, one block after the other, in the lower halves; the upper ones are the
   * ranks of their gains. 24 bytes a vote.
   */
  private long[] byFallingGain(ClusterVotes.Totals totals, List<ClusterVotes> votes, int[] start) {
    double[] losses = new double[start[votes.size()]];
    for (int part = 0; part < votes.size(); part++) {
      for (int i = 0; i < votes.get(part).node().length; i++) {
        losses[start[part] + i] = -gain(totals, votes.get(part), i);
      }
    }
    double[] sorted = losses.clone();
    Arrays.sort(sorted);
    int distinct = 0;
    for (double loss : sorted) {
      if (distinct == 0 || Double.compare(loss, sorted[distinct - 1]) != 0) {
        sorted[distinct++] = loss;
      }
    }
    long[] order = new long[losses.length];
    for (int vote = 0; vote < order.length; vote++) {
      long rank = Arrays.binarySearch(sorted, 0, distinct, losses[vote]);
      order[vote] = rank << 32 | vote;
    }
    Arrays.sort(order);
    return order;
  }

  /** The block that has a vote; blocks may have none. */
  private static int part(int[] start, int vote) {
    int low = 0;
    int high = start.length - 1;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (start[middle] <= vote) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static double loop(ClusterVotes votes, int i) {
    return votes.loop().length == 0 ? 0.0 : votes.loop()[i];
  }

  private double gain(ClusterVotes.Totals totals, ClusterVotes votes, int i) {
    int v = votes.node()[i];
    return totals.gain(
        labels[v],
        votes.cluster()[i],
        votes.own()[i],
        votes.to()[i],
        loop(votes, i),
        level.degrees()[v]);
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
    association[from] -= 2.0 * votes.own()[i] + loop(votes, i);
    association[to] += 2.0 * votes.to()[i] + loop(votes, i);
    members[from]--;
    members[to]++;
    volume[from] -= level.degrees()[v];
    volume[to] += level.degrees()[v];
    if (sizes.length > 0) {
      sizes[from] -= weight[v];
      sizes[to] += weight[v];
    }
    labels[v] = to;
  }
}
