package dev.concord.spark.base;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.graph.NeighborLists;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.search.LocalNeighborSearch;
import dev.concord.graph.search.SearchSize;
import dev.concord.linalg.Seeds;
import dev.concord.spark.files.JobListener;
import dev.concord.spark.files.StageClock;
import dev.concord.testing.SparkTest;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("spark")
class ApproximateNeighborSearchTest {
  private static final int N = 20_000;
  private static final int DIM = 6;
  private static final int K = 10;

  private final JavaSparkContext context =
      JavaSparkContext.fromSparkContext(SparkTest.session().sparkContext());
  private final List<String> messages = new ArrayList<>();

  /** Sizes with many more inverted lists than such small data would get. */
  private static SearchSize size(int panelRows) {
    return new SearchSize(N, DIM, 200, 6_000, panelRows, DIM);
  }

  private static double[] mixture() {
    SplittableRandom random = new SplittableRandom(5);
    double[] centres = new double[20 * DIM];
    for (int c = 0; c < centres.length; c++) {
      centres[c] = 4.0 * random.nextGaussian();
    }
    double[] x = new double[N * DIM];
    for (int i = 0; i < N; i++) {
      int group = random.nextInt(20);
      for (int d = 0; d < DIM; d++) {
        x[i * DIM + d] = centres[group * DIM + d] + random.nextGaussian();
      }
    }
    return x;
  }

  private static List<FeaturePanel> panels(double[] x, int rows) {
    List<FeaturePanel> panels = new ArrayList<>();
    for (int first = 0; first < N; first += rows) {
      int count = Math.min(rows, N - first);
      double[] part = java.util.Arrays.copyOfRange(x, first * DIM, (first + count) * DIM);
      panels.add(FeaturePanel.of(panels.size(), first, count, DIM, part));
    }
    return panels;
  }

  private ApproximateNeighborSearch.Result search(
      double[] x, int featureRows, int listRows, double recall) {
    List<FeaturePanel> local = panels(x, featureRows);
    JavaRDD<FeaturePanel> panels = context.parallelize(local, local.size()).cache();
    try {
      StageClock clock = new StageClock(new Told());
      return new ApproximateNeighborSearch(
              context, panels, size(listRows), Seeds.of(3), clock, false)
          .search(K, recall);
    } finally {
      panels.unpersist();
    }
  }

  private static double recall(NeighborLists found, NeighborLists truth) {
    int hits = 0;
    for (int e = 0; e < N * K; e++) {
      hits += found.distance()[e] <= truth.distance()[e / K * K + K - 1] ? 1 : 0;
    }
    return hits / ((double) N * K);
  }

  @Test
  void theRecallAskedForIsReachedAndItsIntervalHoldsTheTruth() {
    double[] x = mixture();
    NeighborLists truth = LocalNeighborSearch.search(panels(x, N), K);
    ApproximateNeighborSearch.Result low = search(x, 3000, 2000, 0.9);
    ApproximateNeighborSearch.Result high = search(x, 3000, 2000, 0.995);
    for (ApproximateNeighborSearch.Result found : List.of(low, high)) {
      double real = recall(found.lists(), truth);
      assertThat(real).isBetween(found.recall().low() - 0.005, found.recall().high() + 0.005);
      assertThat(found.recall().rows()).isEqualTo(SearchSize.SAMPLE_ROWS);
      assertThat(found.scannedRows()).isZero();
    }
    assertThat(recall(low.lists(), truth)).isBetween(0.9, 0.99);
    assertThat(recall(high.lists(), truth)).isGreaterThan(0.995);
    assertThat(high.effort().probes()).isGreaterThan(low.effort().probes());
    assertThat(messages)
        .anyMatch(line -> line.startsWith("cells: ") && line.contains("lists a row"));
  }

  @ParameterizedTest
  @CsvSource({"20000,500", "700,4096", "123,100000"})
  void neitherPanelsNorTheirNumberChangeABit(int featureRows, int listRows) {
    double[] x = mixture();
    NeighborLists expected = search(x, 3000, 2000, 0.95).lists();
    NeighborLists found = search(x, featureRows, listRows, 0.95).lists();
    assertThat(found.index()).isEqualTo(expected.index());
    assertThat(found.distance()).isEqualTo(expected.distance());
  }

  @Test
  void heapsOfEqualPointsAndConstantFeaturesAreNoTrouble() {
    double[] x = mixture();
    for (int i = 0; i < N; i++) {
      x[i * DIM + 2] = 7.0;
      if (i % 3 == 0) {
        System.arraycopy(x, 0, x, i * DIM, DIM);
      }
    }
    ApproximateNeighborSearch.Result found = search(x, 3000, 2000, 0.9);
    assertThat(found.recall().recall()).isGreaterThanOrEqualTo(0.9);
    for (int i = 0; i < N; i += 3) {
      assertThat(found.lists().distance()[i * K + K - 1]).isZero();
    }
  }

  @Test
  void aRecallThatNoNumberOfListsPromisesIsLeftToTheExactSearch() {
    assertThat(search(mixture(), 3000, 2000, 1.0)).isNull();
    assertThat(messages).containsExactly("cells: 200 inverted lists; the exact search is as cheap");
  }

  /** Notes the closing lines of stages and the warnings. */
  private final class Told implements JobListener {
    @Override
    public void stageStarted(String stage, long units) {}

    @Override
    public void stageAdvanced(String stage, long done, String detail) {}

    @Override
    public void stageFinished(String stage, double seconds, String summary) {
      messages.add(stage + ": " + summary);
    }

    @Override
    public void warning(String message) {
      messages.add(message);
    }
  }
}
