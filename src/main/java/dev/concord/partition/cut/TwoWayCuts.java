package dev.concord.partition.cut;

import dev.concord.linalg.Seeds;
import dev.concord.partition.coloring.PartitionProblem;
import dev.concord.partition.cut.Bipartition.GammaStep;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Constrained 1-spectral clustering into two clusters (COSC; Rangapuram and Hein, AISTATS 2012):
 * the partition of the lowest normalized cut that holds every cannot-link of weight 1, or the
 * lowest trade-off between normalized cut and violated soft constraints.
 *
 * <p>Cannot-links are merged by two-colouring as far as they go ({@link TwoWayModel}); every start
 * is followed by the paper's continuation and descent ({@link RatioDca}), local search ({@link
 * TwoWayPolish}) and descent again; random kicks go on from the best. Small problems are solved by
 * looking at all partitions. The best partition ever seen is kept, so more starts never give a
 * worse one.
 *
 * <p>Same problem, options and seeds: same result, whatever the number of threads. Memory beside
 * the problem: 24 bytes an edge for the merged graph when there are cannot-links, 32 bytes an edge
 * and 250 bytes a node for each start that is under way, 24 more an edge where soft must-links are
 * penalized; graphs of more than a million edges take one start at a time.
 *
 * <p>A descent that reaches the limits of iterations before its inner problem is solved is no
 * failure: the partition it has come to is consistent and no worse than the one it started from,
 * and {@link Bipartition#gap} bounds the error of the last inner solution.
 */
public final class TwoWayCuts {
  /** Above this many non-zeros starts follow one another, each on all cores. */
  private static final int SIDE_BY_SIDE = 1 << 21;

  /** Default work of the kicks: visits an edge, within these bounds, and for large graphs. */
  private static final long KICKS_AN_EDGE = 1000;

  private static final long LEAST_KICKS = 1_000_000;
  private static final long USUAL_KICKS = 10_000_000;
  private static final long KICKS_AN_EDGE_LARGE = 20;

  private final PartitionProblem problem;
  private final TwoWayModel model;
  private final TwoWayOptions options;
  private final TwoWayGoal goal;
  private final Seeds seeds;

  private TwoWayCuts(PartitionProblem problem, TwoWayOptions options, Seeds seeds) {
    this.problem = problem;
    this.model = TwoWayModel.of(problem);
    this.options = options;
    this.goal = TwoWayGoal.of(model, options);
    this.seeds = seeds;
    if (model.nodes < 2) {
      throw new IllegalArgumentException("%d nodes cannot be split in two".formatted(model.nodes));
    }
  }

  /** The result of one start. */
  private record Outcome(
      int[] side,
      TwoWayScore score,
      List<GammaStep> path,
      double gamma,
      double gap,
      int outer,
      int inner) {}

  /**
   * Two clusters.
   *
   * @param starts vectors over the nodes to start from, for instance the second eigenvector
   * @param seeds drawn on: the streams {@code two-way.start} and {@code two-way.kicks}
   * @throws IllegalArgumentException when there are fewer than two nodes, a cycle has an odd number
   *     of cannot-links (see {@link dev.concord.constraint.ClusterShortage#requireRoomFor}), or
   *     there is no start
   */
  public static Bipartition solve(
      PartitionProblem problem, TwoWayOptions options, List<double[]> starts, Seeds seeds) {
    for (double[] start : starts) {
      if (start.length != problem.nodes() || !Arrays.stream(start).allMatch(Double::isFinite)) {
        throw new IllegalArgumentException(
            "a start of %d values for %d nodes, all must be finite"
                .formatted(start.length, problem.nodes()));
      }
    }
    if (starts.isEmpty() && options.starts() == 0) {
      throw new IllegalArgumentException("no start: starts = 0 and none given");
    }
    return new TwoWayCuts(problem, options, seeds).solve(starts);
  }

  /**
   * A partition at least as good as a given one.
   *
   * @param side 0 or 1 for each node; where it breaks a cannot-link the nodes tied by cannot-links
   *     are first put on the sides that most of them have
   */
  public static Bipartition improve(
      PartitionProblem problem, TwoWayOptions options, int[] side, Seeds seeds) {
    if (side.length != problem.nodes() || Arrays.stream(side).anyMatch(s -> s != 0 && s != 1)) {
      throw new IllegalArgumentException(
          "sides of %d nodes for %d, each 0 or 1".formatted(side.length, problem.nodes()));
    }
    TwoWayCuts cuts = new TwoWayCuts(problem, options, seeds);
    if (cuts.model.units <= options.exhaustive()) {
      return cuts.enumerated();
    }
    return cuts.finish(List.of(cuts.from(cuts.model.repaired(side))));
  }

  private Bipartition solve(List<double[]> starts) {
    if (model.units <= options.exhaustive()) {
      return enumerated();
    }
    int count = starts.size() + options.starts();
    long share = options.work() == 0 ? 0 : Math.max(1, options.work() / count);
    IntStream numbers = IntStream.range(0, count);
    boolean sideBySide = model.weights.nonZeros() <= SIDE_BY_SIDE;
    List<Outcome> outcomes =
        new ArrayList<>(
            (sideBySide ? numbers.parallel() : numbers)
                .mapToObj(s -> start(starts, s, share))
                .toList());
    int[] uncut = TwoWayComponents.uncut(model);
    if (uncut != null) {
      outcomes.add(from(uncut));
    }
    return finish(outcomes);
  }

  private Outcome start(List<double[]> starts, int number, long share) {
    TwoWayBudget budget = new TwoWayBudget(share);
    int own = number - starts.size();
    double[] f =
        own < 0
            ? model.merged(starts.get(number), problem.volumes())
            : TwoWayStarts.vector(
                model, own, new SplittableRandom(seeds.stream("two-way.start", own)), budget);
    TwoWayRun run = new TwoWayRun(model, goal, options, budget);
    int[] direct = run.threshold(f);
    int[] side = run.fromVector(f);
    if (side == null || direct == null) {
      side = plain();
    } else if (model.hardTotal > 0.0 && !Arrays.equals(side, direct)) {
      run.descend(direct);
    }
    run.descend(side);
    TwoWayScore score = TwoWayScore.of(model, side);
    if (direct != null) {
      TwoWayScore other = TwoWayScore.of(model, direct);
      if (goal.better(other, score)) {
        return outcome(run, direct, other);
      }
    }
    return outcome(run, side, score);
  }

  private Outcome from(int[] side) {
    TwoWayRun run = new TwoWayRun(model, goal, options, new TwoWayBudget(options.work()));
    run.descend(side);
    return outcome(run, side, TwoWayScore.of(model, side));
  }

  private static Outcome outcome(TwoWayRun run, int[] side, TwoWayScore score) {
    RatioDca descent = run.descent();
    return new Outcome(
        side, score, run.path(), run.gamma(), descent.gap(), descent.outer(), descent.iterations());
  }

  /** Units alternately on either side: the start when a vector is constant. */
  private int[] plain() {
    int[] side = new int[model.nodes];
    for (int u = 0; u < model.units; u++) {
      int a = model.unitNode[u];
      side[a] = u % 2;
      if (model.partner[a] >= 0) {
        side[model.partner[a]] = 1 - side[a];
      }
    }
    return side;
  }

  private Bipartition finish(List<Outcome> outcomes) {
    Outcome best = outcomes.get(0);
    int outer = 0;
    int inner = 0;
    for (Outcome outcome : outcomes) {
      if (goal.better(outcome.score(), best.score())) {
        best = outcome;
      }
      outer += outcome.outer();
      inner += outcome.inner();
    }
    long work = kickWork();
    int[] side = best.side();
    List<GammaStep> path = new ArrayList<>(best.path());
    double gamma = best.gamma();
    double gap = best.gap();
    if (work > 0) {
      TwoWayRun last = new TwoWayRun(model, goal, options, new TwoWayBudget(0));
      int[] kicked = side.clone();
      last.kick(kicked, seeds.random("two-way.kicks"), work);
      if (goal.better(TwoWayScore.of(model, kicked), best.score())) {
        last.descend(kicked);
        side = kicked;
        path.addAll(last.path());
        gamma = last.gamma();
        gap = last.descent().gap();
        outer += last.descent().outer();
        inner += last.descent().iterations();
      }
    }
    return result(side, path, gamma, gap, outer, inner, false);
  }

  private long kickWork() {
    long entries = model.weights.nonZeros();
    long work = options.kicks();
    if (work < 0) {
      work = Math.max(LEAST_KICKS, Math.min(USUAL_KICKS, KICKS_AN_EDGE * entries / 2));
      work = Math.max(work, KICKS_AN_EDGE_LARGE * entries / 2);
    }
    return options.work() > 0 ? Math.min(work, options.work()) : work;
  }

  private Bipartition enumerated() {
    int[] side = TwoWayEnumeration.best(model, goal);
    TwoWayScore score = TwoWayScore.of(model, side);
    double gamma = goal.continued() ? goal.objective(model, score).gammaSoft() : goal.gamma();
    List<GammaStep> path = List.of(new GammaStep(gamma, goal.value(score), score.soft()));
    return result(side, path, gamma, 0.0, 0, 0, true);
  }

  private Bipartition result(
      int[] merged,
      List<GammaStep> path,
      double gamma,
      double gap,
      int outer,
      int inner,
      boolean proven) {
    TwoWayScore score = TwoWayScore.of(model, merged);
    return new Bipartition(
        model.expand(merged),
        score.ncut(),
        2.0 * score.cut(),
        model.volume > 0.0 ? 2.0 * score.volumeOne() * score.volumeZero() / model.volume : 0.0,
        goal.value(score),
        gamma,
        score.soft(),
        List.copyOf(path),
        gap,
        outer,
        inner,
        proven);
  }
}
