package dev.concord.partition.cut;

import dev.concord.linalg.CsrMatrix;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Local search over consistent partitions in the manner of Fiduccia and Mattheyses (1982): units
 * are flipped one after the other, the most promising first and each at most once, also uphill, and
 * the best partition on the way is gone back to. What is promising is numerator − lambda·balance,
 * whose sign shows whether F falls below lambda (Dinkelbach 1967). Kicks, random connected sets
 * moved to the other side and repaired by the same search, go on from there. F never rises.
 *
 * <p>A pass over the boundary takes O(its edges · log n). Memory 60 bytes a node.
 */
final class TwoWayPolish {
  /** Relative differences of F below this are rounding. */
  private static final double NOISE = 1e-12;

  /** Up to this many units a pass starts from all of them, else from those at the boundary. */
  private static final int SMALL = 4096;

  /** Flips without a new best before a pass ends: a few for a kick, more for a full pass. */
  private static final int LOCAL_PATIENCE = 25;

  private static final int FULL_PATIENCE = 400;

  /** Passes after one kick. */
  private static final int LOCAL_ROUNDS = 8;

  /** Halvings of the penalty of soft constraints on the way. */
  private static final int CHEAPEST = 12;

  private static final double HUGE = 1e100;

  private final TwoWayModel model;
  private final TwoWayMoves moves;
  private final TwoWayPerturbation regions;
  private final UnitHeap heap;
  private final TwoWayBudget budget;
  private final int[] locked;
  private int lock;
  private int[] journal = new int[64];
  private int flips;
  private double lambda;
  private double reference;

  TwoWayPolish(TwoWayModel model, TwoWayBudget budget) {
    this.model = model;
    this.moves = new TwoWayMoves(model);
    this.regions = new TwoWayPerturbation(model, moves);
    this.heap = new UnitHeap(model.units);
    this.locked = new int[model.units];
    this.budget = budget;
  }

  /**
   * Passes until none lowers F.
   *
   * @param side consistent; overwritten by the result
   */
  void refine(int[] side, TwoWayObjective objective) {
    moves.load(side);
    double value = moves.value(objective);
    while (!budget.spent() && settle(objective, true)) {
      // Running sums drift; only what holds afresh is progress.
      moves.refresh();
      double now = moves.value(objective);
      if (!(now < value * (1.0 - NOISE))) {
        break;
      }
      value = now;
    }
    keep(side, objective);
  }

  /**
   * Kicks until their work is done.
   *
   * @param side consistent; overwritten by the result
   * @param work edges that may be visited
   */
  void kick(int[] side, TwoWayObjective objective, SplittableRandom random, long work) {
    moves.load(side);
    long end = moves.visits() + work;
    while (moves.visits() < end && !budget.spent() && model.units > 1) {
      double before = moves.value(objective);
      flips = 0;
      int count = regions.choose(random);
      for (int r = 0; r < count; r++) {
        flip(regions.region()[r]);
      }
      if (model.soft && random.nextBoolean()) {
        settle(cheaper(objective, random), false);
      }
      int rounds = 0;
      while (rounds < LOCAL_ROUNDS && settle(objective, false)) {
        rounds++;
      }
      double after = moves.value(objective);
      if (!(after <= before * (1.0 + NOISE))) {
        undo(0);
      } else if (after < before * (1.0 - NOISE)) {
        moves.refresh();
      }
    }
    keep(side, objective);
  }

  /**
   * A lower penalty of soft constraints: a path between feasible partitions may pass through
   * violations.
   */
  private static TwoWayObjective cheaper(TwoWayObjective objective, SplittableRandom random) {
    double part = Math.scalb(1.0, -1 - random.nextInt(CHEAPEST));
    return new TwoWayObjective(
        objective.volume(),
        objective.gammaHard(),
        objective.gammaSoft() * part,
        objective.allowed());
  }

  /** Takes the partition over when its F, summed afresh, is no higher. */
  private void keep(int[] side, TwoWayObjective objective) {
    double before = TwoWayScore.of(model, side).value(objective);
    double after = TwoWayScore.of(model, moves.side()).value(objective);
    if (after < before) {
      System.arraycopy(moves.side(), 0, side, 0, side.length);
    }
  }

  /** One pass; a local one starts from the last region and what borders on it. */
  private boolean settle(TwoWayObjective objective, boolean full) {
    long before = moves.visits();
    if (full) {
      flips = 0;
    }
    int from = flips;
    double start = moves.value(objective);
    // From a side without volume any flip that gives it some is welcome.
    lambda = Math.min(start, HUGE);
    reference = moves.volumeOne();
    lock++;
    heap.clear();
    if (full) {
      for (int u = 0; u < model.units; u++) {
        if (model.units <= SMALL || moves.atBoundary(u)) {
          offer(u, objective);
        }
      }
    } else {
      for (int r = 0; r < from; r++) {
        offer(journal[r], objective);
        offerNeighbours(journal[r], objective);
      }
    }
    double best = start;
    int bestFlips = from;
    int patience = full ? FULL_PATIENCE : LOCAL_PATIENCE;
    while (!heap.isEmpty() && flips - bestFlips < patience) {
      int unit = heap.pop();
      if (moves.rise(unit, objective, lambda, reference) == Double.POSITIVE_INFINITY) {
        continue;
      }
      locked[unit] = lock;
      flip(unit);
      offerNeighbours(unit, objective);
      double value = moves.value(objective);
      if (value < best * (1.0 - NOISE)) {
        best = value;
        bestFlips = flips;
      }
      rebase(objective, best);
    }
    undo(bestFlips);
    budget.spend(moves.visits() - before);
    return best < start;
  }

  /** Keys are computed at one volume; when the volume has changed, all are recomputed. */
  private void rebase(TwoWayObjective objective, double best) {
    double one = moves.volumeOne();
    double small = Math.min(reference, model.volume - reference);
    if (Math.abs(one - reference) > 0.1 * small) {
      reference = one;
      lambda = Math.min(best, HUGE);
      int[] waiting = new int[heap.size()];
      for (int p = 0; p < waiting.length; p++) {
        waiting[p] = heap.unit(p);
      }
      heap.clear();
      for (int unit : waiting) {
        offer(unit, objective);
      }
    }
  }

  private void offer(int unit, TwoWayObjective objective) {
    if (locked[unit] != lock) {
      heap.put(unit, moves.rise(unit, objective, lambda, reference));
    }
  }

  private void offerNeighbours(int unit, TwoWayObjective objective) {
    int a = model.unitNode[unit];
    offerNeighboursOf(a, objective);
    if (model.partner[a] >= 0) {
      offerNeighboursOf(model.partner[a], objective);
    }
  }

  private void offerNeighboursOf(int i, TwoWayObjective objective) {
    offerRow(model.weights, i, objective);
    if (model.soft) {
      offerRow(model.problem.together(), i, objective);
      offerRow(model.problem.separate(), i, objective);
    }
  }

  private void offerRow(CsrMatrix matrix, int i, TwoWayObjective objective) {
    for (int p = matrix.rowPtr()[i]; p < matrix.rowPtr()[i + 1]; p++) {
      offer(model.unitOf[matrix.col()[p]], objective);
    }
  }

  private void flip(int unit) {
    if (flips == journal.length) {
      journal = Arrays.copyOf(journal, 2 * flips);
    }
    journal[flips++] = unit;
    moves.flip(unit);
  }

  private void undo(int to) {
    while (flips > to) {
      moves.flip(journal[--flips]);
    }
  }
}
