package dev.concord.method;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.SignedComponents;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.LinearOperator;
import dev.concord.method.spectral.SignedReduction;
import dev.concord.method.spectral.Sskk;
import dev.concord.testing.Graphs;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Operators around another one: a block of vectors is one product there, with the same bits. */
class BlockProductsTest {
  private static final int COLUMNS = 3;

  /** Counts products and blocks of products; a distributed operator runs a job for each. */
  private static final class Counted implements LinearOperator {
    private final LinearOperator inner;
    private int products;

    Counted(SimilarityGraph graph) {
      this.inner = new CsrOperator(NormalizedAdjacency.of(graph));
    }

    @Override
    public int size() {
      return inner.size();
    }

    @Override
    public void apply(double[] x, double[] y) {
      products++;
      inner.apply(x, y);
    }

    @Override
    public void apply(double[] x, double[] y, int columns) {
      products++;
      inner.apply(x, y, columns);
    }
  }

  @Test
  void theNegatedMatrixOfSskk() {
    Counted inner = new Counted(Graphs.groups(2, 12, 0.1, 5));
    assertOneProductABlock(new Sskk.Negated(inner), inner);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void theReducedMatrixOfSclc(boolean balanced) {
    SimilarityGraph graph = Graphs.groups(2, 12, 0.1, 5);
    Counted inner = new Counted(graph);
    PairConstraints pairs =
        PairConstraints.of(
            24,
            new int[] {0, 1, 2},
            new int[] {3, 14, 15},
            new boolean[] {true, false, false},
            new double[] {1, 1, 1},
            Integer::toString);
    assertOneProductABlock(
        new SignedReduction(inner, graph.degrees(), SignedComponents.of(pairs), balanced), inner);
  }

  private static void assertOneProductABlock(LinearOperator outer, Counted inner) {
    int n = outer.size();
    SplittableRandom random = new SplittableRandom(1);
    double[] x = new double[COLUMNS * n];
    Arrays.setAll(x, i -> random.nextDouble() - 0.5);
    double[] y = new double[x.length];
    outer.apply(x, y, COLUMNS);
    assertThat(inner.products).isEqualTo(1);
    for (int c = 0; c < COLUMNS; c++) {
      double[] single = new double[n];
      outer.apply(Arrays.copyOfRange(x, c * n, (c + 1) * n), single);
      assertThat(Arrays.copyOfRange(y, c * n, (c + 1) * n)).isEqualTo(single);
    }
  }
}
