package dev.concord.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SparseMatchingTest {
  /**
   * Against all matchings; few different weights, so that many are equal, and rows without cells.
   */
  @ParameterizedTest
  @ValueSource(ints = {2, 5, 1000})
  void noOtherMatchingIsHeavier(int heaviest) {
    SplittableRandom random = new SplittableRandom(heaviest);
    for (int trial = 0; trial < 2000; trial++) {
      int rows = 1 + random.nextInt(6);
      int columns = 1 + random.nextInt(6);
      int[][] dense = new int[rows][columns];
      for (int[] row : dense) {
        Arrays.setAll(row, c -> random.nextBoolean() ? 1 + random.nextInt(heaviest) : 0);
      }
      SparseCounts table = sparse(dense, columns);
      long best = heaviest(dense, 0, 0);
      assertThat(weight(dense, SparseMatching.columns(table, columns))).isEqualTo(best);
      assertThat(weight(dense, SparseMatching.columns(table.largest(), columns))).isEqualTo(best);
      int[] rowOf = SparseMatching.columns(table.transposed(columns), rows);
      int[] columnOf = new int[rows];
      Arrays.fill(columnOf, -1);
      for (int c = 0; c < columns; c++) {
        if (rowOf[c] >= 0) {
          columnOf[rowOf[c]] = c;
        }
      }
      assertThat(weight(dense, columnOf)).isEqualTo(best);
    }
  }

  /**
   * Cells are at most the sum of the prices of their row and column, cells of a hidden matching are
   * that sum: no matching is heavier than all prices together (linear programming duality).
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void theWeightOfAHiddenHeaviestMatchingIsFound(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int k = 300;
    int[] hidden = new int[k];
    Arrays.setAll(hidden, r -> r);
    for (int r = k - 1; r > 0; r--) {
      int other = random.nextInt(r + 1);
      int moved = hidden[r];
      hidden[r] = hidden[other];
      hidden[other] = moved;
    }
    int[] rowPrice = random.ints(k, 1, 40).toArray();
    int[] columnPrice = random.ints(k, 1, 40).toArray();
    int[][] dense = new int[k][k];
    for (int r = 0; r < k; r++) {
      for (int c = 0; c < k; c++) {
        int slack = hidden[r] == c ? 0 : random.nextInt(20);
        boolean cell = hidden[r] == c || random.nextInt(100) < 10;
        dense[r][c] = cell ? Math.max(0, rowPrice[r] + columnPrice[c] - slack) : 0;
      }
    }
    long expected = (long) Arrays.stream(rowPrice).sum() + Arrays.stream(columnPrice).sum();
    assertThat(weight(dense, SparseMatching.columns(sparse(dense, k), k))).isEqualTo(expected);
    assertThat(weight(dense, SparseMatching.columns(sparse(dense, k).largest(), k)))
        .isEqualTo(expected);
  }

  /** Every row wants the same columns: the longest searches. */
  @Test
  void rowsThatPreferTheSameColumnsShareThemOut() {
    int k = 400;
    int[][] dense = new int[k][k];
    for (int r = 0; r < k; r++) {
      for (int c = 0; c < k; c++) {
        dense[r][c] = 1 + (r + 1) * (k - c);
      }
    }
    int[] columns = SparseMatching.columns(sparse(dense, k), k);
    // The rearrangement inequality: the heaviest row takes the heaviest column.
    for (int r = 0; r < k; r++) {
      assertThat(columns[r]).isEqualTo(k - 1 - r);
    }
  }

  private static SparseCounts sparse(int[][] dense, int columns) {
    int[] start = new int[dense.length + 1];
    int[] column = new int[dense.length * columns];
    int[] weight = new int[column.length];
    int cells = 0;
    for (int r = 0; r < dense.length; r++) {
      for (int c = 0; c < columns; c++) {
        if (dense[r][c] > 0) {
          column[cells] = c;
          weight[cells++] = dense[r][c];
        }
      }
      start[r + 1] = cells;
    }
    return new SparseCounts(start, Arrays.copyOf(column, cells), Arrays.copyOf(weight, cells));
  }

  /** Of a matching: that every column is taken once and every cell exists is checked. */
  private static long weight(int[][] dense, int[] columns) {
    assertThat(Arrays.stream(columns).filter(c -> c >= 0).toArray()).doesNotHaveDuplicates();
    long sum = 0;
    for (int r = 0; r < dense.length; r++) {
      if (columns[r] >= 0) {
        assertThat(dense[r][columns[r]]).isPositive();
        sum += dense[r][columns[r]];
      }
    }
    return sum;
  }

  private static long heaviest(int[][] dense, int row, int taken) {
    if (row == dense.length) {
      return 0;
    }
    long best = heaviest(dense, row + 1, taken);
    for (int c = 0; c < dense[row].length; c++) {
      if (dense[row][c] > 0 && (taken >> c & 1) == 0) {
        best = Math.max(best, dense[row][c] + heaviest(dense, row + 1, taken | 1 << c));
      }
    }
    return best;
  }
}
