package dev.concord.graph.features;

import dev.concord.linalg.DominantSubspace;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Products with rows of few values, in double precision and as they are, not centred: the leading
 * right singular vectors of rows of term weights are those of latent semantic analysis (Deerwester
 * et al. 1990). Sums are in the order of the rows, whatever the number of cores.
 */
final class SparseProducts implements DominantSubspace.Products {
  private final int rows;
  private final int dim;
  private final int[] start;
  private final int[] column;
  private final double[] value;

  /** The rows of a panel. Memory 12 bytes a value that is not 0. */
  SparseProducts(FeaturePanel panel) {
    rows = panel.rows();
    dim = panel.dim();
    start = new int[rows + 1];
    int[] columns = new int[dim];
    double[] values = new double[dim];
    int[] all = new int[1 << 10];
    double[] of = new double[all.length];
    for (int r = 0; r < rows; r++) {
      int filled = panel.copyFilled(r, columns, values);
      int end = Math.addExact(start[r], filled);
      if (end > all.length) {
        int room = Math.max(end, (int) Math.min(2L * all.length, Integer.MAX_VALUE - 8L));
        all = Arrays.copyOf(all, room);
        of = Arrays.copyOf(of, room);
      }
      System.arraycopy(columns, 0, all, start[r], filled);
      System.arraycopy(values, 0, of, start[r], filled);
      start[r + 1] = end;
    }
    column = all;
    value = of;
  }

  /** The squared Frobenius norm. */
  double squares() {
    double sum = 0.0;
    for (int p = 0; p < start[rows]; p++) {
      sum += value[p] * value[p];
    }
    return sum;
  }

  @Override
  public double[] product(double[] q, int p) {
    double[] y = new double[Math.multiplyExact(rows, p)];
    IntStream.range(0, p)
        .parallel()
        .forEach(
            j -> {
              for (int r = 0; r < rows; r++) {
                double sum = 0.0;
                for (int e = start[r]; e < start[r + 1]; e++) {
                  sum += value[e] * q[j * dim + column[e]];
                }
                y[j * rows + r] = sum;
              }
            });
    return y;
  }

  @Override
  public double[] transposed(double[] y, int p) {
    double[] q = new double[Math.multiplyExact(dim, p)];
    IntStream.range(0, p)
        .parallel()
        .forEach(
            j -> {
              for (int r = 0; r < rows; r++) {
                double own = y[j * rows + r];
                for (int e = start[r]; e < start[r + 1]; e++) {
                  q[j * dim + column[e]] += value[e] * own;
                }
              }
            });
    return q;
  }
}
