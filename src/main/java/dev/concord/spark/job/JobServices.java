package dev.concord.spark.job;

import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PairMoments;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Seeds;
import dev.concord.linalg.solve.EigenOptions;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.method.EarlierRun;
import dev.concord.method.Embedding;
import dev.concord.method.FeatureRows;
import dev.concord.method.ResultStore;
import dev.concord.method.Services;
import dev.concord.spark.files.SolverTrace;
import dev.concord.spark.files.StageClock;
import dev.concord.spark.graph.DistributedOperator;
import dev.concord.spark.graph.DistributedPairMoments;
import dev.concord.spark.graph.KMeansRounding;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

/**
 * The services of a Spark session: marks the stages of a method. Closing releases the operators
 * that the method requested. Results are kept and looked up by one thread at a time.
 */
public final class JobServices implements Services {
  private final JavaSparkContext context;
  private final Seeds seeds;
  private final int restarts;
  private final StageClock clock;
  private final FeatureRows features;
  private final int blockRows;
  private final ResultStore kept;
  private final SolverTrace trace;
  private @Nullable EarlierRun earlier;
  private final List<DistributedOperator> opened = new ArrayList<>();

  /**
   * Services of one run.
   *
   * @param blockRows rows of a block of a distributed operator, 0: operators are local
   * @param features collects the features on the driver, when a method needs them
   */
  public JobServices(
      JavaSparkContext context,
      Seeds seeds,
      int restarts,
      StageClock clock,
      FeatureRows features,
      int blockRows) {
    this(context, seeds, restarts, clock, features, blockRows, ResultStore.NONE, new SolverTrace());
  }

  /**
   * Services that may have results of an earlier run on the graph.
   *
   * @param trace receives the progress of solvers
   */
  public JobServices(
      JavaSparkContext context,
      Seeds seeds,
      int restarts,
      StageClock clock,
      FeatureRows features,
      int blockRows,
      ResultStore kept,
      SolverTrace trace) {
    this.context = context;
    this.seeds = seeds;
    this.restarts = restarts;
    this.clock = clock;
    this.features = features;
    this.blockRows = blockRows;
    this.kept = kept;
    this.trace = trace;
  }

  @Override
  public double[] features(int most) {
    return features.rows().apply(most);
  }

  @Override
  public long featureValues() {
    return features.values();
  }

  @Override
  public synchronized ResultStore.Found withoutPairs(
      SimilarityGraph graph, ResultStore.Search search, Supplier<ResultStore.Found> run) {
    return kept.partition(graph, search, run);
  }

  @Override
  public synchronized Eigenpairs smoothest(
      WeightedGraph graph, EigenOptions options, Supplier<Eigenpairs> solver) {
    return kept.find(graph, options, solver);
  }

  @Override
  public LinearOperator operator(CsrMatrix matrix) {
    if (blockRows == 0) {
      return new CsrOperator(matrix);
    }
    DistributedOperator operator = DistributedOperator.of(context, matrix, blockRows);
    opened.add(operator);
    return operator;
  }

  /** The same services, with a run that the method may start from. */
  JobServices after(@Nullable EarlierRun run) {
    earlier = run;
    return this;
  }

  @Override
  public @Nullable EarlierRun earlier() {
    return earlier;
  }

  @Override
  public void close() {
    opened.forEach(DistributedOperator::close);
    opened.clear();
  }

  @Override
  public IterationListener eigenListener() {
    return (iteration, products, residual) -> {
      trace.step(clock.current(), products, residual);
      clock.advance(
          -1,
          Double.isNaN(residual)
              ? counted(products)
              : String.format(Locale.ROOT, "%s, residual %.1e", counted(products), residual));
    };
  }

  private static String counted(long products) {
    return products == 1
        ? "1 product with the graph"
        : String.format(Locale.ROOT, "%,d products with the graph", products);
  }

  @Override
  public PairMoments pairMoments(
      PairConstraints constraints,
      Embedding eigenvectors,
      int multiplicity,
      boolean @Nullable [] counted) {
    clock.finish(eigenvectors.columns() + " vectors");
    clock.start("method", -1);
    return DistributedPairMoments.sum(context, constraints, eigenvectors, multiplicity, counted);
  }

  @Override
  public Rounding round(Embedding embedding, int clusters) {
    clock.finish(embedding.columns() + " columns");
    clock.start("rounding", restarts);
    return new KMeansRounding(context, seeds, restarts, clock.listener())
        .round(embedding, clusters);
  }

  @Override
  public void stage(String name) {
    clock.finish("");
    clock.start(name, -1);
  }

  @Override
  public void progress(String detail) {
    clock.advance(-1, detail);
  }

  @Override
  public void warn(String message) {
    clock.listener().warning(message);
  }
}
