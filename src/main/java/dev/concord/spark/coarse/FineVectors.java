package dev.concord.spark.coarse;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.KMeansSearch;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Solver;
import dev.concord.linalg.solve.EigenOptions;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.linalg.solve.SymmetricEigensolver;
import dev.concord.method.EigenvectorMethod;
import dev.concord.method.EigenvectorMethod.Scaling;
import dev.concord.method.MethodResult;
import dev.concord.method.RoundingFigures;
import dev.concord.method.Services;
import dev.concord.method.Services.Rounding;
import dev.concord.method.SolverOptions;
import dev.concord.method.Spectrum;
import dev.concord.method.pipeline.Clustering;
import dev.concord.spark.files.StageClock;
import dev.concord.spark.graph.BlockGraph;
import dev.concord.spark.graph.BlockSpectrum;
import dev.concord.spark.graph.DistributedPairMoments;
import dev.concord.spark.graph.KMeansRounding;
import dev.concord.spark.graph.TallMatrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * A spectral method on the points of a coarsened graph: eigenvectors of the coarse graph are spread
 * over the points of its nodes and improved on the executors, constraints are summed there, and
 * MLlib's k-means makes the partition.
 *
 * <p>The driver holds 4 bytes a point, twice, and a few vectors of the nodes.
 *
 * @param rounding k-means
 */
record FineVectors(
    JavaSparkContext context,
    BlockGraph graph,
    CoarseLevels coarsening,
    EigenvectorMethod method,
    Clustering.Settings settings,
    KMeansRounding rounding) {
  /** Residuals of eigenvectors: what k-means does not see. */
  static final double TOLERANCE = 1e-4;

  /** Steps of the eigenvectors. */
  private static final int STEPS = 8;

  /** Residuals of the eigenvectors of the coarse graph. */
  private static final double COARSE_TOLERANCE = 1e-6;

  /**
   * The method's partition of the points.
   *
   * @param pairs of the points
   * @param coarse the coarse graph
   */
  MethodResult found(PairConstraints pairs, SimilarityGraph coarse, Services services) {
    int n = graph.size();
    StageClock clock = coarsening.clock();
    int count = method.eigenvectors(n, settings.clusters(), settings.options());
    Spectrum.warnAboutComponents(
        "The graph", graph.components(), count, settings.clusters(), services);
    Eigenpairs start =
        spectrum(
            coarse, Math.min(coarse.size(), BlockSpectrum.width(count)), services.eigenListener());
    Order order = Order.of(coarsening.nodeOf(), groups(start, TallMatrix.ROWS));
    double tolerance = tolerance();
    try (BlockSpectrum spectrum = new BlockSpectrum(context, graph, order.place())) {
      return spectrum.again(
          () -> {
            BlockSpectrum.Found found =
                spectrum.largest(
                    order.start(start, roots()), count, tolerance, STEPS, services.eigenListener());
            clock.finish(
                String.format(
                    Locale.ROOT, "%d vectors, residual %.1e", count, largest(found.pairs())));
            clock.start("rounding", -1);
            return rounded(found, order, pairs, services);
          },
          () -> {
            clock.finish("vectors lost with an executor");
            clock.start("eigenvectors", -1);
          });
    }
  }

  private MethodResult rounded(
      BlockSpectrum.Found found, Order order, PairConstraints pairs, Services services) {
    List<String> warnings = new ArrayList<>();
    Scaling scaling =
        method.scaling(
            graph.size(),
            settings.clusters(),
            settings.options(),
            pairs,
            (multiplicity, everyDiagonal) ->
                DistributedPairMoments.sum(
                    context, pairs, order.place(), found.vectors(), multiplicity, everyDiagonal),
            warnings::add);
    TallMatrix rows =
        found
            .vectors()
            .scaled(Arrays.copyOf(scaling.factors(), scaling.columns()), scaling.unitRows());
    Rounding rounded = rounding.round(rows, settings.clusters());
    // Nothing is lost any more: said once.
    warnOf(found.pairs(), tolerance(), services);
    warnings.forEach(services::warn);
    return new MethodResult(
        order.ofPoints(rounded.labels()),
        null,
        found.pairs(),
        scaling.figures().apply(RoundingFigures.of(rounded)));
  }

  private double tolerance() {
    return Math.max(TOLERANCE, settings.options().get(SolverOptions.TOLERANCE));
  }

  private static double largest(Eigenpairs pairs) {
    return Arrays.stream(pairs.residuals()).max().orElse(0.0);
  }

  private static void warnOf(Eigenpairs pairs, double tolerance, Services services) {
    double worst = largest(pairs);
    if (!(worst <= tolerance)) {
      services.warn(
          String.format(
              Locale.ROOT,
              "The eigenvectors of the points have residuals of up to %.1e after %d steps from those"
                  + " of the coarse graph, above the tolerance of %.0e: the last of them are"
                  + " approximate. Lower clusters.eigenvectors, or raise plan.coarse-nodes.",
              worst,
              pairs.iterations(),
              tolerance));
    }
  }

  /** 1 / root of the degree of each node, 0 for a node without edges. */
  private double[] roots() {
    double[] degrees = coarsening.degrees();
    return Arrays.stream(degrees).map(d -> d > 0.0 ? 1.0 / Math.sqrt(d) : 0.0).toArray();
  }

  /** Of the coarse graph with the weights within its nodes: those of the points, restricted. */
  private Eigenpairs spectrum(SimilarityGraph coarse, int count, IterationListener listener) {
    CsrMatrix w = coarse.weights();
    int n = w.rows();
    double[] roots = roots();
    double[] val = new double[w.val().length];
    double[] within = new double[n];
    for (int v = 0; v < n; v++) {
      within[v] =
          Math.max(0.0, coarsening.degrees()[v] - coarse.degrees()[v]) * roots[v] * roots[v];
      for (int q = w.rowPtr()[v]; q < w.rowPtr()[v + 1]; q++) {
        val[q] = w.val()[q] * roots[v] * roots[w.col()[q]];
      }
    }
    CsrOperator between = new CsrOperator(new CsrMatrix(n, w.rowPtr(), w.col(), val));
    EigenOptions options =
        new EigenOptions(
            count,
            COARSE_TOLERANCE,
            settings.options().get(SolverOptions.MAX_ITERATIONS),
            settings.seeds().stream("eigenvectors"),
            Solver.AUTO);
    return SymmetricEigensolver.largest(
        new WithDiagonal(between, within), new double[0][], 1.0, options, listener);
  }

  /** As many groups of near nodes as the vectors have blocks of rows. */
  private int[] groups(Eigenpairs start, int rows) {
    int nodes = start.n();
    int[] groups = new int[nodes];
    int count = Math.min(nodes, graph.size() / rows + 1);
    if (count > 1) {
      int p = start.count();
      double[] roots = roots();
      double[] embedded = new double[nodes * p];
      for (int v = 0; v < nodes; v++) {
        for (int c = 0; c < p; c++) {
          embedded[v * p + c] = start.vectors()[c * nodes + v] * roots[v];
        }
      }
      double[] centres =
          KMeansSearch.run(embedded, p, count, 1, settings.seeds().stream("groups of nodes"))
              .centres();
      KMeansSearch.assign(embedded, centres, p, groups);
    }
    return groups;
  }

  /** A symmetric matrix and a diagonal, added. */
  private record WithDiagonal(LinearOperator matrix, double[] diagonal) implements LinearOperator {
    @Override
    public int size() {
      return matrix.size();
    }

    @Override
    public void apply(double[] x, double[] y) {
      apply(x, y, 1);
    }

    @Override
    public void apply(double[] x, double[] y, int columns) {
      matrix.apply(x, y, columns);
      int n = diagonal.length;
      for (int p = 0; p < n * columns; p++) {
        y[p] += diagonal[p % n] * x[p];
      }
    }
  }

  /**
   * An order of points in which those of a node, and of a group of nodes, follow each other.
   *
   * @param nodes in their order
   * @param first the first place of each of them, and n
   * @param place of each point
   */
  private record Order(int[] nodes, int[] first, int[] place) {
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
}
