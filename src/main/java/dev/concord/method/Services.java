package dev.concord.method;

import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PairMoments;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.solve.EigenOptions;
import dev.concord.linalg.solve.Eigenpairs;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Services for a method that may run on a cluster. Closing releases what the method requested. */
public interface Services extends AutoCloseable {
  /**
   * k-means on the rows of an embedding, best of several seeded runs.
   *
   * @return the best run's partition
   */
  Rounding round(Embedding embedding, int clusters);

  /**
   * CCSKL's A, b and c (Eq. 14) over all constraints of a problem and the diagonal.
   *
   * @param eigenvectors F, n x m
   * @param multiplicity how often a pair counts: 1 (Eq. 7) or 2 (Eq. 8)
   * @param counted which points have a diagonal term, or null: all
   */
  PairMoments pairMoments(
      PairConstraints constraints,
      Embedding eigenvectors,
      int multiplicity,
      boolean @Nullable [] counted);

  /**
   * The features as the graph was built from them, scaled, on the driver: n rows of equal length,
   * row by row. For methods of small data only: 8·n·d bytes.
   *
   * @throws dev.concord.error.InputException when edges were given instead of features
   */
  default double[] features() {
    return features(Integer.MAX_VALUE);
  }

  /**
   * As {@link #features()}; where rows have more than {@code most} columns, their leading principal
   * components, so many of them: 8·n·{@code most} bytes.
   */
  double[] features(int most);

  /**
   * How many values the features have, n·d, before a reduction to principal components; 0 when
   * edges were given. Costs nothing.
   */
  long featureValues();

  /**
   * Products with another symmetric matrix over the points, on the driver or on the executors, as
   * the plan decides; same bits everywhere. Valid until the method returns; the surroundings
   * release it. Costs the memory of {@code matrix}, and one shipment of it when its rows are on
   * executors.
   */
  LinearOperator operator(CsrMatrix matrix);

  /** Receives the eigensolver's iterations. */
  IterationListener eigenListener();

  /**
   * The smoothest eigenvectors of a graph: computed, or read from an earlier run.
   *
   * @param options options of the eigensolver
   * @param solver computes them
   */
  Eigenpairs smoothest(WeightedGraph graph, EigenOptions options, Supplier<Eigenpairs> solver);

  /**
   * A partition that a search finds without any pair: found, or kept from an earlier run.
   *
   * @param search which one; nothing else decides what is found
   * @param run finds it
   */
  ResultStore.Found withoutPairs(
      SimilarityGraph graph, ResultStore.Search search, Supplier<ResultStore.Found> run);

  /** An earlier run of nearly the same points, which a method may start from; null without one. */
  @Nullable EarlierRun earlier();

  /** Marks that a part of the work of that name begins; it ends with the next or the method. */
  default void stage(String name) {}

  /** Says how far the work is, in a few words; may be called often. */
  default void progress(String detail) {}

  @Override
  default void close() {}

  /** Prints a warning for the user. */
  void warn(String message);

  /**
   * The outcome of k-means.
   *
   * @param labels 0..k-1
   * @param cost the sum of squared distances to the nearest centre, in the embedding's own units
   * @param run which of the seeded runs was best, from 0
   * @param runs how many were made
   */
  record Rounding(int[] labels, double cost, int run, int runs) {}
}
