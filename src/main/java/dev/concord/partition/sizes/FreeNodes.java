package dev.concord.partition.sizes;

/**
 * The part of a problem that is easy: nodes of one weight that no pair keeps apart from another.
 * With all other nodes where they are, their best clusters are a transport problem.
 */
record FreeNodes(SizeProblem problem, boolean[] free, double unit) {
  /** Of a unit: by so much a multiple of it may be missed. */
  private static final double SLIGHT = 1e-9;

  /** The free nodes of the smallest weight above 0. O(n). */
  static FreeNodes of(SizeProblem problem) {
    double unit = Double.POSITIVE_INFINITY;
    boolean[] free = new boolean[problem.nodes()];
    for (int v = 0; v < free.length; v++) {
      double weight = problem.weight()[v];
      unit = weight > 0.0 && !problem.hasApart(v) ? Math.min(unit, weight) : unit;
    }
    for (int v = 0; v < free.length; v++) {
      free[v] = problem.weight()[v] == unit && !problem.hasApart(v);
    }
    return new FreeNodes(problem, free, unit);
  }

  /** Whether these are all nodes that have a weight: then {@link #best} is the best partition. */
  boolean areAll() {
    for (int v = 0; v < free.length; v++) {
      if (!free[v] && (problem.weight()[v] > 0.0 || problem.hasApart(v))) {
        return false;
      }
    }
    return true;
  }

  /**
   * The partition of least loss in which all other nodes are as in {@code partition}; empty when
   * the bounds cannot be held so.
   */
  int[] best(int[] partition) {
    int k = problem.clusters();
    double[] fixed = new double[k];
    boolean any = false;
    for (int v = 0; v < free.length; v++) {
      if (free[v]) {
        any = true;
      } else {
        fixed[partition[v]] += problem.weight()[v];
      }
    }
    if (!any) {
      return problem.sizesHold(partition) ? partition : new int[0];
    }
    double[] lower = new double[k];
    double[] upper = new double[k];
    double slight = SLIGHT * unit + problem.tolerance();
    for (int c = 0; c < k; c++) {
      double least = Math.max(0.0, problem.lower()[c] - fixed[c] - slight);
      double most = problem.upper()[c] - fixed[c] + slight;
      lower[c] = StrictMath.ceil(least / unit) * unit;
      upper[c] = StrictMath.floor(most / unit) * unit;
      if (upper[c] < lower[c]) {
        return new int[0];
      }
    }
    SizeFlow flow = new SizeFlow(problem, free, lower, upper);
    if (!flow.solve()) {
      return new int[0];
    }
    int[] best = flow.rounded();
    for (int v = 0; v < free.length; v++) {
      best[v] = free[v] ? best[v] : partition[v];
    }
    return best;
  }

  /** The nodes of positive weight, which the relaxed problem may move. */
  static boolean[] weighing(SizeProblem problem) {
    boolean[] weighing = new boolean[problem.nodes()];
    for (int v = 0; v < weighing.length; v++) {
      weighing[v] = problem.weight()[v] > 0.0;
    }
    return weighing;
  }
}
