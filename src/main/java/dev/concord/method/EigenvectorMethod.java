package dev.concord.method;

import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PairMoments;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A method whose partition k-means makes of the rows of the smoothest eigenvectors, with each
 * column scaled. Its eigenvectors may be on the executors.
 */
public interface EigenvectorMethod extends Method {
  /** How many eigenvectors it uses. */
  int eigenvectors(long points, int clusters, MethodOptions options);

  /** CCSKL's A, b and c over all constraints, and the diagonal of all points or of some. */
  @FunctionalInterface
  interface Moments {
    /**
     * Sums them.
     *
     * @param multiplicity how often a pair counts
     * @param everyDiagonal whether all points have a diagonal term, not only constrained ones
     */
    PairMoments of(int multiplicity, boolean everyDiagonal);
  }

  /**
   * What the eigenvectors are scaled by.
   *
   * @param points n
   * @param moments of the pairs and eigenvectors
   * @param warn receives what the user is to know
   */
  Scaling scaling(
      int points,
      int clusters,
      MethodOptions options,
      PairConstraints pairs,
      Moments moments,
      Consumer<String> warn);

  /**
   * What k-means gets.
   *
   * @param factors of all columns
   * @param columns of these, the leading ones
   * @param unitRows whether rows are scaled to length 1
   * @param figures of the method after k-means
   */
  record Scaling(
      double[] factors,
      int columns,
      boolean unitRows,
      Function<RoundingFigures, MethodFigures> figures) {}
}
