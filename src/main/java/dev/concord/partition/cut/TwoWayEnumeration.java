package dev.concord.partition.cut;

/**
 * The optimum of a small problem: all consistent partitions in the order of a Gray code, so that
 * one unit flips at a time. Time O(2^units · edges a unit).
 */
final class TwoWayEnumeration {
  /** Steps after which everything is summed afresh. */
  private static final int REFRESH = 1024;

  /** Partitions within this of the best so far are summed afresh before they are judged. */
  private static final double CLOSE = 1e-9;

  private TwoWayEnumeration() {}

  /** The best side of each merged node by {@code goal}; of equal ones the first. */
  static int[] best(TwoWayModel model, TwoWayGoal goal) {
    TwoWayMoves moves = new TwoWayMoves(model);
    int[] side = new int[model.nodes];
    for (int u = 0; u < model.units; u++) {
      int other = model.partner[model.unitNode[u]];
      if (other >= 0) {
        side[other] = 1;
      }
    }
    moves.load(side);
    int[] best = side.clone();
    TwoWayScore bestScore = TwoWayScore.of(model, side);
    // The last unit stays: a partition and its mirror image are one.
    long count = 1L << (model.units - 1);
    for (long step = 1; step < count; step++) {
      moves.flip(Long.numberOfTrailingZeros(step));
      if (step % REFRESH == 0) {
        moves.refresh();
      }
      if (promising(moves.score(), bestScore, goal)) {
        TwoWayScore score = TwoWayScore.of(model, moves.side());
        if (goal.better(score, bestScore)) {
          bestScore = score;
          System.arraycopy(moves.side(), 0, best, 0, best.length);
        }
      }
    }
    return best;
  }

  private static boolean promising(TwoWayScore score, TwoWayScore best, TwoWayGoal goal) {
    double excess = goal.excess(score);
    double bestExcess = goal.excess(best);
    if (Double.isInfinite(goal.value(best)) || excess < bestExcess) {
      return true;
    }
    return excess <= bestExcess + CLOSE
        && goal.value(score) <= goal.value(best) + CLOSE * (1.0 + goal.value(best));
  }
}
