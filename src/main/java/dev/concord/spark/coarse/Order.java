package dev.concord.spark.coarse;

import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.spark.graph.BlockSpectrum;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * An order of points in which those of a node, and of a group of nodes, follow each other.
 *
 * @param nodes in their order
 * @param first the first place of each of them, and n
 * @param place of each point
 */
record Order(int[] nodes, int[] first, int[] place) {
  /**
   * The order by group, node and point. 4 bytes a point.
   *
   * @param nodeOf node of each point
   * @param groupOf group of each node
   */
  static Order of(int[] nodeOf, int[] groupOf) {
    int[] nodes =
        IntStream.range(0, groupOf.length)
            .boxed()
            .sorted((a, b) -> Integer.compare(groupOf[a], groupOf[b]))
            .mapToInt(Integer::intValue)
            .toArray();
    int[] points = new int[groupOf.length];
    for (int node : nodeOf) {
      points[node]++;
    }
    int[] first = new int[nodes.length + 1];
    int[] next = new int[nodes.length];
    for (int v = 0; v < nodes.length; v++) {
      next[nodes[v]] = first[v];
      first[v + 1] = first[v] + points[nodes[v]];
    }
    int[] place = new int[nodeOf.length];
    for (int i = 0; i < place.length; i++) {
      place[i] = next[nodeOf[i]]++;
    }
    return new Order(nodes, first, place);
  }

  /**
   * Vectors of the nodes, for the points.
   *
   * @param roots one for each node, by which its values are multiplied
   */
  BlockSpectrum.Start start(Eigenpairs vectors, double[] roots) {
    int p = vectors.count();
    double[] values = new double[nodes.length * p];
    for (int v = 0; v < nodes.length; v++) {
      for (int c = 0; c < p; c++) {
        values[v * p + c] = vectors.vectors()[c * nodes.length + nodes[v]] * roots[nodes[v]];
      }
    }
    return new BlockSpectrum.Start(first, values, p);
  }

  /** Values by place, as values by point. */
  int[] ofPoints(int[] values) {
    return Arrays.stream(place).map(at -> values[at]).toArray();
  }
}
