package dev.concord.metric.doubt;

import dev.concord.metric.ClusterMatching;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The share of the alternatives that put a point into a cluster. The clusters of an alternative are
 * those of the final partition that they are matched to, one to one; an unmatched one votes for
 * none. Without an alternative the final partition votes for itself.
 *
 * @param agreement how far the searches agree with the final partition: the mean over the searches
 *     of the share of points on which the nearest of their partitions agrees with it, weighted by
 *     the most weight of one of them; the search that agrees most is left out, since the final
 *     partition is its own. Not a number where there is one search only, or none has weight
 */
record Votes(int[] labels, int[][] voted, double[] weight, double agreement) {
  /**
   * The votes. Time O(n) an alternative, and the matching of its clusters.
   *
   * @param labels length n, in 0..k-1, of the final partition
   * @param k number of clusters
   */
  static Votes of(int[] labels, int k, List<Alternative> alternatives) {
    Map<Integer, Integer> ofRun = new HashMap<>();
    for (Alternative one : alternatives) {
      ofRun.merge(one.run(), 1, Integer::sum);
    }
    int[][] voted = new int[alternatives.size()][];
    double[] weight = new double[voted.length];
    double total = 0.0;
    for (int a = 0; a < voted.length; a++) {
      Alternative one = alternatives.get(a);
      weight[a] = one.weight() / ofRun.getOrDefault(one.run(), 1);
      total += weight[a];
      int clusters = Math.max(k, Arrays.stream(one.labels()).max().orElse(-1) + 1);
      int[] partner = ClusterMatching.of(labels, one.labels(), clusters).partnerOf();
      voted[a] = Arrays.stream(one.labels()).map(label -> partner[label]).toArray();
    }
    if (!(total > 0.0)) {
      return new Votes(labels, new int[][] {labels}, new double[] {1.0}, Double.NaN);
    }
    for (int a = 0; a < weight.length; a++) {
      weight[a] /= total;
    }
    return new Votes(labels, voted, weight, agreement(labels, alternatives, voted));
  }

  private static double agreement(int[] labels, List<Alternative> alternatives, int[][] voted) {
    // Of each search the agreement of its nearest partition, and its most weight.
    Map<Integer, double[]> searches = new TreeMap<>();
    for (int a = 0; a < voted.length; a++) {
      int same = 0;
      for (int i = 0; i < labels.length; i++) {
        same += voted[a][i] == labels[i] ? 1 : 0;
      }
      double[] search = searches.computeIfAbsent(alternatives.get(a).run(), run -> new double[2]);
      search[0] = Math.max(search[0], (double) same / labels.length);
      search[1] = Math.max(search[1], alternatives.get(a).weight());
    }
    double[] own = new double[2];
    double sum = 0.0;
    double weight = 0.0;
    for (double[] search : searches.values()) {
      own = search[0] > own[0] ? search : own;
    }
    for (double[] search : searches.values()) {
      if (search != own) {
        sum += search[1] * search[0];
        weight += search[1];
      }
    }
    return weight > 0.0 ? sum / weight : Double.NaN;
  }

  /**
   * Writes the final partition and the votes for a block of clusters.
   *
   * @param from the first cluster
   * @param count of clusters
   * @param own n·count values, column-major, overwritten: 1 where the point is in the cluster
   * @param votes the same for the votes
   */
  void fill(int from, int count, double[] own, double[] votes) {
    int n = labels.length;
    Arrays.fill(own, 0, n * count, 0.0);
    Arrays.fill(votes, 0, n * count, 0.0);
    for (int i = 0; i < n; i++) {
      int column = labels[i] - from;
      if (column >= 0 && column < count) {
        own[column * n + i] = 1.0;
      }
    }
    for (int a = 0; a < voted.length; a++) {
      for (int i = 0; i < n; i++) {
        int column = voted[a][i] - from;
        if (column >= 0 && column < count) {
          votes[column * n + i] += weight[a];
        }
      }
    }
  }
}
