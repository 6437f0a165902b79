package dev.concord.spark.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PairMoments;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.Seeds;
import dev.concord.linalg.solve.MonotoneQp;
import dev.concord.method.Embedding;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.Services.Rounding;
import dev.concord.method.pipeline.Catalogue;
import dev.concord.method.spectral.Ccskl;
import dev.concord.metric.Agreement;
import dev.concord.spark.job.JobServices;
import dev.concord.spark.job.SparkServices;
import dev.concord.testing.Golden;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Partitions by k-means at default settings against the best of hundreds of independent runs. */
@Tag("spark")
class RoundingGoldenTest {
  private static void asGood(JsonNode best, int[] truth, double cost, int[] labels) {
    assertThat(cost).isLessThanOrEqualTo(best.get("inertia").doubleValue() * (1 + 1e-6));
    assertThat(Agreement.of(truth, labels).ari())
        .isCloseTo(best.get("ari").doubleValue(), within(1e-9));
  }

  @Test
  void cspRoundsItsColumnsForThreeClusters() {
    JsonNode golden = Golden.load("csp/iris3_K.json");
    int[] truth = Golden.ints(golden.get("labels"));
    for (JsonNode set : golden.get("sets")) {
      for (JsonNode run : set.get("runs")) {
        Rounding rounding = SparkServices.round(columns(run.get("U_columns")), 3);
        asGood(run.get("kmeans_U"), truth, rounding.cost(), rounding.labels());
      }
    }
  }

  /**
   * The rows of signs are four points, so the best three clusters join two of them. The reference
   * runs stopped at a costlier pair in four of the six cases: there only the cost can be compared.
   */
  @Test
  void cspRoundsTheSignsOfItsColumnsForThreeClusters() {
    JsonNode golden = Golden.load("csp/iris3_K.json");
    int[] truth = Golden.ints(golden.get("labels"));
    int reached = 0;
    for (JsonNode set : golden.get("sets")) {
      for (JsonNode run : set.get("runs")) {
        Embedding u = columns(run.get("U_columns"));
        double[] signs = new double[u.values().length];
        for (int i = 0; i < signs.length; i++) {
          signs[i] = Math.signum(u.values()[i]);
        }
        Rounding rounding = SparkServices.round(new Embedding(u.rows(), 2, signs), 3);
        double least = cheapestJoin(signs, u.rows());
        assertThat(rounding.cost()).isCloseTo(least, within(1e-9 * least));
        JsonNode best = run.get("kmeans_signU");
        if (best.get("inertia").doubleValue() <= least * (1 + 1e-6)) {
          asGood(best, truth, rounding.cost(), rounding.labels());
          reached++;
        }
      }
    }
    assertThat(reached).isEqualTo(2);
  }

  /** The least cost of making one cluster of two of the four rows of signs. */
  private static double cheapestJoin(double[] signs, int n) {
    int[] size = new int[4];
    for (int i = 0; i < n; i++) {
      size[(signs[i] > 0 ? 1 : 0) + (signs[n + i] > 0 ? 2 : 0)]++;
    }
    double least = Double.POSITIVE_INFINITY;
    for (int a = 0; a < 4; a++) {
      for (int b = 0; b < a; b++) {
        double square = 4.0 * Integer.bitCount(a ^ b);
        least = Math.min(least, square * size[a] * size[b] / (size[a] + size[b]));
      }
    }
    return least;
  }

  /** Two components: the eigenvectors are not unique, so they are given. */
  @ParameterizedTest
  @CsvSource({"once_eq7, 1", "frobenius_eq8, 2"})
  void ccsklRoundsTheKernelOfIris(String convention, int multiplicity) {
    JsonNode golden = ccskl("iris3");
    int[] truth = Golden.ints(golden.get("labels"));
    PairConstraints pairs = pairs(150, golden.get("constraints"));
    for (JsonNode run : golden.get("runs")) {
      double[][] f = Golden.matrix(run.get("F"));
      Embedding vectors = transposed(f);
      PairMoments moments =
          PairMoments.local(pairs, vectors.rowMajor(), vectors.columns(), multiplicity, null);
      double[] beta = MonotoneQp.solve(vectors.columns(), moments.a(), moments.b()).beta();
      double[] roots = new double[beta.length];
      for (int j = 0; j < beta.length; j++) {
        roots[j] = Math.sqrt(beta[j]);
      }
      Rounding rounding = SparkServices.round(vectors.scaledColumns(roots), 3);
      JsonNode best = run.get("conventions").get(convention);
      asGood(best, truth, rounding.cost(), rounding.labels());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void ccsklClustersWdbcFromItsGraph(int number) {
    JsonNode golden = ccskl("wdbc");
    JsonNode run = golden.get("runs").get(number);
    JsonNode spectrum = Golden.load("ccskl/wdbc_spectrum.json");
    // exp(-d²/(2s²)) of one bandwidth s is a power of that of another.
    double ratio = spectrum.get("sigma").doubleValue() / run.get("sigma").doubleValue();
    double[] weights = Golden.doubles(spectrum.get("weight"));
    for (int e = 0; e < weights.length; e++) {
      weights[e] = Math.pow(weights[e], ratio * ratio);
    }
    SimilarityGraph graph =
        SimilarityGraph.fromEdges(
            569, Golden.ints(spectrum.get("source")), Golden.ints(spectrum.get("target")), weights);
    PairConstraints pairs = pairs(569, golden.get("constraints"));
    for (String count : new String[] {"once", "twice"}) {
      JsonNode best =
          run.get("conventions").get(count.equals("once") ? "once_eq7" : "frobenius_eq8");
      Problem problem =
          new Problem(
              graph,
              Components.of(graph.weights()),
              new CsrOperator(NormalizedAdjacency.of(graph)),
              pairs,
              null,
              null,
              2,
              new MethodOptions("ccskl", Map.of("count-pairs", count, "tolerance", 1e-10)),
              Seeds.of(1));
      try (JobServices services = SparkServices.of(pairs, 10)) {
        MethodResult result = Catalogue.named("ccskl").run(problem, services);
        double[] beta = Golden.doubles(best.get("beta"));
        assertThat(result.figures(Ccskl.Figures.class).beta())
            .containsExactly(beta, within(1e-7 * beta[0]));
        double cost = result.figures().rounding().kmeansCost();
        asGood(best, Golden.ints(golden.get("labels")), cost, result.labels());
      }
    }
  }

  private static JsonNode ccskl(String name) {
    for (JsonNode dataset : Golden.load("ccskl/kmeans.json.gz").get("datasets")) {
      if (dataset.get("name").asText().equals(name)) {
        return dataset;
      }
    }
    throw new IllegalArgumentException(name);
  }

  /** Rows [i, j, t, w]. */
  private static PairConstraints pairs(int n, JsonNode rows) {
    int count = rows.size();
    int[] first = new int[count];
    int[] second = new int[count];
    boolean[] must = new boolean[count];
    double[] weight = new double[count];
    for (int p = 0; p < count; p++) {
      first[p] = rows.get(p).get(0).intValue();
      second[p] = rows.get(p).get(1).intValue();
      must[p] = rows.get(p).get(2).doubleValue() == 1.0;
      weight[p] = rows.get(p).get(3).doubleValue();
    }
    return PairConstraints.of(n, first, second, must, weight, Integer::toString);
  }

  private static Embedding columns(JsonNode columns) {
    double[] values = Golden.rowMajor(columns);
    return new Embedding(columns.get(0).size(), columns.size(), values);
  }

  private static Embedding transposed(double[][] rows) {
    double[] values = new double[rows.length * rows[0].length];
    for (int i = 0; i < rows.length; i++) {
      for (int c = 0; c < rows[i].length; c++) {
        values[c * rows.length + i] = rows[i][c];
      }
    }
    return new Embedding(rows.length, rows[0].length, values);
  }
}
