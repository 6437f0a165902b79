package dev.concord.partition.cut;

/**
 * The best move of one node: into the cluster where the objective falls most or rises least. A
 * cluster that holds nodes which must lie apart from it is open too: each of those goes to the best
 * other cluster that is open to it, or, when one has none, the two clusters exchange the whole
 * Kempe chain (all nodes that force each other across). No move empties a cluster.
 *
 * <p>Time O(degree) of the node and of those it forces, and of at most {@link #LONGEST_CHAIN} nodes
 * of a chain.
 */
final class MoveChooser {
  /** With more forced nodes than this no move is searched for. */
  private static final int MOST_FORCED = 4;

  private static final int LONGEST_CHAIN = 24;

  private enum Kind {
    PLAIN,
    EXITS,
    CHAIN
  }

  private final CutState state;
  private final int[] blockers;
  private final boolean[] locked;
  private final int[] chain = new int[LONGEST_CHAIN];
  private final boolean[] inChain;
  private int chainLength;
  private double exitGain;
  private Kind kind = Kind.PLAIN;

  /** The cluster of the last choice, −1 when there is no move. */
  int target;

  /** The gain of the last choice; with forced exits an estimate. */
  double gain;

  /**
   * @param locked nodes that may not be forced; read at each choice
   */
  MoveChooser(CutState state, boolean[] locked) {
    this.state = state;
    this.locked = locked;
    this.blockers = new int[state.k];
    this.inChain = new boolean[state.n];
  }

  /** Whether the last choice moves other nodes too. */
  boolean forcing() {
    return kind != Kind.PLAIN;
  }

  /** Chooses among the clusters that the edges and soft constraints of v lead to. */
  void choose(int v) {
    target = -1;
    gain = Double.NEGATIVE_INFINITY;
    kind = Kind.PLAIN;
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
      } else if (g > bestBlocked || (g == bestBlocked && c < blockedTarget)) {
        bestBlocked = g;
        blockedTarget = c;
      }
    }
    boolean few = blockedTarget >= 0 && blockers[blockedTarget] <= MOST_FORCED;
    countBlockers(v, -1);
    if (bestBlocked > gain) {
      force(
          v, blockedTarget, few ? bestBlocked + exits(v, blockedTarget) : Double.NEGATIVE_INFINITY);
    }
  }

  private void force(int v, int b, double withExits) {
    if (withExits > gain) {
      gain = withExits;
      target = b;
      kind = Kind.EXITS;
    } else if (withExits == Double.NEGATIVE_INFINITY) {
      double whole = exchange(v, b);
      if (whole > gain) {
        gain = whole;
        target = b;
        kind = Kind.CHAIN;
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

  /**
   * The summed gains of the nodes of cluster b that v forces out; −infinity when one of them has no
   * other cluster.
   */
  private double exits(int v, int b) {
    double sum = 0.0;
    collectForced(v, b);
    for (int f = 0; f < chainLength; f++) {
      if (locked[chain[f]] || exit(chain[f], v) < 0) {
        return Double.NEGATIVE_INFINITY;
      }
      sum += exitGain;
    }
    return sum;
  }

  private void collectForced(int v, int b) {
    chainLength = 0;
    for (int p = state.apartPtr[v]; p < state.apartPtr[v + 1]; p++) {
      if (state.label[state.apartCol[p]] == b) {
        chain[chainLength++] = state.apartCol[p];
      }
    }
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

  /** The gain of exchanging the chain of v between its cluster and b; −infinity if barred. */
  private double exchange(int v, int b) {
    int a = state.label[v];
    if (!collectChain(v, b)) {
      return Double.NEGATIVE_INFINITY;
    }
    int fromA = 0;
    for (int i = 0; i < chainLength; i++) {
      fromA += state.label[chain[i]] == a ? 1 : 0;
    }
    int fromB = chainLength - fromA;
    if (state.size[a] - fromA + fromB < 1 || state.size[b] - fromB + fromA < 1) {
      return Double.NEGATIVE_INFINITY;
    }
    return state.trial(chain, chainLength, a, b);
  }

  /** The component of v among the nodes of both clusters that must lie apart from each other. */
  private boolean collectChain(int v, int b) {
    int a = state.label[v];
    chainLength = 1;
    chain[0] = v;
    inChain[v] = true;
    boolean whole = true;
    for (int next = 0; next < chainLength && whole; next++) {
      int x = chain[next];
      int facing = state.label[x] == a ? b : a;
      state.work += state.apartPtr[x + 1] - state.apartPtr[x];
      for (int p = state.apartPtr[x]; p < state.apartPtr[x + 1] && whole; p++) {
        int u = state.apartCol[p];
        if (state.label[u] != facing || inChain[u]) {
          continue;
        }
        if (locked[u] || chainLength == LONGEST_CHAIN) {
          whole = false;
        } else {
          inChain[u] = true;
          chain[chainLength++] = u;
        }
      }
    }
    for (int i = 0; i < chainLength; i++) {
      inChain[chain[i]] = false;
    }
    return whole;
  }

  /**
   * Makes the move last chosen, which was for v.
   *
   * @return whether it was possible; if not, nothing has changed
   */
  boolean apply(int v) {
    int b = target;
    if (kind == Kind.CHAIN) {
      int a = state.label[v];
      collectChain(v, b);
      state.exchange(chain, chainLength, a, b);
      return true;
    }
    int mark = state.mark();
    if (kind == Kind.EXITS) {
      collectForced(v, b);
      for (int f = 0; f < chainLength; f++) {
        int to = exit(chain[f], v);
        if (to < 0) {
          state.rollback(mark);
          return false;
        }
        state.move(chain[f], to);
      }
    }
    state.move(v, b);
    return true;
  }
}
