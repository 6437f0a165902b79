package dev.concord.method;

import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PairMoments;
import dev.concord.error.InputException;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.EigenOptions;
import dev.concord.linalg.Eigenpairs;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.KMeansSearch;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All services in one JVM, for small data: eigenvectors of a graph are found once and kept, k-means
 * is the best of several seeded runs. Same seed, same bits. Not for use by several threads.
 */
public final class LocalServices implements Services {
  private final PairConstraints constraints;
  private final double @Nullable [] features;
  private final Seeds seeds;
  private final int restarts;
  private final Kept kept;

  /**
   * Services of one run.
   *
   * @param constraints the run's pairs
   * @param features n rows of equal length, row by row, as the graph was built from them; or null
   * @param restarts of k-means, at least 1
   * @param kept eigenvectors of runs before this one
   */
  public LocalServices(
      PairConstraints constraints,
      double @Nullable [] features,
      Seeds seeds,
      int restarts,
      Kept kept) {
    this.constraints = constraints;
    this.features = features;
    this.seeds = seeds;
    this.restarts = restarts;
    this.kept = kept;
  }

  /** Eigenvectors that were found, by graph and options. Holds the graphs, too. */
  public static final class Kept {
    private final List<Entry> entries = new ArrayList<>();

    private record Entry(WeightedGraph graph, EigenOptions options, Eigenpairs pairs) {}
  }

  @Override
  public Eigenpairs smoothest(
      WeightedGraph graph, EigenOptions options, Supplier<Eigenpairs> solver) {
    for (Kept.Entry entry : kept.entries) {
      if (entry.graph() == graph && entry.options().equals(options)) {
        return entry.pairs();
      }
    }
    Eigenpairs pairs = solver.get();
    kept.entries.add(new Kept.Entry(graph, options, pairs));
    return pairs;
  }

  @Override
  public Rounding round(Embedding embedding, int clusters) {
    int columns = embedding.columns();
    double[] rows = embedding.rowMajor();
    KMeansSearch.Result best = null;
    int run = 0;
    for (int r = 0; r < restarts; r++) {
      KMeansSearch.Result found =
          KMeansSearch.run(rows, columns, clusters, 1, seeds.stream("kmeans", r));
      if (best == null || found.cost() < best.cost()) {
        best = found;
        run = r;
      }
    }
    if (best == null) {
      throw new IllegalStateException("no restarts of k-means");
    }
    int[] labels = new int[embedding.rows()];
    KMeansSearch.assign(rows, best.centres(), columns, labels);
    return new Rounding(labels, best.cost(), run, restarts);
  }

  @Override
  public PairMoments pairMoments(
      Embedding eigenvectors, int multiplicity, boolean @Nullable [] counted) {
    return PairMoments.local(
        constraints, eigenvectors.rowMajor(), eigenvectors.columns(), multiplicity, counted);
  }

  @Override
  public double[] features() {
    if (features == null) {
      throw new InputException(
          "The method needs input.features, but input.edges was given; name a feature table, or"
              + " choose another clusters.method.");
    }
    return features;
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
