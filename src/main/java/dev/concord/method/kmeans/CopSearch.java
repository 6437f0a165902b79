package dev.concord.method.kmeans;

import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.Seeds;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** One start of COP-k-means. */
final class CopSearch {
  /**
   * A partition.
   *
   * @param labels of the nodes
   * @param cost sum of squared distances
   */
  record Found(int[] labels, double cost, int iterations) {}

  private CopSearch() {}

  /**
   * The partition at the end of a start, or null when some node has no cluster left.
   *
   * @param apart nodes that must lie apart
   */
  static @Nullable Found run(NodeMeans nodes, CsrMatrix apart, int k, SplittableRandom random) {
    double[] centres = CentreSeeds.of(nodes, k, random);
    int[] order = Seeds.shuffled(nodes.nodes(), random);
    int[] before = new int[0];
    int[] labels = new int[nodes.nodes()];
    int iterations = 0;
    while (!Arrays.equals(before, labels) && iterations < FixedPoint.MOST_ITERATIONS) {
      before = iterations == 0 ? before : labels.clone();
      Arrays.fill(labels, -1);
      for (int v : order) {
        labels[v] = nearestAllowed(nodes, apart, v, labels, centres, k);
        if (labels[v] < 0) {
          return null;
        }
      }
      nodes.recentre(labels, centres);
      iterations++;
    }
    double cost = nodes.plusSquares(nodes.within(), labels, centres);
    return new Found(labels, cost, iterations);
  }

  private static int nearestAllowed(
      NodeMeans nodes, CsrMatrix apart, int v, int[] labels, double[] centres, int k) {
    boolean[] forbidden = new boolean[k];
    for (int p = apart.rowPtr()[v]; p < apart.rowPtr()[v + 1]; p++) {
      int other = labels[apart.col()[p]];
      if (other >= 0) {
        forbidden[other] = true;
      }
    }
    int best = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int c = 0; c < k; c++) {
      double cost = forbidden[c] ? Double.POSITIVE_INFINITY : nodes.cost(v, centres, c);
      if (cost < least) {
        least = cost;
        best = c;
      }
    }
    return best;
  }
}
