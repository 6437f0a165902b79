package dev.concord.study;

import dev.concord.linalg.DenseSymmetric;
import dev.concord.method.Embedding;
import dev.concord.study.KMeansRealizations.Partition;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The discretization of normalized cuts (Yu and Shi, Multiclass Spectral Clustering, ICCV 2003):
 * turns the rows of the k smoothest eigenvectors, scaled to length 1, towards the unit vectors.
 * From a row drawn by chance and k - 1 rows nearly at right angles, alternates between the nearest
 * partition and the nearest rotation until the fit no longer rises. O(steps·n·k²). A first row
 * decides the partition, so each is searched from once.
 */
final class Discretization {
  private static final int MAX_STEPS = 100;

  private final double[] rows;
  private final Map<Integer, Partition> found = new ConcurrentHashMap<>();
  private final int n;
  private final int k;

  /**
   * Rows to turn.
   *
   * @param smoothest n x k
   */
  Discretization(Embedding smoothest) {
    this.k = smoothest.columns();
    this.n = smoothest.rows();
    this.rows = smoothest.normalizedRows().rowMajor();
  }

  /** So many partitions, each from another first row; the cost is the negative fit. */
  Partition[] realizations(int starts, SplittableRandom random) {
    Partition[] partitions = new Partition[starts];
    for (int s = 0; s < starts; s++) {
      partitions[s] = found.computeIfAbsent(random.nextInt(n), this::once);
    }
    return partitions;
  }

  private Partition once(int first) {
    double[] rotation = start(first);
    int[] labels = new int[n];
    double fit = Double.NEGATIVE_INFINITY;
    for (int step = 0; step < MAX_STEPS; step++) {
      double[] sums = new double[k * k];
      for (int i = 0; i < n; i++) {
        int best = 0;
        double most = Double.NEGATIVE_INFINITY;
        for (int c = 0; c < k; c++) {
          double value = 0.0;
          for (int q = 0; q < k; q++) {
            value += rows[i * k + q] * rotation[c * k + q];
          }
          if (value > most) {
            most = value;
            best = c;
          }
        }
        labels[i] = best;
        for (int q = 0; q < k; q++) {
          sums[best * k + q] += rows[i * k + q];
        }
      }
      double now = nearestRotation(sums, rotation);
      if (now <= fit + 1e-12) {
        break;
      }
      fit = now;
    }
    return new Partition(labels, -fit);
  }

  /** The columns of the first rotation, one after the other: rows that are nearly orthogonal. */
  private double[] start(int first) {
    double[] rotation = new double[k * k];
    double[] overlap = new double[n];
    int row = first;
    for (int c = 0; c < k; c++) {
      System.arraycopy(rows, row * k, rotation, c * k, k);
      int least = 0;
      for (int i = 0; i < n; i++) {
        double dot = 0.0;
        for (int q = 0; q < k; q++) {
          dot += rows[i * k + q] * rotation[c * k + q];
        }
        overlap[i] += Math.abs(dot);
        least = overlap[i] < overlap[least] ? i : least;
      }
      row = least;
    }
    return rotation;
  }

  /**
   * The orthogonal matrix nearest to {@code m}, its polar factor (M M')^-1/2 M, both stored by
   * columns c; returns the sum of the singular values of M. Directions of M that are zero keep no
   * turn of their own.
   */
  private double nearestRotation(double[] m, double[] rotation) {
    double[] gram = new double[k * k];
    for (int a = 0; a < k; a++) {
      for (int b = 0; b < k; b++) {
        for (int q = 0; q < k; q++) {
          gram[a * k + b] += m[a * k + q] * m[b * k + q];
        }
      }
    }
    double[] values = DenseSymmetric.eigen(k, gram);
    double sum = 0.0;
    double[] next = new double[k * k];
    for (int e = 0; e < k; e++) {
      double singular = Math.sqrt(Math.max(0.0, values[e]));
      sum += singular;
      if (!(singular > 1e-12)) {
        continue;
      }
      for (int q = 0; q < k; q++) {
        double along = 0.0;
        for (int a = 0; a < k; a++) {
          along += gram[e * k + a] * m[a * k + q];
        }
        for (int a = 0; a < k; a++) {
          next[a * k + q] += gram[e * k + a] * along / singular;
        }
      }
    }
    System.arraycopy(next, 0, rotation, 0, next.length);
    return sum;
  }
}
