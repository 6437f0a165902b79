package dev.concord.partition.coloring;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;

/** Seeded random graphs, hidden groups and pairs that agree with them. */
public final class RandomProblems {
  private RandomProblems() {}

  /** A group in 0..k-1 of each point, every group used when n is at least k. */
  public static int[] groups(int n, int k, SplittableRandom random) {
    int[] group = new int[n];
    for (int v = 0; v < n; v++) {
      group[v] = v < k ? v : random.nextInt(k);
    }
    return group;
  }

  /**
   * A graph with about {@code degree} neighbours a point, of the own group with probability {@code
   * within}, weights 0.1 to 1.1.
   */
  public static SimilarityGraph graph(
      int n, int[] group, double degree, double within, SplittableRandom random) {
    int wanted = (int) Math.min(n * degree / 2, n * (n - 1.0) / 2);
    int[] source = new int[wanted];
    int[] target = new int[wanted];
    double[] weight = new double[wanted];
    Set<Long> seen = new HashSet<>();
    int count = 0;
    for (int attempt = 0; attempt < 50 * wanted && count < wanted; attempt++) {
      int a = random.nextInt(n);
      boolean inside = random.nextDouble() < within;
      int b = random.nextInt(n);
      for (int t = 0; t < 20 * n && (a == b || (group[a] == group[b]) != inside); t++) {
        b = random.nextInt(n);
      }
      if (a == b || (group[a] == group[b]) != inside) {
        continue;
      }
      if (seen.add((long) Math.min(a, b) * n + Math.max(a, b))) {
        source[count] = a;
        target[count] = b;
        weight[count++] = 0.1 + random.nextDouble();
      }
    }
    return SimilarityGraph.fromEdges(
        n,
        java.util.Arrays.copyOf(source, count),
        java.util.Arrays.copyOf(target, count),
        java.util.Arrays.copyOf(weight, count));
  }

  /** Random pairs; a share of them are beliefs of weight 0.2 to 0.8, which may be wrong. */
  public static PairConstraints pairs(
      int n, int[] group, int count, double beliefs, SplittableRandom random) {
    int[] first = new int[count];
    int[] second = new int[count];
    boolean[] must = new boolean[count];
    double[] weight = new double[count];
    for (int p = 0; p < count; p++) {
      first[p] = random.nextInt(n - 1);
      second[p] = first[p] + 1 + random.nextInt(n - first[p] - 1);
      must[p] = group[first[p]] == group[second[p]];
      weight[p] = 1.0;
      if (random.nextDouble() < beliefs) {
        weight[p] = 0.2 + 0.6 * random.nextDouble();
        must[p] ^= random.nextInt(4) == 0;
      }
    }
    return PairConstraints.of(n, first, second, must, weight, Integer::toString);
  }

  /** No pairs at all. */
  public static PairConstraints none(int n) {
    return PairConstraints.of(
        n, new int[0], new int[0], new boolean[0], new double[0], Integer::toString);
  }

  /** The label of each node when every point of it has that label. */
  public static int[] ofNodes(PartitionProblem problem, int[] ofPoints) {
    int[] labels = new int[problem.nodes()];
    for (int i = 0; i < ofPoints.length; i++) {
      labels[problem.nodeOf()[i]] = ofPoints[i];
    }
    return labels;
  }

  /** The objective straight from its definition. */
  public static double objective(PartitionProblem problem, int k, int[] labels, double gamma) {
    int n = problem.nodes();
    double[] cut = new double[k];
    double[] vol = new double[k];
    double violated = problem.lost();
    for (int v = 0; v < n; v++) {
      vol[labels[v]] += problem.volumes()[v];
      for (int u = 0; u < n; u++) {
        boolean same = labels[u] == labels[v];
        if (!same) {
          cut[labels[v]] += entry(problem.weights(), v, u);
        }
        if (u > v) {
          violated += entry(same ? problem.separate() : problem.together(), v, u);
        }
      }
    }
    double sum = 0.0;
    for (int c = 0; c < k; c++) {
      sum += vol[c] > 0.0 ? cut[c] / vol[c] : 1.0;
    }
    double unit = k == 2 ? 1.0 / vol[0] + 1.0 / vol[1] : 2.0 * k / problem.volume();
    return violated == 0.0 ? sum : sum + gamma * violated * unit;
  }

  private static double entry(dev.concord.linalg.CsrMatrix matrix, int row, int col) {
    for (int p = matrix.rowPtr()[row]; p < matrix.rowPtr()[row + 1]; p++) {
      if (matrix.col()[p] == col) {
        return matrix.val()[p];
      }
    }
    return 0.0;
  }

  /** Whether every pair of nodes that must lie apart does. */
  public static boolean isFeasible(PartitionProblem problem, int[] labels) {
    for (int v = 0; v < labels.length; v++) {
      for (int p = problem.apart().rowPtr()[v]; p < problem.apart().rowPtr()[v + 1]; p++) {
        if (labels[problem.apart().col()[p]] == labels[v]) {
          return false;
        }
      }
    }
    return true;
  }

  public static int used(int[] labels) {
    return (int) java.util.Arrays.stream(labels).distinct().count();
  }
}
