package dev.concord.metric;

/**
 * How well clusters agree with known classes. With no point to compare, {@code points} is 0 and the
 * other figures are those of identical partitions, as in scikit-learn: read points first.
 *
 * @param points number of points compared
 * @param ari adjusted Rand index (Hubert and Arabie 1985), at most 1, expectation 0 by chance
 * @param nmi mutual information over the arithmetic mean of both entropies, in [0, 1]; 1 when both
 *     partitions have a single block
 * @param errorMatched share of points outside the best one-to-one matching of clusters and classes
 *     (Li and Liu, equation 17); points of unmatched clusters or classes are errors
 * @param errorMajority share of points outside the most frequent class of their cluster (the
 *     measure of Rangapuram and Hein)
 * @param pairPrecision share of pairs of points of one cluster that have one class; 1 without any
 * @param pairRecall share of pairs of points of one class that have one cluster; 1 without any
 * @param pairF1 harmonic mean of both
 */
public record Agreement(
    long points,
    double ari,
    double nmi,
    double errorMatched,
    double errorMajority,
    double pairPrecision,
    double pairRecall,
    double pairF1) {

  /** Agreement over the points whose class is known ({@code truth} not -1). */
  public static Agreement of(int[] truth, int[] clusters) {
    return of(ContingencyTable.of(truth, clusters));
  }

  /**
   * Agreement over the points with known class that {@code constrained} does not mark: the effect
   * of the constraints beyond their own points.
   *
   * @param constrained length n, true for points in some constraint
   */
  public static Agreement outside(int[] truth, int[] clusters, boolean[] constrained) {
    return of(ContingencyTable.of(truth, clusters, constrained));
  }

  /** Agreement from counts. */
  public static Agreement of(ContingencyTable table) {
    double together = pairs(table.count());
    double ofClusters = pairs(table.clusterTotals());
    double ofClasses = pairs(table.classTotals());
    return new Agreement(
        table.points(),
        adjustedRandIndex(table),
        normalizedMutualInformation(table),
        share(table.points() - BestMatching.points(table), table.points()),
        share(table.points() - majority(table), table.points()),
        ofClusters == 0.0 ? 1.0 : together / ofClusters,
        ofClasses == 0.0 ? 1.0 : together / ofClasses,
        ofClusters + ofClasses == 0.0 ? 1.0 : 2.0 * together / (ofClusters + ofClasses));
  }

  /** Pairs within parts of these sizes; exact up to 2^53. */
  private static double pairs(long[] sizes) {
    double pairs = 0.0;
    for (long size : sizes) {
      pairs += size * (size - 1.0) / 2.0;
    }
    return pairs;
  }

  private static double pairs(int[] sizes) {
    double pairs = 0.0;
    for (long size : sizes) {
      pairs += size * (size - 1.0) / 2.0;
    }
    return pairs;
  }

  private static double share(long part, long all) {
    return all == 0L ? 0.0 : (double) part / all;
  }

  /**
   * Ordered pairs of points, counted in longs: n² of 2³¹ points still fits. Products of pair counts
   * are taken in doubles.
   */
  private static double adjustedRandIndex(ContingencyTable table) {
    long n = table.points();
    long cells = 0L;
    for (int count : table.count()) {
      cells += (long) count * count;
    }
    long sameClass = sumOfSquares(table.classTotals());
    long sameCluster = sumOfSquares(table.clusterTotals());
    double together = cells - n;
    double onlyClass = sameClass - cells;
    double onlyCluster = sameCluster - cells;
    double apart = n * n - sameClass - sameCluster + cells;
    if (onlyClass == 0.0 && onlyCluster == 0.0) {
      return 1.0;
    }
    return 2.0
        * (together * apart - onlyClass * onlyCluster)
        / ((together + onlyClass) * (onlyClass + apart)
            + (together + onlyCluster) * (onlyCluster + apart));
  }

  private static long sumOfSquares(long[] counts) {
    long sum = 0L;
    for (long count : counts) {
      sum += count * count;
    }
    return sum;
  }

  private static double normalizedMutualInformation(ContingencyTable table) {
    int classes = nonEmpty(table.classTotals());
    int clusters = nonEmpty(table.clusterTotals());
    if (classes <= 1 && clusters <= 1) {
      return 1.0;
    }
    if (classes == 1 || clusters == 1) {
      return 0.0;
    }
    double n = table.points();
    double information = 0.0;
    for (int c = 0; c < table.clusterTotals().length; c++) {
      for (int cell = table.clusterStart()[c]; cell < table.clusterStart()[c + 1]; cell++) {
        double count = table.count()[cell];
        double independent =
            (double) table.clusterTotals()[c] * table.classTotals()[table.classOf()[cell]];
        information += count / n * StrictMath.log(count * n / independent);
      }
    }
    double mean = (entropy(table.classTotals(), n) + entropy(table.clusterTotals(), n)) / 2.0;
    // Rounding may leave the range by a few units in the last place.
    return Math.min(1.0, Math.max(0.0, information / mean));
  }

  private static double entropy(long[] counts, double n) {
    double entropy = 0.0;
    for (long count : counts) {
      if (count > 0L) {
        entropy += count / n * StrictMath.log(n / count);
      }
    }
    return entropy;
  }

  private static int nonEmpty(long[] counts) {
    int found = 0;
    for (long count : counts) {
      found += count > 0L ? 1 : 0;
    }
    return found;
  }

  private static long majority(ContingencyTable table) {
    long agreeing = 0L;
    for (int c = 0; c < table.clusterTotals().length; c++) {
      int most = 0;
      for (int cell = table.clusterStart()[c]; cell < table.clusterStart()[c + 1]; cell++) {
        most = Math.max(most, table.count()[cell]);
      }
      agreeing += most;
    }
    return agreeing;
  }
}
