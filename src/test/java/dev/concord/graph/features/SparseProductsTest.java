package dev.concord.graph.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.linalg.TallSkinny;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SparseProductsTest {
  @Test
  void productsAreThoseOfTheDenseMatrix() {
    int rows = 37;
    int dim = 90;
    SplittableRandom random = new SplittableRandom(8);
    double[] byRow = new double[rows * dim];
    double[] byColumn = new double[rows * dim];
    double squares = 0.0;
    for (int r = 0; r < rows; r++) {
      for (int d = 0; d < dim; d++) {
        double value = random.nextInt(8) == 0 ? random.nextDouble() : 0.0;
        byRow[r * dim + d] = value;
        byColumn[d * rows + r] = value;
        squares += value * value;
      }
    }
    SparseProducts sparse = new SparseProducts(FeaturePanel.of(0, 0, rows, dim, byRow));
    assertThat(sparse.squares()).isCloseTo(squares, within(1e-12 * squares));
    double[] q = random.doubles(dim * 5L, -1, 1).toArray();
    double[] y = sparse.product(q, 5);
    assertThat(y).containsExactly(TallSkinny.product(rows, byColumn, dim, q, 5), within(1e-13));
    assertThat(sparse.transposed(y, 5))
        .containsExactly(TallSkinny.gram(rows, byColumn, dim, y, 5), within(1e-12));
  }
}
