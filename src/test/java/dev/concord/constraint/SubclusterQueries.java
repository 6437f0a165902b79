package dev.concord.constraint;

import dev.concord.graph.SimilarityGraph;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Pairs to ask a person about, so that the answers say which sub-clusters belong together:
 * "actively select constraints that represent each sub-cluster" (Xu, desJardins and Wagstaff,
 * FLAIRS 2005). The points are first clustered, without constraints, into more parts than are
 * wanted; each part is represented by its most central point, and representatives are compared.
 *
 * <p>The paper does not say which points represent a part. Here it is the one with the largest sum
 * of weights to its own part, the smallest index among equals.
 */
public final class SubclusterQueries {
  private final int[] representatives;
  private final int[] sizes;

  private SubclusterQueries(int[] representatives, int[] sizes) {
    this.representatives = representatives;
    this.sizes = sizes;
  }

  /**
   * Finds the representatives. Time O(nnz + n).
   *
   * @param labels n labels 0..parts-1; a part may be empty and is then left out
   */
  public static SubclusterQueries of(SimilarityGraph graph, int[] labels, int parts) {
    int n = graph.size();
    if (labels.length != n) {
      throw new IllegalArgumentException(labels.length + " labels for " + n + " nodes");
    }
    int[] central = new int[parts];
    Arrays.fill(central, -1);
    double[] strength = new double[parts];
    int[] sizes = new int[parts];
    int[] rowPtr = graph.weights().rowPtr();
    int[] col = graph.weights().col();
    double[] val = graph.weights().val();
    for (int i = 0; i < n; i++) {
      int own = labels[i];
      double inside = 0.0;
      for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
        inside += labels[col[p]] == own ? val[p] : 0.0;
      }
      sizes[own]++;
      if (central[own] < 0 || inside > strength[own]) {
        central[own] = i;
        strength[own] = inside;
      }
    }
    int[] order =
        IntStream.range(0, parts)
            .filter(c -> sizes[c] > 0)
            .boxed()
            .sorted(
                (a, b) ->
                    sizes[a] != sizes[b]
                        ? Integer.compare(sizes[b], sizes[a])
                        : Integer.compare(central[a], central[b]))
            .mapToInt(Integer::intValue)
            .toArray();
    return new SubclusterQueries(
        Arrays.stream(order).map(c -> central[c]).toArray(),
        Arrays.stream(order).map(c -> sizes[c]).toArray());
  }

  /** The representative of each part, the largest part first, equals by representative. */
  public int[] representatives() {
    return representatives.clone();
  }

  /** The number of points each representative stands for. */
  public int[] sizes() {
    return sizes.clone();
  }

  /**
   * The pairs to ask about: each part with every larger one, so that the first questions settle the
   * most points.
   *
   * @param limit at most so many
   * @return pairs of points
   */
  public int[][] pairs(int limit) {
    int parts = representatives.length;
    long all = parts * (parts - 1L) / 2;
    int[][] pairs = new int[(int) Math.min(Math.max(0, limit), all)][];
    int at = 0;
    for (int b = 1; b < parts; b++) {
      for (int a = 0; a < b && at < pairs.length; a++) {
        pairs[at++] = new int[] {representatives[a], representatives[b]};
      }
    }
    return pairs;
  }
}
