package dev.concord.graph;

import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.search.CandidateLists;
import dev.concord.graph.search.PanelSearch;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;

/** Test data, and obvious reimplementations to compare with. */
public final class GraphData {
  private GraphData() {}

  /**
   * The candidates of two panels when nothing is known of their rows yet: the lists of both, or of
   * {@code a} alone when both are the same panel.
   */
  public static CandidateLists[] candidates(
      FeaturePanel a, FeaturePanel b, double[] mean, int keep) {
    if (a.index() == b.index()) {
      return new CandidateLists[] {PanelSearch.within(a, mean, keep)};
    }
    float[] rows = PanelSearch.anything(a.rows());
    float[] columns = PanelSearch.anything(b.rows());
    return PanelSearch.search(a, b, mean, keep, rows, columns);
  }

  public static double[][] golden(String name) {
    InputStream stream = GraphData.class.getResourceAsStream("/golden/graph/" + name);
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

  public static double[][] gaussian(int n, int dim, double offset, double spread, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] x = new double[n][dim];
    for (double[] row : x) {
      for (int d = 0; d < dim; d++) {
        row[d] = offset + spread * random.nextGaussian();
      }
    }
    return x;
  }

  public static double[][] grid(int n, int dim, int values, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] x = new double[n][dim];
    for (double[] row : x) {
      for (int d = 0; d < dim; d++) {
        row[d] = random.nextInt(values);
      }
    }
    return x;
  }

  public static List<FeaturePanel> panels(double[][] x, int size) {
    List<FeaturePanel> panels = new ArrayList<>();
    int dim = x[0].length;
    for (int first = 0; first < x.length; first += size) {
      int rows = Math.min(size, x.length - first);
      double[] values = new double[rows * dim];
      for (int r = 0; r < rows; r++) {
        System.arraycopy(x[first + r], 0, values, r * dim, dim);
      }
      panels.add(FeaturePanel.of(panels.size(), first, rows, dim, values));
    }
    return panels;
  }

  /** All distances, then a full sort by (distance, index). */
  public static NeighborLists bruteForce(double[][] x, int k) {
    int n = x.length;
    int[] index = new int[n * k];
    double[] distance = new double[n * k];
    for (int i = 0; i < n; i++) {
      int row = i;
      double[] d = new double[n];
      List<Integer> others = new ArrayList<>();
      for (int j = 0; j < n; j++) {
        double sum = 0.0;
        for (int f = 0; f < x[i].length; f++) {
          sum += (x[i][f] - x[j][f]) * (x[i][f] - x[j][f]);
        }
        d[j] = Math.sqrt(sum);
        if (j != i) {
          others.add(j);
        }
      }
      others.sort((a, b) -> d[a] != d[b] ? Double.compare(d[a], d[b]) : Integer.compare(a, b));
      for (int r = 0; r < k; r++) {
        index[row * k + r] = others.get(r);
        distance[row * k + r] = d[others.get(r)];
      }
    }
    return new NeighborLists(n, k, index, distance);
  }

  public static double[][] dense(SimilarityGraph g) {
    int n = g.size();
    double[][] w = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int p = g.weights().rowPtr()[i]; p < g.weights().rowPtr()[i + 1]; p++) {
        w[i][g.weights().col()[p]] = g.weights().val()[p];
      }
    }
    return w;
  }

  public static int[] permutation(int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] p = new int[n];
    for (int i = 0; i < n; i++) {
      int j = random.nextInt(i + 1);
      p[i] = p[j];
      p[j] = i;
    }
    return p;
  }

  /** A random graph of about {@code edges} edges, positive weights. */
  static SimilarityGraph randomGraph(int n, int edges, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] w = new double[n][n];
    for (int e = 0; e < edges; e++) {
      int i = random.nextInt(n);
      int j = random.nextInt(n);
      if (i != j) {
        w[Math.min(i, j)][Math.max(i, j)] = random.nextDouble(0.01, 1.0);
      }
    }
    return fromDense(w);
  }

  /** The graph of the positive entries. */
  static SimilarityGraph fromDense(double[][] w) {
    List<int[]> pairs = new ArrayList<>();
    for (int i = 0; i < w.length; i++) {
      for (int j = 0; j < w.length; j++) {
        if (w[i][j] > 0.0) {
          pairs.add(new int[] {i, j});
        }
      }
    }
    int[] source = pairs.stream().mapToInt(p -> p[0]).toArray();
    int[] target = pairs.stream().mapToInt(p -> p[1]).toArray();
    double[] weight = pairs.stream().mapToDouble(p -> w[p[0]][p[1]]).toArray();
    return SimilarityGraph.fromEdges(w.length, source, target, weight);
  }
}
