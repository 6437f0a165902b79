package dev.concord.partition.sizes;

/**
 * Solves a {@link SizeProblem}: exactly where it is a transport problem or small, and otherwise by
 * rounding the relaxed solution, a local search where that breaks a bound, and a search for lower
 * losses. Deterministic, whatever the number of cores.
 *
 * <p>Time that of {@link SizeFlow} where nodes of equal weight without cannot-links are enough to
 * hold the bounds; otherwise some seconds at most for the local search.
 */
public final class SizeSearch {
  /** Of the loss: a smaller difference from its lower bound is rounding. */
  private static final double EXACT = 1e-9;

  private SizeSearch() {}

  /**
   * What was found.
   *
   * @param labels of the nodes, within all bounds; empty when no partition was found
   * @param loss of the partition
   * @param bound no partition within the bounds has a lower loss
   * @param proved that no partition is better, or without labels that there is none
   */
  public record Found(int[] labels, double loss, double bound, boolean proved) {
    /** Whether there is a partition. */
    public boolean any() {
      return labels.length > 0;
    }
  }

  /** Solves; a partition that holds its bounds stays as it is. */
  public static Found of(SizeProblem problem) {
    if (problem.holds(problem.labels())) {
      return new Found(problem.labels().clone(), 0.0, 0.0, true);
    }
    Found found = local(problem);
    if (found.proved()) {
      return found;
    }
    AssignmentTree.Found searched = AssignmentTree.of(problem, found.labels());
    double loss = problem.loss(searched.labels());
    return new Found(
        searched.labels(), loss, searched.complete() ? loss : found.bound(), searched.complete());
  }

  /** What is found without looking at all assignments. */
  public static Found local(SizeProblem problem) {
    FreeNodes free = FreeNodes.of(problem);
    if (free.areAll()) {
      int[] best = free.best(problem.labels());
      double loss = problem.loss(best);
      return new Found(best, loss, loss, true);
    }
    SizeFlow relaxed =
        new SizeFlow(problem, FreeNodes.weighing(problem), problem.lower(), problem.upper());
    if (!relaxed.solve()) {
      return new Found(new int[0], 0.0, 0.0, true);
    }
    double bound = relaxed.loss();
    int[] rounded = relaxed.rounded();
    int[] best = problem.holds(rounded) ? rounded : new int[0];
    if (!isExact(problem, best, bound)) {
      best = better(problem, best, near(problem, free, rounded));
    }
    return new Found(best, problem.loss(best), bound, isExact(problem, best, bound));
  }

  private static boolean isExact(SizeProblem problem, int[] labels, double bound) {
    return labels.length > 0 && problem.loss(labels) <= bound * (1.0 + EXACT);
  }

  /** The best partition found near the relaxed one; empty when none was. */
  private static int[] near(SizeProblem problem, FreeNodes free, int[] rounded) {
    int[] start = apart(problem, rounded);
    int[] found = free.best(start);
    if (found.length == 0) {
      found = SizeRepair.of(problem, start);
    }
    if (found.length == 0) {
      found = SizeRepair.of(problem, problem.labels());
    }
    if (found.length == 0) {
      return found;
    }
    int[] improved = SizeImprovement.of(problem, found);
    return better(problem, improved, free.best(improved));
  }

  /** The relaxed solution as far as single moves reach it with all pairs apart. */
  private static int[] apart(SizeProblem problem, int[] rounded) {
    int[] labels = problem.labels().clone();
    boolean moved = true;
    while (moved) {
      moved = false;
      for (int v = 0; v < labels.length; v++) {
        if (labels[v] != rounded[v] && problem.mayJoin(labels, v, rounded[v])) {
          labels[v] = rounded[v];
          moved = true;
        }
      }
    }
    return labels;
  }

  private static int[] better(SizeProblem problem, int[] a, int[] b) {
    if (a.length == 0 || b.length == 0) {
      return a.length == 0 ? b : a;
    }
    return problem.loss(b) < problem.loss(a) ? b : a;
  }
}
