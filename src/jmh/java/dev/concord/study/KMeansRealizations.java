package dev.concord.study;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Plain k-means, once from each of many random starts: the centres start at k different rows drawn
 * by chance, then Lloyd's iteration to its fixed point (at most 100 steps). A centre without rows
 * stays where it is. Nothing is chosen among the starts. O(starts·steps·n·k·d).
 */
public final class KMeansRealizations {
  private static final int MAX_STEPS = 100;

  private KMeansRealizations() {}

  /**
   * One partition.
   *
   * @param labels one a row
   * @param cost what the search made small
   */
  public record Partition(int[] labels, double cost) {}

  /**
   * So many partitions.
   *
   * @param rows row by row, n·dim
   */
  public static Partition[] of(double[] rows, int dim, int k, int starts, SplittableRandom random) {
    Partition[] found = new Partition[starts];
    for (int s = 0; s < starts; s++) {
      found[s] = once(rows, dim, k, random);
    }
    return found;
  }

  private static Partition once(double[] rows, int dim, int k, SplittableRandom random) {
    int n = rows.length / dim;
    double[] centres = new double[k * dim];
    int[] order = new int[n];
    Arrays.setAll(order, i -> i);
    for (int c = 0; c < k; c++) {
      int other = c + random.nextInt(n - c);
      int row = order[other];
      order[other] = order[c];
      order[c] = row;
      System.arraycopy(rows, row * dim, centres, c * dim, dim);
    }
    int[] labels = new int[n];
    Arrays.fill(labels, -1);
    double cost = 0.0;
    for (int step = 0; step < MAX_STEPS; step++) {
      boolean moved = false;
      cost = 0.0;
      for (int i = 0; i < n; i++) {
        double least = Double.POSITIVE_INFINITY;
        int nearest = 0;
        for (int c = 0; c < k; c++) {
          double square = square(rows, i * dim, centres, c * dim, dim);
          if (square < least) {
            least = square;
            nearest = c;
          }
        }
        moved |= labels[i] != nearest;
        labels[i] = nearest;
        cost += least;
      }
      if (!moved) {
        break;
      }
      recentre(rows, dim, labels, centres);
    }
    return new Partition(labels, cost);
  }

  private static void recentre(double[] rows, int dim, int[] labels, double[] centres) {
    int k = centres.length / dim;
    double[] sums = new double[centres.length];
    int[] count = new int[k];
    for (int i = 0; i < labels.length; i++) {
      count[labels[i]]++;
      for (int d = 0; d < dim; d++) {
        sums[labels[i] * dim + d] += rows[i * dim + d];
      }
    }
    for (int p = 0; p < sums.length; p++) {
      if (count[p / dim] > 0) {
        centres[p] = sums[p] / count[p / dim];
      }
    }
  }

  private static double square(double[] a, int at, double[] b, int from, int dim) {
    double sum = 0.0;
    for (int d = 0; d < dim; d++) {
      double difference = a[at + d] - b[from + d];
      sum += difference * difference;
    }
    return sum;
  }
}
