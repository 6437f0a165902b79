package dev.concord.partition;

/**
 * The best move of one node: into the cluster where the objective falls most or rises least. A
 * cluster that holds nodes which must lie apart from it is open too, when each of those has a
 * cluster to go to in turn, the node's own among them (for two clusters that is a Kempe chain of
 * length two). No move empties a cluster.
 *
 * <p>Time O(degree) of the node and of those it forces out.
 */
final class MoveChooser {
  /** More forced nodes than this are not worth the search for their places. */
  private static final int MOST_FORCED = 4;

  private final CutState state;
  private final int[] blockers;
  private final boolean[] locked;
  private final int[] forced = new int[MOST_FORCED];
  private double exitGain;

  /** The cluster of the last choice, −1 when there is no move. */
  int target;

  /** What the last choice gains; with forced nodes an estimate. */
  double gain;

  /** Whether the last choice forces other nodes out. */
  boolean forcing;

  /**
   * @param locked nodes that may not be forced out; read at each choice
   */
  MoveChooser(CutState state, boolean[] locked) {
    this.state = state;
    this.locked = locked;
    this.blockers = new int[state.k];
  }

  /** Chooses among the clusters that the edges and beliefs of v lead to. */
  void choose(int v) {
    target = -1;
    gain = Double.NEGATIVE_INFINITY;
    forcing = false;
    int own = state.label[v];
    if (state.size[own] == 1) {
      return;
    }
    state.scan(v);
    countBlockers(v, 1);
    double bestBlocked = Double.NEGATIVE_INFINITY;
    int blockedTarget = -1;
    for (int t = 0; t < state.touchedCount; t++) {
      int c = state.touched[t];
      if (c == own) {
        continue;
      }
      double g = state.gain(v, c);
      if (blockers[c] == 0) {
        if (g > gain || (g == gain && c < target)) {
          gain = g;
          target = c;
        }
      } else if (blockers[c] <= MOST_FORCED
          && (g > bestBlocked || (g == bestBlocked && c < blockedTarget))) {
        bestBlocked = g;
        blockedTarget = c;
      }
    }
    countBlockers(v, -1);
    if (bestBlocked > gain) {
      double exits = exits(v, blockedTarget);
      if (bestBlocked + exits > gain) {
        gain = bestBlocked + exits;
        target = blockedTarget;
        forcing = true;
      }
    }
  }

  /** Adds {@code step} for each node that must lie apart from v to its cluster's count. */
  private void countBlockers(int v, int step) {
    for (int p = state.apartPtr[v]; p < state.apartPtr[v + 1]; p++) {
      blockers[state.label[state.apartCol[p]]] += step;
    }
    state.work += state.apartPtr[v + 1] - state.apartPtr[v];
  }

  /** The summed gains of the nodes of cluster b that v forces out; −infinity when one is stuck. */
  private double exits(int v, int b) {
    double sum = 0.0;
    int count = collectForced(v, b);
    for (int f = 0; f < count; f++) {
      if (locked[forced[f]] || exit(forced[f], v) < 0) {
        return Double.NEGATIVE_INFINITY;
      }
      sum += exitGain;
    }
    return sum;
  }

  private int collectForced(int v, int b) {
    int count = 0;
    for (int p = state.apartPtr[v]; p < state.apartPtr[v + 1]; p++) {
      if (state.label[state.apartCol[p]] == b) {
        forced[count++] = state.apartCol[p];
      }
    }
    return count;
  }

  /** Where u goes best when {@code v} takes its place; −1 when nowhere. Sets exitGain. */
  private int exit(int u, int v) {
    state.scan(u);
    countBlockers(u, 1);
    blockers[state.label[v]]--;
    int own = state.label[u];
    int best = -1;
    exitGain = Double.NEGATIVE_INFINITY;
    for (int c = 0; c < state.k; c++) {
      if (c == own || blockers[c] > 0) {
        continue;
      }
      double g = state.gain(u, c);
      if (g > exitGain) {
        exitGain = g;
        best = c;
      }
    }
    blockers[state.label[v]]++;
    countBlockers(u, -1);
    return best;
  }

  /**
   * Makes the move last chosen for v, the forced nodes first. They stand in the journal before v.
   *
   * @return whether it was possible; if not, nothing has changed
   */
  boolean apply(int v) {
    int b = target;
    if (!forcing) {
      state.move(v, b);
      return true;
    }
    int mark = state.mark();
    int count = collectForced(v, b);
    for (int f = 0; f < count; f++) {
      int to = exit(forced[f], v);
      if (to < 0) {
        state.rollback(mark);
        return false;
      }
      state.move(forced[f], to);
    }
    state.move(v, b);
    return true;
  }
}
