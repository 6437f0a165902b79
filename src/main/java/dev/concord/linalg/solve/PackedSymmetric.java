package dev.concord.linalg.solve;

import dev.concord.linalg.DenseSymmetric;
import java.util.Arrays;

/**
 * Symmetric m x m matrices, also as vectors of their m(m+1)/2 lower entries, column after column
 * from the diagonal down, those off the diagonal times √2, so that products of vectors are traces
 * of products. Small dense work, O(m³) an operation; nothing is checked.
 */
public final class PackedSymmetric {
  private static final double ROOT = Math.sqrt(2.0);

  private final int m;
  private final int p;

  PackedSymmetric(int m) {
    this.m = m;
    this.p = length(m);
  }

  /** Numbers in the packed form of an m x m matrix: m(m+1)/2. */
  public static int length(int m) {
    return Math.toIntExact(m * (m + 1L) / 2);
  }

  /** Index in x of entry (row, column), row ≥ column. */
  int at(int row, int column) {
    return column * m - column * (column - 1) / 2 + row - column;
  }

  /** The product of two m x m matrices, row by row. */
  double[] times(double[] left, double[] right) {
    double[] out = new double[m * m];
    for (int i = 0; i < m; i++) {
      for (int k = 0; k < m; k++) {
        double factor = left[i * m + k];
        for (int j = 0; j < m; j++) {
          out[i * m + j] += factor * right[k * m + j];
        }
      }
    }
    return out;
  }

  /** diag(roots) V' M V diag(roots), V's columns one after the other. */
  double[] congruent(double[] matrix, double[] vectors, double[] roots) {
    double[] half = new double[m * m];
    for (int j = 0; j < m; j++) {
      for (int i = 0; i < m; i++) {
        double sum = 0.0;
        for (int k = 0; k < m; k++) {
          sum += matrix[i * m + k] * vectors[j * m + k];
        }
        half[j * m + i] = sum;
      }
    }
    double[] out = new double[m * m];
    for (int j = 0; j < m; j++) {
      for (int i = j; i < m; i++) {
        double sum = 0.0;
        for (int k = 0; k < m; k++) {
          sum += vectors[i * m + k] * half[j * m + k];
        }
        out[j * m + i] = roots[i] * roots[j] * sum;
        out[i * m + j] = out[j * m + i];
      }
    }
    return out;
  }

  /** The smallest eigenvalue; overwrites {@code matrix}. */
  double lowest(double[] matrix) {
    return DenseSymmetric.eigen(m, matrix)[0];
  }

  /** V diag(values) V'. */
  double[] spectral(double[] vectors, double[] values) {
    double[] out = new double[m * m];
    for (int k = 0; k < m; k++) {
      if (values[k] == 0.0) {
        continue;
      }
      for (int i = 0; i < m; i++) {
        double scaled = values[k] * vectors[k * m + i];
        for (int j = 0; j < m; j++) {
          out[i * m + j] += scaled * vectors[k * m + j];
        }
      }
    }
    return out;
  }

  /** {@code value} times the identity, packed. */
  double[] scaledIdentity(double value) {
    double[] x = new double[p];
    for (int q = 0; q < m; q++) {
      x[at(q, q)] = value;
    }
    return x;
  }

  /** The m x m matrix of a packed one. */
  double[] unpack(double[] x) {
    double[] matrix = new double[m * m];
    for (int j = 0; j < m; j++) {
      matrix[j * m + j] = x[at(j, j)];
      for (int i = j + 1; i < m; i++) {
        double value = x[at(i, j)] / ROOT;
        matrix[i * m + j] = value;
        matrix[j * m + i] = value;
      }
    }
    return matrix;
  }

  /** The packed form of a matrix, of its symmetric part if it is not symmetric. */
  double[] pack(double[] matrix) {
    double[] x = new double[p];
    for (int j = 0; j < m; j++) {
      x[at(j, j)] = matrix[j * m + j];
      for (int i = j + 1; i < m; i++) {
        x[at(i, j)] = 0.5 * ROOT * (matrix[i * m + j] + matrix[j * m + i]);
      }
    }
    return x;
  }

  /** The inverse of a symmetric matrix, or an empty array when it is not positive definite. */
  double[] inverse(double[] matrix) {
    double[] vectors = matrix.clone();
    double[] values = DenseSymmetric.eigen(m, vectors);
    if (!(values[0] > 0.0)) {
      return new double[0];
    }
    double[] inverses = new double[m];
    Arrays.setAll(inverses, q -> 1.0 / values[q]);
    return spectral(vectors, inverses);
  }

  /** Adds the matrix of dX -> (Z dX Y + Y dX Z) / 2 in packed coordinates, Y = X^-1. */
  void addScaling(double[] z, double[] y, double[] system) {
    for (int j = 0; j < m; j++) {
      for (int i = j; i < m; i++) {
        int row = at(i, j) * p;
        double left = i == j ? 1.0 : ROOT;
        for (int l = 0; l < m; l++) {
          for (int k = l; k < m; k++) {
            double value =
                z[i * m + k] * y[l * m + j]
                    + y[i * m + k] * z[l * m + j]
                    + z[i * m + l] * y[k * m + j]
                    + y[i * m + l] * z[k * m + j];
            // Off the diagonal dX has two equal entries dx / root 2, on it one, counted twice here.
            double right = k == l ? 0.5 : 1.0 / ROOT;
            system[row + at(k, l)] += 0.5 * left * right * value;
          }
        }
      }
    }
  }
}
