package dev.concord.partition.coloring;

import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import java.util.Arrays;

/**
 * A partition problem: nodes with vertex weights, similarities between them, and constraints on
 * pairs of them. With hard constraints a node is a must-link component (Section 2.2 of the COSC
 * paper: weights between components and vertex weights are summed, so every cut and every volume
 * keeps its value), and cannot-links of weight 1 are pairs of nodes that must lie apart.
 * Constraints of a lower weight, and with soft constraints all of them, are soft constraints:
 * weights that a partition violates at a penalty.
 *
 * <p>The normalized cut of a partition of the nodes is that of the points behind them. Memory: the
 * contracted graph (24 bytes an edge) and 20 bytes a point.
 */
public final class PartitionProblem {
  private final int[] nodeOf;
  private final CsrMatrix weights;
  private final double[] volumes;
  private final double volume;
  private final CsrMatrix apart;
  private final CsrMatrix together;
  private final CsrMatrix separate;
  private final double lost;

  private PartitionProblem(
      int[] nodeOf,
      CsrMatrix weights,
      double[] volumes,
      CsrMatrix apart,
      CsrMatrix together,
      CsrMatrix separate,
      double lost) {
    this.nodeOf = nodeOf;
    this.weights = weights;
    this.volumes = volumes;
    this.apart = apart;
    this.together = together;
    this.separate = separate;
    this.lost = lost;
    double total = 0.0;
    for (double v : volumes) {
      total += v;
    }
    this.volume = total;
  }

  /**
   * The problem over {@code graph} with its degrees as vertex weights.
   *
   * @param hard whether constraints of weight 1 must hold; they must not contradict each other
   *     within a must-link component (see {@link dev.concord.constraint.Contradictions})
   */
  public static PartitionProblem of(SimilarityGraph graph, PairConstraints pairs, boolean hard) {
    return of(graph.weights(), graph.degrees(), pairs, hard);
  }

  /**
   * The problem with any vertex weights.
   *
   * @param weights symmetric similarities W of n points, no diagonal
   * @param vertexWeights b, length n, none negative
   * @throws IllegalArgumentException when the sizes differ, or hard constraints contradict within a
   *     must-link component
   */
  public static PartitionProblem of(
      CsrMatrix weights, double[] vertexWeights, PairConstraints pairs, boolean hard) {
    int n = weights.rows();
    if (vertexWeights.length != n || pairs.points() != n) {
      throw new IllegalArgumentException(
          "%d rows, %d vertex weights, constraints over %d points"
              .formatted(n, vertexWeights.length, pairs.points()));
    }
    int[] nodeOf;
    int nodes;
    if (hard) {
      MustLinkClosure closure = MustLinkClosure.of(pairs);
      nodeOf = closure.componentOf();
      nodes = closure.count();
    } else {
      nodeOf = new int[n];
      Arrays.setAll(nodeOf, i -> i);
      nodes = n;
    }
    double[] volumes = new double[nodes];
    for (int i = 0; i < n; i++) {
      volumes[nodeOf[i]] += vertexWeights[i];
    }
    NodePairs apart = new NodePairs(nodes);
    NodePairs together = new NodePairs(nodes);
    NodePairs separate = new NodePairs(nodes);
    double lost = 0.0;
    for (int p = 0; p < pairs.size(); p++) {
      int a = nodeOf[pairs.first()[p]];
      int b = nodeOf[pairs.second()[p]];
      boolean must = pairs.mustLink()[p];
      double weight = pairs.weight()[p];
      boolean binding = hard && pairs.isHard(p);
      if (a != b && must) {
        together.add(a, b, weight);
      } else if (a != b) {
        (binding ? apart : separate).add(a, b, weight);
      } else if (!must && binding) {
        throw new IllegalArgumentException(
            "the cannot-link between points %d and %d lies within a must-link component"
                .formatted(pairs.first()[p], pairs.second()[p]));
      } else if (!must) {
        lost += weight;
      }
    }
    return new PartitionProblem(
        nodeOf,
        nodes == n ? weights : Contraction.of(weights, nodeOf, nodes),
        volumes,
        apart.matrix(),
        together.matrix(),
        separate.matrix(),
        lost);
  }

  /**
   * The problem between groups of this problem's nodes: as if the members of a group were tied by
   * must-links. Pairs that must lie apart must not share a group.
   *
   * @param groupOf group of each node, length {@link #nodes()}, in 0..groups-1
   */
  public PartitionProblem merged(int[] groupOf, int groups) {
    double[] merged = new double[groups];
    for (int v = 0; v < volumes.length; v++) {
      merged[groupOf[v]] += volumes[v];
    }
    int[] ofPoint = new int[nodeOf.length];
    for (int i = 0; i < ofPoint.length; i++) {
      ofPoint[i] = groupOf[nodeOf[i]];
    }
    double within = lost;
    for (int v = 0; v < volumes.length; v++) {
      for (int p = separate.rowPtr()[v]; p < separate.rowPtr()[v + 1]; p++) {
        int u = separate.col()[p];
        if (u > v && groupOf[u] == groupOf[v]) {
          within += separate.val()[p];
        }
      }
      for (int p = apart.rowPtr()[v]; p < apart.rowPtr()[v + 1]; p++) {
        if (groupOf[apart.col()[p]] == groupOf[v]) {
          throw new IllegalArgumentException(
              "nodes %d and %d must lie apart and share a group".formatted(v, apart.col()[p]));
        }
      }
    }
    return new PartitionProblem(
        ofPoint,
        Contraction.of(weights, groupOf, groups),
        merged,
        Contraction.of(apart, groupOf, groups),
        Contraction.of(together, groupOf, groups),
        Contraction.of(separate, groupOf, groups),
        within);
  }

  /**
   * The problem among some of the nodes: their vertex weights, and what joins two of them. Edges to
   * other nodes are left out, so that cuts are those inside. Its points are the chosen nodes.
   *
   * @param chosen nodes in ascending order; node i of the result is {@code chosen[i]}
   */
  public PartitionProblem induced(int[] chosen) {
    int[] place = new int[volumes.length];
    Arrays.fill(place, -1);
    int[] self = new int[chosen.length];
    double[] kept = new double[chosen.length];
    for (int i = 0; i < chosen.length; i++) {
      place[chosen[i]] = i;
      self[i] = i;
      kept[i] = volumes[chosen[i]];
    }
    return new PartitionProblem(
        self,
        induced(weights, chosen, place),
        kept,
        induced(apart, chosen, place),
        induced(together, chosen, place),
        induced(separate, chosen, place),
        0.0);
  }

  /**
   * The problem in which nothing must lie apart: every hard cannot-link becomes a soft one of
   * weight 1. Shares the other arrays with this one.
   */
  public PartitionProblem softened() {
    NodePairs soft = new NodePairs(volumes.length);
    for (CsrMatrix pairs : new CsrMatrix[] {separate, apart}) {
      for (int v = 0; v < volumes.length; v++) {
        for (int p = pairs.rowPtr()[v]; p < pairs.rowPtr()[v + 1]; p++) {
          if (pairs.col()[p] > v) {
            soft.add(v, pairs.col()[p], pairs.val()[p]);
          }
        }
      }
    }
    return new PartitionProblem(
        nodeOf,
        weights,
        volumes,
        new NodePairs(volumes.length).matrix(),
        together,
        soft.matrix(),
        lost);
  }

  private static CsrMatrix induced(CsrMatrix matrix, int[] chosen, int[] place) {
    int[] rowPtr = new int[chosen.length + 1];
    int[] col = new int[16];
    double[] val = new double[16];
    int filled = 0;
    for (int i = 0; i < chosen.length; i++) {
      for (int p = matrix.rowPtr()[chosen[i]]; p < matrix.rowPtr()[chosen[i] + 1]; p++) {
        int to = place[matrix.col()[p]];
        if (to < 0) {
          continue;
        }
        if (filled == col.length) {
          col = Arrays.copyOf(col, 2 * filled);
          val = Arrays.copyOf(val, 2 * filled);
        }
        col[filled] = to;
        val[filled++] = matrix.val()[p];
      }
      rowPtr[i + 1] = filled;
    }
    return new CsrMatrix(
        chosen.length, rowPtr, Arrays.copyOf(col, filled), Arrays.copyOf(val, filled));
  }

  /** Number of points behind the nodes. */
  public int points() {
    return nodeOf.length;
  }

  /** Number of nodes. */
  public int nodes() {
    return volumes.length;
  }

  /** Node of each point. Not a copy. */
  public int[] nodeOf() {
    return nodeOf;
  }

  /** Similarities between nodes: symmetric, no diagonal. */
  public CsrMatrix weights() {
    return weights;
  }

  /** Vertex weight of each node: the sum over its points. Not a copy. */
  public double[] volumes() {
    return volumes;
  }

  /** gvol(V), the sum of all vertex weights. */
  public double volume() {
    return volume;
  }

  /**
   * Nodes that must lie apart: symmetric, the value is the number of cannot-links behind the pair.
   */
  public CsrMatrix apart() {
    return apart;
  }

  /** Soft constraints that two nodes belong together: symmetric, weights summed. */
  public CsrMatrix together() {
    return together;
  }

  /** Soft constraints that two nodes belong apart: symmetric, weights summed. */
  public CsrMatrix separate() {
    return separate;
  }

  /** The weight of the soft constraints that every partition violates. */
  public double lost() {
    return lost;
  }

  /** A label of each point from the labels of the nodes. */
  public int[] expand(int[] nodeLabels) {
    int[] labels = new int[nodeOf.length];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = nodeLabels[nodeOf[i]];
    }
    return labels;
  }
}
