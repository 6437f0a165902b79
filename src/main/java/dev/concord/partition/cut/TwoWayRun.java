package dev.concord.partition.cut;

import dev.concord.linalg.CsrMatrix;
import dev.concord.partition.cut.Bipartition.GammaStep;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * The way of one start: the continuation in gamma from a vector to a consistent partition, and from
 * a consistent partition down, by turns continuous (RatioDCA) and discrete (flips), until neither
 * finds a better one.
 */
final class TwoWayRun {
  /** Most turns of the two kinds of descent. */
  private static final int TURNS = 8;

  /** Doublings of gamma; Lemma 2.1 needs about log2 of the weight violated. */
  private static final int DOUBLINGS = 60;

  private final TwoWayModel model;
  private final TwoWayGoal goal;
  private final RatioDca descent;
  private final TwoWayPolish polish;
  private final List<GammaStep> path = new ArrayList<>();
  private double gamma;

  TwoWayRun(TwoWayModel model, TwoWayGoal goal, TwoWayOptions options, TwoWayBudget budget) {
    this.model = model;
    this.goal = goal;
    this.descent = new RatioDca(model, options, budget);
    this.polish = new TwoWayPolish(model, budget);
    this.gamma = goal.gamma();
  }

  /**
   * The paper's way: the best threshold of {@code f} and descent at gamma = 0 (or the given gamma
   * for the soft constraints), then gamma grows, each time from the partition before, until what
   * must hold holds. It starts at the bound of Lemma 2.1 for one violation fewer than there are,
   * and doubles; at the bound for none the rest is flipped by force.
   *
   * @return a consistent partition, or null when f is constant
   */
  int @Nullable [] fromVector(double[] f) {
    int[] side = new int[model.nodes];
    descent.penalize(new TwoWayObjective(model.volume, 0.0, goal.gamma(), 0.0));
    if (descent.threshold(f, side) == Double.POSITIVE_INFINITY) {
      return null;
    }
    record(goal.gamma(), descent.descend(side), side);
    double penalty = 0.0;
    for (int step = 0; step < DOUBLINGS; step++) {
      TwoWayScore score = TwoWayScore.of(model, side);
      double violated = score.hard() + goal.excess(score);
      if (violated == 0.0) {
        break;
      }
      double lambda = goal.level(model, TwoWayScore.of(model, forced(side)));
      double bound = 0.25 * model.volume * lambda / Math.min(1.0, model.leastSoftWeight);
      if (penalty > bound) {
        break;
      }
      double first = 0.25 * model.volume * lambda / violated;
      penalty = penalty == 0.0 ? first : 2.0 * penalty;
      if (!(penalty > 0.0)) {
        break;
      }
      descent.penalize(objective(penalty));
      record(penalty, descent.descend(side), side);
    }
    return forced(side);
  }

  private TwoWayObjective objective(double penalty) {
    return new TwoWayObjective(
        model.volume, penalty, goal.continued() ? penalty : goal.gamma(), 0.0);
  }

  private void record(double penalty, double value, int[] side) {
    TwoWayScore score = TwoWayScore.of(model, side);
    gamma = goal.continued() ? penalty : goal.gamma();
    path.add(new GammaStep(penalty, value, score.hard() + score.soft()));
  }

  /** The best threshold of a vector, cannot-links then forced; null when the vector is constant. */
  int @Nullable [] threshold(double[] f) {
    int[] side = new int[model.nodes];
    descent.penalize(new TwoWayObjective(model.volume, 0.0, goal.gamma(), 0.0));
    return descent.threshold(f, side) == Double.POSITIVE_INFINITY ? null : forced(side);
  }

  /** Flips one node of each pair that shares a side: the one that has less weight to that side. */
  private int[] forced(int[] from) {
    int[] side = from.clone();
    for (int a : model.unitNode) {
      int b = model.partner[a];
      if (b >= 0 && side[a] == side[b]) {
        int moved = attachment(a, side) <= attachment(b, side) ? a : b;
        side[moved] = 1 - side[moved];
      }
    }
    return side;
  }

  private double attachment(int i, int[] side) {
    CsrMatrix weights = model.weights;
    double sum = 0.0;
    for (int p = weights.rowPtr()[i]; p < weights.rowPtr()[i + 1]; p++) {
      sum += side[weights.col()[p]] == side[i] ? weights.val()[p] : -weights.val()[p];
    }
    return sum;
  }

  /**
   * Descends from a consistent partition, which stays consistent (Theorem 3.1).
   *
   * @param side overwritten by the result, which is no worse
   */
  void descend(int[] side) {
    boolean refined = false;
    for (int turn = 0; turn < TURNS; turn++) {
      TwoWayScore score = TwoWayScore.of(model, side);
      int[] trial = side.clone();
      boolean local = turn % 2 == 1;
      if (local) {
        polish.refine(trial, goal.objective(model, score));
      } else {
        descent.penalize(goal.continuous(model, score));
        descent.descend(trial);
      }
      if (!accept(trial, side) && refined) {
        break;
      }
      refined |= local;
    }
    TwoWayScore score = TwoWayScore.of(model, side);
    if (goal.continued()) {
      gamma = goal.objective(model, score).gammaSoft();
      path.add(new GammaStep(gamma, goal.value(score), score.soft()));
    }
  }

  /** Random kicks, each followed by local search; the result is no worse. */
  void kick(int[] side, SplittableRandom random, long work) {
    TwoWayScore score = TwoWayScore.of(model, side);
    boolean pressing = goal.excess(score) > 0.0;
    int[] trial = side.clone();
    polish.kick(trial, goal.objective(model, score), random, pressing ? work / 2 : work);
    accept(trial, side);
    score = TwoWayScore.of(model, side);
    if (pressing) {
      trial = side.clone();
      polish.kick(trial, goal.holding(model, score), random, work / 2);
      accept(trial, side);
    }
  }

  private boolean accept(int[] trial, int[] side) {
    TwoWayScore found = TwoWayScore.of(model, trial);
    boolean better = found.hard() == 0.0 && goal.better(found, TwoWayScore.of(model, side));
    if (better) {
      System.arraycopy(trial, 0, side, 0, side.length);
    }
    return better;
  }

  /** The steps of the continuation. */
  List<GammaStep> path() {
    return path;
  }

  /** The last penalty. */
  double gamma() {
    return gamma;
  }

  RatioDca descent() {
    return descent;
  }
}
