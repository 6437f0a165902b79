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
    Search search = new Search(rows, dim, centres);
    boolean moved = search.assignAll();
    for (int step = 1; moved && step < MAX_STEPS; step++) {
      double[] before = centres.clone();
      recentre(rows, dim, search.labels, centres);
      moved = search.assign(before);
    }
    return new Partition(search.labels, search.cost());
  }

  /**
   * The nearest centre of each row, with bounds (Hamerly 2010): a row whose centre is nearer than
   * any other can be by now is passed over, so that late steps compare few rows. The labels are
   * those of Lloyd's iteration: bounds count only where rounding cannot matter.
   */
  private static final class Search {
    private static final double SLACK = 1e-9;

    private final double[] rows;
    private final int dim;
    private final double[] centres;
    private final int[] labels;

    /** At least the distance to the own centre, at most that to any other. */
    private final double[] own;

    private final double[] other;

    Search(double[] rows, int dim, double[] centres) {
      this.rows = rows;
      this.dim = dim;
      this.centres = centres;
      this.labels = new int[rows.length / dim];
      this.own = new double[labels.length];
      this.other = new double[labels.length];
      Arrays.fill(labels, -1);
    }

    boolean assignAll() {
      boolean moved = false;
      for (int i = 0; i < labels.length; i++) {
        moved |= compare(i);
      }
      return moved;
    }

    /** After the centres have moved. */
    boolean assign(double[] before) {
      double[] moves = new double[centres.length / dim];
      int farthest = 0;
      double second = 0.0;
      for (int c = 0; c < moves.length; c++) {
        moves[c] = Math.sqrt(square(before, c * dim, centres, c * dim, dim));
        if (c > 0 && moves[c] > moves[farthest]) {
          second = moves[farthest];
          farthest = c;
        } else if (c > 0) {
          second = Math.max(second, moves[c]);
        }
      }
      boolean moved = false;
      for (int i = 0; i < labels.length; i++) {
        own[i] += moves[labels[i]];
        other[i] -= labels[i] == farthest ? second : moves[farthest];
        if (own[i] * (1.0 + SLACK) >= other[i]) {
          own[i] = Math.sqrt(square(rows, i * dim, centres, labels[i] * dim, dim));
          if (own[i] * (1.0 + SLACK) >= other[i]) {
            moved |= compare(i);
          }
        }
      }
      return moved;
    }

    /** Finds the nearest centre of a row among all; returns whether it is another than before. */
    private boolean compare(int i) {
      double least = Double.POSITIVE_INFINITY;
      double second = Double.POSITIVE_INFINITY;
      int nearest = 0;
      for (int c = 0; c * dim < centres.length; c++) {
        double square = square(rows, i * dim, centres, c * dim, dim);
        if (square < least) {
          second = least;
          least = square;
          nearest = c;
        } else {
          second = Math.min(second, square);
        }
      }
      own[i] = Math.sqrt(least);
      other[i] = Math.sqrt(second);
      boolean moved = labels[i] != nearest;
      labels[i] = nearest;
      return moved;
    }

    double cost() {
      double cost = 0.0;
      for (int i = 0; i < labels.length; i++) {
        cost += square(rows, i * dim, centres, labels[i] * dim, dim);
      }
      return cost;
    }
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
