package dev.concord.partition.cut;

import dev.concord.partition.coloring.PartitionProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Splits a cluster in two with a low normalized cut: coarsened to a few dozen groups, regions grown
 * around random groups, each improved by local search, the best one refined level by level.
 *
 * <p>Meant for clusters of a feasible partition: there no two nodes must lie apart, and
 * cannot-links are ignored. Time O(nonzeros) times a few dozen.
 */
final class Bisection {
  private static final int COARSEST = 60;
  private static final int TRIES = 6;

  private final MultiwayOptions options;
  private final SplittableRandom random;
  private final int[] side;
  private long work;

  /**
   * Splits at once.
   *
   * @param whole nodes that may share a cluster, two or more
   */
  Bisection(PartitionProblem whole, MultiwayOptions options, SplittableRandom random) {
    this.options = options;
    this.random = random;
    this.side = split(whole);
  }

  /** Side 0 or 1 of each node; both are used. */
  int[] side() {
    return side;
  }

  /** Entries visited. */
  long work() {
    return work;
  }

  private int[] split(PartitionProblem whole) {
    List<PartitionProblem> problems = new ArrayList<>(List.of(whole));
    List<int[]> groupings = new ArrayList<>();
    double cap = whole.volume() / COARSEST * 3.0;
    while (problems.get(problems.size() - 1).nodes() > COARSEST) {
      PartitionProblem fine = problems.get(problems.size() - 1);
      int[] group = Coarsening.groups(fine, new int[fine.nodes()], cap, random);
      int groups = Coarsening.count(group);
      work += 2L * fine.weights().nonZeros();
      if (groups > Multilevel.STALLED * fine.nodes() || groups < 2) {
        break;
      }
      problems.add(fine.merged(group, groups));
      groupings.add(group);
      work += 2L * fine.weights().nonZeros();
    }
    int[] best = coarsest(problems.get(problems.size() - 1));
    for (int level = problems.size() - 2; level >= 0; level--) {
      int[] labels = Multilevel.projected(best, groupings.get(level));
      best = improved(problems.get(level), labels, 2, 1e-3).label;
    }
    return best;
  }

  private int[] coarsest(PartitionProblem problem) {
    int[] best = new int[problem.nodes()];
    double bestObjective = Double.POSITIVE_INFINITY;
    for (int t = 0; t < TRIES; t++) {
      CutState state = improved(problem, region(problem, random), Multilevel.PASSES, 0.0);
      if (state.objective() < bestObjective) {
        bestObjective = state.objective();
        best = state.label;
      }
    }
    return best;
  }

  private CutState improved(PartitionProblem problem, int[] labels, int passes, double enough) {
    CutState state = new CutState(problem, 2, labels, options.gamma());
    new LocalSearch(state, options.patience(), Long.MAX_VALUE).run(passes, enough, random);
    work += state.work;
    return state;
  }

  /**
   * Side 1: the nodes nearest to a random node in breadth-first order, up to a random share of the
   * volume.
   */
  private static int[] region(PartitionProblem problem, SplittableRandom random) {
    int n = problem.nodes();
    int[] order = new int[n];
    boolean[] seen = new boolean[n];
    int count = 0;
    int start = random.nextInt(n);
    double wanted = (0.15 + 0.35 * random.nextDouble()) * problem.volume();
    double volume = 0.0;
    int[] side = new int[n];
    int next = 0;
    order[count++] = start;
    seen[start] = true;
    int taken = 0;
    while (taken < n - 1 && (taken == 0 || volume < wanted)) {
      if (next == count) {
        // No node of the component is left: continue in the next one.
        int v = 0;
        while (seen[v]) {
          v++;
        }
        seen[v] = true;
        order[count++] = v;
      }
      int v = order[next++];
      side[v] = 1;
      taken++;
      volume += problem.volumes()[v];
      for (int p = problem.weights().rowPtr()[v]; p < problem.weights().rowPtr()[v + 1]; p++) {
        int u = problem.weights().col()[p];
        if (!seen[u]) {
          seen[u] = true;
          order[count++] = u;
        }
      }
    }
    return side;
  }
}
