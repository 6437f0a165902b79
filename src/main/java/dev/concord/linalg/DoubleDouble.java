package dev.concord.linalg;

/**
 * A running sum of products in twice the working precision (Ogita, Rump and Oishi 2005, Dot2): the
 * error is that of one rounding plus n²·2<sup>-106</sup> of the sum of magnitudes.
 */
public final class DoubleDouble {
  private double high;
  private double low;

  /** Adds x·y. */
  public void addProduct(double x, double y) {
    double product = x * y;
    add(product);
    low += Math.fma(x, y, -product);
  }

  public void add(double x) {
    double sum = high + x;
    double part = sum - high;
    low += (high - (sum - part)) + (x - part);
    high = sum;
  }

  public double value() {
    return high + low;
  }
}
