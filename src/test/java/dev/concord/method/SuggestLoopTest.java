package dev.concord.method;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.constraint.KnownPairs;
import dev.concord.constraint.PairConstraints;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.search.LocalNeighborSearch;
import dev.concord.graph.weights.Bandwidth;
import dev.concord.graph.weights.EdgeWeights;
import dev.concord.graph.weights.KernelType;
import dev.concord.graph.weights.Symmetrization;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.cosc.Refinement;
import dev.concord.method.pipeline.Catalogue;
import dev.concord.metric.Agreement;
import dev.concord.suggest.PairQueries;
import dev.concord.suggest.PresentClusters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions answered by the truth, in rounds, beside pairs drawn at random: the sample digits. */
class SuggestLoopTest {
  private static final int CLUSTERS = 10;

  private static SimilarityGraph graph;
  private static int[] truth;

  @BeforeAll
  static void readDigits() throws IOException {
    double[][] table = table("features");
    truth = Arrays.stream(table("truth")).mapToInt(row -> (int) row[1]).toArray();
    double[] values =
        Arrays.stream(table).flatMapToDouble(row -> Arrays.stream(row, 1, row.length)).toArray();
    FeaturePanel panel = FeaturePanel.of(0, 0, table.length, table[0].length - 1, values);
    graph =
        EdgeWeights.graph(
            LocalNeighborSearch.search(List.of(panel), 10),
            KernelType.SELF_TUNING,
            new Bandwidth(Bandwidth.Rule.AUTO, Double.NaN),
            Symmetrization.UNION);
  }

  private static double[][] table(String name) throws IOException {
    return Files.readAllLines(Path.of("data-samples/digits", name + ".csv")).stream()
        .skip(1)
        .map(row -> Arrays.stream(row.split(",", -1)).mapToDouble(Double::parseDouble).toArray())
        .toArray(double[][]::new);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void hundredAndFiftyQuestionsDoMoreThanFourHundredRandomPairs(long seed) {
    double asked = asked(150, seed);
    double drawn = error(cluster(judged(random(400, seed)), seed));
    assertThat(asked).isLessThan(0.5 * drawn).isLessThan(0.04);
  }

  /** The error by the best matching after rounds of 25 questions. */
  private static double asked(int count, long seed) {
    List<int[]> pairs = new ArrayList<>();
    while (pairs.size() < count - 5) {
      PairConstraints judged = judged(pairs);
      PairQueries.of(
              graph,
              new PresentClusters(cluster(judged, seed), CLUSTERS),
              judged,
              KnownPairs.of(judged),
              25,
              Seeds.of(seed))
          .forEach(query -> pairs.add(new int[] {query.first(), query.second()}));
    }
    return error(cluster(judged(pairs), seed));
  }

  private static List<int[]> random(int count, long seed) {
    SplittableRandom random = Seeds.of(seed).random("random-pairs");
    List<int[]> pairs = new ArrayList<>();
    while (pairs.size() < count) {
      int a = random.nextInt(truth.length);
      int b = random.nextInt(truth.length - 1);
      pairs.add(new int[] {a, b < a ? b : b + 1});
    }
    return pairs;
  }

  /** The pairs with the truth's answers. */
  private static PairConstraints judged(List<int[]> pairs) {
    int[] first = pairs.stream().mapToInt(pair -> pair[0]).toArray();
    int[] second = pairs.stream().mapToInt(pair -> pair[1]).toArray();
    boolean[] must = new boolean[first.length];
    double[] weight = new double[first.length];
    for (int p = 0; p < must.length; p++) {
      must[p] = truth[first[p]] == truth[second[p]];
      weight[p] = 1.0;
    }
    return PairConstraints.of(graph.size(), first, second, must, weight, Integer::toString);
  }

  /** ncut, refined by the pairs. */
  private static int[] cluster(PairConstraints pairs, long seed) {
    Method ncut = Catalogue.named("ncut");
    Problem problem =
        new Problem(
            graph,
            Components.of(graph.weights()),
            new CsrOperator(NormalizedAdjacency.of(graph)),
            pairs,
            null,
            null,
            CLUSTERS,
            new MethodOptions("ncut", Map.of()),
            Seeds.of(seed));
    int[] labels = ncut.run(problem, new LloydServices()).labels();
    return Refinement.applies(problem, ncut)
        ? Refinement.of(problem, ncut, labels, new MethodOptions("cosc", Map.of())).labels()
        : labels;
  }

  private static double error(int[] labels) {
    return Agreement.of(truth, labels).errorMatched();
  }
}
