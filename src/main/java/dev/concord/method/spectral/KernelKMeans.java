package dev.concord.method.spectral;

import dev.concord.linalg.CsrMatrix;
import java.util.Arrays;

/**
 * Weighted kernel k-means with the kernel sigma·D^-1 + D^-1 S D^-1 and the node weights d (Dhillon,
 * Guan and Kulis 2004): S is sparse and symmetric without a diagonal. Its objective is n·sigma -
 * k·sigma - J, where J is the sum over clusters of S(C, C) / d(C), so both kinds of steps raise J.
 *
 * <p>A batch step moves every point to its nearest centre; J does not fall when the kernel is
 * definite. A single move is judged by J itself. Both need, for each point, its links to the
 * clusters: O(nnz + n·k) a pass, points in id order. These are kept, 8·n·k bytes, so that a batch
 * step gathers anew only those of points next to one that moved.
 */
final class KernelKMeans {
  /** Where more than a point in so many moves, most points are next to one that does. */
  private static final int MANY = 20;

  private final CsrMatrix s;
  private final double[] d;
  private final int k;
  private final int[] labels;
  private final double[] within;
  private final double[] volume;
  private final int[] count;

  /** What leads from each point to each cluster, row by row. */
  private final double[] links;

  /**
   * A partition to improve.
   *
   * @param d n positive node weights
   * @param labels n labels 0..k-1, changed in place
   */
  KernelKMeans(CsrMatrix s, double[] d, int k, int[] labels) {
    this.s = s;
    this.d = d;
    this.k = k;
    this.labels = labels;
    within = new double[k];
    volume = new double[k];
    count = new int[k];
    links = new double[labels.length * k];
    gatherAll();
    sum();
  }

  /** J, to be made large. */
  double objective() {
    double j = 0.0;
    for (int c = 0; c < k; c++) {
      j += count[c] > 0 ? within[c] / volume[c] : 0.0;
    }
    return j;
  }

  /** The largest S(C, C) / d(C); at most 1 when S holds no more than the graph's own weights. */
  double densest() {
    double most = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < k; c++) {
      most = count[c] > 0 ? Math.max(most, within[c] / volume[c]) : most;
    }
    return most;
  }

  /**
   * Moves every point to the nearest centre, all at once; the last point of a cluster stays.
   *
   * @return number of points moved
   */
  int batch(double sigma) {
    int[] next = new int[labels.length];
    int[] left = count.clone();
    int moved = 0;
    double[] norms = new double[k];
    for (int c = 0; c < k; c++) {
      norms[c] = (within[c] + sigma * volume[c]) / (volume[c] * volume[c]);
    }
    for (int i = 0; i < next.length; i++) {
      int own = labels[i];
      int nearest = own;
      double least = norms[own] - toward(i, own) - 2.0 * sigma / volume[own];
      for (int c = 0; c < k; c++) {
        double distance = c == own || count[c] == 0 ? least : norms[c] - toward(i, c);
        if (distance < least - 1e-12 * Math.abs(least)) {
          least = distance;
          nearest = c;
        }
      }
      if (nearest != own && left[own] > 1) {
        left[own]--;
        moved++;
      } else {
        nearest = own;
      }
      next[i] = nearest;
    }
    boolean[] beside = moved > labels.length / MANY ? null : besideMoved(next);
    System.arraycopy(next, 0, labels, 0, next.length);
    for (int i = 0; i < labels.length; i++) {
      if (beside == null || beside[i]) {
        gather(i);
      }
    }
    sum();
    return moved;
  }

  /** The points next to one that is about to move. */
  private boolean[] besideMoved(int[] next) {
    boolean[] beside = new boolean[labels.length];
    for (int i = 0; i < next.length; i++) {
      if (next[i] != labels[i]) {
        for (int p = s.rowPtr()[i]; p < s.rowPtr()[i + 1]; p++) {
          beside[s.col()[p]] = true;
        }
      }
    }
    return beside;
  }

  /**
   * What the squared distance to a centre, without k(i, i) and the point's own share in the centre,
   * is less than the centre's norm.
   */
  private double toward(int i, int c) {
    double linked = links[i * k + c];
    return linked == 0.0 ? 0.0 : 2.0 * linked / (d[i] * volume[c]);
  }

  /**
   * Goes through the points once and moves each to where J gains most, one at a time; the last
   * point of a cluster stays.
   *
   * @return number of points moved
   */
  int singly() {
    int moved = 0;
    for (int i = 0; i < labels.length; i++) {
      int own = labels[i];
      if (count[own] == 1) {
        continue;
      }
      double rest = volume[own] - d[i];
      if (!(rest > 1e-12 * volume[own])) {
        continue; // what would be left is lost in rounding
      }
      gather(i);
      double stay = within[own] / volume[own];
      double leave = (within[own] - 2.0 * links[i * k + own]) / rest - stay;
      int best = own;
      double most = 1e-12 * (1.0 + Math.abs(stay));
      for (int c = 0; c < k; c++) {
        if (c == own) {
          continue;
        }
        double before = count[c] > 0 ? within[c] / volume[c] : 0.0;
        double gain = (within[c] + 2.0 * links[i * k + c]) / (volume[c] + d[i]) - before + leave;
        if (gain > most) {
          most = gain;
          best = c;
        }
      }
      if (best != own) {
        within[own] -= 2.0 * links[i * k + own];
        volume[own] -= d[i];
        count[own]--;
        within[best] += 2.0 * links[i * k + best];
        volume[best] += d[i];
        count[best]++;
        labels[i] = best;
        moved++;
      }
    }
    // Anew, so that rounding does not add up.
    gatherAll();
    sum();
    return moved;
  }

  private void gatherAll() {
    for (int i = 0; i < labels.length; i++) {
      gather(i);
    }
  }

  private void gather(int i) {
    int row = i * k;
    Arrays.fill(links, row, row + k, 0.0);
    for (int p = s.rowPtr()[i]; p < s.rowPtr()[i + 1]; p++) {
      links[row + labels[s.col()[p]]] += s.val()[p];
    }
  }

  private void sum() {
    Arrays.fill(within, 0.0);
    Arrays.fill(volume, 0.0);
    Arrays.fill(count, 0);
    for (int i = 0; i < labels.length; i++) {
      int own = labels[i];
      within[own] += links[i * k + own];
      volume[own] += d[i];
      count[own]++;
    }
  }
}
