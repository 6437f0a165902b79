package dev.concord.partition.cut;

import dev.concord.partition.coloring.PartitionProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One round of multilevel search from a feasible partition: groups within the clusters are formed
 * level by level until few are left, and on the way back local search moves first large groups,
 * then smaller ones, then nodes. Because no group crosses a cluster, the partition is never worse
 * than at the start of the round, and no hard cannot-link becomes violated.
 *
 * <p>Time a few dozen visits of each edge; memory about twice that of the problem.
 */
public final class Multilevel {
  /** Grouping that leaves more than this share of the nodes has come to its end. */
  public static final double STALLED = 0.95;

  /** Passes of local search on one level. */
  static final int PASSES = 5;

  /** A pass that lowers the objective by a smaller share is the last one of its level. */
  private static final double ENOUGH = 1e-3;

  private final PartitionProblem problem;
  private final int k;
  private final MultiwayOptions options;
  private long work;
  private long moves;
  private int rounds;

  Multilevel(PartitionProblem problem, int k, MultiwayOptions options) {
    this.problem = problem;
    this.k = k;
    this.options = options;
  }

  long work() {
    return work;
  }

  int rounds() {
    return rounds;
  }

  long moves() {
    return moves;
  }

  /**
   * Labels no worse than the given ones.
   *
   * @param labels feasible, not modified
   * @param classes a refinement of the labels that groups must respect, or the labels themselves
   */
  int[] round(int[] labels, int[] classes, SplittableRandom random) {
    rounds++;
    List<PartitionProblem> problems = new ArrayList<>();
    List<int[]> groupings = new ArrayList<>();
    problems.add(problem);
    int[] current = labels.clone();
    int[] currentClasses = classes.clone();
    double cap = 1.5 * problem.volume() / ((double) k * options.coarseNodes());
    int enough = k * options.coarseNodes();
    while (problems.get(problems.size() - 1).nodes() > enough) {
      PartitionProblem fine = problems.get(problems.size() - 1);
      int[] group = Coarsening.groups(fine, currentClasses, cap, random);
      int groups = Coarsening.count(group);
      work += 2L * fine.weights().nonZeros();
      if (groups > STALLED * fine.nodes()) {
        break;
      }
      current = lifted(current, group, groups);
      currentClasses = lifted(currentClasses, group, groups);
      problems.add(fine.merged(group, groups));
      groupings.add(group);
      work += 2L * fine.weights().nonZeros();
    }
    for (int level = problems.size() - 1; level >= 0; level--) {
      CutState state = new CutState(problems.get(level), k, current, options.gamma());
      LocalSearch search = new LocalSearch(state, options.patience(), Long.MAX_VALUE);
      search.run(PASSES, ENOUGH, random);
      work += state.work;
      moves += search.moves();
      current = level > 0 ? projected(state.label, groupings.get(level - 1)) : state.label;
    }
    return current;
  }

  private static int[] lifted(int[] values, int[] group, int groups) {
    int[] lifted = new int[groups];
    for (int v = 0; v < group.length; v++) {
      lifted[group[v]] = values[v];
    }
    return lifted;
  }

  static int[] projected(int[] values, int[] group) {
    int[] projected = new int[group.length];
    for (int v = 0; v < group.length; v++) {
      projected[v] = values[group[v]];
    }
    return projected;
  }
}
