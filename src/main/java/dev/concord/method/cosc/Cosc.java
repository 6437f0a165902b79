package dev.concord.method.cosc;

import dev.concord.constraint.SignedComponents;
import dev.concord.graph.NormalizedCut;
import dev.concord.linalg.Solver;
import dev.concord.linalg.solve.EigenOptions;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.linalg.solve.SymmetricEigensolver;
import dev.concord.method.Embedding;
import dev.concord.method.Method;
import dev.concord.method.MethodInfo;
import dev.concord.method.MethodInfo.Trait;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.Services;
import dev.concord.method.Spectrum;
import dev.concord.method.spectral.SignedReduction;
import dev.concord.partition.coloring.PartitionProblem;
import dev.concord.partition.cut.Bipartition;
import dev.concord.partition.cut.GroupedSearch;
import dev.concord.partition.cut.Multiway;
import dev.concord.partition.cut.MultiwayOptions;
import dev.concord.partition.cut.TwoWayCuts;
import dev.concord.partition.cut.TwoWayOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Constrained 1-spectral clustering (COSC; Rangapuram and Hein, AISTATS 2012): the lowest
 * normalized cut found among the partitions that hold every constraint of weight 1.
 *
 * <p>Two clusters: Algorithm 1 of the paper on the ratio of differences of convex functions, from
 * the second eigenvector, the solution of {@code sclc} and random starts ({@link TwoWayCuts}). More
 * clusters: a search over partitions that are feasible throughout ({@link
 * dev.concord.partition.cut.MultiwayCuts}), from k-means on the smoothest k eigenvectors; the
 * paper's recursive splitting violates cannot-links (0.4 to 2.7 % on its large sets), this does
 * not.
 *
 * <p>Cost: the eigenvectors; then the options' starts times some hundred visits of every edge, on
 * all cores. Memory on the driver: see {@link #driverBytes}.
 */
public final class Cosc implements Method {
  static final String NAME = "cosc";

  /** Starts of the search, unless its options say otherwise. */
  public static final int STARTS = 10;

  /** Visits of every entry of the graph for each start, in the search for more than 2 clusters. */
  private static final double EFFORT_A_START = 500.0;

  private static final MethodInfo INFO =
      new MethodInfo(
              NAME,
              "Constrained 1-spectral clustering",
              "Rangapuram and Hein 2012",
              "features or edges",
              "every constraint of weight 1 holds, or the run ends with exit code 3 and a proof",
              "graphs of tens of millions of edges on the driver")
          .reading(CoscOptions.ALL)
          .reporting(CoscFigures.One.class, CoscFigures.Two.class, CoscFigures.Many.class)
          .with(Trait.IS_NOT_REFINED_BY_CUT);

  @Override
  public MethodInfo info() {
    return INFO;
  }

  @Override
  public void checkSize(long points, int clusters, MethodOptions options) {
    Spectrum.checkSize(points, (int) Math.min(points, clusters), options);
  }

  @Override
  public long driverBytes(long points, int clusters, MethodOptions options) {
    int width = (int) Math.min(points, clusters);
    // The basis of the eigensolver is gone when the search begins.
    return Math.max(Spectrum.bytes(points, width), 8L * points * width + 400L * points);
  }

  @Override
  public int extraMatrices() {
    // The contracted graph and, for each of two cores, levels of coarser ones and edge variables.
    return 10;
  }

  @Override
  public MethodResult run(Problem problem, Services services) {
    CoscOptions options = CoscOptions.of(problem.options());
    HardConstraintProblem hard = HardConstraintProblem.of(problem, null);
    if (problem.clusters() == 1 || hard.nodes().nodes() <= problem.clusters()) {
      return only(problem, hard);
    }
    return problem.clusters() == 2
        ? two(problem, hard, options, services)
        : many(problem, hard, options, services);
  }

  /** One cluster, or a cluster for every must-link component: there is nothing to search. */
  private static MethodResult only(Problem problem, HardConstraintProblem hard) {
    int[] nodeLabels = new int[hard.nodes().nodes()];
    if (problem.clusters() > 1) {
      Arrays.setAll(nodeLabels, v -> v);
    }
    int[] labels = hard.nodes().expand(nodeLabels);
    double ncut = NormalizedCut.of(problem.graph(), labels, problem.clusters());
    CoscFigures figures =
        new CoscFigures.One(ncut, hard.nodes().nodes(), /* provenOptimal= */ true);
    return new MethodResult(labels, null, null, figures);
  }

  private static MethodResult two(
      Problem problem, HardConstraintProblem hard, CoscOptions options, Services services) {
    PartitionProblem nodes = hard.nodes();
    // Refuses, with a proof, what two clusters cannot hold.
    hard.feasible(new int[problem.size()]);
    List<double[]> starts = new ArrayList<>();
    Eigenpairs pairs = null;
    if (problem.size() > 2) {
      pairs = Spectrum.smoothest(problem, 2, services);
      starts.add(overNodes(nodes, scaled(problem, pairs.vector(1))));
      addLinear(problem, nodes, starts, services);
    }
    Bipartition found =
        TwoWayCuts.solve(
            nodes,
            TwoWayOptions.defaults()
                .withGamma(options.gamma())
                .withViolations(options.violations())
                .withStarts(options.starts()),
            starts,
            problem.seeds());
    CoscFigures figures = CoscFigures.Two.of(found, nodes.nodes());
    return new MethodResult(nodes.expand(found.side()), null, pairs, figures);
  }

  /** The solution of sclc, where the signed constraints leave one. */
  private static void addLinear(
      Problem problem, PartitionProblem nodes, List<double[]> starts, Services services) {
    SignedComponents components = SignedComponents.of(problem.constraints());
    SignedReduction reduction =
        new SignedReduction(problem.adjacency(), problem.graph().degrees(), components, true);
    double[] balance = reduction.balance();
    int fixed = balance == null ? 0 : 1;
    if (!problem.hard() || reduction.size() < fixed + 1 || problem.constraints().size() == 0) {
      return;
    }
    Eigenpairs solved =
        SymmetricEigensolver.largest(
            reduction,
            balance == null ? new double[0][] : new double[][] {balance},
            SignedReduction.BALANCE_VALUE,
            new EigenOptions(
                fixed + 1, 1e-4, 1000, problem.seeds().stream("sclc-start"), Solver.AUTO),
            services.eigenListener());
    starts.add(overNodes(nodes, reduction.expand(solved.vector(fixed), components.sign())));
  }

  private static MethodResult many(
      Problem problem, HardConstraintProblem hard, CoscOptions options, Services services) {
    int k = problem.clusters();
    Spectrum.warnAboutComponents(problem, k, services);
    Eigenpairs pairs = Spectrum.smoothest(problem, k, services);
    Embedding smoothest = new Embedding(problem.size(), pairs.count(), pairs.vectors());
    int[] spectral = services.round(smoothest.normalizedRows(), k).labels();
    services.stage("cosc");
    int[] start = hard.feasible(spectral);
    MultiwayOptions search =
        MultiwayOptions.defaults()
            .withEffort(EFFORT_A_START * options.starts())
            .telling(services::progress);
    if (options.groups()) {
      int[] grouped =
          GroupedSearch.labels(hard.nodes(), k, List.of(start), search, problem.seeds());
      start = hard.feasible(hard.nodes().expand(grouped));
    }
    CutSearch cuts = new CutSearch(hard.nodes(), k, search, options.groups(), problem.seeds());
    Multiway found = cuts.solve(List.of(start), options.gamma(), options.violations());
    CoscFigures figures =
        new CoscFigures.Many(
            MultiwayFigures.of(found, cuts.path()),
            options.groups() ? "groups" : "cut",
            hard.nodes().nodes());
    return new MethodResult(hard.nodes().expand(found.labels()), null, pairs, figures);
  }

  /** D^-1/2 v: the eigenvector as values of points; 0 for points without an edge. */
  private static double[] scaled(Problem problem, double[] vector) {
    double[] degrees = problem.graph().degrees();
    double[] values = new double[vector.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = degrees[i] > 0.0 ? vector[i] / Math.sqrt(degrees[i]) : 0.0;
    }
    return values;
  }

  /** The mean of the points' values in each node. */
  private static double[] overNodes(PartitionProblem nodes, double[] values) {
    double[] sum = new double[nodes.nodes()];
    int[] count = new int[nodes.nodes()];
    for (int i = 0; i < values.length; i++) {
      sum[nodes.nodeOf()[i]] += values[i];
      count[nodes.nodeOf()[i]]++;
    }
    for (int v = 0; v < sum.length; v++) {
      sum[v] /= count[v];
    }
    return sum;
  }
}
