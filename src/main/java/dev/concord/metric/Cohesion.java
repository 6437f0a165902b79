package dev.concord.metric;

import dev.concord.graph.SimilarityGraph;
import java.util.Arrays;

/**
 * How well the clusters of a partition hold together; arrays of length k.
 *
 * @param volumeShare vol(C) over the volume of the graph, 0 in a graph without edges
 * @param inside share of vol(C) that stays in the cluster, 1 - cut(C, rest) / vol(C); NaN where
 *     vol(C) is 0
 * @param meanWeight mean weight of the edges inside, NaN where there are none
 * @param outvoted points of the cluster of whose edge weight more leads into some other cluster
 *     than into their own
 * @param nearest the cluster that most of the weight going out leads to, -1 where none goes out
 * @param nearestShare that weight over vol(C), 0 where none goes out
 */
public record Cohesion(
    double[] volumeShare,
    double[] inside,
    double[] meanWeight,
    int[] outvoted,
    int[] nearest,
    double[] nearestShare) {

  /**
   * The cohesion of a partition. Time O(n + nnz + k), memory 4·n + 64·k bytes; sums run in id order
   * within a cluster.
   *
   * @param labels length n, in 0..k-1
   */
  public static Cohesion of(SimilarityGraph graph, int[] labels, int k) {
    int[] members = members(labels, k);
    Cohesion out =
        new Cohesion(
            new double[k], new double[k], new double[k], new int[k], new int[k], new double[k]);
    double[] away = new double[k];
    double[] own = new double[k];
    int[] met = new int[k];
    int at = 0;
    for (int c = 0; c < k; c++) {
      int from = at;
      while (at < members.length && labels[members[at]] == c) {
        at++;
      }
      out.fill(graph, labels, c, Arrays.copyOfRange(members, from, at), away, own, met);
    }
    return out;
  }

  /** Points by (cluster, index). */
  private static int[] members(int[] labels, int k) {
    int[] next = new int[k + 1];
    for (int label : labels) {
      next[label + 1]++;
    }
    for (int c = 0; c < k; c++) {
      next[c + 1] += next[c];
    }
    int[] members = new int[labels.length];
    for (int i = 0; i < labels.length; i++) {
      members[next[labels[i]]++] = i;
    }
    return members;
  }

  /**
   * One cluster.
   *
   * @param away k zeros, room for what the cluster sends to each other one; zeros again on return
   * @param own the same for one point
   * @param met room for the clusters that it sends something to
   */
  private void fill(
      SimilarityGraph graph,
      int[] labels,
      int c,
      int[] members,
      double[] away,
      double[] own,
      int[] met) {
    int[] rowPtr = graph.weights().rowPtr();
    int[] col = graph.weights().col();
    double[] val = graph.weights().val();
    double within = 0.0;
    long entries = 0;
    double volume = 0.0;
    int others = 0;
    for (int i : members) {
      double mine = 0.0;
      double strongest = 0.0;
      for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
        int other = labels[col[p]];
        if (other == c) {
          mine += val[p];
          entries++;
        } else {
          if (away[other] == 0.0 && val[p] > 0.0) {
            met[others++] = other;
          }
          away[other] += val[p];
          own[other] += val[p];
          strongest = Math.max(strongest, own[other]);
        }
      }
      for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
        own[labels[col[p]]] = 0.0;
      }
      within += mine;
      volume += graph.degrees()[i];
      outvoted[c] += strongest > mine ? 1 : 0;
    }
    volumeShare[c] = graph.volume() > 0.0 ? volume / graph.volume() : 0.0;
    inside[c] = volume > 0.0 ? Math.min(1.0, within / volume) : Double.NaN;
    meanWeight[c] = entries > 0 ? within / entries : Double.NaN;
    nearest[c] = -1;
    for (int o = 0; o < others; o++) {
      int other = met[o];
      boolean tied = away[other] == nearestShare[c] && other < nearest[c];
      if (away[other] > nearestShare[c] || tied) {
        nearest[c] = other;
        nearestShare[c] = away[other];
      }
      away[other] = 0.0;
    }
    nearestShare[c] = volume > 0.0 ? nearestShare[c] / volume : 0.0;
  }
}
