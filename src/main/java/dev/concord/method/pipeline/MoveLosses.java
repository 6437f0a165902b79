package dev.concord.method.pipeline;

import dev.concord.graph.NormalizedCut;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.LinearOperator;
import dev.concord.partition.coloring.PartitionProblem;
import java.util.Arrays;

/**
 * What single moves of nodes cost. A node is a must-link component, or a point. The loss of a move
 * is the change of the normalized cut that this move alone makes, at least 0, and of the penalty of
 * soft constraints, of which a violated one of weight 1 costs k / n: half the mean degree of cut,
 * as in the refinement.
 *
 * <p>Edges are met only in products with W, one for each cluster, so the losses have the same bits
 * wherever the edges are.
 *
 * @param nodes of the points of {@code graph}, with degrees as vertex weights; its edges are not
 *     used
 */
record MoveLosses(WeightedGraph graph, PartitionProblem nodes, int k) {
  private static final double NO_VOLUME = 1e-12;

  /**
   * At v k + c the weight of the edges between node v and the points of cluster c, those within v
   * among them. Time that of k products with W, and O(n k).
   *
   * @param labels cluster of each point
   */
  double[] affinities(int[] labels) {
    int n = graph.size();
    double[] sums = new double[Math.multiplyExact(nodes.nodes(), k)];
    double[] member = new double[n];
    double[] product = new double[n];
    LinearOperator products = graph.products();
    for (int c = 0; c < k; c++) {
      for (int i = 0; i < n; i++) {
        member[i] = labels[i] == c ? 1.0 : 0.0;
      }
      products.apply(member, product);
      for (int i = 0; i < n; i++) {
        sums[nodes.nodeOf()[i] * k + c] += product[i];
      }
    }
    return sums;
  }

  /**
   * At v k + c the loss of the move of node v to cluster c, 0 for its own cluster. O(n k).
   *
   * @param affinities as of {@link #affinities}; overwritten and returned
   * @param labels cluster of each node
   */
  double[] losses(double[] affinities, int[] labels) {
    return losses(affinities, labels, labels);
  }

  /**
   * What the clusters of a node cost it more than the one where it was, at least 0, with all other
   * nodes as they are now.
   *
   * @param affinities to the clusters as they are now; overwritten and returned
   * @param labels cluster of each node now
   * @param before cluster of each node before
   */
  double[] losses(double[] affinities, int[] labels, int[] before) {
    double[] changes = changes(affinities, labels);
    for (int v = 0; v < before.length; v++) {
      double was = changes[v * k + before[v]];
      for (int c = 0; c < k; c++) {
        changes[v * k + c] = Math.max(0.0, changes[v * k + c] - was);
      }
    }
    return changes;
  }

  /** The objective: normalized cut and penalty of soft constraints. */
  double objective(int[] labels) {
    double violated = 0.0;
    for (int v = 0; v < labels.length; v++) {
      violated += weight(nodes.together(), v, labels, false);
      violated += weight(nodes.separate(), v, labels, true);
    }
    return NormalizedCut.of(graph, nodes.expand(labels), k) + price() * violated / 2.0;
  }

  private static double weight(CsrMatrix pairs, int v, int[] labels, boolean joined) {
    double sum = 0.0;
    for (int p = pairs.rowPtr()[v]; p < pairs.rowPtr()[v + 1]; p++) {
      sum += (labels[v] == labels[pairs.col()[p]]) == joined ? pairs.val()[p] : 0.0;
    }
    return sum;
  }

  private double price() {
    return (double) k / nodes.points();
  }

  /** The changes of the objective by single moves. */
  private double[] changes(double[] affinities, int[] labels) {
    double[] inner = inner();
    double[] volumes = nodes.volumes();
    double[] cut = new double[k];
    double[] vol = new double[k];
    for (int v = 0; v < labels.length; v++) {
      vol[labels[v]] += volumes[v];
      cut[labels[v]] += volumes[v] - affinities[v * k + labels[v]];
    }
    double price = price();
    double[] pull = new double[k];
    for (int v = 0; v < labels.length; v++) {
      int a = labels[v];
      pull(v, labels, pull);
      double outside = volumes[v] - inner[v];
      double own = affinities[v * k + a] - inner[v];
      double left =
          share(cut[a] - outside + 2.0 * own, vol[a] - volumes[v]) - share(cut[a], vol[a]);
      for (int c = 0; c < k; c++) {
        double joined = cut[c] + outside - 2.0 * affinities[v * k + c];
        double change = left + share(joined, vol[c] + volumes[v]) - share(cut[c], vol[c]);
        double loss = change + price * (pull[a] - pull[c]);
        affinities[v * k + c] = c == a ? 0.0 : loss;
      }
    }
    return affinities;
  }

  /** Twice the weight of the edges within each node. */
  private double[] inner() {
    double[] inner = new double[nodes.nodes()];
    if (nodes.nodes() < graph.size()) {
      double[] away = graph.weightsAway(nodes.nodeOf());
      for (int i = 0; i < away.length; i++) {
        inner[nodes.nodeOf()[i]] += graph.degrees()[i] - away[i];
      }
    }
    return inner;
  }

  /** A cluster without volume counts 1, as a single node does. */
  private double share(double cut, double volume) {
    return volume <= NO_VOLUME * nodes.volume() ? 1.0 : Math.max(0.0, cut) / volume;
  }

  /**
   * The weight of soft constraints of node v that each cluster satisfies, relative to the others.
   */
  private void pull(int v, int[] labels, double[] pull) {
    Arrays.fill(pull, 0.0);
    add(nodes.together(), v, labels, 1.0, pull);
    add(nodes.separate(), v, labels, -1.0, pull);
  }

  private static void add(CsrMatrix pairs, int v, int[] labels, double sign, double[] pull) {
    for (int p = pairs.rowPtr()[v]; p < pairs.rowPtr()[v + 1]; p++) {
      pull[labels[pairs.col()[p]]] += sign * pairs.val()[p];
    }
  }
}
