package dev.concord.method;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.DenseSymmetric;
import java.util.Arrays;

/** The two Laplacians written down from the paper's definitions, solved by LAPACK. */
public final class DenseDemandPencil {
  public final double[] g;
  public final double[] h;
  public final double[] degrees;
  private final int n;

  public DenseDemandPencil(
      SimilarityGraph graph, PairConstraints pairs, double demand, double strength) {
    n = graph.size();
    g = new double[n * n];
    h = new double[n * n];
    degrees = graph.degrees().clone();
    for (int i = 0; i < n; i++) {
      for (int p = graph.weights().rowPtr()[i]; p < graph.weights().rowPtr()[i + 1]; p++) {
        if (i < graph.weights().col()[p]) {
          edge(g, i, graph.weights().col()[p], graph.weights().val()[p]);
        }
      }
    }
    double least = Arrays.stream(graph.degrees()).filter(d -> d > 0.0).min().getAsDouble();
    double most = Arrays.stream(graph.degrees()).max().getAsDouble();
    for (int p = 0; p < pairs.size(); p++) {
      int i = pairs.first()[p];
      int j = pairs.second()[p];
      double di = graph.degrees()[i] > 0.0 ? graph.degrees()[i] : least;
      double dj = graph.degrees()[j] > 0.0 ? graph.degrees()[j] : least;
      double weight = pairs.weight()[p] * strength * di * dj / (least * most);
      edge(pairs.mustLink()[p] ? g : h, i, j, weight);
      if (pairs.mustLink()[p]) {
        degrees[i] += weight;
        degrees[j] += weight;
      }
    }
    for (int p = 0; p < pairs.size(); p++) {
      for (int i : new int[] {pairs.first()[p], pairs.second()[p]}) {
        degrees[i] = degrees[i] == 0.0 ? least : degrees[i];
      }
    }
    double volume = Arrays.stream(degrees).sum();
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        edge(h, i, j, demand * degrees[i] * degrees[j] / volume);
      }
    }
  }

  private void edge(double[] laplacian, int i, int j, double weight) {
    laplacian[i * n + i] += weight;
    laplacian[j * n + j] += weight;
    laplacian[i * n + j] -= weight;
    laplacian[j * n + i] -= weight;
  }

  /** Ascending, without the constant vector, which is lifted to the top. */
  public double[] eigenvalues() {
    int[] active = new int[n];
    int m = 0;
    for (int i = 0; i < n; i++) {
      if (degrees[i] > 0.0) {
        active[m++] = i;
      }
    }
    double volume = Arrays.stream(degrees).sum();
    double[] left = new double[m * m];
    double[] right = new double[m * m];
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
        double constant = degrees[active[i]] * degrees[active[j]] / volume;
        left[j * m + i] = g[active[j] * n + active[i]] + 1e3 * constant;
        right[j * m + i] = h[active[j] * n + active[i]] + constant;
      }
    }
    assertThat(DenseSymmetric.cholesky(m, right)).isTrue();
    for (int pass = 0; pass < 2; pass++) {
      for (int j = 0; j < m; j++) {
        for (int i = 0; i < m; i++) {
          double sum = left[j * m + i];
          for (int k = 0; k < i; k++) {
            sum -= right[k * m + i] * left[j * m + k];
          }
          left[j * m + i] = sum / right[i * m + i];
        }
      }
      for (int j = 0; j < m; j++) {
        for (int i = 0; i < j; i++) {
          double keep = left[j * m + i];
          left[j * m + i] = left[i * m + j];
          left[i * m + j] = keep;
        }
      }
    }
    return DenseSymmetric.eigen(m, left);
  }
}
