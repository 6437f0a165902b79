package dev.concord.method.kmeans;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.MethodOptions;
import dev.concord.method.Problem;
import java.util.Map;
import java.util.SplittableRandom;

/** Problems whose graph has no edges. */
final class FeatureProblem {
  private FeatureProblem() {}

  static Problem of(
      PairConstraints pairs, boolean hard, int clusters, String method, Map<String, Object> given) {
    int n = pairs.points();
    SimilarityGraph graph = SimilarityGraph.fromEdges(n, new int[0], new int[0], new double[0]);
    return new Problem(
        graph,
        Components.of(graph.weights()),
        new CsrOperator(NormalizedAdjacency.of(graph)),
        pairs,
        hard,
        null,
        null,
        clusters,
        new MethodOptions(method, given),
        Seeds.of(1));
  }

  /** Rows of {@code dim} values around {@code groups} centres, row i around centre i % groups. */
  static double[] mixture(int n, int dim, int groups, double distance, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] rows = new double[n * dim];
    for (int i = 0; i < n; i++) {
      for (int d = 0; d < dim; d++) {
        rows[i * dim + d] = random.nextDouble() + (d == 0 ? distance * (i % groups) : 0.0);
      }
    }
    return rows;
  }
}
