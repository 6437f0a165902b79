package dev.concord.method;

import dev.concord.constraint.SignedComponents;
import dev.concord.linalg.LinearOperator;
import org.jspecify.annotations.Nullable;

/**
 * The normalized adjacency on the vectors that linear constraints f_p = f_q and f_p = -f_q leave.
 *
 * <p>Let E be n x r, one column a signed component with entries +1 and -1, so that f = E g. Then
 * E'DE is diagonal, its entries the volumes of the components, and P = D^1/2 E (E'DE)^-1/2 has
 * orthonormal columns. With f = D^-1/2 P h, f'Df = h'h and f'Lf = h'h - h'P'NPh: the constrained
 * problem is the ordinary one for P'NP. Components of volume zero have no column; points there and
 * in contradicted components get f = 0.
 *
 * <p>With a balance row d'f = q'h = 0, q = P'D^1/2 1, the operator is (I - qq'/q'q) P'NP (I -
 * qq'/q'q), to which q itself is given the eigenvalue {@value #BALANCE_VALUE}, above all others.
 *
 * <p>A product costs one with N and 4n operations, and 2·n numbers of memory.
 */
final class SignedReduction implements LinearOperator {
  static final double BALANCE_VALUE = 2.0;

  /** A balance vector shorter than this part of the largest it can be is rounding. */
  private static final double BALANCE_NOISE = 1e-12;

  private final LinearOperator adjacency;
  private final int size;
  private final int[] variableOf;
  private final double[] entry;
  private final double[] root;
  private final double @Nullable [] balance;
  private final double[] full;
  private final double[] product;

  /**
   * The reduction.
   *
   * @param adjacency products with N = D^-1/2 W D^-1/2
   * @param degrees the diagonal of D, length n
   * @param balanced whether d'f = 0 is asked for
   */
  SignedReduction(
      LinearOperator adjacency, double[] degrees, SignedComponents components, boolean balanced) {
    int n = degrees.length;
    this.adjacency = adjacency;
    double[] volume = new double[components.count()];
    int[] componentOf = components.componentOf();
    for (int i = 0; i < n; i++) {
      if (componentOf[i] >= 0) {
        volume[componentOf[i]] += degrees[i];
      }
    }
    int[] variable = new int[volume.length];
    int variables = 0;
    for (int c = 0; c < volume.length; c++) {
      variable[c] = volume[c] > 0.0 ? variables++ : -1;
    }
    this.size = variables;
    this.variableOf = new int[n];
    this.entry = new double[n];
    this.root = new double[variables];
    for (int i = 0; i < n; i++) {
      int c = componentOf[i];
      variableOf[i] = c < 0 ? -1 : variable[c];
      if (variableOf[i] >= 0) {
        root[variableOf[i]] = Math.sqrt(volume[c]);
        entry[i] = components.sign()[i] * (Math.sqrt(degrees[i]) / root[variableOf[i]]);
      }
    }
    this.full = new double[n];
    this.product = new double[n];
    this.balance = balanced ? balance(degrees, components.sign()) : null;
  }

  private double @Nullable [] balance(double[] degrees, byte[] sign) {
    double[] q = new double[size];
    double volume = 0.0;
    for (int i = 0; i < degrees.length; i++) {
      volume += degrees[i];
      if (variableOf[i] >= 0) {
        q[variableOf[i]] += sign[i] * degrees[i];
      }
    }
    double square = 0.0;
    for (int v = 0; v < size; v++) {
      q[v] /= root[v];
      square += q[v] * q[v];
    }
    double length = Math.sqrt(square);
    if (!(length > BALANCE_NOISE * Math.sqrt(volume))) {
      return null;
    }
    for (int v = 0; v < size; v++) {
      q[v] /= length;
    }
    return q;
  }

  /** The unit vector that the balance row forbids, or null when it forbids nothing. */
  double @Nullable [] balance() {
    return balance;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public double operations() {
    return adjacency.operations() + 4.0 * full.length;
  }

  @Override
  public void apply(double[] x, double[] y) {
    double along = balance == null ? 0.0 : dot(balance, x);
    for (int i = 0; i < full.length; i++) {
      int v = variableOf[i];
      double value = v < 0 ? 0.0 : x[v];
      if (v >= 0 && balance != null) {
        value -= along * balance[v];
      }
      full[i] = entry[i] * value;
    }
    adjacency.apply(full, product);
    java.util.Arrays.fill(y, 0, size, 0.0);
    for (int i = 0; i < product.length; i++) {
      if (variableOf[i] >= 0) {
        y[variableOf[i]] += entry[i] * product[i];
      }
    }
    if (balance != null) {
      double back = BALANCE_VALUE * along - dot(balance, y);
      for (int v = 0; v < size; v++) {
        y[v] += back * balance[v];
      }
    }
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0.0;
    for (int v = 0; v < a.length; v++) {
      sum += a[v] * b[v];
    }
    return sum;
  }

  /**
   * f = E (E'DE)^-1/2 h, length n, its leading entry (the first within one part in a million of the
   * largest magnitude) positive.
   */
  double[] expand(double[] h, byte[] sign) {
    double[] f = new double[variableOf.length];
    double largest = 0.0;
    for (int i = 0; i < f.length; i++) {
      int v = variableOf[i];
      f[i] = v < 0 ? 0.0 : sign[i] * (h[v] / root[v]);
      largest = Math.max(largest, Math.abs(f[i]));
    }
    double limit = largest * (1.0 - 1e-6);
    int leading = 0;
    while (leading < f.length && Math.abs(f[leading]) < limit) {
      leading++;
    }
    if (leading < f.length && f[leading] < 0.0) {
      for (int i = 0; i < f.length; i++) {
        f[i] = 0.0 - f[i];
      }
    }
    return f;
  }
}
