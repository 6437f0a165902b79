package dev.concord.method.auto;

import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import java.util.Arrays;

/** The part of a given graph between some of its points. */
public final class InducedGraph {
  private InducedGraph() {}

  /**
   * The graph of the points {@code rows} (ascending), numbered 0, 1, ...: the edges between them.
   */
  public static SimilarityGraph of(SimilarityGraph graph, int[] rows) {
    if (rows.length == graph.size()) {
      return graph;
    }
    CsrMatrix weights = graph.weights();
    int[] place = new int[graph.size()];
    Arrays.fill(place, -1);
    for (int r = 0; r < rows.length; r++) {
      place[rows[r]] = r;
    }
    int most = Math.toIntExact(graph.edges());
    int[] source = new int[most];
    int[] target = new int[most];
    double[] weight = new double[most];
    int size = 0;
    for (int row : rows) {
      for (int p = weights.rowPtr()[row]; p < weights.rowPtr()[row + 1]; p++) {
        int other = weights.col()[p];
        if (other > row && place[other] >= 0) {
          source[size] = place[row];
          target[size] = place[other];
          weight[size++] = weights.val()[p];
        }
      }
    }
    return SimilarityGraph.fromEdges(
        rows.length,
        Arrays.copyOf(source, size),
        Arrays.copyOf(target, size),
        Arrays.copyOf(weight, size));
  }

  /**
   * Points around those that are known, breadth first, up to so many: a random sample of a graph
   * has hardly an edge left.
   *
   * @param known where to start
   * @return ascending
   */
  public static int[] around(SimilarityGraph graph, boolean[] known, int most) {
    int n = graph.size();
    CsrMatrix weights = graph.weights();
    boolean[] reached = new boolean[n];
    int[] queue = new int[Math.min(n, most)];
    int size = 0;
    for (int i = 0; i < n && size < queue.length; i++) {
      if (known[i]) {
        reached[i] = true;
        queue[size++] = i;
      }
    }
    for (int at = 0; at < size && size < queue.length; at++) {
      for (int p = weights.rowPtr()[queue[at]];
          p < weights.rowPtr()[queue[at] + 1] && size < queue.length;
          p++) {
        int next = weights.col()[p];
        if (!reached[next]) {
          reached[next] = true;
          queue[size++] = next;
        }
      }
    }
    int[] rows = Arrays.copyOf(queue, size);
    Arrays.sort(rows);
    return rows;
  }
}
