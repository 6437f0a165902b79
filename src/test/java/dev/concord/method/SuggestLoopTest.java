package dev.concord.method;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.graph.SimilarityGraph;
import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions answered by the truth, in rounds, beside pairs drawn at random: the sample digits. */
class SuggestLoopTest {
  private static SimilarityGraph graph;
  private static int[] truth;

  @BeforeAll
  static void readDigits() throws IOException {
    truth = SuggestTables.labels("data-samples/digits/truth.csv");
    graph = SuggestTables.graph("data-samples/digits/features.csv", truth.length);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void hundredAndFiftyQuestionsDoMoreThanFourHundredRandomPairs(long seed) {
    double asked = error(seed, false, 150);
    double drawn = error(seed, true, 400);
    assertThat(asked).isLessThan(0.5 * drawn).isLessThan(0.04);
  }

  /** The error by the best matching after rounds of 25 pairs. */
  private static double error(long seed, boolean random, int pairs) {
    SuggestBenchmark.Loop loop =
        new SuggestBenchmark.Loop(graph, truth, 10, "ncut+cosc", "-", seed);
    if (random) {
      loop.ask(pairs, true);
    }
    while (loop.pairs.size() < pairs - 5) {
      loop.cluster();
      loop.ask(25, false);
    }
    return loop.cluster().errorMatched();
  }
}
