package dev.concord.method.productcut;

import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.method.LabelledPairs;
import dev.concord.method.Method;
import dev.concord.method.MethodInfo;
import dev.concord.method.MethodInfo.Trait;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Option;
import dev.concord.method.OptionTypes;
import dev.concord.method.Problem;
import dev.concord.method.Services;
import dev.concord.method.Spectrum;
import dev.concord.partition.coloring.CannotLinkColoring;
import dev.concord.partition.coloring.PartitionProblem;
import java.util.Arrays;

/**
 * The product cut (Laurent, von Brecht, Bresson and Szlam, NIPS 2016) with constraints: the
 * partition under which the points of a cluster are most likely where a random walk with restart in
 * the cluster is, Σ over clusters S and points i in S of log((Ω 1_S)_i / |S|), with Ω = (1 - α)(I -
 * α W D<sup>-1</sup>)<sup>-1</sup>. Found by randomized sequential linear programs ({@link
 * ProductCutSearch}) from several starts, and exchanges of whole groups ({@link SplitMerge}). Of
 * several partitions the one of the largest sum less the evidence against pairs counts. Hard
 * constraints hold in the result, known labels are constraints, soft pairs have a price in units of
 * the sum.
 *
 * <p>Cost: for each start and step two systems of {@code products} products with k vectors and O(n
 * k) logarithms, on a graph of at most some 30,000 groups of points. Memory about 60 n k bytes and
 * two matrices like the graph, which is on the driver.
 */
public final class ProductCut implements Method {
  private static final Option<Double> ALPHA =
      Option.of(
          "alpha",
          OptionTypes.fraction(),
          0.9,
          "The probability that the walk goes on instead of beginning anew in its cluster.");

  private static final Option<Integer> STEPS =
      Option.of(
          "steps",
          OptionTypes.whole(1),
          400,
          "Linear programs until the growing sample holds all points.");

  private static final Option<Integer> STARTS =
      Option.of(
          "starts",
          OptionTypes.whole(1),
          2,
          "Random starts. The one of the largest objective counts.");

  private static final Option<Integer> PRODUCTS =
      Option.of(
          "products",
          OptionTypes.whole(1),
          2,
          "Products with the graph for each of the two systems of a linear program.");

  private static final Option<Integer> EXCHANGES =
      Option.of(
          "exchanges",
          OptionTypes.whole(0),
          10,
          "How often the partition of a start may split a cluster and merge two others, at most.");

  private static final Option<Double> PENALTY =
      Option.of(
          "penalty",
          OptionTypes.positive(),
          4.0,
          "What a soft pair of weight 1 that does not hold costs, in units of a point's"
              + " log-likelihood.");

  /** Points of the first samples: a few of each cluster. */
  private static final int FIRST = 20;

  private static final int FIRST_OF_CLUSTER = 3;

  /** A share of moving nodes that is worth a warning. */
  private static final double UNSETTLED = 1e-3;

  private static final MethodInfo INFO =
      new MethodInfo(
              "product-cut",
              "Product cut with constraints",
              "Laurent, von Brecht, Bresson and Szlam, NIPS 2016",
              "features or edges; pairs and labels are optional",
              "every constraint of weight 1 and every label holds",
              "graphs of some million points on the driver, k to 100")
          .reading(ALPHA, STEPS, STARTS, EXCHANGES, PRODUCTS, PENALTY)
          .reporting(ProductCutFigures.class)
          .with(Trait.USES_LABELS, Trait.IS_NOT_REFINED_BY_CUT);

  @Override
  public MethodInfo info() {
    return INFO;
  }

  @Override
  public long driverBytes(long points, int clusters, MethodOptions options) {
    return 60L * points * clusters + 100L * points;
  }

  /** The normalized adjacency matrix: thousands of products are too many for a Spark job each. */
  @Override
  public int extraMatrices() {
    return 2;
  }

  @Override
  public MethodResult run(Problem problem, Services services) {
    int k = problem.clusters();
    PairConstraints pairs =
        problem.labels() == null || !problem.hard()
            ? problem.constraints()
            : LabelledPairs.join(problem.constraints(), problem.labels());
    SimilarityGraph graph = problem.edges();
    PartitionProblem nodes =
        PartitionProblem.of(graph.weights(), counted(graph.degrees()), pairs, problem.hard());
    SampleNodes sample = new SampleNodes(nodes);
    if (k == 1 || sample.drawable() <= k) {
      int[] labels = color(nodes, pairs, problem, alike(nodes, k));
      ProductCutFigures figures = ProductCutFigures.withoutSearch(nodes.nodes());
      return new MethodResult(nodes.expand(labels), null, null, figures);
    }
    Spectrum.warnAboutComponents(problem, problem.size(), services);
    services.stage("product-cut");
    MethodOptions options = problem.options();
    double alpha = options.get(ALPHA);
    ProductCutSearch.Settings settings =
        new ProductCutSearch.Settings(
            options.get(STEPS),
            options.get(PRODUCTS),
            (int) Math.min(sample.mass(), Math.max(FIRST, FIRST_OF_CLUSTER * k)),
            options.get(PENALTY),
            alpha);
    Levels levels = new Levels(nodes, k, problem.seeds());
    Starts starts =
        new Starts(
            levels,
            graph.weights(),
            pairs,
            price(sample.mass(), pairs.size(), k),
            k,
            settings,
            problem.seeds(),
            services::progress);
    ProductCutSearch search = starts.run(options.get(STARTS), options.get(EXCHANGES));
    if (search.moved() > UNSETTLED * sample.drawable()) {
      services.warn(
          String.format(
              "method product-cut: %d of %d nodes still moved in the last of the linear programs over"
                  + " all nodes, so the partition is not at a maximum. Raise method.product-cut.products = %d.",
              search.moved(), sample.drawable(), options.get(PRODUCTS)));
    }
    int[] labels =
        nodes.expand(color(nodes, pairs, problem, costs(search, levels, nodes.nodes(), k)));
    WalkSolver solver = new WalkSolver(problem.adjacency(), graph.degrees(), alpha);
    double objective = solver.objective(labels, k);
    return new MethodResult(labels, null, null, starts.figures(objective, solver, nodes.nodes()));
  }

  /**
   * What a violated pair costs in units of a point's log-likelihood: log n, the length of an
   * exception's name, and one unit for every point that the pair stands for. Few pairs stand for no
   * more than n / k² points each.
   */
  private static double price(double n, int pairs, int k) {
    return StrictMath.log(Math.max(2.0, n)) + n / (pairs + (double) k * k);
  }

  /** The points with an edge count as one each. */
  private static double[] counted(double[] degrees) {
    double[] masses = new double[degrees.length];
    Arrays.setAll(masses, i -> degrees[i] > 0.0 ? 1.0 : 0.0);
    return masses;
  }

  /** Costs of a node apiece in a cluster of its own, as far as there are clusters. */
  private static double[] alike(PartitionProblem nodes, int k) {
    double[] costs = new double[Math.multiplyExact(nodes.nodes(), k)];
    for (int v = 0; v < nodes.nodes(); v++) {
      Arrays.fill(costs, v * k, (v + 1) * k, 1.0);
      costs[v * k + v % k] = 0.0;
    }
    return costs;
  }

  /** The costs of a search in the graph of the levels, at the nodes as they are numbered here. */
  private static double[] costs(ProductCutSearch search, Levels levels, int nodes, int k) {
    double[] placed = search.costs();
    double[] costs = new double[placed.length];
    for (int v = 0; v < nodes; v++) {
      System.arraycopy(placed, levels.place(v) * k, costs, v * k, k);
    }
    return costs;
  }

  private static int[] color(
      PartitionProblem nodes, PairConstraints pairs, Problem problem, double[] costs) {
    return CannotLinkColoring.of(nodes, problem.clusters(), costs, problem.seeds())
        .colorsOrThrow(problem.clusters(), pairs, MustLinkClosure.of(pairs));
  }
}
