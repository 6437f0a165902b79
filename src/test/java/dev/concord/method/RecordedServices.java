package dev.concord.method;

import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PairMoments;
import dev.concord.error.InputException;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.solve.EigenOptions;
import dev.concord.linalg.solve.Eigenpairs;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Services without Spark, for benchmarks and tests: records the warnings of a method and the
 * embedding to round, and puts all points into cluster 0.
 */
public class RecordedServices implements Services {
  public final List<String> warnings = new ArrayList<>();
  public @Nullable Embedding rounded;
  private final double @Nullable [] features;

  public RecordedServices() {
    this(null);
  }

  public RecordedServices(double @Nullable [] features) {
    this.features = features;
  }

  @Override
  public Rounding round(Embedding embedding, int clusters) {
    rounded = embedding;
    return new Rounding(new int[embedding.rows()], 0.0, 0, 1);
  }

  @Override
  public PairMoments pairMoments(
      PairConstraints constraints,
      Embedding eigenvectors,
      int multiplicity,
      boolean @Nullable [] counted) {
    throw new UnsupportedOperationException("not a matter of this method");
  }

  @Override
  public Eigenpairs smoothest(
      WeightedGraph graph, EigenOptions options, Supplier<Eigenpairs> solver) {
    return solver.get();
  }

  @Override
  public ResultStore.Found withoutPairs(
      SimilarityGraph graph, ResultStore.Search search, Supplier<ResultStore.Found> run) {
    return run.get();
  }

  @Override
  public @Nullable EarlierRun earlier() {
    return null;
  }

  @Override
  public final LinearOperator operator(CsrMatrix matrix) {
    return new CsrOperator(matrix);
  }

  @Override
  public final double[] features(int most) {
    if (features == null) {
      throw new InputException("The method needs input.features, but input.edges was given.");
    }
    return features;
  }

  @Override
  public final long featureValues() {
    return features == null ? 0 : features.length;
  }

  @Override
  public final IterationListener eigenListener() {
    return (iteration, products, residual) -> {};
  }

  @Override
  public final void warn(String message) {
    warnings.add(message);
  }
}
