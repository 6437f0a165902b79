package dev.concord.method.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.SubclusterQueries;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.Embedding;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.Services.Rounding;
import dev.concord.method.pipeline.Catalogue;
import dev.concord.metric.Agreement;
import dev.concord.spark.job.JobServices;
import dev.concord.spark.job.SparkServices;
import dev.concord.testing.Golden;
import dev.concord.testing.Points;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The three methods that write pairs into the affinities, against independent numbers. */
@Tag("spark")
class ConstrainedAffinityGoldenTest {
  private static final Map<String, String> MATRIX =
      Map.of("spectral-learning", "M", "kkm", "N", "random-walk-csc", "P");

  static List<Arguments> runs() {
    List<Arguments> all = new ArrayList<>();
    for (String name : List.of("xor40", "iris3")) {
      JsonNode golden = Golden.load("affinity/" + name + ".json");
      for (int r = 0; r < golden.get("runs").size(); r++) {
        for (String method : List.of("spectral-learning", "kkm", "random-walk-csc")) {
          all.add(Arguments.of(name, r, method));
        }
      }
    }
    return all;
  }

  /**
   * Runs whose leading eigenvectors are determined: their span for the symmetric matrices, each of
   * them for P, whose eigenvectors are scaled one by one.
   */
  static List<Arguments> determined() {
    return runs().stream()
        .filter(
            arguments -> {
              JsonNode run =
                  Golden.load("affinity/" + arguments.get()[0] + ".json")
                      .get("runs")
                      .get((Integer) arguments.get()[1]);
              String method = (String) arguments.get()[2];
              double gap = run.get(method.equals("kkm") ? "gap_k_N" : "gap_k").doubleValue();
              return gap > 1e-6
                  && (!method.equals("random-walk-csc")
                      || run.get("gap_within").doubleValue() > 1e-6);
            })
        .toList();
  }

  @ParameterizedTest
  @MethodSource("runs")
  void eigenpairsAreThoseOfTheDenseComputation(String name, int number, String method) {
    JsonNode run = Golden.load("affinity/" + name + ".json").get("runs").get(number);
    String matrix = MATRIX.get(method);
    double[] expected = Golden.doubles(run.get(matrix).get("eigenvalues"));
    MethodResult result = run(name, run, method, Map.of("eigenvectors", 6), 1);
    AffinityFigures figures = result.figures(AffinityFigures.class);
    double[] actual =
        switch (matrix) {
          case "M" -> figures.eigenvaluesM();
          case "N" -> figures.eigenvaluesN();
          default -> figures.eigenvaluesP();
        };
    for (int j = 0; j < 6; j++) {
      assertThat(actual[j]).isCloseTo(expected[j], within(1e-9 * Math.abs(expected[j]) + 1e-14));
    }
    JsonNode vectors = run.get(matrix).get("eigenvectors");
    for (int j = 0; j < vectors.size(); j++) {
      if (!vectors.get(j).isNull()) {
        assertSameUpToSign(Golden.doubles(vectors.get(j)), column(result.embedding(), j));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("determined")
  void clustersAreAsGoodAsTheBestKnown(String name, int number, String method) {
    JsonNode golden = Golden.load("affinity/" + name + ".json");
    JsonNode run = golden.get("runs").get(number);
    List<Arguments> fields =
        switch (method) {
          case "spectral-learning" -> List.of(Arguments.of("sl_kmeans_topk_M_rownorm", true));
          case "random-walk-csc" -> List.of(Arguments.of("csc_kmeans_topk_P", false));
          default ->
              List.of(
                  Arguments.of("kkm_kmeans_topk_N", false),
                  Arguments.of("kkm_kmeans_topk_N_rownorm", true));
        };
    for (Arguments field : fields) {
      MethodResult result = run(name, run, method, Map.of("normalize-rows", field.get()[1]), 10);
      double cost = result.figures(AffinityFigures.class).rounding().kmeansCost();
      asGood(run.get((String) field.get()[0]), golden, cost, result.labels());
      if (method.equals("random-walk-csc")) {
        // Without the first vector, which is constant.
        Embedding all = result.embedding();
        int n = all.rows();
        Embedding rest =
            new Embedding(
                n, all.columns() - 1, Arrays.copyOfRange(all.values(), n, all.values().length));
        Rounding rounding = SparkServices.round(rest, golden.get("k").intValue());
        asGood(run.get("csc_kmeans_2..k_P"), golden, rounding.cost(), rounding.labels());
      }
    }
  }

  private static void asGood(JsonNode best, JsonNode golden, double cost, int[] labels) {
    assertThat(cost).isLessThanOrEqualTo(best.get("inertia").doubleValue() * (1 + 1e-6) + 1e-18);
    double ari = Agreement.of(Golden.ints(golden.get("labels")), labels).ari();
    assertThat(ari).isCloseTo(best.get("ari").doubleValue(), within(1e-9));
  }

  /**
   * Sub-clusters are found without constraints, one representative of each is compared with the
   * others, and the answers are the constraints: right for the neighbourhood of 9 points, not for
   * 14.
   */
  @ParameterizedTest
  @CsvSource({"9, true", "14, false"})
  void answersAboutSubclustersJoinThemWhenTheBandwidthIsLocal(int m, boolean right) {
    JsonNode golden = Golden.load("affinity/xor40.json");
    int[] truth = Golden.ints(golden.get("labels"));
    double sigma = 0.0;
    for (JsonNode run : golden.get("runs")) {
      sigma = run.get("m").intValue() == m ? run.get("sigma").doubleValue() : sigma;
    }
    SimilarityGraph graph = Points.completeGraph(Points.read("xor40"), sigma);
    PairConstraints none = PairConstraints.none(40, Integer::toString);
    int[] parts = run(graph, none, "random-walk-csc", 4, Map.of(), 10).labels();
    int[][] asked = SubclusterQueries.of(graph, parts, 4).pairs(100);
    assertThat(asked).hasDimensions(6, 2);
    int[] first = new int[6];
    int[] second = new int[6];
    boolean[] must = new boolean[6];
    double[] weight = new double[6];
    Arrays.fill(weight, 1.0);
    int mustLinks = 0;
    for (int p = 0; p < 6; p++) {
      first[p] = asked[p][0];
      second[p] = asked[p][1];
      must[p] = truth[first[p]] == truth[second[p]];
      mustLinks += must[p] ? 1 : 0;
    }
    assertThat(mustLinks).isEqualTo(2);
    PairConstraints answers =
        PairConstraints.of(40, first, second, must, weight, Integer::toString);
    int[] labels = run(graph, answers, "random-walk-csc", 2, Map.of(), 10).labels();
    assertThat(Agreement.of(truth, labels).ari() == 1.0).isEqualTo(right);
  }

  private MethodResult run(
      String name, JsonNode run, String method, Map<String, Object> moreOptions, int restarts) {
    SimilarityGraph graph = Points.completeGraph(Points.read(name), run.get("sigma").doubleValue());
    PairConstraints pairs = pairs(graph.size(), run.get("must_links"), run.get("cannot_links"));
    Map<String, Object> options = new LinkedHashMap<>(moreOptions);
    options.put("diagonal", run.get("diagonal").intValue());
    return run(graph, pairs, method, name.equals("iris3") ? 3 : 2, options, restarts);
  }

  private MethodResult run(
      SimilarityGraph graph,
      PairConstraints pairs,
      String method,
      int clusters,
      Map<String, Object> options,
      int restarts) {
    Seeds seeds = Seeds.of(1);
    Problem problem =
        new Problem(
            graph,
            Components.of(graph.weights()),
            new CsrOperator(NormalizedAdjacency.of(graph)),
            pairs,
            null,
            null,
            clusters,
            new MethodOptions(method, options),
            seeds);
    try (JobServices services = SparkServices.of(pairs, restarts)) {
      return Catalogue.named(method).run(problem, services);
    }
  }

  private static PairConstraints pairs(int n, JsonNode must, JsonNode cannot) {
    int count = must.size() + cannot.size();
    int[] first = new int[count];
    int[] second = new int[count];
    boolean[] kind = new boolean[count];
    double[] weight = new double[count];
    Arrays.fill(weight, 1.0);
    for (int p = 0; p < count; p++) {
      kind[p] = p < must.size();
      JsonNode pair = kind[p] ? must.get(p) : cannot.get(p - must.size());
      first[p] = pair.get(0).intValue();
      second[p] = pair.get(1).intValue();
    }
    return PairConstraints.of(n, first, second, kind, weight, Integer::toString);
  }

  private static double[] column(Embedding embedding, int j) {
    int n = embedding.rows();
    return Arrays.copyOfRange(embedding.values(), j * n, (j + 1) * n);
  }

  private static void assertSameUpToSign(double[] expected, double[] actual) {
    double dot = 0.0;
    for (int i = 0; i < expected.length; i++) {
      dot += expected[i] * actual[i];
    }
    for (int i = 0; i < expected.length; i++) {
      assertThat(Math.signum(dot) * actual[i]).isCloseTo(expected[i], within(1e-8));
    }
  }
}
