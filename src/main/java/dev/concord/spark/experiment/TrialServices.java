package dev.concord.spark.experiment;

import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PairMoments;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.EigenOptions;
import dev.concord.linalg.Eigenpairs;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.KMeansSearch;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.Embedding;
import dev.concord.method.Services;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a method is given in a trial: everything on this machine and without a Spark job, for trials
 * are many and their data is small. k-means tries as many starts as the ordinary job does, each
 * iterated to its fixed point, and keeps the cheapest. Warnings are not shown: there would be one a
 * trial.
 */
final class TrialServices implements Services {
  /** Numbers n·m·k below which a restart tries more than one start, as in the ordinary job. */
  private static final long SMALL = 1L << 21;

  private static final int MOST_STARTS = 16;

  private static final IterationListener SILENT = (iteration, products, residual) -> {};

  private final StudyInstance data;
  private final PairConstraints pairs;
  private final Seeds seeds;
  private final int restarts;

  TrialServices(StudyInstance data, PairConstraints pairs, Seeds seeds, int restarts) {
    this.data = data;
    this.pairs = pairs;
    this.seeds = seeds;
    this.restarts = restarts;
  }

  @Override
  public Rounding round(Embedding embedding, int clusters) {
    double[] rows = embedding.rowMajor();
    int columns = embedding.columns();
    int[] labels = new int[embedding.rows()];
    long size = Math.max(1L, (long) rows.length * clusters);
    int tries = (int) Math.max(1, Math.min(MOST_STARTS, SMALL / size));
    KMeansSearch.Result best = null;
    int run = 0;
    for (int r = 0; r < restarts; r++) {
      KMeansSearch.Result found =
          KMeansSearch.run(rows, columns, clusters, tries, seeds.stream("kmeans", r));
      if (best == null || found.cost() < best.cost()) {
        best = found;
        run = r;
      }
    }
    KMeansSearch.Result kept = java.util.Objects.requireNonNull(best);
    KMeansSearch.assign(rows, kept.centres(), columns, labels);
    return new Rounding(labels, kept.cost(), run, restarts);
  }

  @Override
  public PairMoments pairMoments(
      Embedding eigenvectors, int multiplicity, boolean @Nullable [] counted) {
    return PairMoments.local(
        pairs, eigenvectors.rowMajor(), eigenvectors.columns(), multiplicity, counted);
  }

  @Override
  public double[] features() {
    return data.features();
  }

  @Override
  public LinearOperator operator(CsrMatrix matrix) {
    return new CsrOperator(matrix);
  }

  @Override
  public IterationListener eigenListener() {
    return SILENT;
  }

  /** The eigenvectors of the data set's own graph are found once and serve all trials. */
  @Override
  public Eigenpairs smoothest(
      WeightedGraph graph, EigenOptions options, Supplier<Eigenpairs> solver) {
    return graph == data.graph() ? data.smoothest(options) : solver.get();
  }

  @Override
  public void warn(String message) {}
}
