package dev.concord.method;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.graph.Bandwidth;
import dev.concord.graph.EdgeWeights;
import dev.concord.graph.GraphData;
import dev.concord.graph.KernelType;
import dev.concord.graph.LocalNeighborSearch;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.Symmetrization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions answered by the truth, in rounds, beside pairs drawn at random: the sample digits. */
class SuggestLoopTest {
  private static SimilarityGraph graph;
  private static int[] truth;

  @BeforeAll
  static void readDigits() throws IOException {
    double[][] x = columns("features.csv");
    truth = Arrays.stream(columns("truth.csv")).mapToInt(row -> (int) row[0]).toArray();
    graph =
        EdgeWeights.graph(
            LocalNeighborSearch.search(GraphData.panels(x, 500), 10),
            KernelType.SELF_TUNING,
            new Bandwidth(Bandwidth.Rule.AUTO, Double.NaN),
            Symmetrization.UNION);
  }

  /** All columns but the id. */
  private static double[][] columns(String file) throws IOException {
    List<String> rows = Files.readAllLines(Path.of("data-samples", "digits", file));
    return rows.stream()
        .skip(1)
        .map(row -> Arrays.stream(row.split(",", -1)).skip(1).mapToDouble(Double::parseDouble))
        .map(row -> row.toArray())
        .toArray(double[][]::new);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void twoHundredQuestionsDoMoreThanFourHundredRandomPairs(long seed) {
    double asked = error(seed, false, 200);
    double drawn = error(seed, true, 400);
    assertThat(asked).isLessThan(0.5 * drawn).isLessThan(0.04);
  }

  /** The error by the best matching after rounds of 50 pairs. */
  private static double error(long seed, boolean random, int pairs) {
    SuggestBenchmark.Loop loop =
        new SuggestBenchmark.Loop(graph, truth, 10, "ncut+cosc", /* propagate= */ false, seed);
    if (random) {
      loop.ask(pairs, true);
    }
    while (loop.pairs.size() < pairs - 5) {
      loop.cluster();
      loop.ask(50, false);
    }
    return loop.cluster().errorMatched();
  }
}
