package dev.concord.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CsrMatrixTest {
  private static final CsrMatrix LARGE = Matrices.random(20_000, 150_000, 3);

  private static double[] vector(int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] x = new double[n];
    Arrays.setAll(x, i -> random.nextDouble() - 0.5);
    return x;
  }

  @Test
  void theProductOnAllCoresHasTheBitsOfOneCore() {
    double[] x = vector(LARGE.rows(), 1);
    double[] serial = new double[LARGE.rows()];
    CsrKernels.spmv(LARGE.rows(), LARGE.rowPtr(), LARGE.col(), LARGE.val(), x, serial, 0);
    double[] parallel = new double[LARGE.rows()];
    LARGE.multiply(x, parallel);
    assertThat(parallel).isEqualTo(serial);
  }

  @Test
  void rowBlocksWithPointersFromZeroAddUpToTheWholeProduct() {
    double[] x = vector(LARGE.rows(), 2);
    double[] whole = new double[LARGE.rows()];
    LARGE.multiply(x, whole);
    int cut = 7_777;
    int at = LARGE.rowPtr()[cut];
    int[] second = new int[LARGE.rows() - cut + 1];
    Arrays.setAll(second, i -> LARGE.rowPtr()[cut + i] - at);
    double[] blocks = new double[LARGE.rows()];
    CsrKernels.spmv(cut, LARGE.rowPtr(), LARGE.col(), LARGE.val(), x, blocks, 0);
    CsrKernels.spmv(
        second.length - 1,
        second,
        Arrays.copyOfRange(LARGE.col(), at, LARGE.nonZeros()),
        Arrays.copyOfRange(LARGE.val(), at, LARGE.nonZeros()),
        x,
        blocks,
        cut);
    assertThat(blocks).isEqualTo(whole);
  }

  @Test
  void eachColumnOfABlockProductHasTheBitsOfAPlainProduct() {
    int n = LARGE.rows();
    int columns = 6;
    double[] x = vector(n * columns, 4);
    double[] y = new double[n * columns];
    new CsrOperator(LARGE).apply(x, y, columns);
    for (int c = 0; c < columns; c++) {
      double[] single = new double[n];
      LARGE.multiply(Arrays.copyOfRange(x, c * n, (c + 1) * n), single);
      assertThat(Arrays.copyOfRange(y, c * n, (c + 1) * n)).isEqualTo(single);
    }
  }

  @Test
  void theProductMatchesTheDefinition() {
    CsrMatrix a =
        new CsrMatrix(3, new int[] {0, 2, 2, 4}, new int[] {0, 2, 0, 1}, new double[] {1, 2, 3, 4});
    double[] y = {9, 9, 9};
    a.multiply(new double[] {1, 10, 100}, y);
    assertThat(y).containsExactly(201, 0, 43);
  }

  @Test
  void rowBlocksHaveAboutEqualNonZerosAndCoverAllRows() {
    int[] rowPtr = {0, 0, 90, 95, 100, 100, 120};
    assertThat(CsrMatrix.balancedBlocks(6, rowPtr, 3)).containsExactly(0, 2, 2, 6);
    int[] start = CsrMatrix.balancedBlocks(LARGE.rows(), LARGE.rowPtr(), 8);
    for (int b = 0; b < 8; b++) {
      int nonZeros = LARGE.rowPtr()[start[b + 1]] - LARGE.rowPtr()[start[b]];
      assertThat(nonZeros).isBetween(LARGE.nonZeros() / 8 - 100, LARGE.nonZeros() / 8 + 100);
    }
  }

  @Test
  void symmetryIsToldToTheLastBit() {
    assertThat(LARGE.isSymmetric()).isTrue();
    double[] val = LARGE.val().clone();
    val[17] = Math.nextUp(val[17]);
    assertThat(new CsrMatrix(LARGE.rows(), LARGE.rowPtr(), LARGE.col(), val).isSymmetric())
        .isFalse();
    CsrMatrix upper = new CsrMatrix(2, new int[] {0, 1, 1}, new int[] {1}, new double[] {1});
    assertThat(upper.isSymmetric()).isFalse();
    CsrMatrix lower = new CsrMatrix(2, new int[] {0, 0, 1}, new int[] {0}, new double[] {1});
    assertThat(lower.isSymmetric()).isFalse();
  }

  @Test
  void malformedArraysAreRefusedWithTheRowAndColumn() {
    double[] two = {1, 1};
    assertThatThrownBy(() -> new CsrMatrix(2, new int[] {0, 2, 2}, new int[] {1, 1}, two))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("row 0 of 2: column 1 after column 1");
    assertThatThrownBy(() -> new CsrMatrix(2, new int[] {0, 1, 2}, new int[] {0, 2}, two))
        .hasMessageContaining("row 1 of 2: column 2");
    assertThatThrownBy(() -> new CsrMatrix(2, new int[] {0, 3, 2}, new int[] {0, 1}, two))
        .hasMessageContaining("row pointer 3");
    assertThatThrownBy(
            () -> new CsrMatrix(1, new int[] {0, 1}, new int[] {0}, new double[] {Double.NaN}))
        .hasMessageContaining("NaN");
    assertThatThrownBy(() -> LARGE.multiply(new double[3], new double[3]))
        .hasMessageContaining("x of 3");
  }
}
