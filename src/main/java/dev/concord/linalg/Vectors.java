package dev.concord.linalg;

import java.util.Arrays;

/**
 * Sums over long vectors, taken in one fixed order. Vectors lie in arrays from an offset; the
 * caller guarantees the lengths.
 */
public final class Vectors {
  private Vectors() {}

  /** x'y over {@code n} entries, in four interleaved sums. */
  public static double dot(int n, double[] x, int xOffset, double[] y, int yOffset) {
    double s0 = 0.0;
    double s1 = 0.0;
    double s2 = 0.0;
    double s3 = 0.0;
    int i = 0;
    for (; i + 4 <= n; i += 4) {
      s0 += x[xOffset + i] * y[yOffset + i];
      s1 += x[xOffset + i + 1] * y[yOffset + i + 1];
      s2 += x[xOffset + i + 2] * y[yOffset + i + 2];
      s3 += x[xOffset + i + 3] * y[yOffset + i + 3];
    }
    for (; i < n; i++) {
      s0 += x[xOffset + i] * y[yOffset + i];
    }
    return (s0 + s1) + (s2 + s3);
  }

  public static double squaredDistance(int n, double[] x, int xOffset, double[] y, int yOffset) {
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
      double difference = x[xOffset + i] - y[yOffset + i];
      sum += difference * difference;
    }
    return sum;
  }

  /** y += alpha·x. */
  public static void axpy(int n, double alpha, double[] x, int xOffset, double[] y, int yOffset) {
    for (int i = 0; i < n; i++) {
      y[yOffset + i] += alpha * x[xOffset + i];
    }
  }

  /** x *= alpha over {@code n} entries. */
  public static void scale(int n, double alpha, double[] x, int xOffset) {
    for (int i = 0; i < n; i++) {
      x[xOffset + i] *= alpha;
    }
  }

  /** ‖a·x + y‖₂. */
  public static double normOfSum(
      int n, double a, double[] x, int xOffset, double[] y, int yOffset) {
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
      double d = a * x[xOffset + i] + y[yOffset + i];
      sum += d * d;
    }
    return Math.sqrt(sum);
  }

  /** ‖x‖₂ of {@code n} entries. */
  public static double norm(int n, double[] x, int xOffset) {
    return Math.sqrt(dot(n, x, xOffset, x, xOffset));
  }

  /**
   * Gram-Schmidt, twice, of the columns [from, m) of the n x m column-major {@code v} against all
   * columns before each. Time O(n·m²).
   *
   * @return whether the columns are independent to working accuracy
   */
  public static boolean orthonormalize(int n, double[] v, int from, int m) {
    for (int j = from; j < m; j++) {
      double before = norm(n, v, j * n);
      for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < j; i++) {
          axpy(n, -dot(n, v, i * n, v, j * n), v, i * n, v, j * n);
        }
      }
      double after = norm(n, v, j * n);
      if (!(after > 1e-8 * before)) {
        return false;
      }
      scale(n, 1.0 / after, v, j * n);
    }
    return true;
  }

  /** The largest entry of |V'V − I| for the n x m column-major {@code v}. Time O(n·m²). */
  public static double orthogonality(int n, double[] v, int m) {
    double worst = 0.0;
    for (int j = 0; j < m; j++) {
      for (int i = 0; i <= j; i++) {
        double off = Math.abs(dot(n, v, i * n, v, j * n) - (i == j ? 1.0 : 0.0));
        // NaN must show.
        worst = off <= worst ? worst : off;
      }
    }
    return worst;
  }

  /**
   * C = V·H for the n x m {@code v} and the m x k {@code h}, both column-major; {@code c} is n x k.
   */
  public static void multiply(int n, int m, int k, double[] v, double[] h, double[] c) {
    Arrays.fill(c, 0, n * k, 0.0);
    for (int j = 0; j < k; j++) {
      for (int i = 0; i < m; i++) {
        axpy(n, h[j * m + i], v, i * n, c, j * n);
      }
    }
  }

  /**
   * Turns the vector so that its leading entry is positive: the first entry within one part in a
   * million of the largest magnitude, so that rounding does not choose among equals.
   */
  public static void fixSign(int n, double[] v, int offset) {
    double largest = 0.0;
    for (int i = 0; i < n; i++) {
      largest = Math.max(largest, Math.abs(v[offset + i]));
    }
    double limit = largest * (1.0 - 1e-6);
    for (int i = 0; i < n; i++) {
      if (Math.abs(v[offset + i]) >= limit) {
        if (v[offset + i] < 0.0) {
          for (int p = 0; p < n; p++) {
            v[offset + p] = 0.0 - v[offset + p];
          }
        }
        return;
      }
    }
  }
}
