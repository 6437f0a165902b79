package dev.concord.method;

import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.exact.LocalNeighborSearch;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.weights.Bandwidth;
import dev.concord.graph.weights.EdgeWeights;
import dev.concord.graph.weights.KernelType;
import dev.concord.graph.weights.Symmetrization;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;

/** Graphs and labels for {@link SuggestBenchmark}, from comma separated tables with a header. */
final class SuggestTables {
  private static final Set<String> NO_FEATURES = Set.of("id", "label");

  /** Rows of a feature panel. */
  private static final int PANEL_ROWS = 500;

  private SuggestTables() {}

  private static List<String[]> rows(String file) throws IOException {
    try (InputStream in = Files.newInputStream(Path.of(file));
        InputStream plain = file.endsWith(".gz") ? new GZIPInputStream(in, 1 << 16) : in;
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8), 1 << 16)) {
      return reader.lines().map(line -> line.split(",", -1)).toList();
    }
  }

  /** The graph in a table of edges, or that of 10 neighbours with self-tuning weights. */
  static SimilarityGraph graph(String file, int n) throws IOException {
    List<String[]> rows = rows(file);
    if (Arrays.equals(rows.get(0), new String[] {"source", "target", "weight"})) {
      List<String[]> edges = rows.subList(1, rows.size());
      return SimilarityGraph.fromEdges(
          n,
          edges.stream().mapToInt(row -> Integer.parseInt(row[0])).toArray(),
          edges.stream().mapToInt(row -> Integer.parseInt(row[1])).toArray(),
          edges.stream().mapToDouble(row -> Double.parseDouble(row[2])).toArray());
    }
    return ofFeatures(rows);
  }

  private static SimilarityGraph ofFeatures(List<String[]> rows) {
    int[] features =
        IntStream.range(0, rows.get(0).length)
            .filter(c -> !NO_FEATURES.contains(rows.get(0)[c]))
            .toArray();
    double[][] x =
        rows.stream()
            .skip(1)
            .map(row -> Arrays.stream(features).mapToDouble(c -> Double.parseDouble(row[c])))
            .map(row -> row.toArray())
            .toArray(double[][]::new);
    return EdgeWeights.graph(
        LocalNeighborSearch.search(panels(x), 10),
        KernelType.SELF_TUNING,
        new Bandwidth(Bandwidth.Rule.AUTO, Double.NaN),
        Symmetrization.UNION);
  }

  private static List<FeaturePanel> panels(double[][] x) {
    List<FeaturePanel> panels = new ArrayList<>();
    for (int first = 0; first < x.length; first += PANEL_ROWS) {
      int rows = Math.min(PANEL_ROWS, x.length - first);
      double[] values =
          Arrays.stream(x, first, first + rows).flatMapToDouble(Arrays::stream).toArray();
      panels.add(FeaturePanel.of(panels.size(), first, rows, x[0].length, values));
    }
    return panels;
  }

  /** The last column. */
  static int[] labels(String file) throws IOException {
    return rows(file).stream()
        .skip(1)
        .mapToInt(row -> Integer.parseInt(row[row.length - 1].trim()))
        .toArray();
  }
}
