package dev.concord.method;

import java.util.Arrays;

/**
 * Points as rows of an n x m matrix.
 *
 * @param rows n
 * @param columns m
 * @param values n·m, column-major
 */
public record Embedding(int rows, int columns, double[] values) {
  public Embedding {
    if (values.length != Math.multiplyExact(rows, columns)) {
      throw new IllegalArgumentException(
          values.length + " values for an embedding of " + rows + " x " + columns);
    }
  }

  /** The first {@code count} columns, a copy. */
  public Embedding leading(int count) {
    return new Embedding(rows, count, Arrays.copyOf(values, rows * count));
  }

  /** The values row by row, n·m, a copy. */
  public double[] rowMajor() {
    double[] out = new double[values.length];
    for (int c = 0; c < columns; c++) {
      int base = c * rows;
      for (int r = 0; r < rows; r++) {
        out[r * columns + c] = values[base + r];
      }
    }
    return out;
  }

  /** Each row divided by its 2-norm; rows of zeros stay zero. */
  public Embedding normalizedRows() {
    double[] squares = new double[rows];
    for (int c = 0; c < columns; c++) {
      int base = c * rows;
      for (int r = 0; r < rows; r++) {
        squares[r] += values[base + r] * values[base + r];
      }
    }
    double[] out = new double[values.length];
    for (int c = 0; c < columns; c++) {
      int base = c * rows;
      for (int r = 0; r < rows; r++) {
        out[base + r] = squares[r] > 0.0 ? values[base + r] / Math.sqrt(squares[r]) : 0.0;
      }
    }
    return new Embedding(rows, columns, out);
  }

  /** Column c multiplied by {@code factors[c]}. */
  public Embedding scaledColumns(double[] factors) {
    double[] out = new double[values.length];
    for (int c = 0; c < columns; c++) {
      int base = c * rows;
      for (int r = 0; r < rows; r++) {
        out[base + r] = values[base + r] * factors[c];
      }
    }
    return new Embedding(rows, columns, out);
  }
}
