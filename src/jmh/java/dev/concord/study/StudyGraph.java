package dev.concord.study;

import dev.concord.constraint.PairConstraints;
import dev.concord.error.ConvergenceException;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.graph.exact.LocalNeighborSearch;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.neighbors.NeighborLists;
import dev.concord.graph.weights.Bandwidth;
import dev.concord.graph.weights.EdgeWeights;
import dev.concord.graph.weights.KernelType;
import dev.concord.graph.weights.Symmetrization;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Seeds;
import dev.concord.linalg.eigen.EigenOptions;
import dev.concord.linalg.eigen.Eigenpairs;
import dev.concord.method.Embedding;
import dev.concord.method.LloydServices;
import dev.concord.method.Method;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.auto.LabelledTable;
import dev.concord.method.catalogue.Catalogue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** A graph of a table, ready for many runs; its smoothest eigenvectors are computed once. */
public final class StudyGraph {
  private static final int PANEL_ROWS = 500;

  /** Points up to which LAPACK takes over from a Lanczos solve that does not end. */
  private static final int DENSE = 1000;

  /**
   * Residual of a larger graph's eigenvectors where the usual one is not reached: a narrow
   * bandwidth leaves many parts that hardly hang together, with eigenvalues nearer to each other
   * than that.
   */
  private static final double LOOSER = 1e-4;

  private static final int LONGER = 2000;

  private final String name;
  private final SimilarityGraph graph;
  private final Components components;
  private final LinearOperator adjacency;
  private final Map<Integer, Eigenpairs> spectra = new HashMap<>();
  private final Map<Integer, Discretization> discretizations = new ConcurrentHashMap<>();

  private StudyGraph(String name, SimilarityGraph graph) {
    this.name = name;
    this.graph = graph;
    this.components = Components.of(graph.weights());
    this.adjacency = new CsrOperator(NormalizedAdjacency.of(graph));
  }

  /**
   * The gaussian graph of so many neighbours, kept where either point lists the other, for each
   * factor of r, the mean distance to the last of them.
   */
  static List<StudyGraph> gaussian(LabelledTable table, int neighbors, double[] factors) {
    NeighborLists lists = neighbors(table, neighbors);
    double r = 0.0;
    for (int i = 0; i < lists.n(); i++) {
      r += lists.distance()[(i + 1) * neighbors - 1] / lists.n();
    }
    List<StudyGraph> graphs = new ArrayList<>();
    for (double factor : factors) {
      graphs.add(
          new StudyGraph(
              Double.toString(factor),
              EdgeWeights.graph(
                  lists,
                  KernelType.GAUSSIAN,
                  new Bandwidth(Bandwidth.Rule.FIXED, factor * r),
                  Symmetrization.UNION)));
    }
    return graphs;
  }

  /** The graph that a user gets without asking: ten neighbours, self-tuning. */
  public static StudyGraph usual(LabelledTable table) {
    return new StudyGraph(
        "usual",
        EdgeWeights.graph(
            neighbors(table, 10),
            KernelType.SELF_TUNING,
            new Bandwidth(Bandwidth.Rule.AUTO, Double.NaN),
            Symmetrization.UNION));
  }

  private static NeighborLists neighbors(LabelledTable table, int neighbors) {
    int n = table.truth().length;
    int dim = table.dim();
    List<FeaturePanel> panels = new ArrayList<>();
    for (int first = 0; first < n; first += PANEL_ROWS) {
      int rows = Math.min(PANEL_ROWS, n - first);
      double[] values = new double[rows * dim];
      System.arraycopy(table.values(), first * dim, values, 0, values.length);
      panels.add(FeaturePanel.of(panels.size(), first, rows, dim, values));
    }
    return LocalNeighborSearch.search(panels, neighbors);
  }

  /** The factor of the bandwidth, or "usual". */
  String name() {
    return name;
  }

  public SimilarityGraph graph() {
    return graph;
  }

  /** The problem of a method on this graph, pairs soft. */
  Problem problem(PairConstraints pairs, int clusters, MethodOptions options, Seeds seeds) {
    return new Problem(
        graph, components, adjacency, pairs, false, null, null, clusters, options, seeds);
  }

  /**
   * The rows that a method puts to k-means; its eigenvectors are cached where they may be.
   *
   * @param options of the method; where they bound its iterations, on a larger graph, that is all
   * @throws ConvergenceException when the eigenvectors are not found so
   */
  Embedding embedding(
      String method, Map<String, Object> options, PairConstraints pairs, int clusters) {
    Seeds seeds = Seeds.of(1);
    Recorder recorder = new Recorder();
    Method chosen = Catalogue.named(method);
    try {
      chosen.run(problem(pairs, clusters, new MethodOptions(method, options), seeds), recorder);
    } catch (ConvergenceException e) {
      if (graph.size() > DENSE && options.containsKey("max-iterations")) {
        throw e;
      }
      Map<String, Object> longer = new HashMap<>(options);
      if (graph.size() <= DENSE) {
        longer.put("solver", "dense");
      } else {
        longer.put("tolerance", LOOSER);
        longer.put("max-iterations", LONGER);
      }
      chosen.run(problem(pairs, clusters, new MethodOptions(method, longer), seeds), recorder);
    }
    return Objects.requireNonNull(recorder.rounded, method + " rounds by k-means");
  }

  /** The discretization of the cut into so many clusters, which no pair changes. */
  Discretization discretization(int clusters) {
    PairConstraints none = PairConstraints.none(graph.size(), Integer::toString);
    return discretizations.computeIfAbsent(
        clusters,
        k -> new Discretization(embedding("ncut", Map.of("normalize-rows", false), none, k)));
  }

  /** What a method that rounds by itself or by k-means finds. */
  MethodResult result(
      String method, Map<String, Object> options, PairConstraints pairs, int clusters) {
    Problem problem = problem(pairs, clusters, new MethodOptions(method, options), Seeds.of(1));
    return Catalogue.named(method).run(problem, new LloydServices());
  }

  private synchronized Eigenpairs smoothest(
      WeightedGraph asking, EigenOptions options, Supplier<Eigenpairs> solver) {
    return asking == graph
        ? spectra.computeIfAbsent(options.count(), count -> solver.get())
        : solver.get();
  }

  /** Keeps the rows instead of clustering them. */
  private final class Recorder extends LloydServices {
    @Override
    public Rounding round(Embedding embedding, int clusters) {
      rounded = embedding;
      return new Rounding(new int[embedding.rows()], 0.0, 0, 1);
    }

    @Override
    public Eigenpairs smoothest(
        WeightedGraph asking, EigenOptions options, Supplier<Eigenpairs> solver) {
      return StudyGraph.this.smoothest(asking, options, solver);
    }
  }
}
