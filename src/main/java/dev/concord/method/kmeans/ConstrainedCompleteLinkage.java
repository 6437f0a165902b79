package dev.concord.method.kmeans;

import dev.concord.constraint.Contradictions;
import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.error.InputException;
import dev.concord.error.UnsatisfiableException;
import dev.concord.method.Method;
import dev.concord.method.MethodFigures;
import dev.concord.method.MethodInfo;
import dev.concord.method.MethodInfo.Trait;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Option;
import dev.concord.method.Problem;
import dev.concord.method.Services;
import java.util.Arrays;

/**
 * Constrained complete linkage (Klein, Kamvar and Manning, ICML 2002): distances between feature
 * rows, adapted to the constraints by {@link ConstrainedDistances}, then {@link CompleteLinkage}
 * down to k clusters. The graph is not used.
 *
 * <p>Choices: only constraints of weight 1 enter. Cannot-links are set to 1e6 times the largest
 * propagated distance. With many cannot-links the merges left may all break one before k is
 * reached, although another partition might meet them all; then the run is refused with the number
 * of clusters that is reached, or, with {@code unreachable = merge}, goes on and breaks some. Ties
 * are broken by index, see {@link CompleteLinkage}.
 *
 * <p>Cost: O(n²·d) for the distances, O(n²) for each must-link component, O(n²) as a rule for the
 * linkage; 8·n² bytes. Meant for small data: at most {@value #LARGEST} points.
 */
public final class ConstrainedCompleteLinkage implements Method {
  /** The action when every remaining merge would break a hard cannot-link. */
  private enum Unreachable {
    REFUSE,
    MERGE
  }

  private static final Option<Unreachable> UNREACHABLE =
      Option.choice(
          "unreachable",
          Unreachable.class,
          "What to do when every merge left would break a cannot-link of weight 1.");

  /** The most points taken: their distances fill 200 MB. */
  static final int LARGEST = 5_000;

  private static final MethodInfo INFO =
      new MethodInfo(
              "complete-linkage",
              "Complete linkage with constraints propagated through the distances",
              "Klein, Kamvar and Manning, ICML 2002",
              "features; pairs of weight 1",
              "all pairs of weight 1 hold, or the run is refused; no optimum",
              "5,000 points (8 n² bytes)")
          .reading(UNREACHABLE)
          .reporting(Figures.class)
          .with(Trait.NEEDS_FEATURES);

  @Override
  public MethodInfo info() {
    return INFO;
  }

  @Override
  public long driverBytes(long points, int clusters, MethodOptions options) {
    return 8L * points * points + 40L * points;
  }

  @Override
  public void checkSize(long points, int clusters, MethodOptions options) {
    if (points > LARGEST) {
      throw new InputException(
          ("clusters.method is complete-linkage, which compares all pairs of points and takes at"
                  + " most %s, but the input has %s. Cluster a sample, or choose another"
                  + " clusters.method, such as ccskl.")
              .formatted(LARGEST, points));
    }
  }

  @Override
  public MethodResult run(Problem problem, Services services) {
    checkSize(problem.size(), problem.clusters(), problem.options());
    boolean merge = problem.options().get(UNREACHABLE) == Unreachable.MERGE;
    PairConstraints pairs = problem.constraints();
    int n = problem.size();
    int k = problem.clusters();
    MustLinkClosure closure = MustLinkClosure.of(pairs);
    Contradictions contradictions = Contradictions.find(pairs, closure);
    warnOfConstraints(pairs, contradictions, services);
    if (closure.count() < k) {
      throw new UnsatisfiableException(
          ("clusters.count is %s, but the must-links of weight 1 join the %s points into %s"
                  + " groups, each of which stays in one cluster. Lower clusters.count, or remove"
                  + " must-links.")
              .formatted(k, n, closure.count()));
    }
    double[] features = services.features();
    ConstrainedDistances distances =
        ConstrainedDistances.of(features, features.length / n, closure);
    double largest = distances.largest();
    double forbidden = distances.forbidden();
    CompleteLinkage.Merges merges = CompleteLinkage.of(distances.separated(pairs));
    int reached = reached(merges, forbidden);
    if (k < reached && !merge) {
      throw new UnsatisfiableException(
          ("method complete-linkage comes down to %s clusters, not to clusters.count = %s: every"
                  + " merge left would join points of a cannot-link of weight 1. The linkage"
                  + " merges the nearest clusters and never goes back, so another partition may"
                  + " still meet all constraints. Set clusters.count = %s, remove cannot-links,"
                  + " set method.complete-linkage.unreachable = merge to break some, or choose"
                  + " another clusters.method.")
              .formatted(reached, k, reached));
    }
    if (k < reached) {
      services.warn(
          ("complete-linkage came down to %s clusters without breaking a cannot-link; the last %s"
                  + " merges broke some to reach clusters.count = %s.")
              .formatted(reached, reached - k, k));
    }
    int[] groups = merges.labels(k);
    int[] labels = new int[n];
    for (int i = 0; i < n; i++) {
      labels[i] = groups[closure.componentOf()[i]];
    }
    Figures figures = new Figures(closure.count(), reached, largest, lastHeights(merges, k));
    return new MethodResult(labels, null, null, figures);
  }

  /** Clusters left before the first merge at the distance of a cannot-link. */
  private static int reached(CompleteLinkage.Merges merges, double forbidden) {
    int allowed = 0;
    while (allowed < merges.height().length && merges.height()[allowed] < forbidden) {
      allowed++;
    }
    return merges.height().length + 1 - allowed;
  }

  /** The heights of up to ten merges before the cut, ascending. */
  private static double[] lastHeights(CompleteLinkage.Merges merges, int k) {
    int done = merges.height().length + 1 - k;
    return Arrays.copyOfRange(merges.height(), Math.max(0, done - 10), done);
  }

  private static void warnOfConstraints(
      PairConstraints pairs, Contradictions contradictions, Services services) {
    if (pairs.softCount() > 0) {
      services.warn(
          pairs.softCount()
              + " constraints have a weight below 1; complete-linkage takes only constraints of"
              + " weight 1 and leaves these out. Give them weight 1, or choose"
              + " clusters.method = ccskl.");
    }
    if (contradictions.count() > 0) {
      services.warn(
          contradictions.count()
              + " cannot-links contradict the must-links, for example "
              + contradictions.describe(contradictions.proofs(1).get(0))
              + "; complete-linkage keeps the must-links and breaks these.");
    }
    if (pairs.size() - pairs.softCount() == 0) {
      services.warn(
          "complete-linkage was given no constraint of weight 1: its clusters follow the distances"
              + " alone. Name a table in input.constraints.");
    }
  }

  /**
   * The figures of complete-linkage.
   *
   * @param groups must-link components
   * @param reachableClusters clusters left before the first merge that breaks a cannot-link
   * @param largestDistance after the distances were adjusted to the constraints
   * @param lastHeights distances of the last merges
   */
  record Figures(int groups, int reachableClusters, double largestDistance, double[] lastHeights)
      implements MethodFigures {}
}
