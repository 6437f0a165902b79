package dev.concord.testing;

import dev.concord.graph.SimilarityGraph;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Small sets of points from the resources, and their complete Gaussian graphs. */
public final class Points {
  private Points() {}

  /** The points of {@code /golden/graph/<name>-x.csv}, one an array. */
  public static double[][] read(String name) {
    String path = "/golden/graph/" + name + "-x.csv";
    try (InputStream in = Points.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalArgumentException("no resource " + path);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(
              line -> Arrays.stream(line.split(",", -1)).mapToDouble(Double::parseDouble).toArray())
          .toArray(double[][]::new);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every pair of points with weight exp(-d²/(2 sigma²)). */
  public static SimilarityGraph completeGraph(double[][] points, double sigma) {
    int n = points.length;
    int[] source = new int[n * (n - 1) / 2];
    int[] target = new int[source.length];
    double[] weight = new double[source.length];
    int edges = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        double square = 0.0;
        for (int c = 0; c < points[i].length; c++) {
          square += (points[i][c] - points[j][c]) * (points[i][c] - points[j][c]);
        }
        source[edges] = i;
        target[edges] = j;
        weight[edges++] = Math.exp(-square / (2 * sigma * sigma));
      }
    }
    return SimilarityGraph.fromEdges(n, source, target, weight);
  }
}
