package dev.concord.graph.search;

import dev.concord.graph.ExactLists;
import dev.concord.graph.features.FeaturePanel;

/**
 * Exact neighbours by measuring every pair in double, for the rows that {@link ExactRanking} could
 * not prove: points with more duplicates or ties than candidates were kept.
 *
 * <p>Squares are added in feature order, as everywhere, so distances have the same bits. Four rows
 * at a time, in steps of features; a group whose partial sums are all beyond the k-th distance is
 * left early, which changes no result because partial sums never fall.
 */
public final class ExhaustiveScan {
  private static final int STEP = 64;
  private static final double[] NONE = {};

  private ExhaustiveScan() {}

  /**
   * The k nearest points of {@code other} to each row. A row is not its own neighbour. Time
   * O(rows·other.rows·dim), memory 12·k bytes a row, and 8·dim where features are not sparse.
   *
   * @param rowIds dense ids
   * @param values their features, in that order
   */
  public static ExactLists scan(int[] rowIds, FeaturePanel values, FeaturePanel other, int k) {
    int dim = other.dim();
    int rows = rowIds.length;
    if (values.rows() != rows || values.dim() != dim || k < 1) {
      throw new IllegalArgumentException(
          values.rows() + " rows of " + values.dim() + " for " + rows + " of " + dim + ", k " + k);
    }
    ExactLists lists = ExactLists.empty(rowIds, k);
    if (values.isSparse() && other.isSparse()) {
      scanSparse(rowIds, values, other, lists);
      return lists;
    }
    double[] rowValues = new double[Math.multiplyExact(rows, dim)];
    double[] row = new double[dim];
    for (int r = 0; r < rows; r++) {
      values.copyRow(r, row);
      System.arraycopy(row, 0, rowValues, r * dim, dim);
    }
    double[] point = new double[dim];
    double[] sums = new double[4];
    for (int c = 0; c < other.rows(); c++) {
      other.copyRow(c, point);
      int id = other.firstRow() + c;
      for (int r = 0; r < rows; r += 4) {
        int group = Math.min(4, rows - r);
        if (measure(rowValues, r, group, dim, point, lists, sums)) {
          for (int g = 0; g < group; g++) {
            if (rowIds[r + g] != id) {
              lists.insert(r + g, id, Math.sqrt(sums[g]));
            }
          }
        }
      }
    }
    return lists;
  }

  /** Time O(rows·other.rows·values of a row that are not zero). */
  private static void scanSparse(
      int[] rowIds, FeaturePanel values, FeaturePanel other, ExactLists lists) {
    for (int c = 0; c < other.rows(); c++) {
      int id = other.firstRow() + c;
      for (int r = 0; r < rowIds.length; r++) {
        if (rowIds[r] != id) {
          lists.insert(r, id, other.distance(values, r, NONE, c));
        }
      }
    }
  }

  /** Squared distances of a group of rows to a point; false when all are too far to matter. */
  private static boolean measure(
      double[] values, int r, int group, int dim, double[] point, ExactLists lists, double[] sums) {
    int a = r * dim;
    int b = (r + Math.min(1, group - 1)) * dim;
    int c = (r + Math.min(2, group - 1)) * dim;
    int e = (r + Math.min(3, group - 1)) * dim;
    double sumA = 0.0;
    double sumB = 0.0;
    double sumC = 0.0;
    double sumE = 0.0;
    for (int from = 0; from < dim; from += STEP) {
      int to = Math.min(dim, from + STEP);
      for (int d = from; d < to; d++) {
        double x = point[d];
        double da = values[a + d] - x;
        double db = values[b + d] - x;
        double dc = values[c + d] - x;
        double de = values[e + d] - x;
        sumA += da * da;
        sumB += db * db;
        sumC += dc * dc;
        sumE += de * de;
      }
      sums[0] = sumA;
      sums[1] = sumB;
      sums[2] = sumC;
      sums[3] = sumE;
      if (allBeyond(lists, r, group, sums)) {
        return false;
      }
    }
    return true;
  }

  private static boolean allBeyond(ExactLists lists, int r, int group, double[] sums) {
    int k = lists.k();
    for (int g = 0; g < group; g++) {
      boolean full = lists.counts()[r + g] == k;
      if (!full || !(Math.sqrt(sums[g]) > lists.distance()[(r + g) * k + k - 1])) {
        return false;
      }
    }
    return true;
  }
}
