package dev.concord.graph;

import java.util.stream.IntStream;

/**
 * The null vectors of the normalized Laplacian, known without any solver: D<sup>1/2</sup>
 * 1<sub>C</sub> / √vol(C) for each component C. They are orthonormal.
 */
public final class NullVectors {
  private NullVectors() {}

  /**
   * The vectors of the components that have an edge, largest volume first (equal volumes by
   * component number). Time O(n · vectors).
   *
   * @param limit at most so many vectors
   * @return vectors of length n
   */
  public static double[][] of(WeightedGraph g, Components c, int limit) {
    return of(g.degrees(), c, limit);
  }

  /**
   * The same for other node weights m than the degrees: M<sup>1/2</sup> 1<sub>C</sub> / √m(C),
   * largest m(C) first; components of weight 0 have none.
   *
   * @param weights n values, none negative
   */
  public static double[][] of(double[] weights, Components c, int limit) {
    int n = weights.length;
    int[] componentOf = c.componentOf();
    double[] volume = new double[c.count()];
    for (int i = 0; i < n; i++) {
      volume[componentOf[i]] += weights[i];
    }
    int[] order = largestFirst(volume, limit);
    double[][] vectors = new double[order.length][];
    for (int v = 0; v < order.length; v++) {
      double[] x = new double[n];
      double vol = volume[order[v]];
      for (int i = 0; i < n; i++) {
        if (componentOf[i] == order[v]) {
          x[i] = Math.sqrt(weights[i] / vol);
        }
      }
      vectors[v] = x;
    }
    return vectors;
  }

  private static int[] largestFirst(double[] volume, int limit) {
    return IntStream.range(0, volume.length)
        .filter(c -> volume[c] > 0.0)
        .boxed()
        .sorted((a, b) -> Double.compare(volume[b], volume[a]))
        .mapToInt(Integer::intValue)
        .limit(limit)
        .toArray();
  }
}
