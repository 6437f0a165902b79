package dev.concord.metric;

import dev.concord.graph.SimilarityGraph;
import java.util.Arrays;

/**
 * Example points of each cluster: typical ones and border points.
 *
 * <p>Typical is the point with the largest weight of edges inside the cluster, a mode of the graph;
 * then the same among points that share no edge with those chosen before, so that the choice
 * spreads over the cluster; when none is left, among all. A border point is the one of whose edge
 * weight the smallest share stays in the cluster, provided that some leaves it. The smallest index
 * goes first among equals.
 *
 * @param typical for each cluster its typical points, the most typical first
 * @param border for each cluster its border points, the furthest out first
 */
public record TypicalPoints(int[][] typical, int[][] border) {

  /**
   * Chooses the points. Time O(nnz + (many + few)·n), memory 17·n bytes.
   *
   * @param labels length n, in 0..k-1
   * @param many typical points of a cluster, at most
   * @param few border points of a cluster, at most
   */
  public static TypicalPoints of(SimilarityGraph graph, int[] labels, int k, int many, int few) {
    int n = graph.size();
    double[] inside = new double[n];
    int[] rowPtr = graph.weights().rowPtr();
    int[] col = graph.weights().col();
    for (int i = 0; i < n; i++) {
      for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
        if (labels[col[p]] == labels[i]) {
          inside[i] += graph.weights().val()[p];
        }
      }
    }
    int[][] typical = new int[k][0];
    byte[] state = new byte[n];
    for (int round = 0; round < many; round++) {
      int[] best = best(labels, k, inside, state, NEAR);
      int[] further = best(labels, k, inside, state, CHOSEN);
      for (int c = 0; c < k; c++) {
        int point = best[c] >= 0 ? best[c] : further[c];
        if (point >= 0) {
          typical[c] = with(typical[c], point);
          mark(graph, state, point);
        }
      }
    }
    return new TypicalPoints(typical, border(graph, labels, k, inside, typical, few));
  }

  /** A neighbour of a chosen point. */
  private static final byte NEAR = 1;

  /** A chosen point. */
  private static final byte CHOSEN = 2;

  /** The best point of each cluster whose state is below {@code limit}, -1 when there is none. */
  private static int[] best(int[] labels, int k, double[] score, byte[] state, byte limit) {
    int[] best = new int[k];
    Arrays.fill(best, -1);
    for (int i = 0; i < labels.length; i++) {
      int c = labels[i];
      if (state[i] < limit && (best[c] < 0 || score[i] > score[best[c]])) {
        best[c] = i;
      }
    }
    return best;
  }

  private static void mark(SimilarityGraph graph, byte[] state, int point) {
    for (int p = graph.weights().rowPtr()[point]; p < graph.weights().rowPtr()[point + 1]; p++) {
      int other = graph.weights().col()[p];
      state[other] = state[other] == CHOSEN ? CHOSEN : NEAR;
    }
    state[point] = CHOSEN;
  }

  private static int[][] border(
      SimilarityGraph graph, int[] labels, int k, double[] inside, int[][] typical, int few) {
    double[] leaving = inside.clone();
    byte[] state = new byte[labels.length];
    for (int i = 0; i < leaving.length; i++) {
      double degree = graph.degrees()[i];
      leaving[i] = degree > 0.0 ? 1.0 - inside[i] / degree : 0.0;
      state[i] = leaving[i] > 1e-12 ? 0 : CHOSEN;
    }
    for (int[] shown : typical) {
      for (int i : shown) {
        state[i] = CHOSEN;
      }
    }
    int[][] border = new int[k][0];
    for (int round = 0; round < few; round++) {
      int[] best = best(labels, k, leaving, state, CHOSEN);
      for (int c = 0; c < k; c++) {
        if (best[c] >= 0) {
          border[c] = with(border[c], best[c]);
          state[best[c]] = CHOSEN;
        }
      }
    }
    return border;
  }

  private static int[] with(int[] array, int value) {
    int[] longer = Arrays.copyOf(array, array.length + 1);
    longer[array.length] = value;
    return longer;
  }
}
