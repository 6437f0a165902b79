package dev.concord.partition.coloring;

import java.util.Arrays;

/**
 * The cheapest one-to-one assignment of k rows to k columns, by shortest augmenting paths (Kuhn
 * 1955, Munkres 1957, in the O(k^3) form of Jonker and Volgenant, Computing 38, 1987).
 */
final class ColorAssignment {
  private ColorAssignment() {}

  /**
   * The column of each row.
   *
   * @param cost k x k, row-major, finite
   */
  static int[] cheapest(double[] cost, int k) {
    double[] rowPrice = new double[k + 1];
    double[] colPrice = new double[k + 1];
    // Column k is where each search starts; rows of columns, -1 for none.
    int[] rowOf = new int[k + 1];
    Arrays.fill(rowOf, -1);
    int[] cameFrom = new int[k];
    double[] slack = new double[k];
    boolean[] done = new boolean[k + 1];
    for (int r = 0; r < k; r++) {
      rowOf[k] = r;
      Arrays.fill(slack, Double.POSITIVE_INFINITY);
      Arrays.fill(done, false);
      int at = k;
      while (rowOf[at] >= 0) {
        done[at] = true;
        int row = rowOf[at];
        double delta = Double.POSITIVE_INFINITY;
        int next = -1;
        for (int c = 0; c < k; c++) {
          if (done[c]) {
            continue;
          }
          double reduced = cost[row * k + c] - rowPrice[row] - colPrice[c];
          if (reduced < slack[c]) {
            slack[c] = reduced;
            cameFrom[c] = at;
          }
          if (slack[c] < delta) {
            delta = slack[c];
            next = c;
          }
        }
        for (int c = 0; c <= k; c++) {
          if (done[c]) {
            rowPrice[rowOf[c]] += delta;
            colPrice[c] -= delta;
          } else if (c < k) {
            slack[c] -= delta;
          }
        }
        at = next;
      }
      while (at != k) {
        int before = cameFrom[at];
        rowOf[at] = rowOf[before];
        at = before;
      }
    }
    int[] colOf = new int[k];
    for (int c = 0; c < k; c++) {
      colOf[rowOf[c]] = c;
    }
    return colOf;
  }
}
