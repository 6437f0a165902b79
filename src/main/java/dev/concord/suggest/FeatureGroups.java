package dev.concord.suggest;

import dev.concord.linalg.KMeansSearch;
import dev.concord.linalg.Seeds;
import dev.concord.linalg.Vectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Pairs of points that stand for groups of points near each other in feature space, the nearest
 * first. The groups are those of k-means on a sample of the points; the point nearest to the mean
 * of a group stands for it. They depend on neither constraints nor clusters, so they stay the same
 * while both change.
 *
 * @param points that stand for the groups, at most one a group
 * @param pairs all pairs of their positions, the nearest first
 */
public record FeatureGroups(int[] points, List<Between> pairs) {
  /** Groups for each cluster, and at least so many. */
  private static final int GROUPS_A_CLUSTER = 5;

  private static final int LEAST_GROUPS = 50;

  /** All pairs of groups are kept. */
  private static final int MOST_GROUPS = 512;

  /** Below so many clusters a class is found by comparing clusters, with few questions. */
  private static final int LEAST_CLUSTERS = 5;

  /** An answer about smaller groups tells of too few points. */
  private static final int LEAST_POINTS_A_GROUP = 20;

  private static final int LEAST_ROWS_A_GROUP = 4;

  private static final int MOST_ROWS = 1 << 14;

  /** Features times groups, over the rows of the sample: one iteration of k-means. */
  private static final long EFFORT = 1L << 26;

  private static final int MOST_STARTS = 10;

  /**
   * Positions in {@link #points} and their distance.
   *
   * @param a the smaller one
   */
  public record Between(int a, int b, double square) {}

  /**
   * So many rows of a table are needed; 0 where groups are not asked about, because clusters are
   * few or very many, groups small, or rows very long.
   */
  public static int rows(int points, int dim, int clusters) {
    long groups = count(clusters);
    long most = Math.min(MOST_ROWS, EFFORT / (groups * Math.max(1, dim)));
    boolean apt =
        clusters >= LEAST_CLUSTERS
            && groups <= MOST_GROUPS
            && points >= LEAST_POINTS_A_GROUP * groups
            && most >= LEAST_ROWS_A_GROUP * groups;
    return apt ? (int) Math.min(points, most) : 0;
  }

  /** So many groups are made for so many clusters, fewer where fewer points differ. */
  static int count(int clusters) {
    return (int)
        Math.min(Integer.MAX_VALUE, Math.max(LEAST_GROUPS, (long) GROUPS_A_CLUSTER * clusters));
  }

  /**
   * Groups of a sample. Time: at most ten searches of k-means, one where the sample is large.
   *
   * @param rows the features of the sample, row by row
   * @param points the point of each row
   */
  public static FeatureGroups of(double[] rows, int[] points, int clusters, Seeds seeds) {
    int dim = rows.length / points.length;
    int groups = Math.min(count(clusters), points.length);
    long affordable = EFFORT / Math.max(1L, (long) rows.length * groups);
    int starts = (int) Math.max(1, Math.min(MOST_STARTS, affordable));
    KMeansSearch.Result found =
        KMeansSearch.run(rows, dim, groups, starts, seeds.stream("feature-groups"));
    int[] nearest = new int[points.length];
    KMeansSearch.assign(rows, found.centres(), dim, nearest);
    int[] medoids = medoids(rows, dim, found, nearest);
    List<Between> pairs = new ArrayList<>();
    for (int b = 0; b < medoids.length; b++) {
      for (int a = 0; a < b; a++) {
        pairs.add(
            new Between(
                a,
                b,
                Vectors.squaredDistance(dim, rows, medoids[a] * dim, rows, medoids[b] * dim)));
      }
    }
    pairs.sort(Comparator.comparingDouble(Between::square));
    return new FeatureGroups(
        Arrays.stream(medoids).map(row -> points[row]).toArray(), List.copyOf(pairs));
  }

  /** The row nearest to each centre that has rows, the first among equals. */
  private static int[] medoids(double[] rows, int dim, KMeansSearch.Result found, int[] nearest) {
    int[] medoids = new int[found.count()];
    double[] least = new double[found.count()];
    Arrays.fill(medoids, -1);
    for (int r = 0; r < nearest.length; r++) {
      int c = nearest[r];
      double square = Vectors.squaredDistance(dim, rows, r * dim, found.centres(), c * dim);
      if (medoids[c] < 0 || square < least[c]) {
        least[c] = square;
        medoids[c] = r;
      }
    }
    return Arrays.stream(medoids).filter(row -> row >= 0).toArray();
  }
}
