package dev.concord.method.productcut;

import dev.concord.linalg.CsrMatrix;
import dev.concord.partition.contract.PartitionProblem;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The nodes that samples are drawn from: must-link components with a point that has an edge, and
 * the pairs between them. Memory 20 bytes a point.
 */
final class SampleNodes {
  private final PartitionProblem problem;
  private final int[] start;
  private final int[] members;
  private final int[] order;

  /** Of a problem over points with these degrees. */
  SampleNodes(PartitionProblem problem, double[] degrees) {
    this.problem = problem;
    int[] nodeOf = problem.nodeOf();
    start = new int[problem.nodes() + 1];
    for (int i = 0; i < degrees.length; i++) {
      start[nodeOf[i] + 1] += degrees[i] > 0.0 ? 1 : 0;
    }
    int drawable = 0;
    for (int v = 0; v < problem.nodes(); v++) {
      drawable += start[v + 1] > 0 ? 1 : 0;
      start[v + 1] += start[v];
    }
    members = new int[start[problem.nodes()]];
    order = new int[drawable];
    int[] at = Arrays.copyOf(start, problem.nodes());
    for (int i = 0; i < degrees.length; i++) {
      if (degrees[i] > 0.0) {
        members[at[nodeOf[i]]++] = i;
      }
    }
    int next = 0;
    for (int v = 0; v < problem.nodes(); v++) {
      if (start[v + 1] > start[v]) {
        order[next++] = v;
      }
    }
  }

  /** Number of nodes. */
  int count() {
    return problem.nodes();
  }

  /** Number of points. */
  int points() {
    return problem.points();
  }

  /** Number of points with an edge. */
  int active() {
    return members.length;
  }

  /** Number of nodes with such a point. */
  int drawable() {
    return order.length;
  }

  /** Where the members of a node begin, those with an edge. */
  int start(int node) {
    return start[node];
  }

  /** The member at a place. */
  int member(int at) {
    return members[at];
  }

  /** The {@code d}-th node of the last sample; nodes behind it follow in any order. */
  int drawn(int d) {
    return order[d];
  }

  /** Draws nodes with that many points in all, or all; returns their number. */
  int draw(long points, SplittableRandom random) {
    long sum = 0;
    int drawn = 0;
    while (drawn < order.length && sum < points) {
      int other = drawn + random.nextInt(order.length - drawn);
      int v = order[other];
      order[other] = order[drawn];
      order[drawn++] = v;
      sum += start[v + 1] - start[v];
    }
    return drawn;
  }

  /** Whether some node must lie apart from this one. */
  boolean isTied(int node) {
    return isTied(problem.apart(), node);
  }

  private static boolean isTied(CsrMatrix pairs, int node) {
    return pairs.rowPtr()[node + 1] > pairs.rowPtr()[node];
  }

  /** The drawn nodes that others must lie apart from, the clearest decisions first. */
  int[] tiedByMargin(int drawn, double[] scores, int[] best, int k) {
    long[] keys = new long[drawn];
    int count = 0;
    for (int d = 0; d < drawn; d++) {
      int v = order[d];
      if (isTied(v)) {
        // A margin is not negative, so its bits are in its order; its complement falls.
        int margin = Float.floatToIntBits((float) margin(v, scores, best[v], k));
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

  private static double margin(int v, double[] scores, int best, int k) {
    double second = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < k; c++) {
      second = c == best ? second : Math.max(second, scores[v * k + c]);
    }
    return scores[v * k + best] - second;
  }

  /** The cluster of greatest score without a node that must lie apart; the best when all have. */
  int allowed(int v, double[] scores, int best, int[] label, int k) {
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
  void addSoft(int v, int[] label, double penalty, double[] scores, int k) {
    addSoft(problem.together(), v, label, penalty, scores, k);
    addSoft(problem.separate(), v, label, -penalty, scores, k);
  }

  private static void addSoft(
      CsrMatrix pairs, int v, int[] label, double factor, double[] scores, int k) {
    for (int p = pairs.rowPtr()[v]; p < pairs.rowPtr()[v + 1]; p++) {
      int c = label[pairs.col()[p]];
      if (c >= 0) {
        scores[v * k + c] += factor * pairs.val()[p];
      }
    }
  }

  /** Labels of the points; -1 for points without an edge. */
  int[] expand(int[] labels) {
    int[] expanded = new int[points()];
    Arrays.fill(expanded, -1);
    for (int v = 0; v < count(); v++) {
      for (int m = start[v]; m < start[v + 1]; m++) {
        expanded[members[m]] = labels[v];
      }
    }
    return expanded;
  }
}
