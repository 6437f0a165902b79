package dev.concord.method.spectral;

import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.DenseSymmetric;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.solve.EigenOptions;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.linalg.solve.SymmetricEigensolver;
import java.util.Arrays;

/**
 * Eigenvalues of a {@link ConstraintMatrix}. Constraints mostly form many small connected groups of
 * points, so the matrix is solved group by group: densely up to {@value #DENSE} points; exactly
 * from a classes x classes matrix where a group has nothing but labels; else by Lanczos for the
 * largest ones.
 *
 * @param values the eigenvalues found, falling
 * @param floor every eigenvalue above this was found; negative infinity when all were
 */
public record ConstraintSpectrum(double[] values, double floor) {
  static final int DENSE = 800;

  /**
   * The spectrum.
   *
   * @param largest how many of the largest to find in a group that is too big for all, and how
   */
  public static ConstraintSpectrum of(
      ConstraintMatrix matrix, EigenOptions largest, IterationListener listener) {
    int p = matrix.size();
    int[] group = groups(matrix);
    int[] size = new int[p];
    for (int g : group) {
      size[g]++;
    }
    int[][] members = new int[p][];
    int[] filled = new int[p];
    int[] local = new int[p];
    for (int i = 0; i < p; i++) {
      int g = group[i];
      if (members[g] == null) {
        members[g] = new int[size[g]];
      }
      local[i] = filled[g];
      members[g][filled[g]++] = i;
    }
    double[] values = new double[p];
    int count = 0;
    double floor = Double.NEGATIVE_INFINITY;
    for (int g = 0; g < p; g++) {
      if (size[g] == 0) {
        continue;
      }
      double[] found;
      if (size[g] <= DENSE) {
        found = dense(matrix, members[g], local);
      } else if (onlyLabels(matrix, members[g])) {
        found = fromClasses(matrix, members[g]);
      } else {
        found = largest(matrix, members[g], largest, listener);
        if (found.length < size[g]) {
          floor = Math.max(floor, found[0]);
        }
      }
      System.arraycopy(found, 0, values, count, found.length);
      count += found.length;
    }
    double[] ascending = Arrays.copyOf(values, count);
    Arrays.sort(ascending);
    double[] falling = new double[count];
    for (int j = 0; j < count; j++) {
      falling[j] = ascending[count - 1 - j];
    }
    return new ConstraintSpectrum(falling, floor);
  }

  /** The smallest member of each point's connected group. */
  private static int[] groups(ConstraintMatrix matrix) {
    int p = matrix.size();
    int[] root = new int[p];
    Arrays.setAll(root, i -> i);
    CsrMatrix explicit = matrix.explicit();
    int anchor = -1;
    for (int i = 0; i < p; i++) {
      for (int e = explicit.rowPtr()[i]; e < explicit.rowPtr()[i + 1]; e++) {
        join(root, i, explicit.col()[e]);
      }
      if (matrix.labels()[i] >= 0) {
        anchor = anchor < 0 ? i : anchor;
        join(root, i, anchor);
      }
    }
    int[] group = new int[p];
    Arrays.setAll(group, i -> find(root, i));
    return group;
  }

  private static void join(int[] root, int a, int b) {
    int x = find(root, a);
    int y = find(root, b);
    root[Math.max(x, y)] = Math.min(x, y);
  }

  private static int find(int[] root, int i) {
    int at = i;
    while (root[at] != at) {
      root[at] = root[root[at]];
      at = root[at];
    }
    return at;
  }

  private static double[] dense(ConstraintMatrix matrix, int[] members, int[] local) {
    int s = members.length;
    double[] a = new double[s * s];
    CsrMatrix explicit = matrix.explicit();
    int[] labels = matrix.labels();
    double[] scale = matrix.rootInverse();
    for (int c = 0; c < s; c++) {
      int i = members[c];
      for (int e = explicit.rowPtr()[i]; e < explicit.rowPtr()[i + 1]; e++) {
        a[c * s + local[explicit.col()[e]]] += explicit.val()[e];
      }
      for (int r = 0; labels[i] >= 0 && r < s; r++) {
        int j = members[r];
        if (labels[j] >= 0) {
          a[c * s + r] += (labels[i] == labels[j] ? scale[i] : -scale[i]) * scale[j];
        }
      }
    }
    return DenseSymmetric.eigenvalues(s, a);
  }

  private static boolean onlyLabels(ConstraintMatrix matrix, int[] members) {
    int[] rowPtr = matrix.explicit().rowPtr();
    for (int i : members) {
      if (rowPtr[i + 1] > rowPtr[i]) {
        return false;
      }
    }
    return true;
  }

  /**
   * B(2I − 11')B' with B = D^-1/2·Y has the eigenvalues of R(2I − 11')R, R the square root of the
   * diagonal B'B, and zeros.
   */
  private static double[] fromClasses(ConstraintMatrix matrix, int[] members) {
    int k = matrix.classes();
    double[] sums = new double[k];
    for (int i : members) {
      sums[matrix.labels()[i]] += matrix.rootInverse()[i] * matrix.rootInverse()[i];
    }
    double[] a = new double[k * k];
    for (int c = 0; c < k; c++) {
      for (int r = 0; r < k; r++) {
        a[c * k + r] = (c == r ? 1.0 : -1.0) * Math.sqrt(sums[c] * sums[r]);
      }
    }
    double[] values = Arrays.copyOf(DenseSymmetric.eigenvalues(k, a), members.length);
    Arrays.sort(values);
    return values;
  }

  private static double[] largest(
      ConstraintMatrix matrix, int[] members, EigenOptions asked, IterationListener listener) {
    LinearOperator part =
        new LinearOperator() {
          private final double[] in = new double[matrix.size()];
          private final double[] out = new double[matrix.size()];

          @Override
          public int size() {
            return members.length;
          }

          @Override
          public void apply(double[] x, double[] y) {
            for (int i = 0; i < members.length; i++) {
              in[members[i]] = x[i];
            }
            matrix.apply(in, out);
            for (int i = 0; i < members.length; i++) {
              y[i] = out[members[i]];
            }
          }
        };
    EigenOptions options = asked.withCount(Math.min(asked.count(), members.length));
    Eigenpairs pairs = SymmetricEigensolver.largest(part, new double[0][], 0.0, options, listener);
    double[] ascending = pairs.values().clone();
    Arrays.sort(ascending);
    return ascending;
  }
}
