package dev.concord.method.ensemble;

import dev.concord.constraint.moments.PairMoments;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.LinearOperator;
import dev.concord.method.Embedding;
import dev.concord.method.Services;
import java.util.ArrayList;
import java.util.List;
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
      Embedding eigenvectors, int multiplicity, boolean @Nullable [] counted) {
    return services.pairMoments(eigenvectors, multiplicity, counted);
  }

  @Override
  public double[] features() {
    return services.features();
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
