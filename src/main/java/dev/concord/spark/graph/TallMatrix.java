package dev.concord.spark.graph;

import dev.concord.constraint.PairMoments;
import dev.concord.spark.files.PackedDoubles;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.mllib.linalg.Vectors;
import org.apache.spark.mllib.linalg.distributed.IndexedRow;
import org.apache.spark.mllib.linalg.distributed.IndexedRowMatrix;

/**
 * A tall, narrow matrix on the executors: blocks of {@value #ROWS} rows, one a partition, column
 * after column. The layout depends on the number of rows alone, so sums over blocks in their order
 * have the same bits on any cluster.
 *
 * @param blocks in the order of their rows
 * @param rows n
 * @param columns m
 */
public record TallMatrix(JavaRDD<PackedDoubles> blocks, int rows, int columns) {
  /** Rows of a block: those of a sum of moments. */
  public static final int ROWS = PairMoments.CHUNK;

  /** Blocks of a matrix of n rows. */
  static int blocks(int n) {
    return (int) (((long) n + ROWS - 1) / ROWS);
  }

  static int block(int row) {
    return row / ROWS;
  }

  /** The first row of a block; that of the block after the last is at most n. */
  static int first(int block) {
    return block * ROWS;
  }

  /** Rows of a block of a matrix of n rows. */
  static int size(int block, int n) {
    return Math.min(ROWS, n - first(block));
  }

  /**
   * The first columns, each multiplied by its factor.
   *
   * @param unitRows whether rows are then scaled to length 1; rows of zeros stay zero
   */
  public TallMatrix scaled(double[] factors, boolean unitRows) {
    int m = columns;
    return new TallMatrix(
        blocks.map(block -> PackedDoubles.of(scaled(block.values(), m, factors, unitRows))),
        rows,
        factors.length);
  }

  private static double[] scaled(double[] x, int columns, double[] factors, boolean unitRows) {
    int n = x.length / columns;
    double[] y = new double[n * factors.length];
    double[] squares = new double[n];
    for (int c = 0; c < factors.length; c++) {
      for (int r = 0; r < n; r++) {
        double value = x[c * n + r] * factors[c];
        y[c * n + r] = value;
        squares[r] += value * value;
      }
    }
    if (unitRows) {
      for (int p = 0; p < y.length; p++) {
        double square = squares[p % n];
        y[p] = square > 0.0 ? y[p] / Math.sqrt(square) : 0.0;
      }
    }
    return y;
  }

  /** Its rows as MLlib takes them. */
  public IndexedRowMatrix indexedRowMatrix() {
    int m = columns;
    return new IndexedRowMatrix(
        blocks
            .mapPartitionsWithIndex(
                (block, parts) -> {
                  double[] x = parts.next().values();
                  int n = x.length / m;
                  long first = first(block);
                  return IntStream.range(0, n)
                      .mapToObj(r -> new IndexedRow(first + r, Vectors.dense(row(x, n, m, r))))
                      .iterator();
                },
                false)
            .rdd(),
        rows,
        m);
  }

  /** Row r of a block of n rows. */
  static double[] row(double[] x, int n, int m, int r) {
    double[] row = new double[m];
    Arrays.setAll(row, c -> x[c * n + r]);
    return row;
  }

  /** A block row by row. */
  static double[] rowMajor(double[] x, int m) {
    int n = x.length / m;
    double[] y = new double[x.length];
    for (int c = 0; c < m; c++) {
      for (int r = 0; r < n; r++) {
        y[r * m + c] = x[c * n + r];
      }
    }
    return y;
  }
}
