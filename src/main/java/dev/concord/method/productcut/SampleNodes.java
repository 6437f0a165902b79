package dev.concord.method.productcut;

import dev.concord.linalg.CsrMatrix;
import dev.concord.partition.coloring.PartitionProblem;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The nodes that samples are drawn from: must-link components with an edge, with the number of
 * their points as mass, and the pairs between them. Memory 4 bytes a node.
 */
final class SampleNodes {
  private final PartitionProblem problem;
  private final double[] masses;
  private final int[] order;
  private final double mass;

  /**
   * Of a problem whose vertex weights are numbers of points. A node without a similarity to another
   * one is not drawn.
   */
  SampleNodes(PartitionProblem problem) {
    this.problem = problem;
    int[] rows = problem.weights().rowPtr();
    int n = problem.nodes();
    masses = new double[n];
    int[] drawable = new int[n];
    int count = 0;
    double sum = 0.0;
    for (int v = 0; v < n; v++) {
      if (rows[v + 1] > rows[v] && problem.volumes()[v] > 0.0) {
        masses[v] = problem.volumes()[v];
        sum += masses[v];
        drawable[count++] = v;
      }
    }
    order = Arrays.copyOf(drawable, count);
    mass = sum;
  }

  PartitionProblem problem() {
    return problem;
  }

  /** Number of nodes. */
  int count() {
    return problem.nodes();
  }

  /** Points behind each node; 0 for nodes that are not drawn. Not a copy. */
  double[] masses() {
    return masses;
  }

  /** Points behind all of them. */
  double mass() {
    return mass;
  }

  /** Number of nodes that can be drawn. */
  int drawable() {
    return order.length;
  }

  /** The {@code d}-th node of the last sample; nodes behind it follow in any order. */
  int drawn(int d) {
    return order[d];
  }

  /** Draws nodes with that many points in all, or all; returns their number. */
  int draw(double points, SplittableRandom random) {
    double sum = 0.0;
    int drawn = 0;
    while (drawn < order.length && sum < points) {
      int other = drawn + random.nextInt(order.length - drawn);
      int v = order[other];
      order[other] = order[drawn];
      order[drawn++] = v;
      sum += masses[v];
    }
    return drawn;
  }

  /** Whether some node must lie apart from this one. */
  boolean isTied(int node) {
    return !isEmpty(problem.apart(), node);
  }

  /** Whether a soft pair names this node. */
  boolean isSoft(int node) {
    return !isEmpty(problem.together(), node) || !isEmpty(problem.separate(), node);
  }

  private static boolean isEmpty(CsrMatrix pairs, int node) {
    return pairs.rowPtr()[node + 1] == pairs.rowPtr()[node];
  }

  /** The drawn nodes that others must lie apart from, the clearest decisions first. */
  int[] tiedByMargin(int drawn, float[] scores, int[] best, int k) {
    long[] keys = new long[drawn];
    int count = 0;
    for (int d = 0; d < drawn; d++) {
      int v = order[d];
      if (isTied(v)) {
        // A margin is not negative, so its bits are in its order; its complement falls.
        int margin = Float.floatToIntBits(margin(v, scores, best[v], k));
        keys[count++] = ((long) ~margin << 32) | v;
      }
    }
    Arrays.sort(keys, 0, count);
    int[] sorted = new int[count];
    for (int i = 0; i < count; i++) {
      sorted[i] = (int) keys[i];
    }
    return sorted;
  }

  private static float margin(int v, float[] scores, int best, int k) {
    float second = Float.NEGATIVE_INFINITY;
    for (int c = 0; c < k; c++) {
      second = c == best ? second : Math.max(second, scores[v * k + c]);
    }
    return scores[v * k + best] - second;
  }

  /** The cluster of greatest score without a node that must lie apart; the best when all have. */
  int allowed(int v, float[] scores, int best, int[] label, int k) {
    int[] rows = problem.apart().rowPtr();
    int[] other = problem.apart().col();
    boolean[] taken = new boolean[k];
    for (int p = rows[v]; p < rows[v + 1]; p++) {
      if (label[other[p]] >= 0) {
        taken[label[other[p]]] = true;
      }
    }
    int most = -1;
    for (int c = 0; c < k; c++) {
      if (!taken[c] && (most < 0 || scores[v * k + c] > scores[v * k + most])) {
        most = c;
      }
    }
    return most < 0 ? best : most;
  }

  /** Adds to a node's scores what soft pairs with nodes of known labels say. */
  void addSoft(int v, int[] label, double penalty, float[] scores, int k) {
    addSoft(problem.together(), v, label, penalty, scores, k);
    addSoft(problem.separate(), v, label, -penalty, scores, k);
  }

  private static void addSoft(
      CsrMatrix pairs, int v, int[] label, double factor, float[] scores, int k) {
    for (int p = pairs.rowPtr()[v]; p < pairs.rowPtr()[v + 1]; p++) {
      int c = label[pairs.col()[p]];
      if (c >= 0) {
        scores[v * k + c] += (float) (factor * pairs.val()[p]);
      }
    }
  }

  /** Weights of the soft pairs that labels violate, times {@code penalty}. */
  double violated(int[] label, double penalty) {
    double sum = 0.0;
    for (int v = 0; v < label.length; v++) {
      sum += weight(problem.together(), v, label, false);
      sum += weight(problem.separate(), v, label, true);
    }
    return 0.5 * penalty * sum;
  }

  private static double weight(CsrMatrix pairs, int v, int[] label, boolean same) {
    double sum = 0.0;
    for (int p = pairs.rowPtr()[v]; p < pairs.rowPtr()[v + 1]; p++) {
      int other = label[pairs.col()[p]];
      boolean known = label[v] >= 0 && other >= 0;
      sum += known && same == (label[v] == other) ? pairs.val()[p] : 0.0;
    }
    return sum;
  }
}
