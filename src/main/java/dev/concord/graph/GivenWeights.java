package dev.concord.graph;

/**
 * The unit of given weights. Clusters do not depend on it, but sums and products of very large or
 * very small weights overflow or vanish. So weights whose largest is far from 1 are divided by a
 * power of two, which loses no digit.
 */
public final class GivenWeights {
  /** Weights are divided when the exponent of the largest is farther from 0 than this. */
  private static final int FAR = 16;

  /** The largest weight is less than 2 to this power times the smallest. */
  public static final int SPREAD = 900;

  private GivenWeights() {}

  /** The exponent of 2 by which weights are divided, 0 for none; {@code largest} is 0 of none. */
  public static int unit(double largest) {
    int exponent = largest == 0.0 ? 0 : exponent(largest);
    return Math.abs(exponent) > FAR ? exponent : 0;
  }

  /** The exponent of a number above 0, subnormal ones included. */
  static int exponent(double value) {
    return value < Double.MIN_NORMAL
        ? Math.getExponent(value * 0x1p60) - 60
        : Math.getExponent(value);
  }

  /** Whether weights differ by more than a sum of them can hold. */
  public static boolean differTooMuch(double smallest, double largest) {
    return exponent(largest) - exponent(smallest) > SPREAD;
  }

  /** Divides weights by 2<sup>exponent</sup> in place. */
  public static void divide(double[] weights, int exponent) {
    if (exponent != 0) {
      for (int p = 0; p < weights.length; p++) {
        weights[p] = Math.scalb(weights[p], -exponent);
      }
    }
  }

  /** The largest absolute value; 0 of none. */
  public static double largest(double[] weights) {
    double largest = 0.0;
    for (double weight : weights) {
      largest = Math.max(largest, Math.abs(weight));
    }
    return largest;
  }
}
