package dev.concord.partition.cut;

import dev.concord.linalg.Seeds;
import dev.concord.partition.coloring.PartitionProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A start for the search: a partition in which a cannot-link moves whole groups. A search for the
 * lowest cut alone satisfies most cannot-links by a singleton move: one of the two points goes to a
 * cluster in which it has no neighbour, because that is cheap; the points around it do not follow.
 * Here groups of some {@value #POINTS_A_GROUP} strongly tied points are the smallest sets that
 * move, and a violated cannot-link costs many times the singleton move of an average point. The
 * partition found violates some cannot-links, those within groups among them; a {@link
 * dev.concord.partition.coloring.FeasibleStart} from it meets them at the least loss.
 *
 * <p>Time and memory: a few visits of every edge, then those of {@link MultiwayCuts} on the groups.
 */
public final class GroupedSearch {
  private static final int POINTS_A_GROUP = 50;
  private static final int LEAST_GROUPS_A_CLUSTER = 20;

  /** Penalty of a violated cannot-link, in singleton moves of an average point. */
  private static final double PENALTY = 20.0;

  private GroupedSearch() {}

  /**
   * A cluster of each node.
   *
   * @param starts labels of the nodes to begin with, at least one; they need not be feasible
   * @param options what the search on the groups may take; their gamma is not used
   */
  public static int[] labels(
      PartitionProblem problem, int k, List<int[]> starts, MultiwayOptions options, Seeds seeds) {
    SplittableRandom random = seeds.random("grouped-search");
    PartitionProblem soft = problem.softened();
    int enough = Math.max(LEAST_GROUPS_A_CLUSTER * k, problem.points() / POINTS_A_GROUP);
    double cap = 1.5 * problem.volume() / enough;
    PartitionProblem level = soft;
    List<int[]> groupings = new ArrayList<>();
    while (level.nodes() > enough) {
      int[] group = Coarsening.groups(level, new int[level.nodes()], cap, random);
      int groups = Coarsening.count(group);
      if (groups > Multilevel.STALLED * level.nodes()) {
        break;
      }
      groupings.add(group);
      level = level.merged(group, groups);
    }
    int[] ofNode = new int[problem.nodes()];
    for (int v = 0; v < ofNode.length; v++) {
      int at = v;
      for (int[] group : groupings) {
        at = group[at];
      }
      ofNode[v] = at;
    }
    List<int[]> coarse = new ArrayList<>();
    for (int[] start : starts) {
      coarse.add(majority(problem, ofNode, level.nodes(), start, k));
    }
    double penalty = PENALTY * problem.volume() / problem.points();
    int[] found = MultiwayCuts.solve(level, k, coarse, options.withGamma(penalty), seeds).labels();
    return Multilevel.projected(found, ofNode);
  }

  /** The label that most of a group's volume has. */
  private static int[] majority(
      PartitionProblem problem, int[] ofNode, int groups, int[] labels, int k) {
    double[] votes = new double[Math.multiplyExact(groups, k)];
    for (int v = 0; v < ofNode.length; v++) {
      votes[ofNode[v] * k + labels[v]] += problem.volumes()[v];
    }
    int[] winners = new int[groups];
    for (int g = 0; g < groups; g++) {
      for (int c = 1; c < k; c++) {
        winners[g] = votes[g * k + c] > votes[g * k + winners[g]] ? c : winners[g];
      }
    }
    return winners;
  }
}
