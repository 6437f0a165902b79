package dev.concord.spark.neighbors.ivf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.graph.exact.LocalNeighborSearch;
import dev.concord.graph.features.Centre;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.ivf.Reduction;
import dev.concord.graph.neighbors.NeighborLists;
import dev.concord.graph.neighbors.PanelNeighbors;
import dev.concord.graph.nndescent.SearchSize;
import dev.concord.linalg.Seeds;
import dev.concord.testing.SparkTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("spark")
class DescentTableTest {
  private static final int N = 5000;
  private static final int DIM = 14;
  private static final int K = 6;

  private final JavaSparkContext context =
      JavaSparkContext.fromSparkContext(SparkTest.session().sparkContext());

  private static FeaturePanel points() {
    SplittableRandom random = new SplittableRandom(8);
    double[] x = new double[N * DIM];
    for (int e = 0; e < x.length; e++) {
      x[e] = random.nextGaussian();
    }
    return FeaturePanel.of(0, 0, N, DIM, x);
  }

  @Test
  void roundsAndMoreEdgesFindMoreNeighbours() {
    FeaturePanel points = points();
    NeighborLists truth = LocalNeighborSearch.search(List.of(points), K);
    JavaRDD<FeaturePanel> panels = context.parallelize(List.of(points), 1).cache();
    SearchSize size = new SearchSize(N, DIM, 40, 3000, 800, DIM);
    List<Double> recalls = new ArrayList<>();
    try (IvfTable table =
            IvfTable.build(context, panels, Reduction.none(Centre.of(points)), size, Seeds.of(2));
        DescentTable graph = DescentTable.start(table, 2, 8)) {
      recalls.add(recall(graph.neighbors(K), truth));
      for (int round = 0; round < 3; round++) {
        graph.refine();
        recalls.add(recall(graph.neighbors(K), truth));
      }
      graph.widen(16);
      assertThat(graph.width()).isEqualTo(16);
      assertThat(recall(graph.neighbors(K), truth)).isEqualTo(recalls.get(3));
      graph.refine();
      graph.refine();
      recalls.add(recall(graph.neighbors(K), truth));
      assertSomeRowsAgree(graph);
    } finally {
      panels.unpersist();
    }
    assertThat(recalls).isSorted();
    assertThat(recalls.get(1)).isGreaterThan(recalls.get(0) + 0.1);
    assertThat(recalls.get(4)).isGreaterThan(recalls.get(3) + 0.05).isGreaterThan(0.95);
  }

  private static void assertSomeRowsAgree(DescentTable graph) {
    int[] wanted = {3, 77, 4999};
    List<PanelNeighbors> all = graph.neighbors(K);
    int met = 0;
    for (PanelNeighbors part : graph.neighbors(wanted, K)) {
      for (int r = 0; r < part.ids().length; r++) {
        assertThat(Arrays.copyOfRange(part.index(), r * K, r * K + K))
            .isEqualTo(list(all, part.ids()[r]));
        met++;
      }
    }
    assertThat(met).isEqualTo(wanted.length);
  }

  private static int[] list(List<PanelNeighbors> parts, int id) {
    for (PanelNeighbors part : parts) {
      for (int r = 0; r < part.ids().length; r++) {
        if (part.ids()[r] == id) {
          return Arrays.copyOfRange(part.index(), r * K, r * K + K);
        }
      }
    }
    throw new AssertionError("no list of row " + id);
  }

  private static double recall(List<PanelNeighbors> parts, NeighborLists truth) {
    int hits = 0;
    for (PanelNeighbors part : parts) {
      for (int r = 0; r < part.ids().length; r++) {
        double kth = truth.distance()[part.ids()[r] * K + K - 1];
        for (int c = r * K; c < r * K + K; c++) {
          hits += part.distance()[c] <= kth ? 1 : 0;
        }
      }
    }
    return hits / ((double) N * K);
  }
}
