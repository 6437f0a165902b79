package dev.concord.records;

import java.util.Arrays;

/**
 * The best partition of few nodes by dynamic programming over subsets: best(S) is the greatest of
 * inner(T) + best(S - T) over the clusters T of S that hold its first node. Reused from problem to
 * problem. Not thread-safe.
 *
 * <p>Time O(3^nodes), memory 20 · 2^nodes bytes.
 */
final class ExactPartition {
  /** Nodes of the largest problem that is solved so: 2 · 3^10 steps of a few nanoseconds. */
  static final int MOST = 11;

  private final double[] inner = new double[1 << MOST];
  private final double[] best = new double[1 << MOST];
  private final int[] cluster = new int[1 << MOST];
  private final double[] weight = new double[MOST * MOST];
  private final int[] apart = new int[MOST];

  /**
   * The best partition of some nodes of a problem.
   *
   * @param nodes of the problem, at most {@link #MOST}
   * @param count how many of them
   * @param at of each node of the problem, its place in {@code nodes}, or -1
   * @param labels overwritten in the first {@code count} places: clusters 0, 1, ... by first node
   * @return the sum over pairs within clusters
   */
  double solve(SignedProblem problem, int[] nodes, int count, int[] at, int[] labels) {
    load(problem, nodes, count, at);
    innerSums(count);
    int all = (1 << count) - 1;
    best[0] = 0.0;
    for (int set = 1; set <= all; set++) {
      int first = set & -set;
      int rest = set ^ first;
      double greatest = Double.NEGATIVE_INFINITY;
      int chosen = first;
      // The rest's subsets ascending in number of removed nodes: the largest cluster wins ties.
      for (int part = rest; ; part = (part - 1) & rest) {
        double value = inner[part | first] + best[rest ^ part];
        if (value > greatest) {
          greatest = value;
          chosen = part | first;
        }
        if (part == 0) {
          break;
        }
      }
      best[set] = greatest;
      cluster[set] = chosen;
    }
    int next = 0;
    for (int left = all; left != 0; left ^= cluster[left]) {
      for (int i = 0; i < count; i++) {
        if ((cluster[left] >> i & 1) != 0) {
          labels[i] = next;
        }
      }
      next++;
    }
    return best[all];
  }

  private void load(SignedProblem problem, int[] nodes, int count, int[] at) {
    int[] size = problem.size();
    for (int i = 0; i < count; i++) {
      apart[i] = 0;
      for (int j = 0; j < count; j++) {
        weight[i * MOST + j] = problem.unlisted() * size[nodes[i]] * size[nodes[j]];
        if (j != i && problem.forbidden(nodes[i], nodes[j])) {
          apart[i] |= 1 << j;
        }
      }
      for (int p = problem.rowPtr()[nodes[i]]; p < problem.rowPtr()[nodes[i] + 1]; p++) {
        int j = at[problem.col()[p]];
        if (j >= 0) {
          weight[i * MOST + j] = problem.weight()[p];
        }
      }
    }
  }

  /** The sum within each subset, minus infinity where it holds a forbidden pair. */
  private void innerSums(int count) {
    Arrays.fill(inner, 0, 1 << count, 0.0);
    for (int set = 1; set < 1 << count; set++) {
      int last = 31 - Integer.numberOfLeadingZeros(set);
      int rest = set ^ (1 << last);
      if ((apart[last] & rest) != 0) {
        inner[set] = Double.NEGATIVE_INFINITY;
        continue;
      }
      double sum = inner[rest];
      for (int left = rest; left != 0; left &= left - 1) {
        sum += weight[last * MOST + Integer.numberOfTrailingZeros(left)];
      }
      inner[set] = sum;
    }
  }
}
