package dev.concord.method.cosc;

import dev.concord.constraint.MustLinkClosure;
import dev.concord.linalg.CsrMatrix;
import dev.concord.method.Problem;
import dev.concord.partition.coloring.FeasibleStart;
import dev.concord.partition.coloring.PartitionProblem;
import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * A partition that holds all hard constraints and is near to a given one. A must-link component
 * whose points lie in several clusters becomes part of that one of them to which most of its edge
 * weight leads. Of components that must lie apart and share a cluster, those move that lose the
 * least edge weight within their cluster. Then a neighbour of what moved follows, and neighbours of
 * that, where more of its edge weight leads to the cluster that gained a point than to its own, and
 * no cannot-link is against it. Nothing else moves.
 *
 * <p>Each step in the end raises the edge weight within clusters, so there are finitely many. Time
 * O(edges + nodes k) and that of {@link FeasibleStart}; memory 8 k bytes a node.
 */
public final class NearestFeasible {
  private final PartitionProblem nodes;
  private final int clusters;
  private final double[] affinities;
  private final int[] now;
  private final int[] sizes;

  private NearestFeasible(PartitionProblem nodes, int clusters, int[] now, double[] affinities) {
    this.nodes = nodes;
    this.clusters = clusters;
    this.affinities = affinities;
    this.now = now;
    sizes = new int[clusters];
    for (int label : now) {
      sizes[label]++;
    }
  }

  /**
   * The nearest feasible partition.
   *
   * @param problem with its hard constraints
   * @param labels a cluster of each point, 0..k-1
   * @return a cluster of each point
   * @throws dev.concord.error.UnsatisfiableException when no partition holds all hard constraints,
   *     or none was found
   */
  public static int[] of(Problem problem, int[] labels) {
    PartitionProblem nodes =
        PartitionProblem.of(problem.edges(), problem.constraints(), problem.hard());
    int k = problem.clusters();
    int[] proposal = united(problem, nodes, labels);
    int[] before = new int[nodes.nodes()];
    for (int i = 0; i < proposal.length; i++) {
      before[nodes.nodeOf()[i]] = proposal[i];
    }
    double[] affinities = affinities(nodes.weights(), before, k);
    int[] feasible =
        FeasibleStart.of(nodes, k, proposal, problem.edges().degrees(), affinities, problem.seeds())
            .colorsOrThrow(k, problem.constraints(), MustLinkClosure.of(problem.constraints()));
    NearestFeasible search = new NearestFeasible(nodes, k, feasible.clone(), affinities);
    search.followFrom(before, changed(nodes, labels, proposal));
    return nodes.expand(search.now);
  }

  /** The labels with one for each node: that of its points to which most edge weight leads. */
  private static int[] united(Problem problem, PartitionProblem nodes, int[] labels) {
    int[] nodeOf = nodes.nodeOf();
    int[] first = new int[nodes.nodes()];
    boolean[] mixed = new boolean[nodes.nodes()];
    Arrays.fill(first, -1);
    for (int i = 0; i < labels.length; i++) {
      int v = nodeOf[i];
      mixed[v] |= first[v] >= 0 && first[v] != labels[i];
      first[v] = first[v] < 0 ? labels[i] : first[v];
    }
    int[] number = new int[first.length];
    int count = 0;
    for (int v = 0; v < number.length; v++) {
      number[v] = mixed[v] ? count++ : -1;
    }
    if (count == 0) {
      return labels;
    }
    int k = problem.clusters();
    double[] votes = new double[count * k];
    boolean[] named = new boolean[count * k];
    CsrMatrix weights = problem.edges().weights();
    for (int i = 0; i < labels.length; i++) {
      int at = number[nodeOf[i]] * k;
      if (at < 0) {
        continue;
      }
      named[at + labels[i]] = true;
      for (int p = weights.rowPtr()[i]; p < weights.rowPtr()[i + 1]; p++) {
        int j = weights.col()[p];
        votes[at + labels[j]] += nodeOf[j] == nodeOf[i] ? 0.0 : weights.val()[p];
      }
    }
    int[] united = labels.clone();
    for (int i = 0; i < labels.length; i++) {
      int at = number[nodeOf[i]] * k;
      united[i] = at < 0 ? labels[i] : heaviest(votes, named, at, k);
    }
    return united;
  }

  private static int heaviest(double[] votes, boolean[] named, int at, int k) {
    int best = -1;
    for (int c = 0; c < k; c++) {
      if (named[at + c] && (best < 0 || votes[at + c] > votes[at + best])) {
        best = c;
      }
    }
    return best;
  }

  /** At v k + c the edge weight from node v to cluster c. */
  private static double[] affinities(CsrMatrix weights, int[] labels, int k) {
    double[] affinities = new double[Math.multiplyExact(labels.length, k)];
    for (int v = 0; v < labels.length; v++) {
      for (int p = weights.rowPtr()[v]; p < weights.rowPtr()[v + 1]; p++) {
        affinities[v * k + labels[weights.col()[p]]] += weights.val()[p];
      }
    }
    return affinities;
  }

  /** The nodes of which a point has another label. */
  private static boolean[] changed(PartitionProblem nodes, int[] labels, int[] now) {
    boolean[] changed = new boolean[nodes.nodes()];
    for (int i = 0; i < labels.length; i++) {
      changed[nodes.nodeOf()[i]] |= labels[i] != now[i];
    }
    return changed;
  }

  /** Neighbours follow what has moved since {@code before}, and the nodes that were united. */
  private void followFrom(int[] before, boolean[] united) {
    ArrayDeque<Integer> moved = new ArrayDeque<>();
    for (int v = 0; v < now.length; v++) {
      if (now[v] != before[v]) {
        shift(v, before[v], now[v]);
      }
      if (now[v] != before[v] || united[v]) {
        moved.add(v);
      }
    }
    while (!moved.isEmpty()) {
      int v = moved.remove();
      CsrMatrix weights = nodes.weights();
      for (int p = weights.rowPtr()[v]; p < weights.rowPtr()[v + 1]; p++) {
        int u = weights.col()[p];
        int from = now[u];
        int to = now[v];
        boolean gains = affinities[u * clusters + to] > affinities[u * clusters + from];
        if (gains && sizes[from] > 1 && isFree(u, to)) {
          now[u] = to;
          sizes[from]--;
          sizes[to]++;
          shift(u, from, to);
          moved.add(u);
        }
      }
    }
  }

  /** The weight of a node counts for another cluster in the affinities of its neighbours. */
  private void shift(int v, int from, int to) {
    CsrMatrix weights = nodes.weights();
    for (int p = weights.rowPtr()[v]; p < weights.rowPtr()[v + 1]; p++) {
      int at = weights.col()[p] * clusters;
      affinities[at + from] -= weights.val()[p];
      affinities[at + to] += weights.val()[p];
    }
  }

  private boolean isFree(int v, int cluster) {
    CsrMatrix apart = nodes.apart();
    for (int p = apart.rowPtr()[v]; p < apart.rowPtr()[v + 1]; p++) {
      if (now[apart.col()[p]] == cluster) {
        return false;
      }
    }
    return true;
  }
}
