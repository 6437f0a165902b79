package dev.concord.suggest;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.Seeds;
import dev.concord.partition.coloring.PartitionProblem;
import dev.concord.partition.cut.Coarsening;
import dev.concord.partition.cut.Multilevel;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Small groups of strongly connected points, by multilevel coarsening of the graph. They depend on
 * neither constraints nor clusters, so they stay the same while both change. No group joins two
 * components of the graph.
 *
 * <p>Time and memory: a few visits of every edge, and the contracted graphs. The arrays handed out
 * are not copies and must not be changed.
 *
 * @param groupOf group of each point
 * @param central the most central point of each group
 * @param between weights between groups: symmetric, no diagonal
 * @param volumes sum of degrees of each group
 */
public record PointGroups(int[] groupOf, int[] central, CsrMatrix between, double[] volumes) {
  /**
   * Groups the points of a graph.
   *
   * @param wanted target number of groups, at least 1; the result often has somewhat fewer, but at
   *     least one per component of the graph
   */
  public static PointGroups of(SimilarityGraph graph, int wanted, Seeds seeds) {
    PartitionProblem level =
        PartitionProblem.of(
            graph, PairConstraints.none(graph.size(), Integer::toString), /* hard= */ false);
    SplittableRandom random = seeds.random("point-groups");
    double cap = 1.5 * level.volume() / wanted;
    while (level.nodes() > wanted) {
      int[] group = Coarsening.groups(level, new int[level.nodes()], cap, random);
      int groups = Coarsening.count(group);
      if (groups > Multilevel.STALLED * level.nodes()) {
        break;
      }
      level = level.merged(group, groups);
    }
    int[] groupOf = level.nodeOf();
    return new PointGroups(
        groupOf, central(graph, groupOf, level.nodes()), level.weights(), level.volumes());
  }

  /** The point of each group with the most weight inside it, the smallest index among equals. */
  private static int[] central(SimilarityGraph graph, int[] groupOf, int groups) {
    int[] central = new int[groups];
    Arrays.fill(central, -1);
    double[] strength = new double[groups];
    CsrMatrix weights = graph.weights();
    for (int i = 0; i < groupOf.length; i++) {
      int own = groupOf[i];
      double inside = 0.0;
      for (int p = weights.rowPtr()[i]; p < weights.rowPtr()[i + 1]; p++) {
        inside += groupOf[weights.col()[p]] == own ? weights.val()[p] : 0.0;
      }
      if (central[own] < 0 || inside > strength[own]) {
        central[own] = i;
        strength[own] = inside;
      }
    }
    return central;
  }

  /** Number of groups. */
  public int count() {
    return central.length;
  }
}
