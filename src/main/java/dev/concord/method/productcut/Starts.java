package dev.concord.method.productcut;

import dev.concord.constraint.PairConstraints;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.Seeds;
import dev.concord.partition.coloring.PartitionProblem;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The searches of one run: random starts on the coarsest graph and exchanges from each, of which
 * the one of the largest objective less the evidence against pairs counts, and linear programs on
 * every finer graph.
 */
final class Starts {
  /** Linear programs over all nodes of a level, at most. */
  private static final int ROUNDS = 40;

  private final Levels levels;
  private final CsrMatrix weights;
  private final PairConstraints pairs;
  private final int k;
  private final ProductCutSearch.Settings settings;
  private final double price;
  private final Seeds seeds;
  private final Consumer<String> progress;
  private double[] objectives = new double[0];
  private int tried;
  private int kept;
  private @Nullable ProductCutSearch finest;

  /**
   * @param levels graphs of the nodes
   * @param weights W of the points
   * @param pairs what the evidence is about
   * @param price of a pair that all evidence is against
   * @param progress receives how far the search is
   */
  Starts(
      Levels levels,
      CsrMatrix weights,
      PairConstraints pairs,
      double price,
      int k,
      ProductCutSearch.Settings settings,
      Seeds seeds,
      Consumer<String> progress) {
    this.levels = levels;
    this.weights = weights;
    this.pairs = pairs;
    this.price = price;
    this.k = k;
    this.settings = settings;
    this.seeds = seeds;
    this.progress = progress;
  }

  /** Runs. Time: each start costs two systems a step; an exchange as much as some 30 steps. */
  ProductCutSearch run(int count, int exchanges) {
    int level = levels.count() - 1;
    ProductCutSearch search = settled(level, coarsest(count, exchanges));
    while (level > 0) {
      level--;
      search = settled(level, levels.finer(level, search.labels()));
    }
    search.evaluate();
    finest = search;
    return search;
  }

  /** Linear programs over all nodes of a level, from labels. */
  private ProductCutSearch settled(int level, int[] labels) {
    SampleNodes nodes = new SampleNodes(levels.problem(level));
    progress.accept(
        "linear programs over %s nodes"
            .formatted(String.format(Locale.ROOT, "%,d", nodes.count())));
    ProductCutSearch search = search(nodes, "product-cut-level-" + level);
    search.continueFrom(labels);
    search.settle(ROUNDS);
    return search;
  }

  private ProductCutSearch search(SampleNodes nodes, String stream) {
    Gains gains = Gains.of(nodes, k, settings.alpha());
    return new ProductCutSearch(nodes, k, gains, settings, seeds.random(stream));
  }

  private int[] coarsest(int count, int exchanges) {
    PartitionProblem problem = levels.problem(levels.count() - 1);
    SampleNodes nodes = new SampleNodes(problem);
    PairVotes votes = new PairVotes(weights, problem.nodeOf(), pairs, price);
    Gains gains = Gains.of(nodes, k, settings.alpha());
    objectives = new double[count];
    int[] best = new int[0];
    double most = Double.NEGATIVE_INFINITY;
    for (int start = 0; start < count; start++) {
      String which = "start " + (start + 1) + " of " + count;
      progress.accept(which);
      ProductCutSearch search =
          new ProductCutSearch(nodes, k, gains, settings, seeds.random("product-cut-" + start));
      search.anneal();
      search.settle(ROUNDS);
      SplitMerge improvement =
          new SplitMerge(
              nodes, k, gains, search, votes, settings, seeds.random("exchanges-" + start));
      int[] improved =
          improvement.improve(
              exchanges, tried -> progress.accept(which + ", exchange " + tried + " of clusters"));
      objectives[start] = improvement.value() / nodes.mass();
      tried += improvement.tried();
      kept += improvement.kept();
      if (start == 0 || improvement.value() > most) {
        most = improvement.value();
        best = improved;
      }
    }
    return best;
  }

  /** The figures of a run. */
  ProductCutFigures figures(double objective, WalkSolver solver, int nodeCount) {
    ProductCutSearch search = Objects.requireNonNull(finest);
    return new ProductCutFigures(
        objective,
        objectives,
        settings.alpha(),
        search.steps(),
        kept,
        tried,
        search.moved(),
        search.avoided(),
        solver.residual(),
        solver.products(),
        nodeCount);
  }
}
