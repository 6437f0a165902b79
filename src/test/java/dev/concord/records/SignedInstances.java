package dev.concord.records;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Small random problems with ties, forbidden pairs and sources, and their best values. */
final class SignedInstances {
  private SignedInstances() {}

  /** A problem of {@code n} nodes; weights are whole numbers, so that ties are frequent. */
  static SignedProblem random(int n, SplittableRandom random) {
    double[][] weight = new double[n][n];
    boolean[][] apart = new boolean[n][n];
    int[] source = new int[n];
    int sources = 2 + random.nextInt(5);
    double listed = 0.3 + 0.6 * random.nextDouble();
    for (int i = 0; i < n; i++) {
      source[i] = random.nextInt(3) == 0 ? -1 : random.nextInt(sources);
      for (int j = 0; j < i; j++) {
        apart[i][j] = random.nextInt(12) == 0;
        apart[j][i] = apart[i][j];
        boolean one = source[i] >= 0 && source[i] == source[j];
        if (!apart[i][j] && !one && random.nextDouble() < listed) {
          weight[i][j] = random.nextInt(7) - 3;
          weight[j][i] = weight[i][j];
        }
      }
    }
    int[] size = new int[n];
    Arrays.setAll(size, i -> 1 + random.nextInt(2));
    return of(weight, apart, source, size, random.nextInt(3) == 0 ? -0.5 : 0.0);
  }

  static SignedProblem of(
      double[][] weight, boolean[][] apart, int[] source, int[] size, double unlisted) {
    int n = size.length;
    int[] rowPtr = new int[n + 1];
    int[] col = new int[n * n];
    double[] values = new double[n * n];
    int[] apartPtr = new int[n + 1];
    int[] forbidden = new int[n * n];
    int[] sourcePtr = new int[n + 1];
    int[] sources = new int[n];
    for (int i = 0; i < n; i++) {
      rowPtr[i + 1] = rowPtr[i];
      apartPtr[i + 1] = apartPtr[i];
      sourcePtr[i + 1] = sourcePtr[i];
      for (int j = 0; j < n; j++) {
        if (weight[i][j] != 0.0) {
          col[rowPtr[i + 1]] = j;
          values[rowPtr[i + 1]++] = weight[i][j];
        }
        if (apart[i][j]) {
          forbidden[apartPtr[i + 1]++] = j;
        }
      }
      if (source[i] >= 0) {
        sources[sourcePtr[i + 1]++] = source[i];
      }
    }
    return new SignedProblem(
        rowPtr,
        Arrays.copyOf(col, rowPtr[n]),
        Arrays.copyOf(values, rowPtr[n]),
        apartPtr,
        Arrays.copyOf(forbidden, apartPtr[n]),
        sourcePtr,
        Arrays.copyOf(sources, sourcePtr[n]),
        size,
        unlisted);
  }

  /** The greatest value of all partitions, by trying each of them. */
  static double best(SignedProblem problem) {
    return best(problem, new int[problem.nodes()], 0, 0);
  }

  private static double best(SignedProblem problem, int[] labels, int node, int clusters) {
    if (node == problem.nodes()) {
      return problem.feasible(labels) ? problem.value(labels) : Double.NEGATIVE_INFINITY;
    }
    double best = Double.NEGATIVE_INFINITY;
    for (int c = 0; c <= clusters; c++) {
      labels[node] = c;
      best = Math.max(best, best(problem, labels, node + 1, Math.max(clusters, c + 1)));
    }
    return best;
  }
}
