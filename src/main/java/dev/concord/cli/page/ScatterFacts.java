package dev.concord.cli.page;

import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.method.Embedding;
import dev.concord.metric.ClusterProjection;
import dev.concord.report.Scatter;
import dev.concord.spark.job.ClusterOutcome;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Two axes to draw the points on: of the method's embedding, the two on which the clusters lie
 * farthest apart; of an embedding of one column, that one against how firmly points sit in their
 * clusters; without an embedding, those of how the neighbourhoods vote.
 */
public final class ScatterFacts {
  /** Clusters whose votes are counted, at most. */
  private static final int VOTED = 20;

  private ScatterFacts() {}

  /**
   * The drawing's content; null for a single cluster of which fewer than three eigenvectors are
   * known, and for votes of edges that stayed on the executors.
   */
  public static @Nullable Scatter of(ClusterOutcome outcome) {
    int clusters = outcome.sizes().length;
    if (clusters < 2) {
      Eigenpairs spectrum = outcome.spectrum();
      return spectrum == null || spectrum.n() == 0 || spectrum.count() < 3
          ? null
          : scatter(
              outcome, "eigenvector 2", "eigenvector 3", spectrum.vector(1), spectrum.vector(2));
    }
    Embedding embedding = outcome.embedding();
    if (embedding != null && embedding.columns() >= 2) {
      return projected(outcome, embedding.values(), embedding.columns(), "");
    }
    if (embedding != null && embedding.columns() == 1) {
      return scatter(
          outcome,
          "the relaxed solution",
          "share of edge weight inside the cluster",
          embedding.values(),
          stay(outcome));
    }
    SimilarityGraph edges = outcome.edges();
    if (edges == null) {
      return null;
    }
    int m = Math.min(clusters, VOTED);
    double[] votes = GraphVotes.of(edges, outcome.labels(), m);
    return projected(outcome, votes, m, "votes, ");
  }

  private static Scatter projected(
      ClusterOutcome outcome, double[] columnMajor, int columns, String of) {
    ClusterProjection shown =
        ClusterProjection.of(
            columnMajor, outcome.ids().size(), columns, outcome.labels(), outcome.sizes().length);
    return scatter(
        outcome,
        axis(of + "first axis", shown.xShare()),
        axis(of + "second axis", shown.yShare()),
        shown.x(),
        shown.y());
  }

  /** Short enough for the drawing on a phone; the page names the whole of the share. */
  private static String axis(String name, double share) {
    return share > 0.0 ? String.format(Locale.ROOT, "%s (%.0f %%)", name, 100 * share) : name;
  }

  private static Scatter scatter(
      ClusterOutcome outcome, String xName, String yName, double[] x, double[] y) {
    var pairs = outcome.constraints();
    return Scatter.of(
        xName,
        yName,
        x,
        y,
        outcome.labels(),
        outcome.ids()::name,
        new Scatter.Pairs(
            pairs.first(), pairs.second(), pairs.mustLink(), outcome.violations().satisfied()));
  }

  private static double[] stay(ClusterOutcome outcome) {
    double[] degrees = outcome.graph().degrees();
    double[] stay = outcome.graph().weightsAway(outcome.labels());
    for (int i = 0; i < stay.length; i++) {
      stay[i] = degrees[i] > 0.0 ? Math.max(0.0, 1.0 - stay[i] / degrees[i]) : 0.0;
    }
    return stay;
  }

  /**
   * Coordinates of points by how their neighbourhood votes, for drawing partitions of methods that
   * have no embedding: column c is the chance that a random walk of a few steps from the point ends
   * in cluster c.
   */
  public static final class GraphVotes {
    private static final int STEPS = 3;

    private GraphVotes() {}

    /**
     * The coordinates, n·m values column after column, for the first m clusters. A point without an
     * edge stays where it is. Time O(m·nnz), memory 16·n·m bytes.
     *
     * @param labels length n, at least 0
     */
    public static double[] of(SimilarityGraph graph, int[] labels, int m) {
      int n = graph.size();
      double[] votes = new double[Math.multiplyExact(n, m)];
      double[] now = new double[n];
      double[] next = new double[n];
      for (int c = 0; c < m; c++) {
        for (int i = 0; i < n; i++) {
          now[i] = labels[i] == c ? 1.0 : 0.0;
        }
        for (int step = 0; step < STEPS; step++) {
          graph.weights().multiply(now, next);
          for (int i = 0; i < n; i++) {
            double degree = graph.degrees()[i];
            now[i] = degree > 0.0 ? next[i] / degree : now[i];
          }
        }
        System.arraycopy(now, 0, votes, c * n, n);
      }
      return votes;
    }
  }
}
