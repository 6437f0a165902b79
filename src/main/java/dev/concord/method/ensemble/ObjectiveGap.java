package dev.concord.method.ensemble;

import dev.concord.method.MethodResult;
import dev.concord.method.productcut.ProductCutFigures;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What it costs a partition in the choice that its search by product-cut ended at a lower objective
 * than another search of the same graph, up to {@value #MOST} log-likelihoods of pairs. Without
 * pairs the largest objective counts; a few pairs that every partition holds are no reason to take
 * another, and many outweigh it. Partitions of MNIST that join two digits are 0.04 a point lower.
 */
final class ObjectiveGap {
  private static final double MOST = 3.0;

  /** Pairs that are made to hold lower it by so much a point. */
  private static final double FREE = 0.02;

  private static final double FULL = 0.04;

  private ObjectiveGap() {}

  /** The cost for each member, 0 for other methods. */
  static double[] costs(List<Member> members) {
    double[] costs = new double[members.size()];
    for (int m = 0; m < costs.length; m++) {
      Double own = objective(members, m);
      double gap = 0.0;
      for (int other = 0; own != null && other < costs.length; other++) {
        Double higher = objective(members, other);
        boolean comparable = members.get(other).onShared() == members.get(m).onShared();
        gap = higher != null && comparable ? Math.max(gap, higher - own) : gap;
      }
      costs[m] = MOST * Math.min(1.0, Math.max(0.0, gap - FREE) / (FULL - FREE));
    }
    return costs;
  }

  /** That of the search that a member goes back to, or null. */
  private static @Nullable Double objective(List<Member> members, int member) {
    MethodResult result = members.get(member).result();
    return result != null && result.figures() instanceof ProductCutFigures figures
        ? figures.objective()
        : null;
  }
}
