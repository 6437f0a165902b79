package dev.concord.partition.cut;

import dev.concord.partition.coloring.PartitionProblem;

/**
 * All partitions of a few nodes into exactly k clusters, each once (restricted growth strings: the
 * clusters are numbered by their first nodes), to prove which is best.
 */
final class ExhaustiveSearch {
  /** Partitions that are compared in well below a second. */
  private static final double MOST = 2e5;

  /** Partitions between two refreshes of the sums. */
  private static final int REFRESH = 512;

  private final CutState state;
  private int[] best = new int[0];
  private double bestObjective = Double.POSITIVE_INFINITY;
  private int compared;

  private ExhaustiveSearch(CutState state) {
    this.state = state;
  }

  /** Whether the partitions, about k^n / k!, are few enough to enumerate. */
  static boolean isSmall(int nodes, int k) {
    double log = nodes * StrictMath.log(k);
    for (int c = 2; c <= k; c++) {
      log -= StrictMath.log(c);
    }
    return nodes <= 60 && log <= StrictMath.log(MOST);
  }

  /**
   * The labels of the first best partition in which no two nodes that must lie apart share a
   * cluster; empty when there is none.
   */
  static int[] best(PartitionProblem problem, int k, double gamma) {
    CutState state = new CutState(problem, k, new int[problem.nodes()], gamma);
    ExhaustiveSearch search = new ExhaustiveSearch(state);
    search.place(0, 0);
    return search.best;
  }

  private void place(int v, int used) {
    if (v == state.n) {
      compare();
      return;
    }
    int options = Math.min(state.k, used + 1);
    for (int c = 0; c < options; c++) {
      int after = Math.max(used, c + 1);
      if (state.k - after > state.n - v - 1 || isBlocked(v, c)) {
        continue;
      }
      if (state.label[v] != c) {
        state.move(v, c);
      }
      place(v + 1, after);
    }
  }

  /** Whether a node placed before v, in cluster c, must lie apart from it. */
  private boolean isBlocked(int v, int c) {
    for (int p = state.apartPtr[v]; p < state.apartPtr[v + 1] && state.apartCol[p] < v; p++) {
      if (state.label[state.apartCol[p]] == c) {
        return true;
      }
    }
    return false;
  }

  private void compare() {
    if (++compared % REFRESH == 0) {
      state.refresh();
    }
    if (best.length == 0
        || bestObjective - state.objective() > LocalSearch.NEGLIGIBLE * bestObjective) {
      bestObjective = state.objective();
      best = state.label.clone();
    }
  }
}
