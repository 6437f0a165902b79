package dev.concord.partition.sizes;

import dev.concord.linalg.CsrMatrix;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Random problems of sizes, and their best partitions by trying all of them. */
final class SizeInstances {
  private SizeInstances() {}

  /** What kind of nodes a problem has. */
  enum Kind {
    UNITS,
    COMPONENTS,
    WEIGHTS,
    PAIRS
  }

  static SizeProblem random(Kind kind, int n, int k, SplittableRandom random) {
    double[] weight = new double[n];
    for (int v = 0; v < n; v++) {
      weight[v] =
          switch (kind) {
            case UNITS -> 1.0;
            case COMPONENTS, PAIRS -> random.nextInt(3) == 0 ? 1 + random.nextInt(4) : 1.0;
            case WEIGHTS -> random.nextInt(8) == 0 ? 0.0 : random.nextDouble() * 3.0;
          };
    }
    int[] labels = random.ints(n, 0, k).toArray();
    double[] cost = new double[n * k];
    for (int i = 0; i < cost.length; i++) {
      // Some ties, some moves for nothing.
      cost[i] = i % k == labels[i / k] ? 0.0 : random.nextInt(12) / 4.0 * random.nextInt(2);
      cost[i] += i % k == labels[i / k] || random.nextInt(3) == 0 ? 0.0 : random.nextDouble();
    }
    double share = Arrays.stream(weight).sum() / k;
    double[] lower = new double[k];
    double[] upper = new double[k];
    for (int c = 0; c < k; c++) {
      lower[c] = random.nextInt(4) == 0 ? 0.0 : share * (0.4 + 0.7 * random.nextDouble());
      upper[c] =
          random.nextInt(4) == 0
              ? Double.POSITIVE_INFINITY
              : Math.max(lower[c], share * (0.8 + 0.6 * random.nextDouble()));
      if (kind != Kind.WEIGHTS) {
        lower[c] = Math.ceil(lower[c] - 0.5);
        upper[c] = Math.max(lower[c], Math.floor(upper[c]));
      }
    }
    boolean[] apart = new boolean[n * n];
    for (int p = 0; kind == Kind.PAIRS && p < n; p++) {
      int a = random.nextInt(n);
      int b = random.nextInt(n);
      if (labels[a] != labels[b]) {
        apart[a * n + b] = true;
        apart[b * n + a] = true;
      }
    }
    return new SizeProblem(k, weight, cost, labels, lower, upper, matrix(n, apart));
  }

  static CsrMatrix matrix(int n, boolean[] entries) {
    int[] rowPtr = new int[n + 1];
    int[] col = new int[n * n];
    int count = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        if (entries[i * n + j]) {
          col[count++] = j;
        }
      }
      rowPtr[i + 1] = count;
    }
    double[] ones = new double[count];
    Arrays.fill(ones, 1.0);
    return new CsrMatrix(n, rowPtr, Arrays.copyOf(col, count), ones);
  }

  /** The least loss of all k^n assignments within the bounds; infinite when there is none. */
  static double least(SizeProblem problem) {
    int n = problem.nodes();
    int k = problem.clusters();
    int[] labels = new int[n];
    double least = Double.POSITIVE_INFINITY;
    for (long code = 0; code < Math.round(Math.pow(k, n)); code++) {
      long rest = code;
      for (int v = 0; v < n; v++) {
        labels[v] = (int) (rest % k);
        rest /= k;
      }
      double loss = problem.loss(labels);
      if (loss < least && problem.holds(labels)) {
        least = loss;
      }
    }
    return least;
  }
}
