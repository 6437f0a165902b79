package dev.concord.spark;

import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PairMoments;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.Seeds;
import dev.concord.method.Embedding;
import dev.concord.method.Services;
import java.util.Locale;
import java.util.function.Supplier;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

/** The services of a Spark session: marks stages as a method goes through them. */
final class JobServices implements Services {
  private final JavaSparkContext context;
  private final PairConstraints constraints;
  private final Seeds seeds;
  private final int restarts;
  private final StageClock clock;
  private final Supplier<double[]> features;

  /**
   * Services of one run.
   *
   * @param features collects the features on the driver, when a method asks for them
   */
  JobServices(
      JavaSparkContext context,
      PairConstraints constraints,
      Seeds seeds,
      int restarts,
      StageClock clock,
      Supplier<double[]> features) {
    this.context = context;
    this.constraints = constraints;
    this.seeds = seeds;
    this.restarts = restarts;
    this.clock = clock;
    this.features = features;
  }

  @Override
  public double[] features() {
    return features.get();
  }

  @Override
  public IterationListener eigenListener() {
    return (iteration, products, residual) ->
        clock.advance(
            -1,
            Double.isNaN(residual)
                ? products + " products"
                : String.format(Locale.ROOT, "%d products, residual %.1e", products, residual));
  }

  @Override
  public PairMoments pairMoments(
      Embedding eigenvectors, int multiplicity, boolean @Nullable [] counted) {
    clock.finish(eigenvectors.columns() + " vectors");
    clock.start("method", -1);
    return DistributedPairMoments.sum(context, constraints, eigenvectors, multiplicity, counted);
  }

  @Override
  public Rounding round(Embedding embedding, int clusters) {
    clock.finish(embedding.columns() + " columns");
    clock.start("rounding", restarts);
    int threads = Math.max(1, context.defaultParallelism());
    Rounding rounding =
        new KMeansRounding(
                context, seeds, restarts, threads, done -> clock.advance(done, done + " runs"))
            .round(embedding, clusters);
    return rounding;
  }

  @Override
  public void warn(String message) {
    clock.listener().warning(message);
  }
}
