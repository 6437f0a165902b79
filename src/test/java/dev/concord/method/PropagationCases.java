package dev.concord.method;

import com.fasterxml.jackson.databind.JsonNode;
import dev.concord.constraint.PairConstraints;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.Seeds;
import dev.concord.testing.Golden;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Problems with known labels, from the reference data and by hand. */
public final class PropagationCases {
  static final JsonNode GOLDEN = Golden.load("gfhf/propagation.json").get("datasets");

  private PropagationCases() {}

  public static JsonNode dataset(String name) {
    for (JsonNode dataset : GOLDEN) {
      if (dataset.get("name").asText().equals(name)) {
        return dataset;
      }
    }
    throw new IllegalArgumentException(name);
  }

  /** The complete graph of the data set's recipe. */
  public static SimilarityGraph graph(String name) {
    double[][] x = name.equals("wdbc") ? features("wdbc") : features("iris3");
    if (name.equals("iris2")) {
      x = Arrays.copyOfRange(x, 50, 150);
    }
    double sigma2 = dataset(name).get("sigma2").doubleValue();
    double[] variance = variances(x);
    int n = x.length;
    int edges = n * (n - 1) / 2;
    int[] source = new int[edges];
    int[] target = new int[edges];
    double[] weight = new double[edges];
    int at = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        double square = 0.0;
        for (int d = 0; d < variance.length; d++) {
          square += (x[i][d] - x[j][d]) * (x[i][d] - x[j][d]) / variance[d];
        }
        source[at] = i;
        target[at] = j;
        weight[at++] = Math.exp(-square / (2.0 * sigma2));
      }
    }
    return SimilarityGraph.fromEdges(n, source, target, weight);
  }

  private static double[] variances(double[][] x) {
    double[] variance = new double[x[0].length];
    for (int d = 0; d < variance.length; d++) {
      int column = d;
      double mean = Arrays.stream(x).mapToDouble(row -> row[column]).sum() / x.length;
      variance[d] =
          Arrays.stream(x).mapToDouble(row -> (row[column] - mean) * (row[column] - mean)).sum()
              / (x.length - 1);
    }
    return variance;
  }

  private static double[][] features(String name) {
    InputStream stream =
        PropagationCases.class.getResourceAsStream("/golden/graph/" + name + "-x.csv");
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(Objects.requireNonNull(stream, name), StandardCharsets.UTF_8))) {
      return reader
          .lines()
          .map(line -> Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray())
          .toArray(double[][]::new);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The labels of one reference set. */
  public static KnownLabels labels(int n, JsonNode set) {
    int[] points = Golden.ints(set.get("labeled"));
    int[] classes = Golden.ints(set.get("labels"));
    int[] distinct = Arrays.stream(classes).distinct().sorted().toArray();
    int[] labels = new int[n];
    Arrays.fill(labels, -1);
    for (int p = 0; p < points.length; p++) {
      labels[points[p]] = Arrays.binarySearch(distinct, classes[p]);
    }
    return new KnownLabels(
        labels, Arrays.stream(distinct).mapToObj(Integer::toString).toArray(String[]::new));
  }

  public static Problem problem(
      SimilarityGraph graph,
      @Nullable KnownLabels labels,
      int clusters,
      String method,
      Map<String, Object> options) {
    return new Problem(
        graph,
        Components.of(graph.weights()),
        new CsrOperator(NormalizedAdjacency.of(graph)),
        PairConstraints.none(graph.size(), Integer::toString),
        labels,
        null,
        clusters,
        new MethodOptions(method, options),
        Seeds.of(1));
  }

  /** Labels by point number: {@code pairs} holds point, class, point, class ... */
  public static KnownLabels some(int n, int classes, int... pairs) {
    int[] labels = new int[n];
    Arrays.fill(labels, -1);
    for (int p = 0; p < pairs.length; p += 2) {
      labels[pairs[p]] = pairs[p + 1];
    }
    String[] names = new String[classes];
    Arrays.setAll(names, c -> "class" + c);
    return new KnownLabels(labels, names);
  }

  /** A path 0 - 1 - ... - (n-1) of unit weights. */
  public static SimilarityGraph path(int n) {
    int[] source = new int[n - 1];
    int[] target = new int[n - 1];
    double[] weight = new double[n - 1];
    Arrays.setAll(source, i -> i);
    Arrays.setAll(target, i -> i + 1);
    Arrays.fill(weight, 1.0);
    return SimilarityGraph.fromEdges(n, source, target, weight);
  }
}
