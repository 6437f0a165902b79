package dev.concord.method.pipeline;

import dev.concord.linalg.KMeansSearch;
import dev.concord.linalg.Seeds;
import dev.concord.method.FeatureRows;
import dev.concord.metric.Agreement;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The finest division of some clusters that the features bear out. A table with coarse and fine
 * groups has its clearest gap after the coarse ones, though the fine ones are as real. Whether
 * clusters are real is asked of two halves of the points: k-means on each puts all points into
 * clusters, and where the two agree the clusters are no accident of the points (Tibshirani and
 * Walther, Cluster Validation by Prediction Strength, 2005). A number counts whose clusters agree
 * by an adjusted Rand index of {@value #AGREED}, of more than five by 1 - {@value #ONE_CLUSTER} /
 * k, in the mean of {@value #SPLITS} divisions: k-means that divides one of k clusters at random
 * loses some 1 / 2k. And each lies within one of the coarse ones: k-means divides curved clusters
 * anyhow.
 */
final class StableClusters {
  /** Mean adjusted Rand index of two halves. */
  private static final double AGREED = 0.96;

  /** What may be lost of it, in clusters of like size. */
  private static final double ONE_CLUSTER = 0.2;

  /** A first division below this ends the matter. */
  private static final double HOPELESS = 0.85;

  /** Share of the points that lie where most of their cluster does. */
  private static final double WITHIN = 0.95;

  private static final int SPLITS = 3;
  private static final int STARTS = 5;

  /** The most values of half the rows: of more, that many are drawn. */
  private static final int HALF = 1 << 16;

  private final double[] rows;
  private final int dim;
  private final int points;
  private final Seeds seeds;

  /**
   * The clusters of some rows.
   *
   * @param rows row by row
   * @param points how many
   */
  StableClusters(double[] rows, int points, Seeds seeds) {
    this.rows = rows;
    this.points = points;
    this.dim = rows.length / points;
    this.seeds = seeds;
  }

  /**
   * How far the halves agree on each number from {@code least} to {@code most}, not a number where
   * the clusters are not within the coarse ones, or half the rows have fewer unlike ones. Time of
   * {@value #SPLITS} · 2 · {@value #STARTS} runs of k-means a number at most, of {@value #HALF}
   * values, on all cores; the same bits for any number of them.
   *
   * @param coarse cluster of each row
   */
  double[] agreements(int[] coarse, int least, int most) {
    double[] agreed = new double[Math.max(0, most - least + 1)];
    IntStream.range(0, agreed.length)
        .parallel()
        .forEach(i -> agreed[i] = agreement(coarse, least + i));
    return agreed;
  }

  /** The largest number that counts, or {@code least} - 1. */
  static int finest(double[] agreements, int least) {
    int finest = agreements.length - 1;
    while (finest >= 0 && !(agreements[finest] >= agreed(least + finest))) {
      finest--;
    }
    return least + finest;
  }

  private static double agreed(int k) {
    return Math.max(AGREED, 1.0 - ONE_CLUSTER / k);
  }

  private double agreement(int[] coarse, int k) {
    SplittableRandom random = new SplittableRandom(seeds.stream("number-halves", k));
    double sum = 0.0;
    for (int split = 0; split < SPLITS; split++) {
      int[] order = Seeds.shuffled(points, random);
      int half = Math.min(points / 2, HALF / dim);
      int[] one = labels(Arrays.copyOf(order, half), k, random.nextLong());
      int[] rest = Arrays.copyOfRange(order, half, Math.min(points, 2 * half + 1));
      int[] other = labels(rest, k, random.nextLong());
      if (one == null || other == null || within(one, coarse) < WITHIN) {
        return Double.NaN;
      }
      double agreed = Agreement.of(one, other).ari();
      if (split == 0 && agreed < HOPELESS) {
        return agreed;
      }
      sum += agreed;
    }
    return sum / SPLITS;
  }

  /** The cluster of every row by k-means on some of them, or null where fewer of these differ. */
  private int @Nullable [] labels(int[] some, int k, long seed) {
    double[] taken = FeatureRows.taken(rows, dim, some);
    KMeansSearch.Result found = KMeansSearch.run(taken, dim, k, STARTS, seed);
    if (found.count() < k) {
      return null;
    }
    int[] labels = new int[points];
    KMeansSearch.assign(rows, found.centres(), dim, labels);
    return labels;
  }

  /** The share of rows that are in the coarse cluster of most rows of their own. */
  private static double within(int[] labels, int[] coarse) {
    int wide = Arrays.stream(coarse).max().orElse(0) + 1;
    int[][] count = new int[Arrays.stream(labels).max().orElse(0) + 1][wide];
    for (int i = 0; i < labels.length; i++) {
      count[labels[i]][coarse[i]]++;
    }
    int inside = 0;
    for (int[] own : count) {
      inside += Arrays.stream(own).max().orElse(0);
    }
    return (double) inside / labels.length;
  }
}
