package dev.concord.partition.cut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.concord.constraint.PairConstraints;
import dev.concord.graph.NormalizedCut;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.Seeds;
import dev.concord.partition.coloring.PartitionProblem;
import dev.concord.testing.Golden;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Two clusters against optima and best values found elsewhere. */
class TwoWayGoldenTest {
  static Stream<JsonNode> hard() {
    return tiny("hard");
  }

  static Stream<JsonNode> soft() {
    return tiny("soft");
  }

  private static Stream<JsonNode> tiny(String type) {
    JsonNode instances = Golden.load("cosc/tiny_exact.json").get("instances");
    return StreamSupport.stream(instances.spliterator(), false)
        .filter(instance -> instance.get("type").asText().equals(type));
  }

  @ParameterizedTest
  @MethodSource("hard")
  void theOptimumOfEveryHardInstance(JsonNode instance) {
    PartitionProblem problem = problem(instance, true);
    double optimum = instance.get("optimum").asDouble();
    Bipartition proved = solve(problem, TwoWayOptions.defaults(), 1);
    assertThat(proved.provenOptimal()).isTrue();
    assertThat(proved.ncut()).isCloseTo(optimum, within(1e-12));
    assertThat(proved.functional()).isCloseTo(optimum, within(1e-12));
    if (instance.get("optimal").asInt() == 1) {
      assertThat(problem.expand(proved.side())).isEqualTo(Golden.ints(instance.get("partition")));
      assertThat(proved.cut()).isCloseTo(instance.get("cut").asDouble(), within(1e-12));
      assertThat(proved.balance()).isCloseTo(instance.get("balance").asDouble(), within(1e-12));
    }
    Bipartition searched = solve(problem, TwoWayOptions.defaults().withExhaustive(0), 2);
    assertThat(searched.provenOptimal()).isFalse();
    assertThat(searched.ncut()).isCloseTo(optimum, within(1e-12));
    assertConsistent(instance, problem.expand(searched.side()));
  }

  @ParameterizedTest
  @MethodSource("soft")
  void theOptimumOfEverySoftInstanceAtEveryGamma(JsonNode instance) {
    PartitionProblem problem = problem(instance, false);
    for (JsonNode point : instance.get("gammas")) {
      TwoWayOptions options = TwoWayOptions.defaults().withGamma(point.get("gamma").asDouble());
      double optimum = point.get("optimum").asDouble();
      Bipartition proved = solve(problem, options, 1);
      assertThat(proved.provenOptimal()).isTrue();
      assertThat(proved.functional()).isCloseTo(optimum, within(1e-12));
      if (point.get("optimal").asInt() == 1) {
        assertThat(proved.side()).isEqualTo(Golden.ints(point.get("partition")));
        assertThat(proved.ncut()).isCloseTo(point.get("ncut").asDouble(), within(1e-12));
        assertThat(proved.violatedWeight())
            .isCloseTo(point.get("violatedWeight").asDouble(), within(1e-12));
      }
      Bipartition searched = solve(problem, options.withExhaustive(0), 2);
      assertThat(searched.functional()).isCloseTo(optimum, within(1e-12));
    }
  }

  @ParameterizedTest
  @CsvSource({"moons60, 1", "moons60, 2", "wdbc, 1", "wdbc, 2"})
  void theBestKnownCutOfSelfTuningGraphs(String name, long seed) {
    JsonNode data = Golden.load("cosc/" + name + ".json");
    SimilarityGraph graph = graph(data);
    for (JsonNode set : data.get("sets")) {
      PartitionProblem problem = PartitionProblem.of(graph, pairs(data, set), true);
      Bipartition found = solve(problem, TwoWayOptions.defaults(), seed);
      double best = set.get("bestKnown").asDouble();
      assertThat(found.ncut()).isLessThanOrEqualTo(best * (1.0 + 1e-9));
      assertThat(NormalizedCut.of(graph, problem.expand(found.side()), 2))
          .isCloseTo(found.ncut(), within(1e-12));
      assertConsistent(set, problem.expand(found.side()));
    }
  }

  private static Bipartition solve(PartitionProblem problem, TwoWayOptions options, long seed) {
    return TwoWayCuts.solve(problem, options, List.of(), Seeds.of(seed));
  }

  private static void assertConsistent(JsonNode pairs, int[] labels) {
    for (JsonNode pair : pairs.get("mustLinks")) {
      assertThat(labels[pair.get(0).asInt()]).isEqualTo(labels[pair.get(1).asInt()]);
    }
    for (JsonNode pair : pairs.get("cannotLinks")) {
      assertThat(labels[pair.get(0).asInt()]).isNotEqualTo(labels[pair.get(1).asInt()]);
    }
  }

  private static PartitionProblem problem(JsonNode instance, boolean hard) {
    return PartitionProblem.of(
        graph(instance).weights(),
        Golden.doubles(instance.get("vertexWeights")),
        pairs(instance, instance),
        hard);
  }

  private static SimilarityGraph graph(JsonNode data) {
    double[][] edges = Golden.matrix(data.get("edges"));
    return SimilarityGraph.fromEdges(
        data.get("n").asInt(),
        column(edges, 0),
        column(edges, 1),
        Stream.of(edges).mapToDouble(e -> e[2]).toArray());
  }

  private static PairConstraints pairs(JsonNode data, JsonNode set) {
    double[][] must = Golden.matrix(set.get("mustLinks"));
    double[][] cannot = Golden.matrix(set.get("cannotLinks"));
    double[][] all = Stream.concat(Stream.of(must), Stream.of(cannot)).toArray(double[][]::new);
    boolean[] kind = new boolean[all.length];
    double[] weight = new double[all.length];
    IntStream.range(0, all.length)
        .forEach(
            p -> {
              kind[p] = p < must.length;
              weight[p] = all[p].length > 2 ? all[p][2] : 1.0;
            });
    return PairConstraints.of(
        data.get("n").asInt(), column(all, 0), column(all, 1), kind, weight, Integer::toString);
  }

  private static int[] column(double[][] rows, int column) {
    return Stream.of(rows).mapToInt(row -> (int) row[column]).toArray();
  }
}
