package dev.concord.method;

import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PairMoments;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.KMeansSearch;
import dev.concord.linalg.KMeansStarts;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Seeds;
import dev.concord.linalg.solve.EigenOptions;
import dev.concord.linalg.solve.Eigenpairs;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All services in one JVM and without a Spark job, for small data, as in trials of experiments.
 * k-means iterates from each restart to its fixed point and keeps the cheapest. Same seed, same
 * bits. Warnings are dropped: there would be one a trial.
 */
public final class LocalServices implements Services {
  private final FeatureRows features;
  private final Seeds seeds;
  private final int restarts;
  private final ResultStore kept;

  /**
   * Services of one run.
   *
   * @param features as the graph was built from them
   * @param restarts of k-means, at least 1
   * @param kept results of runs before this one
   */
  public LocalServices(FeatureRows features, Seeds seeds, int restarts, ResultStore kept) {
    this.features = features;
    this.seeds = seeds;
    this.restarts = restarts;
    this.kept = kept;
  }

  @Override
  public ResultStore.Found withoutPairs(
      SimilarityGraph graph, ResultStore.Search search, Supplier<ResultStore.Found> run) {
    return kept.partition(graph, search, run);
  }

  @Override
  public Eigenpairs smoothest(
      WeightedGraph graph, EigenOptions options, Supplier<Eigenpairs> solver) {
    return kept.find(graph, options, solver);
  }

  @Override
  public Rounding round(Embedding embedding, int clusters) {
    int columns = embedding.columns();
    double[] rows = embedding.rowMajor();
    List<KMeansSearch.Result> found =
        Arrays.stream(KMeansStarts.seeds(seeds, restarts))
            .mapToObj(seed -> KMeansStarts.restart(rows, columns, clusters, seed))
            .toList();
    int best = KMeansStarts.cheapest(found);
    int[] labels = new int[embedding.rows()];
    KMeansSearch.assign(rows, found.get(best).centres(), columns, labels);
    return new Rounding(labels, found.get(best).cost(), best, restarts);
  }

  @Override
  public PairMoments pairMoments(
      PairConstraints constraints,
      Embedding vectors,
      int multiplicity,
      boolean @Nullable [] counted) {
    return PairMoments.local(
        constraints, vectors.rowMajor(), vectors.columns(), multiplicity, counted);
  }

  @Override
  public @Nullable EarlierRun earlier() {
    return null;
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
  public LinearOperator operator(CsrMatrix matrix) {
    return new CsrOperator(matrix);
  }

  @Override
  public IterationListener eigenListener() {
    return (iteration, products, residual) -> {};
  }

  @Override
  public void warn(String message) {}
}
