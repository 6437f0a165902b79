package dev.concord.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.graph.NormalizedAdjacency;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.CsrOperator;
import dev.concord.testing.Graphs;
import dev.concord.testing.SparkTest;
import java.util.SplittableRandom;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("spark")
class DistributedOperatorTest {
  private final JavaSparkContext context =
      JavaSparkContext.fromSparkContext(SparkTest.session().sparkContext());

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 64, 1000})
  void productsEqualTheLocalOnesBitForBit(int blockRows) {
    CsrMatrix matrix = NormalizedAdjacency.of(Graphs.groups(5, 40, 0.1, 3));
    CsrOperator local = new CsrOperator(matrix);
    double[] x = random(matrix.rows() * 3, 11);
    double[] expected = new double[x.length];
    double[] actual = new double[x.length];
    local.apply(x, expected, 3);
    try (DistributedOperator distributed = DistributedOperator.of(context, matrix, blockRows)) {
      distributed.apply(x, actual, 3);
      assertThat(actual).isEqualTo(expected);
      double[] one = new double[matrix.rows()];
      double[] first = java.util.Arrays.copyOf(x, matrix.rows());
      distributed.apply(first, one);
      assertThat(one).isEqualTo(java.util.Arrays.copyOf(expected, matrix.rows()));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5})
  void theCoordinateMatrixHoldsTheSameEntries(int partitions) {
    CsrMatrix matrix = NormalizedAdjacency.of(Graphs.groups(3, 6, 0.1, 3));
    var local =
        MatrixExchange.coordinateMatrix(context, matrix, partitions)
            .toBlockMatrix()
            .toLocalMatrix();
    for (int i = 0; i < matrix.rows(); i++) {
      double[] row = new double[matrix.rows()];
      for (int p = matrix.rowPtr()[i]; p < matrix.rowPtr()[i + 1]; p++) {
        row[matrix.col()[p]] = matrix.val()[p];
      }
      for (int j = 0; j < matrix.rows(); j++) {
        assertThat(local.apply(i, j)).isEqualTo(row[j]);
      }
    }
  }

  private static double[] random(int length, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] values = new double[length];
    for (int i = 0; i < length; i++) {
      values[i] = random.nextDouble() - 0.5;
    }
    return values;
  }
}
