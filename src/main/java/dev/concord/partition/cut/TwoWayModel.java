package dev.concord.partition.cut;

import dev.concord.linalg.CsrMatrix;
import dev.concord.partition.coloring.PartitionProblem;
import java.util.Arrays;

/**
 * A partition problem prepared for two clusters. A cannot-link and its chain of others fix the
 * sides of all their nodes up to a flip, so the nodes of such a signed component that share a side
 * are merged: the result has free nodes, and pairs of nodes that are always on opposite sides. A
 * <em>unit</em> is a free node or such a pair. A partition is consistent when every pair is apart,
 * and flipping units reaches every consistent partition.
 */
final class TwoWayModel {
  /** The problem between merged nodes. */
  final PartitionProblem problem;

  /** Merged node of each node of the problem as given. */
  final int[] groupOf;

  /** Number of merged nodes. */
  final int nodes;

  /** Symmetric similarities of the merged nodes. */
  final CsrMatrix weights;

  /** Vertex weights of the merged nodes. */
  final double[] volumes;

  /** gvol(V). */
  final double volume;

  /** The node that must be on the other side than this one, or -1. */
  final int[] partner;

  /** Number of cannot-links behind each pair; 0 for a free node. */
  final double[] pairWeight;

  /** Number of units. */
  final int units;

  /** Unit of each merged node. */
  final int[] unitOf;

  /** The first node of each unit; its partner is the other. */
  final int[] unitNode;

  /** Whether there is any soft constraint. */
  final boolean soft;

  /** The cannot-links behind all pairs. */
  final double hardTotal;

  /**
   * The weight of all soft constraints that two nodes belong apart, those violated by merging
   * included.
   */
  final double separateTotal;

  /** The smallest weight of a soft constraint between two merged nodes, or 1 when there is none. */
  final double leastSoftWeight;

  /** The weight of all edges, each once. */
  final double totalWeight;

  private TwoWayModel(PartitionProblem problem, int[] groupOf) {
    this.problem = problem;
    this.groupOf = groupOf;
    this.nodes = problem.nodes();
    this.weights = problem.weights();
    this.volumes = problem.volumes();
    this.volume = problem.volume();
    this.partner = new int[nodes];
    this.pairWeight = new double[nodes];
    this.unitOf = new int[nodes];
    Arrays.fill(partner, -1);
    double hard = 0.0;
    CsrMatrix apart = problem.apart();
    for (int i = 0; i < nodes; i++) {
      for (int p = apart.rowPtr()[i]; p < apart.rowPtr()[i + 1]; p++) {
        partner[i] = apart.col()[p];
        pairWeight[i] = apart.val()[p];
        hard += 0.5 * apart.val()[p];
      }
    }
    this.hardTotal = hard;
    int[] firsts = new int[nodes];
    int count = 0;
    for (int i = 0; i < nodes; i++) {
      if (partner[i] >= 0 && partner[i] < i) {
        unitOf[i] = unitOf[partner[i]];
      } else {
        firsts[count] = i;
        unitOf[i] = count++;
      }
    }
    this.units = count;
    this.unitNode = Arrays.copyOf(firsts, count);
    double softApart = problem.lost();
    double least = Double.POSITIVE_INFINITY;
    for (double w : problem.separate().val()) {
      softApart += 0.5 * w;
      least = Math.min(least, w);
    }
    for (double w : problem.together().val()) {
      least = Math.min(least, w);
    }
    this.separateTotal = softApart;
    this.leastSoftWeight = least == Double.POSITIVE_INFINITY ? 1.0 : least;
    double total = 0.0;
    for (double w : weights.val()) {
      total += w;
    }
    this.totalWeight = 0.5 * total;
    this.soft = least != Double.POSITIVE_INFINITY || problem.lost() > 0.0;
  }

  /**
   * Colours the cannot-links and merges. Time and memory of {@link PartitionProblem#merged};
   * nothing is copied when there is no cannot-link.
   *
   * @throws IllegalArgumentException when a cycle has an odd number of cannot-links
   */
  static TwoWayModel of(PartitionProblem given) {
    int n = given.nodes();
    CsrMatrix apart = given.apart();
    int[] groupOf = new int[n];
    if (apart.nonZeros() == 0) {
      Arrays.setAll(groupOf, i -> i);
      return new TwoWayModel(given, groupOf);
    }
    Arrays.fill(groupOf, -1);
    int[] queue = new int[n];
    int groups = 0;
    for (int root = 0; root < n; root++) {
      if (groupOf[root] >= 0) {
        continue;
      }
      if (apart.rowPtr()[root] == apart.rowPtr()[root + 1]) {
        groupOf[root] = groups++;
        continue;
      }
      groupOf[root] = groups;
      queue[0] = root;
      int tail = 1;
      for (int head = 0; head < tail; head++) {
        int i = queue[head];
        int other = groupOf[i] == groups ? groups + 1 : groups;
        for (int p = apart.rowPtr()[i]; p < apart.rowPtr()[i + 1]; p++) {
          int j = apart.col()[p];
          if (groupOf[j] < 0) {
            groupOf[j] = other;
            queue[tail++] = j;
          } else if (groupOf[j] != other) {
            throw new IllegalArgumentException(
                "nodes %d and %d must lie apart and are on one side of every two-colouring: an odd"
                        .formatted(i, j)
                    + " cycle of cannot-links has no bipartition");
          }
        }
      }
      groups += 2;
    }
    return new TwoWayModel(given.merged(groupOf, groups), groupOf);
  }

  /**
   * A consistent partition: each unit takes the sides that most of its nodes have in {@code side}.
   */
  int[] repaired(int[] side) {
    int[] votes = new int[nodes];
    for (int i = 0; i < groupOf.length; i++) {
      votes[groupOf[i]] += side[i] == 0 ? -1 : 1;
    }
    int[] merged = new int[nodes];
    for (int a : unitNode) {
      int b = partner[a];
      int field = b < 0 ? votes[a] : votes[a] - votes[b];
      merged[a] = field > 0 || (field == 0 && votes[a] > 0) ? 1 : 0;
      if (b >= 0) {
        merged[b] = 1 - merged[a];
      }
    }
    return merged;
  }

  /** The sides of the nodes as given, from those of the merged nodes; node 0 is on side 0. */
  int[] expand(int[] merged) {
    int[] side = new int[groupOf.length];
    int zero = side.length == 0 ? 0 : merged[groupOf[0]];
    for (int i = 0; i < side.length; i++) {
      side[i] = merged[groupOf[i]] == zero ? 0 : 1;
    }
    return side;
  }

  /** Values over the merged nodes: the mean over their nodes, weighted by vertex weight. */
  double[] merged(double[] values, double[] volumesGiven) {
    double[] sum = new double[nodes];
    double[] weight = new double[nodes];
    double[] plain = new double[nodes];
    int[] count = new int[nodes];
    for (int i = 0; i < groupOf.length; i++) {
      int m = groupOf[i];
      sum[m] += volumesGiven[i] * values[i];
      weight[m] += volumesGiven[i];
      plain[m] += values[i];
      count[m]++;
    }
    for (int m = 0; m < nodes; m++) {
      sum[m] = weight[m] > 0.0 ? sum[m] / weight[m] : plain[m] / count[m];
    }
    return sum;
  }
}
