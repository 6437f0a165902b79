package dev.concord.method;

import java.util.Arrays;

/** Rounds by the nearest of k far apart rows. */
public final class RecordingServices extends RecordedServices {
  /** Centres are chosen farthest first from row 0; enough for groups that are well apart. */
  @Override
  public Rounding round(Embedding embedding, int clusters) {
    int n = embedding.rows();
    double[] nearest = new double[n];
    Arrays.fill(nearest, Double.POSITIVE_INFINITY);
    int[] labels = new int[n];
    int centre = 0;
    for (int k = 0; k < clusters; k++) {
      int farthest = 0;
      for (int i = 0; i < n; i++) {
        double distance = distance(embedding, i, centre);
        if (distance < nearest[i]) {
          nearest[i] = distance;
          labels[i] = k;
        }
        farthest = nearest[i] > nearest[farthest] ? i : farthest;
      }
      centre = farthest;
    }
    return new Rounding(labels, Arrays.stream(nearest).sum(), 0, 1);
  }

  private static double distance(Embedding embedding, int i, int j) {
    double sum = 0.0;
    for (int c = 0; c < embedding.columns(); c++) {
      int base = c * embedding.rows();
      double d = embedding.values()[base + i] - embedding.values()[base + j];
      sum += d * d;
    }
    return sum;
  }
}
