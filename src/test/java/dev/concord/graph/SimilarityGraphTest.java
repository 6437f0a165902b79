package dev.concord.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.error.InputException;
import dev.concord.linalg.CsrMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimilarityGraphTest {

  private static SimilarityGraph graph(int n, double[]... edges) {
    int[] source = new int[edges.length];
    int[] target = new int[edges.length];
    double[] weight = new double[edges.length];
    for (int e = 0; e < edges.length; e++) {
      source[e] = (int) edges[e][0];
      target[e] = (int) edges[e][1];
      weight[e] = edges[e][2];
    }
    return SimilarityGraph.fromEdges(n, source, target, weight, id -> "p" + id);
  }

  private static double[] edge(int i, int j, double w) {
    return new double[] {i, j, w};
  }

  @Test
  void oneDirectionOrBothGiveTheSameGraph() {
    SimilarityGraph once = graph(4, edge(2, 0, 0.5), edge(1, 2, 0.25));
    SimilarityGraph both =
        graph(4, edge(0, 2, 0.5), edge(2, 1, 0.25), edge(2, 0, 0.5), edge(1, 2, 0.25));
    SimilarityGraph thrice = graph(4, edge(2, 0, 0.5), edge(2, 0, 0.5), edge(0, 2, 0.5));
    assertThat(both.weights().rowPtr())
        .isEqualTo(once.weights().rowPtr())
        .isEqualTo(new int[] {0, 1, 2, 4, 4});
    assertThat(both.weights().col())
        .isEqualTo(once.weights().col())
        .isEqualTo(new int[] {2, 2, 0, 1});
    assertThat(both.weights().val()).isEqualTo(once.weights().val());
    assertThat(once.degrees()).containsExactly(0.5, 0.25, 0.75, 0.0);
    assertThat(once.volume()).isEqualTo(1.5);
    assertThat(once.edges()).isEqualTo(2);
    assertThat(once.isolated()).isEqualTo(1);
    assertThat(thrice.edges()).isEqualTo(1);
    assertThat(thrice.volume()).isEqualTo(1.0);
  }

  @Test
  void aGraphWithoutEdgesIsAllIsolated() {
    SimilarityGraph g = graph(3);
    assertThat(g.isolated()).isEqualTo(3);
    assertThat(g.volume()).isZero();
    assertThat(NullVectors.of(g, Components.of(g.weights()), 5)).isEmpty();
    assertThat(NormalizedCut.of(g, new int[] {0, 1, 1}, 2)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"0.0", "-0.5", "NaN", "Infinity"})
  void aWeightThatIsNoSimilarityIsRefused(double weight) {
    assertThatThrownBy(() -> graph(3, edge(0, 1, 1.0), edge(1, 2, weight)))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "table edges: the edge (p1, p2) has weight "
                + weight
                + "; a similarity must be a finite number above 0; correct the weight, or remove"
                + " the row when the points are not similar.");
  }

  @Test
  void aSelfEdgeIsRefused() {
    assertThatThrownBy(() -> graph(3, edge(1, 1, 1.0)))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "table edges: the edge (p1, p1) joins a point to itself; a similarity graph has no"
                + " self-edges; remove the row.");
  }

  @Test
  void twoWeightsForOneEdgeAreRefusedWhereverTheyStand() {
    assertThatThrownBy(() -> graph(4, edge(3, 1, 0.5), edge(0, 1, 1.0), edge(1, 3, 0.75)))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "table edges: the edge (p1, p3) is listed with weight 0.5 and with weight 0.75; both"
                + " directions of an edge must carry one weight; keep one of the rows or make the"
                + " weights equal.");
  }

  @Test
  void edgesWithoutNamesAreNamedByNumber() {
    assertThatThrownBy(
            () -> SimilarityGraph.fromEdges(3, new int[] {2}, new int[] {2}, new double[] {1}))
        .hasMessageContaining("(2, 2)");
  }

  @Test
  void anAsymmetricOrNegativeMatrixIsNoGraph() {
    CsrMatrix asymmetric = new CsrMatrix(2, new int[] {0, 1, 1}, new int[] {1}, new double[] {1});
    CsrMatrix negative =
        new CsrMatrix(2, new int[] {0, 1, 2}, new int[] {1, 0}, new double[] {-1, -1});
    CsrMatrix loop = new CsrMatrix(1, new int[] {0, 1}, new int[] {0}, new double[] {1});
    for (CsrMatrix bad : new CsrMatrix[] {asymmetric, negative, loop}) {
      assertThatThrownBy(() -> SimilarityGraph.of(bad, WeightFigures.GIVEN))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aGraphReadBackIsTheSame() {
    SimilarityGraph g = GraphData.randomGraph(50, 200, 1);
    WeightFigures figures =
        new WeightFigures("gaussian", "union", null, "fixed", 2.0, null, null, 0, 0, 0, null);
    SimilarityGraph again = SimilarityGraph.of(g.weights(), figures);
    assertThat(again.degrees()).isEqualTo(g.degrees());
    assertThat(again.figures()).isEqualTo(figures);
  }

  @Test
  void theNormalizedAdjacencyIsSymmetricToTheBitAndHasEigenvalueOne() {
    SimilarityGraph g = GraphData.randomGraph(60, 300, 2);
    CsrMatrix a = NormalizedAdjacency.of(g);
    assertThat(a.isSymmetric()).isTrue();
    double[] root = new double[60];
    for (int i = 0; i < 60; i++) {
      root[i] = Math.sqrt(g.degrees()[i]);
    }
    double[] y = new double[60];
    a.multiply(root, y);
    for (int i = 0; i < 60; i++) {
      assertThat(y[i]).isCloseTo(root[i], within(1e-14));
    }
  }

  @Test
  void tinyWeightsDoNotOverflowTheNormalizedAdjacency() {
    SimilarityGraph g = graph(3, edge(0, 1, Double.MIN_VALUE), edge(1, 2, 1e-310));
    for (double v : NormalizedAdjacency.of(g).val()) {
      assertThat(v).isGreaterThan(0.0).isLessThan(1.0000001);
    }
    assertThat(NormalizedCut.of(g, new int[] {0, 0, 1}, 2)).isBetween(1.0, 2.1);
  }
}
