package dev.concord.partition.cut;

import dev.concord.linalg.Seeds;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Hill-climbing over single moves with rollback, after Fiduccia and Mattheyses (1982), in many
 * small searches: each starts from one node on the boundary, follows the best moves of the nodes
 * around it, even uphill, and keeps the best point on its way (Osipov and Sanders 2010). A node
 * moves at most once a pass. The objective never rises, and no hard cannot-link becomes violated.
 *
 * <p>Time of a pass: O(moves · degree²), at most patience fruitless moves for each node on the
 * boundary. Memory: 17 bytes a node.
 */
final class LocalSearch {
  /** Gains below this share of the objective are rounding. */
  static final double NEGLIGIBLE = 1e-11;

  /** No search starts with a move that loses more than this share of the node's edges. */
  private static final double HOPELESS = 0.3;

  private final CutState state;
  private final MoveChooser chooser;
  private final GainQueue queue;
  private final boolean[] locked;
  private final boolean[] active;
  private final int patience;
  private final long workLimit;
  private int moves;

  /**
   * @param patience moves without a new best after which one search ends
   * @param workLimit value of the state's work at which to stop
   */
  LocalSearch(CutState state, int patience, long workLimit) {
    this.state = state;
    this.locked = new boolean[state.n];
    this.active = new boolean[state.n];
    Arrays.fill(active, true);
    this.chooser = new MoveChooser(state, locked);
    this.queue = new GainQueue(state.n);
    this.patience = patience;
    this.workLimit = workLimit;
  }

  /** Moves kept so far. */
  int moves() {
    return moves;
  }

  /** Passes until one gains next to nothing, at most {@code passes}. */
  void run(int passes, double enough, SplittableRandom random) {
    for (int pass = 0; pass < passes && state.work < workLimit; pass++) {
      double before = state.objective();
      pass(random);
      double after = state.objective();
      if (!(before - after > enough * before)) {
        break;
      }
    }
  }

  /**
   * One pass from the nodes on the boundary, in random order; after the first pass only from those
   * that moved in the last one and their neighbours.
   */
  void pass(SplittableRandom random) {
    state.refresh();
    int[] seeds = boundary();
    Seeds.shuffle(seeds, random);
    Arrays.fill(locked, false);
    for (int seed : seeds) {
      if (state.work >= workLimit) {
        break;
      }
      if (!locked[seed]) {
        search(seed);
      }
    }
    state.refresh();
  }

  private int[] boundary() {
    int[] found = new int[state.n];
    int count = 0;
    for (int v = 0; v < state.n; v++) {
      if (active[v] && state.onBoundary(v)) {
        found[count++] = v;
      }
      active[v] = false;
    }
    return Arrays.copyOf(found, count);
  }

  private void search(int seed) {
    offer(seed);
    if (queue.isEmpty() || queue.topGain() < -HOPELESS * state.scale(seed, chooser.target)) {
      queue.clear();
      return;
    }
    double start = state.objective();
    double best = start;
    int startMark = state.mark();
    int bestMark = startMark;
    int fruitless = 0;
    while (!queue.isEmpty() && fruitless < patience) {
      int v = queue.poll();
      chooser.choose(v);
      if (chooser.target < 0) {
        continue;
      }
      if (!queue.isEmpty() && chooser.gain < queue.topGain()) {
        // Other moves have changed the gain of this one; it is queued again.
        queue.put(v, chooser.gain);
        continue;
      }
      int mark = state.mark();
      if (!chooser.apply(v)) {
        continue;
      }
      fruitless++;
      if (best - state.objective() > NEGLIGIBLE * best) {
        best = state.objective();
        bestMark = state.mark();
        fruitless = 0;
      }
      for (int j = mark; j < state.mark(); j++) {
        locked[state.journal(j)] = true;
        queue.remove(state.journal(j));
      }
      for (int j = mark; j < state.mark(); j++) {
        offerNeighbours(state.journal(j));
      }
    }
    queue.clear();
    state.rollback(bestMark);
    moves += bestMark - startMark;
    for (int j = startMark; j < bestMark; j++) {
      activate(state.journal(j));
    }
  }

  private void activate(int v) {
    active[v] = true;
    for (int p = state.rowPtr[v]; p < state.rowPtr[v + 1]; p++) {
      active[state.col[p]] = true;
    }
  }

  private void offerNeighbours(int v) {
    for (int p = state.rowPtr[v]; p < state.rowPtr[v + 1]; p++) {
      offer(state.col[p]);
    }
  }

  private void offer(int v) {
    if (!locked[v]) {
      chooser.choose(v);
      if (chooser.target >= 0) {
        queue.put(v, chooser.gain);
      }
    }
  }
}
