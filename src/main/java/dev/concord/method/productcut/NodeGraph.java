package dev.concord.method.productcut;

import dev.concord.graph.NormalizedAdjacency;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.RowBlock;
import dev.concord.partition.coloring.PartitionProblem;

/**
 * The graph between the nodes of a problem.
 *
 * @param adjacency N = D<sup>-1/2</sup> W D<sup>-1/2</sup>
 * @param degrees sums of the rows of W
 */
record NodeGraph(CsrMatrix adjacency, double[] degrees) {
  /** Time O(nnz), memory 8 bytes an entry. */
  static NodeGraph of(PartitionProblem problem) {
    CsrMatrix weights = problem.weights();
    int n = weights.rows();
    int[] start = weights.rowPtr();
    double[] degrees = new double[n];
    for (int i = 0; i < n; i++) {
      double sum = 0.0;
      for (int p = start[i]; p < start[i + 1]; p++) {
        sum += weights.val()[p];
      }
      degrees[i] = sum;
    }
    RowBlock rows = RowBlock.of(weights, 0, n);
    double[] values = NormalizedAdjacency.of(rows, NormalizedAdjacency.roots(degrees)).val();
    return new NodeGraph(new CsrMatrix(n, start, weights.col(), values), degrees);
  }
}
