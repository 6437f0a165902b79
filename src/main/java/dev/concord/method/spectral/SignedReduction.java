package dev.concord.method.spectral;

import dev.concord.constraint.SignedComponents;
import dev.concord.linalg.LinearOperator;
import java.util.Arrays;
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
 * <p>A product costs one with N and 4n operations; 2·n numbers of memory for each vector that is
 * multiplied at a time.
 */
public final class SignedReduction implements LinearOperator {
  public static final double BALANCE_VALUE = 2.0;

  /** A balance vector shorter than this part of the largest it can be is rounding. */
  private static final double BALANCE_NOISE = 1e-12;

  private final LinearOperator adjacency;
  private final int size;
  private final int[] variableOf;
  private final double[] entry;
  private final double[] root;
  private final double @Nullable [] balance;
  private double[] full;
  private double[] product;

  /**
   * The reduction.
   *
   * @param adjacency products with N = D^-1/2 W D^-1/2
   * @param degrees the diagonal of D, length n
   * @param balanced whether d'f = 0 is required
   */
  public SignedReduction(
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
  public double @Nullable [] balance() {
    return balance;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void apply(double[] x, double[] y) {
    apply(x, y, 1);
  }

  @Override
  public void apply(double[] x, double[] y, int columns) {
    int n = variableOf.length;
    int length = Math.multiplyExact(n, columns);
    if (full.length != length) {
      full = new double[length];
      product = new double[length];
    }
    double[] along = new double[columns];
    for (int c = 0; c < columns; c++) {
      along[c] = balance == null ? 0.0 : dot(balance, x, c * size);
      spread(x, c, along[c]);
    }
    adjacency.apply(full, product, columns);
    for (int c = 0; c < columns; c++) {
      gather(y, c, along[c]);
    }
  }

  /** The points' numbers of column c, less what lies along the balance vector. */
  private void spread(double[] x, int c, double along) {
    int from = c * variableOf.length;
    for (int i = 0; i < variableOf.length; i++) {
      int v = variableOf[i];
      double value = v < 0 ? 0.0 : x[c * size + v];
      if (v >= 0 && balance != null) {
        value -= along * balance[v];
      }
      full[from + i] = entry[i] * value;
    }
  }

  /** Back to the variables of column c. */
  private void gather(double[] y, int c, double along) {
    int from = c * variableOf.length;
    int to = c * size;
    Arrays.fill(y, to, to + size, 0.0);
    for (int i = 0; i < variableOf.length; i++) {
      if (variableOf[i] >= 0) {
        y[to + variableOf[i]] += entry[i] * product[from + i];
      }
    }
    if (balance != null) {
      double back = BALANCE_VALUE * along - dot(balance, y, to);
      for (int v = 0; v < size; v++) {
        y[to + v] += back * balance[v];
      }
    }
  }

  private static double dot(double[] a, double[] b, int from) {
    double sum = 0.0;
    for (int v = 0; v < a.length; v++) {
      sum += a[v] * b[from + v];
    }
    return sum;
  }

  /**
   * f = E (E'DE)^-1/2 h, length n, its leading entry (the first within one part in a million of the
   * largest magnitude) positive.
   */
  public double[] expand(double[] h, byte[] sign) {
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
