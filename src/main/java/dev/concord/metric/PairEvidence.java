package dev.concord.metric;

import dev.concord.graph.NeighborShares;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Evidence of a graph and a partition against constraints.
 *
 * <p>Each point votes by its edges: its share for cluster c is the weight of its edges into c over
 * the weight of all its edges, an edge between the two points of the pair left out. The sum over c
 * of the products of the two shares is the chance that a step of the random walk from the one point
 * and a step from the other end in the same cluster. A cannot-link has that chance against it, a
 * must-link the rest. So 0 is no evidence, 1 the most; 0 too where one of the points has no other
 * edge. The votes are those of the neighbours: the point's own assignment does not count.
 */
public final class PairEvidence {
  /**
   * From here on a pair counts as suspicious: it is three times as likely that the neighbours
   * contradict it as that they agree.
   */
  public static final double SUSPICIOUS = 0.75;

  /** Edges from which on the votes of a point are kept: it may be in as many pairs. */
  private static final int MANY = 1024;

  private final CsrMatrix weights;
  private final int[] labels;
  private final double[] share;

  /** For points of many edges the weight of those into each cluster, and of all. */
  private final Map<Integer, double[]> ofMany = new HashMap<>();

  /**
   * Evidence of a partition.
   *
   * @param labels length n, in 0..k-1; kept
   * @param k number of clusters
   */
  public PairEvidence(SimilarityGraph graph, int[] labels, int k) {
    this(graph.weights(), labels, k);
  }

  /**
   * The same by rows of W.
   *
   * @param weights n x n; only the rows of judged points are read, so others may be empty
   */
  public PairEvidence(CsrMatrix weights, int[] labels, int k) {
    if (labels.length != weights.rows()) {
      throw new IllegalArgumentException(
          labels.length + " labels for " + weights.rows() + " points");
    }
    this.weights = weights;
    this.labels = labels;
    this.share = new double[k];
  }

  /**
   * The evidence against each pair, length P. Time O(P·(k + 1024) + edges of the points of the
   * pairs), memory 8·P bytes, and 8·k for each point of more than 1024 edges.
   *
   * @param mustLink must-link when true, cannot-link when false
   */
  public double[] against(int[] first, int[] second, boolean[] mustLink) {
    double[] against = new double[first.length];
    for (int p = 0; p < against.length; p++) {
      double together = together(first[p], second[p]);
      against[p] = Double.isNaN(together) ? 0.0 : mustLink[p] ? 1.0 - together : together;
    }
    return against;
  }

  /** The chance that steps from both end in one cluster; NaN when one of them has no other edge. */
  private double together(int first, int second) {
    double direct = direct(first, second);
    int[] rowPtr = weights.rowPtr();
    int[] col = weights.col();
    double[] val = weights.val();
    int own = direct > 0.0 ? 1 : 0;
    if (edges(first) <= own || edges(second) <= own) {
      return Double.NaN;
    }
    if (edges(first) > MANY || edges(second) > MANY) {
      return together(first, second, direct);
    }
    double ofFirst = 0.0;
    for (int p = rowPtr[first]; p < rowPtr[first + 1]; p++) {
      double weight = col[p] == second ? 0.0 : val[p];
      share[labels[col[p]]] += weight;
      ofFirst += weight;
    }
    double sum = 0.0;
    double ofSecond = 0.0;
    for (int p = rowPtr[second]; p < rowPtr[second + 1]; p++) {
      double weight = col[p] == first ? 0.0 : val[p];
      sum += weight * share[labels[col[p]]];
      ofSecond += weight;
    }
    for (int p = rowPtr[first]; p < rowPtr[first + 1]; p++) {
      share[labels[col[p]]] = 0.0;
    }
    double together = sum / ofFirst / ofSecond;
    return Math.min(1.0, together);
  }

  private int edges(int point) {
    return weights.rowPtr()[point + 1] - weights.rowPtr()[point];
  }

  /** The same from the shares of both. Time O(k), and O(1024) for those that are not kept. */
  private double together(int first, int second, double direct) {
    double[] a = shares(first, second, direct);
    double[] b = shares(second, first, direct);
    double sum = 0.0;
    for (int c = 0; c < a.length; c++) {
      sum += a[c] * b[c];
    }
    return Math.max(0.0, Math.min(1.0, sum));
  }

  /** The shares of a point without another, from its kept votes where it has many edges. */
  private double[] shares(int point, int without, double direct) {
    if (edges(point) <= MANY) {
      return shares(point, without);
    }
    double[] votes = ofMany.computeIfAbsent(point, this::votes);
    double[] shares = Arrays.copyOf(votes, share.length);
    shares[labels[without]] -= direct;
    double all = votes[share.length] - direct;
    for (int c = 0; c < shares.length; c++) {
      shares[c] /= all;
    }
    return shares;
  }

  /** The weight of the edges of a point into each cluster, and of all. */
  private double[] votes(int point) {
    double[] votes = new double[share.length + 1];
    for (int p = weights.rowPtr()[point]; p < weights.rowPtr()[point + 1]; p++) {
      votes[labels[weights.col()[p]]] += weights.val()[p];
      votes[share.length] += weights.val()[p];
    }
    return votes;
  }

  /** The weight of the edge between two points, 0 when there is none. */
  private double direct(int first, int second) {
    int from = weights.rowPtr()[first];
    int to = weights.rowPtr()[first + 1];
    int at = Arrays.binarySearch(weights.col(), from, to, second);
    return at >= 0 ? weights.val()[at] : 0.0;
  }

  /**
   * The edges of a pair, for a reader.
   *
   * @param edge weight of the edge between the points, 0 when there is none
   * @param shared neighbours that both have
   * @param firstFavourite the cluster that most of the first point's edge weight leads into, the
   *     other point left out, its own among equals; -1 without edges
   * @param secondFavourite the same of the second point
   * @param firstShare of that weight, what leads into the favourite; NaN without edges
   * @param secondShare the same of the second point
   */
  public record Witness(
      double edge,
      int shared,
      int firstFavourite,
      int secondFavourite,
      double firstShare,
      double secondShare) {}

  /** The edges of two points. Time O(k + their edges). */
  public Witness witness(int first, int second) {
    int[] rowPtr = weights.rowPtr();
    int[] col = weights.col();
    int shared = 0;
    int p = rowPtr[first];
    int q = rowPtr[second];
    while (p < rowPtr[first + 1] && q < rowPtr[second + 1]) {
      shared += col[p] == col[q] ? 1 : 0;
      int step = Integer.compare(col[p], col[q]);
      p += step <= 0 ? 1 : 0;
      q += step >= 0 ? 1 : 0;
    }
    double[] a = shares(first, second);
    double[] b = shares(second, first);
    int c = favourite(a, labels[first]);
    int d = favourite(b, labels[second]);
    return new Witness(
        direct(first, second), shared, c, d, c < 0 ? Double.NaN : a[c], d < 0 ? Double.NaN : b[d]);
  }

  private double[] shares(int point, int without) {
    double[] shares = new double[share.length];
    if (!NeighborShares.of(weights, point, without, i -> labels[i], shares)) {
      Arrays.fill(shares, Double.NaN);
    }
    return shares;
  }

  private static int favourite(double[] votes, int own) {
    if (Double.isNaN(votes[own])) {
      return -1;
    }
    int best = own;
    for (int c = 0; c < votes.length; c++) {
      best = votes[c] > votes[best] ? c : best;
    }
    return best;
  }
}
