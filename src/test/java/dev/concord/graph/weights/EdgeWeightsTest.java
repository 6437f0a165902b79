package dev.concord.graph.weights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.error.InputException;
import dev.concord.graph.GraphData;
import dev.concord.graph.NeighborAssembly;
import dev.concord.graph.NeighborLists;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.weights.Bandwidth.Rule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EdgeWeightsTest {
  private static final Bandwidth AUTO = new Bandwidth(Rule.AUTO, Double.NaN);

  private static SimilarityGraph graph(double[][] x, int k, KernelType kernel, Symmetrization s) {
    return EdgeWeights.graph(GraphData.bruteForce(x, k), kernel, AUTO, s);
  }

  /** Points 0, 1, 3, 7 on a line; with k = 1 the lists are 0→1, 1→0, 2→1, 3→2. */
  private static final double[][] LINE = {{0}, {1}, {3}, {7}};

  @Test
  void unionKeepsAnyMutualBothAndAverageHalvesWhatOnlyOneLists() {
    double[][] union = GraphData.dense(graph(LINE, 1, KernelType.BINARY, Symmetrization.UNION));
    double[][] mutual = GraphData.dense(graph(LINE, 1, KernelType.BINARY, Symmetrization.MUTUAL));
    double[][] average = GraphData.dense(graph(LINE, 1, KernelType.BINARY, Symmetrization.AVERAGE));
    assertThat(union)
        .isDeepEqualTo(new double[][] {{0, 1, 0, 0}, {1, 0, 1, 0}, {0, 1, 0, 1}, {0, 0, 1, 0}});
    assertThat(mutual)
        .isDeepEqualTo(new double[][] {{0, 1, 0, 0}, {1, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}});
    assertThat(average)
        .isDeepEqualTo(
            new double[][] {{0, 1, 0, 0}, {1, 0, 0.5, 0}, {0, 0.5, 0, 0.5}, {0, 0, 0.5, 0}});
    assertThat(graph(LINE, 1, KernelType.BINARY, Symmetrization.MUTUAL).figures().droppedEdges())
        .isZero();
  }

  @Test
  void selfTuningTakesTheLargerDirectionAndUnderAverageEachItsOwn() {
    double[][] x = {{0}, {1}, {3}};
    double[][] union = GraphData.dense(graph(x, 2, KernelType.SELF_TUNING, Symmetrization.UNION));
    assertThat(union[0][1]).isCloseTo(Math.exp(-4.0 / 9), within(1e-16));
    assertThat(union[1][2]).isCloseTo(Math.exp(-16.0 / 9), within(1e-16));
    double[][] average =
        GraphData.dense(graph(x, 2, KernelType.SELF_TUNING, Symmetrization.AVERAGE));
    assertThat(average[0][1]).isCloseTo(0.5 * (Math.exp(-4.0 / 9) + Math.exp(-1.0)), within(1e-16));
  }

  @Test
  void duplicatesDivideNothingByZero() {
    double[][] x = {{0}, {0}, {0}, {5}, {9}};
    SimilarityGraph g = graph(x, 2, KernelType.SELF_TUNING, Symmetrization.UNION);
    double[][] w = GraphData.dense(g);
    assertThat(w[0][1]).isEqualTo(1.0);
    // 5 and 9 list 0 (at 5 and 9) from their own, positive scales.
    assertThat(w[3][0]).isEqualTo(Math.exp(-4.0));
    assertThat(w[4][0]).isEqualTo(Math.exp(-4.0));
    assertThat(g.figures().zeroDistances()).isEqualTo(6);
    assertThat(g.figures().zeroScales()).isEqualTo(3);
    assertThat(g.figures().droppedEdges()).isZero();
  }

  @ParameterizedTest
  @EnumSource(Symmetrization.class)
  void allPointsEqualGiveWeightOneUnderEveryKernel(Symmetrization s) {
    double[][] x = new double[6][2];
    for (KernelType kernel : KernelType.values()) {
      // Every point lists the smallest ids, so each of 0, 1, 2 is listed by all.
      double[][] w = GraphData.dense(graph(x, 3, kernel, s));
      assertThat(w[0][1]).isEqualTo(1.0);
      assertThat(w[0][5])
          .isEqualTo(
              switch (s) {
                case UNION -> 1.0;
                case MUTUAL -> 0.0;
                case AVERAGE -> 0.5;
              });
    }
    assertThat(graph(x, 3, KernelType.GAUSSIAN, s).figures().sigma()).isZero();
  }

  @Test
  void weightsThatVanishAreDroppedAndCounted() {
    NeighborLists lists = GraphData.bruteForce(new double[][] {{0}, {1}, {100}}, 1);
    SimilarityGraph g =
        EdgeWeights.graph(
            lists, KernelType.GAUSSIAN, new Bandwidth(Rule.FIXED, 1.0), Symmetrization.UNION);
    assertThat(g.edges()).isEqualTo(1);
    assertThat(g.isolated()).isEqualTo(1);
    assertThat(g.figures().droppedEdges()).isEqualTo(1);
    assertThat(g.figures().sigma()).isEqualTo(1.0);
    assertThat(g.figures().bandwidth()).isEqualTo("fixed");
  }

  @Test
  void cosinesAreThoseOfTheRowsAndNegativeOnesAreDropped() {
    double[][] x = {{1, 0}, {0.6, 0.8}, {0, 1}, {-1, 0}};
    SimilarityGraph g = graph(x, 3, KernelType.COSINE, Symmetrization.UNION);
    double[][] w = GraphData.dense(g);
    assertThat(w[0][1]).isCloseTo(0.6, within(1e-15));
    assertThat(w[1][2]).isCloseTo(0.8, within(1e-15));
    assertThat(w[0][3]).isZero();
    assertThat(w[1][3]).isZero();
    assertThat(g.figures().droppedEdges()).isGreaterThanOrEqualTo(2);
  }

  @Test
  void permutedRowsGiveThePermutedGraph() {
    double[][] x = GraphData.gaussian(150, 4, 0.0, 1.0, 1);
    int[] to = GraphData.permutation(150, 2);
    double[][] permuted = new double[150][];
    for (int i = 0; i < 150; i++) {
      permuted[to[i]] = x[i];
    }
    for (KernelType kernel : KernelType.values()) {
      for (Symmetrization s : Symmetrization.values()) {
        double[][] w = GraphData.dense(graph(x, 7, kernel, s));
        double[][] v = GraphData.dense(graph(permuted, 7, kernel, s));
        for (int i = 0; i < 150; i++) {
          for (int j = 0; j < 150; j++) {
            assertThat(v[to[i]][to[j]]).isCloseTo(w[i][j], within(1e-14));
          }
        }
      }
    }
  }

  @Test
  void localProximityNeedsTwoNeighboursAndAPositiveWidth() {
    Bandwidth rule = new Bandwidth(Rule.LOCAL_PROXIMITY, Double.NaN);
    assertThatThrownBy(
            () ->
                EdgeWeights.graph(
                    GraphData.bruteForce(LINE, 1), KernelType.GAUSSIAN, rule, Symmetrization.UNION))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "graph.bandwidth = local-proximity looks for the largest gap between neighbour"
                + " distances and needs graph.neighbors of at least 2, not 1; raise"
                + " graph.neighbors or choose graph.bandwidth = auto.");
    double[][] x = {{0}, {0}, {4}, {5}};
    assertThatThrownBy(
            () ->
                EdgeWeights.graph(
                    GraphData.bruteForce(x, 3), KernelType.GAUSSIAN, rule, Symmetrization.UNION))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("a point has 1 neighbours at distance 0 before its largest gap")
        .hasMessageContaining("graph.bandwidth = mean-distance");
  }

  @Test
  void aFixedBandwidthMustBePositive() {
    NeighborLists lists = GraphData.bruteForce(LINE, 1);
    assertThatThrownBy(
            () ->
                EdgeWeights.graph(
                    lists,
                    KernelType.GAUSSIAN,
                    new Bandwidth(Rule.FIXED, 0.0),
                    Symmetrization.UNION))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "graph.bandwidth = 0.0 must be a finite number above 0; give such a number, or auto.");
  }

  @Test
  void morePairsThanArraysHoldAreKnownBeforeASearch() {
    NeighborAssembly.checkSize(107_000_000, 10);
    assertThatThrownBy(() -> NeighborAssembly.checkSize(108_000_000, 10))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("1080000000 listed neighbour pairs need twice as many matrix entries")
        .hasMessageContaining("lower graph.neighbors");
  }
}
