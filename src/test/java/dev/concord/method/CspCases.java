package dev.concord.method;

import com.fasterxml.jackson.databind.JsonNode;
import dev.concord.constraint.PairConstraints;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SignedGraph;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.Seeds;
import dev.concord.testing.Golden;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Builds CSP problems from reference data. */
public final class CspCases {
  private CspCases() {}

  public static SimilarityGraph graph(double[][] a) {
    int n = a.length;
    int[] source = new int[n * n];
    int[] target = new int[n * n];
    double[] weight = new double[n * n];
    int edges = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        if (a[i][j] > 0.0) {
          source[edges] = i;
          target[edges] = j;
          weight[edges++] = a[i][j];
        }
      }
    }
    return SimilarityGraph.fromEdges(
        n,
        Arrays.copyOf(source, edges),
        Arrays.copyOf(target, edges),
        Arrays.copyOf(weight, edges));
  }

  public static double[][] zipped(String resource) {
    List<double[]> rows = new ArrayList<>();
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(CspCases.class.getResourceAsStream("/golden/" + resource)),
                StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        rows.add(Arrays.stream(line.split(",", -1)).mapToDouble(Double::parseDouble).toArray());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return rows.toArray(double[][]::new);
  }

  /** Rows [i, j, w], i &lt; j, w of either sign. */
  public static PairConstraints pairs(int n, JsonNode rows) {
    return pairs(n, Golden.matrix(rows));
  }

  /** Rows i, j, w with w of either sign. */
  public static PairConstraints pairs(int n, double[]... rows) {
    int count = rows.length;
    int[] first = new int[count];
    int[] second = new int[count];
    boolean[] must = new boolean[count];
    double[] weight = new double[count];
    for (int p = 0; p < count; p++) {
      first[p] = (int) rows[p][0];
      second[p] = (int) rows[p][1];
      must[p] = rows[p][2] > 0.0;
      weight[p] = Math.abs(rows[p][2]);
    }
    return PairConstraints.ofReals(n, first, second, must, weight, Integer::toString);
  }

  /** The labels behind a block of constraints that has a row [i, i, 1] for each labelled point. */
  public static KnownLabels labelsOf(int n, JsonNode rows, double[] truth) {
    int[] labels = new int[n];
    Arrays.fill(labels, -1);
    double[] names = Arrays.stream(truth).distinct().sorted().toArray();
    for (JsonNode row : rows) {
      if (row.get(0).intValue() == row.get(1).intValue()) {
        int i = row.get(0).intValue();
        labels[i] = Arrays.binarySearch(names, truth[i]);
      }
    }
    return new KnownLabels(
        labels, Arrays.stream(names).mapToObj(Double::toString).toArray(String[]::new));
  }

  public static Problem problem(
      SimilarityGraph graph,
      @Nullable PairConstraints pairs,
      @Nullable KnownLabels labels,
      @Nullable SimilarityGraph side,
      int clusters,
      Map<String, Object> options) {
    return new Problem(
        graph,
        Components.of(graph.weights()),
        new CsrOperator(NormalizedAdjacency.of(graph)),
        pairs == null ? PairConstraints.none(graph.size(), Integer::toString) : pairs,
        labels,
        side == null ? null : new SignedGraph(side.weights()),
        clusters,
        new MethodOptions("csp", options),
        Seeds.of(3));
  }
}
