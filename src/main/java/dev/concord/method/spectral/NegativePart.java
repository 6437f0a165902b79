package dev.concord.method.spectral;

import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.LinearOperator;
import java.util.Arrays;

/**
 * A positive semidefinite B such that Q̄ + B is positive semidefinite too: where Q̄ may be
 * negative. Entry q of a pair gives |q|/2 · (e_i ∓ e_j)(e_i ∓ e_j)', the negative part of its own 2
 * x 2 matrix, a negative diagonal entry its magnitude, and the block 2·YY' − 11' of the labels
 * gives 11'. A product takes O(pairs + p).
 */
public final class NegativePart implements LinearOperator {
  private final CsrMatrix explicit;
  private final double[] diagonal;
  private final double[] labelled;

  /** The part of {@code constraints}; time and memory O(entries + p). */
  public NegativePart(ConstraintMatrix constraints) {
    CsrMatrix given = constraints.explicit();
    int p = constraints.size();
    diagonal = new double[p];
    labelled = new double[p];
    int[] rowPtr = new int[p + 1];
    int[] col = new int[given.nonZeros() + p];
    double[] val = new double[col.length];
    int at = 0;
    for (int i = 0; i < p; i++) {
      labelled[i] = constraints.labels()[i] >= 0 ? constraints.rootInverse()[i] : 0.0;
      int own = -1;
      for (int e = given.rowPtr()[i]; e < given.rowPtr()[i + 1]; e++) {
        int j = given.col()[e];
        double q = given.val()[e];
        if (j >= i && own < 0) {
          own = at++;
        }
        diagonal[i] += j == i ? Math.max(0.0, -q) : 0.5 * Math.abs(q);
        if (j != i) {
          col[at] = j;
          val[at++] = -0.5 * q;
        }
      }
      own = own < 0 ? at++ : own;
      col[own] = i;
      val[own] = diagonal[i];
      rowPtr[i + 1] = at;
    }
    explicit = new CsrMatrix(p, rowPtr, Arrays.copyOf(col, at), Arrays.copyOf(val, at));
  }

  @Override
  public int size() {
    return diagonal.length;
  }

  /** The diagonal without the part of the labels, which is of rank one. Not a copy. */
  public double[] diagonal() {
    return diagonal;
  }

  @Override
  public void apply(double[] x, double[] y) {
    explicit.multiply(x, y);
    double along = 0.0;
    for (int i = 0; i < x.length; i++) {
      along += labelled[i] * x[i];
    }
    if (along != 0.0) {
      for (int i = 0; i < x.length; i++) {
        y[i] += along * labelled[i];
      }
    }
  }
}
