package dev.concord.testing;

import dev.concord.graph.SimilarityGraph;
import java.util.SplittableRandom;

/** Small graphs whose answers are known. */
public final class Graphs {
  private Graphs() {}

  /**
   * {@code groups} dense groups of {@code size} points; weak edges from each point to its neighbour
   * in the next group.
   *
   * @param bridge weight of an edge between groups; 0 leaves them disconnected
   */
  public static SimilarityGraph groups(int groups, int size, double bridge, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = groups * size;
    int[] source = new int[n * size];
    int[] target = new int[n * size];
    double[] weight = new double[n * size];
    int edges = 0;
    for (int g = 0; g < groups; g++) {
      for (int i = 0; i < size; i++) {
        for (int j = i + 1; j < size; j++) {
          source[edges] = g * size + i;
          target[edges] = g * size + j;
          weight[edges++] = 0.5 + 0.5 * random.nextDouble();
        }
      }
    }
    for (int g = 0; bridge > 0 && g + 1 < groups; g++) {
      for (int i = 0; i < size; i += 3) {
        source[edges] = g * size + i;
        target[edges] = (g + 1) * size + i;
        weight[edges++] = bridge * (0.5 + random.nextDouble());
      }
    }
    return SimilarityGraph.fromEdges(
        n,
        java.util.Arrays.copyOf(source, edges),
        java.util.Arrays.copyOf(target, edges),
        java.util.Arrays.copyOf(weight, edges));
  }

  /** The same graph with point i called {@code permutation[i]}. */
  public static SimilarityGraph permuted(SimilarityGraph graph, int[] permutation) {
    int[] rowPtr = graph.weights().rowPtr();
    int[] col = graph.weights().col();
    int edges = (int) graph.edges();
    int[] source = new int[edges];
    int[] target = new int[edges];
    double[] weight = new double[edges];
    int at = 0;
    for (int i = 0; i < graph.size(); i++) {
      for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
        if (i < col[p]) {
          source[at] = permutation[i];
          target[at] = permutation[col[p]];
          weight[at++] = graph.weights().val()[p];
        }
      }
    }
    return SimilarityGraph.fromEdges(graph.size(), source, target, weight);
  }

  /** A seeded permutation of 0..n-1. */
  public static int[] permutation(int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] permutation = new int[n];
    for (int i = 0; i < n; i++) {
      int j = random.nextInt(i + 1);
      permutation[i] = permutation[j];
      permutation[j] = i;
    }
    return permutation;
  }
}
