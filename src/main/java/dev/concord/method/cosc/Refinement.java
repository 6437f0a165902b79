package dev.concord.method.cosc;

import dev.concord.method.LabelledPairs;
import dev.concord.method.Method;
import dev.concord.method.MethodOptions;
import dev.concord.method.Problem;
import dev.concord.partition.cut.Multiway;
import dev.concord.partition.cut.MultiwayOptions;
import java.util.List;

/**
 * The last step after any method: its partition with all hard constraints met, and from there on to
 * a partition near it with a lower normalized cut. Points of one known label stay together and
 * points of two apart where the method goes by labels.
 *
 * <p>The objective never rises above that of the feasible partition it starts from. The search is
 * local: rounds of moves of points and of groups of points, no clusters are merged or split, so
 * that what the method found is kept.
 */
public final class Refinement {
  /** Of the mean degree: what a violated soft constraint of weight 1 costs. */
  private static final double PRICE = 0.5;

  private Refinement() {}

  /**
   * A refined partition.
   *
   * @param labels cluster of each point
   * @param figures what is reported about the refinement
   */
  public record Refined(int[] labels, RefinementFigures figures) {}

  /**
   * Whether there is something to refine: not after cosc itself, not after a method whose objective
   * is another than the cut, and not where the partition depends on a second graph, which the cut
   * does not include.
   */
  public static boolean applies(Problem problem, Method method) {
    boolean otherGoal = problem.side() != null && method.usesSideGraph();
    return method.isRefinedByCut() && !otherGoal && problem.clusters() > 1;
  }

  /**
   * Refines.
   *
   * @param problem what the method was given
   * @param method the method
   * @param labels its partition, 0..k-1
   * @param options those of method.cosc
   * @throws dev.concord.error.UnsatisfiableException when no partition holds all hard constraints,
   *     or none was found
   */
  public static Refined of(Problem problem, Method method, int[] labels, MethodOptions options) {
    CoscOptions cosc = CoscOptions.of(options);
    HardConstraintProblem hard =
        HardConstraintProblem.of(problem, LabelledPairs.binding(problem, method));
    int[] start = hard.feasible(labels);
    if (hard.nodes().nodes() <= problem.clusters()) {
      // Must-links leave a point for each cluster at most: nothing can move without emptying one.
      return unchanged(labels, hard.nodes().expand(start));
    }
    CutSearch search =
        new CutSearch(
            hard.nodes(), problem.clusters(), MultiwayOptions.defaults(), true, problem.seeds());
    Multiway found = search.solve(List.of(start), penalty(hard, problem, cosc), cosc.violations());
    int[] refined = hard.nodes().expand(found.labels());
    RefinementFigures figures =
        new RefinementFigures.Searched(
            Cosc.NAME,
            different(labels, hard.nodes().expand(start)),
            different(labels, refined),
            MultiwayFigures.of(found, search.path()));
    return new Refined(refined, figures);
  }

  /**
   * The penalty of a violated soft constraint: as configured, else {@value #PRICE} of the mean
   * degree. A point follows a pair of weight 1 where less than about half of its edge weight speaks
   * against it. Raised until all hold, as in cosc, wrong pairs would tear points out of their
   * clusters, and undo how the method has weighed them.
   */
  private static double penalty(HardConstraintProblem hard, Problem problem, CoscOptions cosc) {
    return Double.isNaN(cosc.gamma()) && cosc.violations() == 0.0
        ? PRICE * hard.nodes().volume() / problem.size()
        : cosc.gamma();
  }

  private static Refined unchanged(int[] labels, int[] feasible) {
    int moved = different(labels, feasible);
    return new Refined(feasible, new RefinementFigures.Forced(Cosc.NAME, moved, moved));
  }

  private static int different(int[] a, int[] b) {
    int count = 0;
    for (int i = 0; i < a.length; i++) {
      count += a[i] == b[i] ? 0 : 1;
    }
    return count;
  }
}
