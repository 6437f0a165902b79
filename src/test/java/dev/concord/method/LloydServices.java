package dev.concord.method;

import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PairMoments;
import dev.concord.linalg.KMeansSearch;
import org.jspecify.annotations.Nullable;

/** Rounds by k-means, the best of ten starts; sums moments over the constraints it was given. */
public class LloydServices extends RecordedServices {
  @Override
  public PairMoments pairMoments(
      PairConstraints constraints,
      Embedding eigenvectors,
      int multiplicity,
      boolean @Nullable [] counted) {
    return PairMoments.local(
        constraints, eigenvectors.rowMajor(), eigenvectors.columns(), multiplicity, counted);
  }

  @Override
  public Rounding round(Embedding embedding, int clusters) {
    int columns = embedding.columns();
    double[] rows = embedding.rowMajor();
    KMeansSearch.Result found = KMeansSearch.run(rows, columns, clusters, 10, 1);
    int[] labels = new int[embedding.rows()];
    KMeansSearch.assign(rows, found.centres(), columns, labels);
    return new Rounding(labels, found.cost(), 0, 10);
  }
}
