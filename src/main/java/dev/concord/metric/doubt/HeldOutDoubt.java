package dev.concord.metric.doubt;

import dev.concord.graph.WeightedGraph;
import dev.concord.metric.ClusterMatching;
import java.util.ArrayList;
import java.util.List;

/**
 * Confidences by searches that did not have some of the pairs. Those pairs calibrate the chances
 * ({@link PairCalibration}), and the searches vote: the confidence is three quarters of the chance
 * of the cluster by the partition itself, and a quarter of the mean chance by the partitions of the
 * searches, whose clusters are matched to it. Before the pairs the agreement of the method's own
 * searches counts; of a method that makes one search, the mean agreement of these. Where clusters
 * are joined or exchanged from search to search, that shows for all of their points.
 */
record HeldOutDoubt(double[] confidence, int[] second) {
  /** What the searches without pairs count for beside the partition itself. */
  private static final double SEARCHES = 0.25;

  /** The confidences. Memory: 8 k bytes a point and search. */
  static HeldOutDoubt of(
      WeightedGraph graph, int[] labels, int k, Votes votes, List<HeldOut> heldOut) {
    List<ClusterChances> searches = new ArrayList<>();
    double agreeing = 0.0;
    for (HeldOut one : heldOut) {
      int[] matched = ClusterMatching.of(labels, one.labels(), k).renumbered(one.labels());
      Votes own = Votes.of(matched, k, one.alternatives());
      searches.add(ClusterChances.of(graph, k, own));
      agreeing += agreeing(labels, matched) / heldOut.size();
    }
    double agreement = votes.agreement() >= 0.0 ? votes.agreement() : agreeing;
    double before = ConfidenceMap.byAgreement(k, agreement).votes();
    double power = PairCalibration.power(searches, heldOut, before);
    ClusterChances whole = ClusterChances.of(graph, k, votes);
    int n = labels.length;
    HeldOutDoubt doubt = new HeldOutDoubt(new double[n], new int[n]);
    EvidenceBlocks.chunks(n, (from, to) -> doubt.fill(from, to, labels, whole, searches, power));
    return doubt;
  }

  /** The share of points with equal labels. */
  private static double agreeing(int[] labels, int[] others) {
    int same = 0;
    for (int i = 0; i < labels.length; i++) {
      same += labels[i] == others[i] ? 1 : 0;
    }
    return (double) same / labels.length;
  }

  private void fill(
      int from,
      int to,
      int[] labels,
      ClusterChances whole,
      List<ClusterChances> searches,
      double power) {
    int k = whole.clusters();
    double[] chances = new double[k];
    double[] mean = new double[k];
    for (int i = from; i < to; i++) {
      whole.fill(i, power, mean);
      for (int c = 0; c < k; c++) {
        mean[c] *= 1.0 - SEARCHES;
      }
      for (ClusterChances search : searches) {
        search.fill(i, power, chances);
        for (int c = 0; c < k; c++) {
          mean[c] += SEARCHES * chances[c] / searches.size();
        }
      }
      int best = -1;
      for (int c = 0; c < k; c++) {
        best = c != labels[i] && (best < 0 || mean[c] > mean[best]) ? c : best;
      }
      confidence[i] = Math.min(1.0, mean[labels[i]]);
      second[i] = best;
    }
  }
}
