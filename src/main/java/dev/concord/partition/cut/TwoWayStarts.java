package dev.concord.partition.cut;

import dev.concord.linalg.CsrMatrix;
import java.util.SplittableRandom;

/**
 * Random start vectors that vary slowly over the graph: steps of a lazy random walk on noise, which
 * leave mostly the smooth eigenvectors in random proportions. Every second vector is held to the
 * cannot-links on the way: a pair's values are made opposite, so it is a random combination of
 * smooth solutions of SCLC (Xu, Li and Schuurmans 2009), and zero separates every pair.
 */
final class TwoWayStarts {
  /** Steps of the walk, in turn: shorter walks keep more of the noise. */
  private static final int[] STEPS = {30, 100, 300};

  private TwoWayStarts() {}

  /** Whether start {@code index} is held to the cannot-links. */
  static boolean signed(TwoWayModel model, int index) {
    return model.hardTotal > 0.0 && index % 2 == 0;
  }

  /** The {@code index}-th vector over the merged nodes. Time O(edges) a step. */
  static double[] vector(
      TwoWayModel model, int index, SplittableRandom random, TwoWayBudget budget) {
    int n = model.nodes;
    CsrMatrix weights = model.weights;
    double[] degree = new double[n];
    double[] f = new double[n];
    double total = 0.0;
    for (int i = 0; i < n; i++) {
      for (int p = weights.rowPtr()[i]; p < weights.rowPtr()[i + 1]; p++) {
        degree[i] += weights.val()[p];
      }
      total += degree[i];
      f[i] = random.nextDouble() - 0.5;
    }
    boolean signed = signed(model, index);
    int steps = STEPS[index / 2 % STEPS.length];
    double[] product = new double[n];
    for (int s = 0; s < steps && total > 0.0; s++) {
      weights.multiply(f, product);
      budget.spend(weights.nonZeros());
      double mean = 0.0;
      double size = 0.0;
      for (int i = 0; i < n; i++) {
        f[i] = degree[i] > 0.0 ? 0.5 * (f[i] + product[i] / degree[i]) : f[i];
        mean += degree[i] * f[i];
      }
      mean /= total;
      for (int i = 0; i < n; i++) {
        f[i] -= mean;
      }
      if (signed) {
        oppose(model, degree, f);
      }
      for (int i = 0; i < n; i++) {
        size = Math.max(size, Math.abs(f[i]));
      }
      if (!(size > 0.0)) {
        break;
      }
      for (int i = 0; i < n; i++) {
        f[i] /= size;
      }
    }
    return f;
  }

  /** The nearest vector, in the norm of the degrees, whose pairs have opposite values. */
  private static void oppose(TwoWayModel model, double[] degree, double[] f) {
    for (int a : model.unitNode) {
      int b = model.partner[a];
      if (b >= 0) {
        double both = degree[a] + degree[b];
        double value =
            both > 0.0 ? (degree[a] * f[a] - degree[b] * f[b]) / both : 0.5 * (f[a] - f[b]);
        f[a] = value;
        f[b] = -value;
      }
    }
  }
}
