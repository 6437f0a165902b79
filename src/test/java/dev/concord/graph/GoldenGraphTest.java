package dev.concord.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.graph.features.ColumnStats;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.features.FeatureScaler;
import dev.concord.graph.features.FeatureScaling;
import dev.concord.graph.search.LocalNeighborSearch;
import dev.concord.graph.weights.Bandwidth;
import dev.concord.graph.weights.Bandwidth.Rule;
import dev.concord.graph.weights.EdgeWeights;
import dev.concord.graph.weights.KernelType;
import dev.concord.graph.weights.Symmetrization;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Graphs computed independently, see the README beside the numbers. */
class GoldenGraphTest {
  private static final Bandwidth AUTO = new Bandwidth(Rule.AUTO, Double.NaN);

  private static NeighborLists lists(String name, FeatureScaling scaling, int k) {
    List<FeaturePanel> raw = GraphData.panels(GraphData.golden(name + "-x.csv"), 200);
    ColumnStats stats = ColumnStats.of(raw.get(0));
    for (FeaturePanel panel : raw.subList(1, raw.size())) {
      stats = stats.merge(ColumnStats.of(panel));
    }
    FeatureScaler scaler = FeatureScaler.of(scaling, stats);
    return LocalNeighborSearch.search(raw.stream().map(scaler::apply).toList(), k);
  }

  private static void assertEdges(SimilarityGraph g, double[][] edges) {
    double[][] w = GraphData.dense(g);
    for (double[] edge : edges) {
      assertThat(w[(int) edge[0]][(int) edge[1]]).isCloseTo(edge[2], within(1e-12));
    }
  }

  private static int[] labels(String name) {
    return Arrays.stream(GraphData.golden(name)).mapToInt(row -> (int) row[0]).toArray();
  }

  @Test
  void twoMoonsHasTheSelfTuningGraphAndCutOfTheReference() {
    NeighborLists lists = lists("moons60", FeatureScaling.NONE, 6);
    SimilarityGraph g =
        EdgeWeights.graph(lists, KernelType.SELF_TUNING, AUTO, Symmetrization.UNION);
    assertThat(g.edges()).isEqualTo(211);
    assertEdges(g, GraphData.golden("moons60-self-tuning-edges.csv"));
    assertThat(Components.of(g.weights()).count()).isEqualTo(1);
    assertThat(NormalizedCut.of(g, labels("moons60-labels.csv"), 2))
        .isCloseTo(0.010872557399733373, within(1e-14));
  }

  @Test
  void breastCancerHasTheSelfTuningGraphAndCutOfTheReference() {
    NeighborLists lists = lists("wdbc", FeatureScaling.STANDARD, 10);
    SimilarityGraph g =
        EdgeWeights.graph(lists, KernelType.SELF_TUNING, AUTO, Symmetrization.UNION);
    assertThat(g.edges()).isEqualTo(4277);
    assertEdges(g, GraphData.golden("wdbc-self-tuning-edges.csv"));
    assertThat(NormalizedCut.of(g, labels("wdbc-labels.csv"), 2))
        .isCloseTo(0.06677305277060744, within(1e-12));
  }

  @Test
  void breastCancerHasTheGaussianGraphOfTheReference() {
    NeighborLists lists = lists("wdbc", FeatureScaling.STANDARD, 20);
    SimilarityGraph g = EdgeWeights.graph(lists, KernelType.GAUSSIAN, AUTO, Symmetrization.UNION);
    assertThat(g.edges()).isEqualTo(8390);
    assertThat(g.figures().sigma()).isCloseTo(3.619899607093099, within(1e-12));
    assertThat(g.volume() / 2).isCloseTo(5472.552381932731, within(1e-9));
    assertEdges(g, GraphData.golden("wdbc-gaussian-edges.csv"));
  }

  @Test
  void irisHasTheGaussianGraphOfTheReferenceUpToTies() {
    NeighborLists lists = lists("iris3", FeatureScaling.NONE, 20);
    SimilarityGraph g =
        EdgeWeights.graph(
            lists,
            KernelType.GAUSSIAN,
            new Bandwidth(Rule.MEAN_DISTANCE, Double.NaN),
            Symmetrization.UNION);
    double sigma = g.figures().sigma();
    assertThat(sigma).isCloseTo(0.7480428660408351, within(1e-13));
    assertThat(g.edges()).isEqualTo(1885);
    assertThat(Components.of(g.weights()).count()).isEqualTo(2);
    double[][] w = GraphData.dense(g);
    int different = 0;
    for (double[] edge : GraphData.golden("iris3-gaussian-edges.csv")) {
      int i = (int) edge[0];
      int j = (int) edge[1];
      if (w[i][j] == 0.0) {
        different++;
        // Another of the points that are all at the distance of the 20th neighbour.
        double d = sigma * Math.sqrt(-2.0 * Math.log(edge[2]));
        double slack =
            Math.min(
                Math.abs(d - lists.distance()[i * 20 + 19]),
                Math.abs(d - lists.distance()[j * 20 + 19]));
        assertThat(slack).isLessThan(1e-9);
      } else {
        assertThat(w[i][j]).isCloseTo(edge[2], within(1e-12));
      }
    }
    assertThat(different).isEqualTo(2);
  }

  @Test
  void xorHasTheLocalProximityOfTheReference() {
    NeighborLists lists = lists("xor40", FeatureScaling.NONE, 39);
    SimilarityGraph g =
        EdgeWeights.graph(
            lists,
            KernelType.GAUSSIAN,
            new Bandwidth(Rule.LOCAL_PROXIMITY, Double.NaN),
            Symmetrization.UNION);
    assertThat(g.figures().proximityNeighbors()).isEqualTo(9);
    assertThat(g.figures().proximityEpsilon()).isEqualTo(0.1);
    assertThat(g.figures().sigma()).isCloseTo(0.13825726350068976, within(1e-14));
  }
}
