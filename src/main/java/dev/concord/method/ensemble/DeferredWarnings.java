package dev.concord.method.ensemble;

import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PairMoments;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.solve.EigenOptions;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.method.EarlierRun;
import dev.concord.method.Embedding;
import dev.concord.method.ResultStore;
import dev.concord.method.Services;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Services of a method that runs beside another one: its stages are not marked, and its warnings
 * are kept until they are asked for. Used by one thread at a time.
 */
final class DeferredWarnings implements Services {
  private final Services services;
  private final List<String> warnings = new ArrayList<>();

  DeferredWarnings(Services services) {
    this.services = services;
  }

  /** Prints the warnings so far, in their order. */
  void print() {
    warnings.forEach(services::warn);
    warnings.clear();
  }

  @Override
  public void warn(String message) {
    warnings.add(message);
  }

  @Override
  public Rounding round(Embedding embedding, int clusters) {
    return services.round(embedding, clusters);
  }

  @Override
  public PairMoments pairMoments(
      PairConstraints constraints,
      Embedding eigenvectors,
      int multiplicity,
      boolean @Nullable [] counted) {
    return services.pairMoments(constraints, eigenvectors, multiplicity, counted);
  }

  @Override
  public Eigenpairs smoothest(
      WeightedGraph graph, EigenOptions options, Supplier<Eigenpairs> solver) {
    return services.smoothest(graph, options, solver);
  }

  @Override
  public ResultStore.Found withoutPairs(
      SimilarityGraph graph, ResultStore.Search search, Supplier<ResultStore.Found> run) {
    return services.withoutPairs(graph, search, run);
  }

  @Override
  public @Nullable EarlierRun earlier() {
    return services.earlier();
  }

  @Override
  public double[] features(int most) {
    return services.features(most);
  }

  @Override
  public long featureValues() {
    return services.featureValues();
  }

  @Override
  public LinearOperator operator(CsrMatrix matrix) {
    return services.operator(matrix);
  }

  @Override
  public IterationListener eigenListener() {
    return IterationListener.NONE;
  }
}
