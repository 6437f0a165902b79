package dev.concord.method.ensemble;

import dev.concord.graph.Components;
import dev.concord.graph.NeighborLists;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.NullVectors;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.search.LocalNeighborSearch;
import dev.concord.graph.weights.Bandwidth;
import dev.concord.graph.weights.EdgeWeights;
import dev.concord.graph.weights.KernelType;
import dev.concord.graph.weights.Symmetrization;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.method.Embedding;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.Services;
import dev.concord.method.Spectrum;
import dev.concord.method.kmeans.PckMeansFigures;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A normalized cut of a wider graph: {@value #NEIGHBORS} neighbours of a point where there are
 * enough points and a mean cluster is large enough, all edges of one weight, and k-means with the
 * pairs on the rows of its k smoothest eigenvectors, each of length 1 (Ng, Jordan and Weiss 2001).
 * Weights by a local scale divide a table of texts or of words into many small, dense groups; there
 * a graph of many neighbours and equal weights has the classes. Where edges were given and no
 * features, it is a cut of their graph: moves of points and of groups end at two joined clusters of
 * a sparse random graph, whose eigenvectors part them.
 */
final class SpectralMember {
  /** Neighbours of a point. */
  static final int NEIGHBORS = 50;

  /** Neighbours are at most one in so many points. */
  private static final int SHARE = 8;

  /**
   * Neighbours are at most one in so many points of a mean cluster, since more of them are of other
   * classes: on soybean, whose 19 classes have 36 points in the mean, the communities of 50
   * neighbours have an ARI of 0.42 to 0.47, of 17 neighbours 0.45 to 0.47.
   */
  private static final int SHARE_OF_CLUSTER = 2;

  /** With fewer neighbours the graph would be no wider than the given one. */
  private static final int FEWEST = 10;

  /**
   * Neighbours of a point among which its communities are found, where there are so many. With
   * {@value #NEIGHBORS} communities are worse on words, USPS, digits, WDBC, wine, glass and
   * soybean.
   */
  static final int NEAREST = 20;

  /** Points up to which the graph is built, on one core. */
  static final int MOST_POINTS = 1 << 15;

  /** Clusters up to which it is searched: more eigenvectors would take most of the time. */
  static final int MOST_CLUSTERS = 64;

  /** Memory of a point for the neighbours, the edges, their adjacency and the eigenvectors. */
  static final long BYTES_OF_POINT = 1L << 13;

  private static final String NAME = "ncut on ";

  private SpectralMember() {}

  /** Neighbours in the graph of n points in k clusters; 0 where it is not built. */
  static int neighbors(int n, int k) {
    int within = Math.max(FEWEST, n / (SHARE_OF_CLUSTER * k));
    int neighbors = Math.min(Math.min(NEIGHBORS, within), n / SHARE);
    return n > MOST_POINTS || neighbors < FEWEST ? 0 : neighbors;
  }

  static String name(int n, int k) {
    return NAME + neighbors(n, k) + " neighbours";
  }

  /** The name of a cut of the given graph. */
  static final String ON_GIVEN = NAME + "the graph";

  /** Whether that is the name of a member of this kind. */
  static boolean is(Member member) {
    return member.method().startsWith(NAME);
  }

  /**
   * The wider graph.
   *
   * @param problem in it
   * @param near the graph of at most {@value #NEAREST} of its neighbours of a point
   */
  record Wider(Problem problem, SimilarityGraph near) {}

  /**
   * The problem in the wider graph, or null where there are too few or too many points or clusters,
   * or that graph has more components than there are clusters, as one of many equal rows has. Time
   * O(n² d).
   *
   * @param features n rows
   */
  static @Nullable Wider wider(Problem problem, double[] features) {
    int n = problem.size();
    int k = problem.clusters();
    if (k < 2 || k > MOST_CLUSTERS || neighbors(n, k) == 0) {
      return null;
    }
    FeaturePanel rows = FeaturePanel.of(0, 0, n, features.length / n, features.clone());
    NeighborLists lists = LocalNeighborSearch.search(List.of(rows), neighbors(n, k));
    SimilarityGraph graph = binary(lists);
    Components components = Components.of(graph.weights());
    if (components.count() > k) {
      return null;
    }
    Problem wider =
        new Problem(
            graph,
            components,
            new CsrOperator(NormalizedAdjacency.of(graph)),
            problem.constraints(),
            problem.hard(),
            null,
            null,
            k,
            MemberMethods.plain(MemberMethods.PCK_MEANS),
            problem.seeds());
    return new Wider(wider, lists.k() > NEAREST ? binary(lists.nearest(NEAREST)) : graph);
  }

  private static SimilarityGraph binary(NeighborLists lists) {
    return EdgeWeights.graph(
        lists,
        KernelType.BINARY,
        new Bandwidth(Bandwidth.Rule.AUTO, Double.NaN),
        Symmetrization.UNION);
  }

  /** The problem in the given graph; null where that is too large or has too many clusters. */
  static @Nullable Problem given(Problem problem) {
    int k = problem.clusters();
    boolean fits =
        problem.size() <= MOST_POINTS
            && k >= 2
            && k <= MOST_CLUSTERS
            && problem.components().count() <= k;
    return fits
        ? MemberMethods.with(
            problem,
            problem.edges(),
            problem.adjacency(),
            MemberMethods.plain(MemberMethods.PCK_MEANS),
            problem.seeds())
        : null;
  }

  /** The partition. A Lanczos iteration for k vectors, and k-means on n k values. */
  static MethodResult found(Problem wider, Services services) {
    int k = wider.clusters();
    services.stage("spectral");
    double[][] known = NullVectors.of(wider.graph(), wider.components(), k);
    Eigenpairs pairs =
        Spectrum.largest(wider, wider.adjacency(), known, k, services.eigenListener());
    Embedding rows = new Embedding(wider.size(), pairs.count(), pairs.vectors()).normalizedRows();
    MethodResult paired = MemberMethods.PCK_MEANS.on(rows.rowMajor(), wider, services);
    if (wider.constraints().size() == 0) {
      return paired;
    }
    // Few pairs are poor centres: the partition without them is a start, too.
    Problem free = MemberMethods.withoutPairs(wider, wider.options(), wider.seeds());
    int[] start = MemberMethods.PCK_MEANS.on(rows.rowMajor(), free, services).labels();
    MethodResult other = MemberMethods.PCK_MEANS.on(rows.rowMajor(), start, wider, services);
    return objective(other) < objective(paired) ? other : paired;
  }

  private static double objective(MethodResult result) {
    return result.figures(PckMeansFigures.class).objective();
  }
}
