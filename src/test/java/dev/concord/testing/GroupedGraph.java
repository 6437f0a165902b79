package dev.concord.testing;

import dev.concord.graph.SimilarityGraph;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Points on a line of groups, each joined to ten points of its group and some of others. */
public final class GroupedGraph {
  private static final int NEAR = 10;

  private GroupedGraph() {}

  /**
   * A graph of groups.
   *
   * @param across the share of edges to any point
   */
  public static SimilarityGraph of(int groups, int size, double across, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = groups * size;
    boolean[][] joined = new boolean[n][n];
    for (int i = 0; i < n; i++) {
      for (int e = 0; e < NEAR; e++) {
        int j = i;
        while (j == i) {
          j =
              random.nextDouble() < across
                  ? random.nextInt(n)
                  : i / size * size + random.nextInt(size);
        }
        joined[Math.min(i, j)][Math.max(i, j)] = true;
      }
    }
    int edges = 0;
    for (boolean[] row : joined) {
      for (boolean edge : row) {
        edges += edge ? 1 : 0;
      }
    }
    int[] source = new int[edges];
    int[] target = new int[edges];
    int at = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        if (joined[i][j]) {
          source[at] = i;
          target[at++] = j;
        }
      }
    }
    double[] ones = new double[edges];
    Arrays.fill(ones, 1.0);
    return SimilarityGraph.fromEdges(n, source, target, ones);
  }
}
