package dev.concord.method.cosc;

import dev.concord.linalg.Seeds;
import dev.concord.partition.coloring.PartitionProblem;
import dev.concord.partition.cut.Multiway;
import dev.concord.partition.cut.MultiwayCuts;
import dev.concord.partition.cut.MultiwayOptions;
import java.util.ArrayList;
import java.util.List;

/**
 * Searches k clusters at a given penalty of violated soft constraints, or raises the penalty from 0
 * until few enough are violated (as the COSC paper raises its gamma, Section 3).
 */
final class CutSearch {
  /**
   * The first penalty above 0, in normalized cut for a unit of violated soft constraints: gamma 2k
   * / vol(V).
   */
  private static final double FIRST_PENALTY = 0.01;

  /** At most so many: a unit then costs k, more than any normalized cut. */
  private static final int MOST_DOUBLINGS = 40;

  private final PartitionProblem problem;
  private final int clusters;
  private final MultiwayOptions options;
  private final Seeds seeds;
  private final boolean nearby;
  private final List<Double> path = new ArrayList<>();

  /**
   * A search.
   *
   * @param nearby whether to stay near the starts, which must be feasible then: no clusters are
   *     merged, split or combined
   */
  CutSearch(
      PartitionProblem problem,
      int clusters,
      MultiwayOptions options,
      boolean nearby,
      Seeds seeds) {
    this.problem = problem;
    this.clusters = clusters;
    this.options = options;
    this.nearby = nearby;
    this.seeds = seeds;
  }

  /** The penalties gone through, the last one that of the result. */
  List<Double> path() {
    return List.copyOf(path);
  }

  /**
   * The best partition found from the starts; at the last penalty none of them is better.
   *
   * @param starts labels of the nodes
   * @param gamma penalty of violated soft constraints, or NaN: raised from 0
   * @param allowed weight of soft constraints that may be violated when gamma is NaN
   */
  Multiway solve(List<int[]> starts, double gamma, double allowed) {
    if (!Double.isNaN(gamma)) {
      return at(gamma, starts);
    }
    Multiway best = at(0.0, starts);
    double penalty = FIRST_PENALTY * problem.volume() / (2.0 * clusters);
    // Violations inside merged nodes cannot be removed at any penalty.
    double least = Math.max(allowed, problem.lost());
    for (int step = 0; step < MOST_DOUBLINGS && best.violated() > least; step++) {
      List<int[]> from = new ArrayList<>(starts);
      from.add(best.labels());
      best = at(penalty, from);
      if (penalty > problem.volume() / 2.0) {
        break;
      }
      penalty *= 2.0;
    }
    return best;
  }

  private Multiway at(double penalty, List<int[]> starts) {
    path.add(penalty);
    MultiwayOptions penalized = options.withGamma(penalty);
    if (!nearby) {
      return MultiwayCuts.solve(problem, clusters, starts, penalized, seeds);
    }
    Multiway best = MultiwayCuts.improve(problem, clusters, starts.get(0), penalized, seeds);
    for (int[] start : starts.subList(1, starts.size())) {
      Multiway next = MultiwayCuts.improve(problem, clusters, start, penalized, seeds);
      best = next.objective() < best.objective() ? next : best;
    }
    return best;
  }
}
