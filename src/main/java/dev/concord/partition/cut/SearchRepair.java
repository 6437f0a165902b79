package dev.concord.partition.cut;

import java.util.SplittableRandom;

/**
 * Makes a partition feasible in which some nodes share a cluster that must lie apart: one of each
 * pair goes where the objective rises least among the clusters with the fewest new conflicts, for a
 * while not back (tabu). Meant for the few conflicts that a merge of clusters leaves; it may fail.
 */
final class SearchRepair {
  private final CutState state;
  private final long[] tabuUntil;
  private final int[] queue;
  private final boolean[] queued;
  private int head;
  private int waiting;
  private int bestCluster;
  private int bestConflicts;
  private double bestGain;

  SearchRepair(CutState state) {
    this.state = state;
    this.tabuUntil = new long[state.n];
    this.queue = new int[state.n];
    this.queued = new boolean[state.n];
  }

  /**
   * Moves nodes until no two that must lie apart share a cluster.
   *
   * @param steps moves allowed
   * @return whether it succeeded
   */
  boolean run(int steps, SplittableRandom random) {
    for (int v = 0; v < state.n; v++) {
      if (state.conflicts(v, state.label[v]) > 0) {
        enqueue(v);
      }
    }
    for (int step = 0; waiting > 0; step++) {
      int v = dequeue();
      int u = enemy(v);
      if (u < 0) {
        continue;
      }
      if (step >= steps) {
        return false;
      }
      place(v, step);
      int cluster = bestCluster;
      int conflicts = bestConflicts;
      double gain = bestGain;
      place(u, step);
      boolean takeOther =
          cluster < 0
              || (bestCluster >= 0
                  && (bestConflicts < conflicts
                      || (bestConflicts == conflicts && bestGain > gain)));
      int mover = takeOther ? u : v;
      int to = takeOther ? bestCluster : cluster;
      if (to < 0) {
        // Both have just moved: any cluster, to leave the cycle.
        to = random.nextInt(state.k);
        if (to == state.label[mover] || state.size[state.label[mover]] == 1) {
          enqueue(v);
          continue;
        }
      }
      state.move(mover, to);
      tabuUntil[mover] = step + 3L + random.nextInt(8);
      enqueue(v);
      for (int p = state.apartPtr[mover]; p < state.apartPtr[mover + 1]; p++) {
        if (state.label[state.apartCol[p]] == to) {
          enqueue(state.apartCol[p]);
        }
      }
    }
    return true;
  }

  private int enemy(int v) {
    for (int p = state.apartPtr[v]; p < state.apartPtr[v + 1]; p++) {
      if (state.label[state.apartCol[p]] == state.label[v]) {
        return state.apartCol[p];
      }
    }
    return -1;
  }

  private void place(int v, int step) {
    bestCluster = -1;
    bestConflicts = Integer.MAX_VALUE;
    bestGain = Double.NEGATIVE_INFINITY;
    if (tabuUntil[v] > step || state.size[state.label[v]] == 1) {
      return;
    }
    state.scan(v);
    for (int c = 0; c < state.k; c++) {
      if (c == state.label[v]) {
        continue;
      }
      int conflicts = state.conflicts(v, c);
      double gain = state.gain(v, c);
      if (conflicts < bestConflicts || (conflicts == bestConflicts && gain > bestGain)) {
        bestConflicts = conflicts;
        bestGain = gain;
        bestCluster = c;
      }
    }
  }

  private void enqueue(int v) {
    if (!queued[v]) {
      queued[v] = true;
      queue[(head + waiting++) % queue.length] = v;
    }
  }

  private int dequeue() {
    int v = queue[head];
    head = (head + 1) % queue.length;
    waiting--;
    queued[v] = false;
    return v;
  }
}
