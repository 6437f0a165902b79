package dev.concord.partition.sizes;

/**
 * Lowers the loss of a partition within the bounds: a node that has moved goes to a cheaper
 * cluster, alone or in exchange with another node. Time O(rounds moved n) at most, where moved
 * nodes are those of positive cost; rounds end with the first that finds nothing, and with the
 * work.
 */
final class SizeImprovement {
  private static final long WORK = 20_000_000L;

  private final SizeProblem problem;
  private final int k;
  private final double tolerance;
  private final int[] label;
  private final double[] size;
  private long work;

  private SizeImprovement(SizeProblem problem, int[] partition) {
    this.problem = problem;
    this.k = problem.clusters();
    this.tolerance = problem.tolerance();
    this.label = partition.clone();
    this.size = problem.sizes(partition);
  }

  /** The improved partition; {@code partition} holds all bounds and is not changed. */
  static int[] of(SizeProblem problem, int[] partition) {
    SizeImprovement search = new SizeImprovement(problem, partition);
    boolean lower = true;
    while (lower && search.work < WORK) {
      lower = search.round();
    }
    return search.label;
  }

  private boolean round() {
    boolean any = false;
    for (int v = 0; v < label.length && work < WORK; v++) {
      if (cost(v, label[v]) > 0.0) {
        any |= move(v) || exchange(v);
      }
    }
    return any;
  }

  private boolean move(int v) {
    int best = label[v];
    double weight = problem.weight()[v];
    work += k;
    for (int c = 0; c < k; c++) {
      if (cost(v, c) < cost(v, best)
          && fits(label[v], -weight)
          && fits(c, weight)
          && problem.mayJoin(label, v, c)) {
        best = c;
      }
    }
    boolean moves = best != label[v];
    if (moves) {
      shift(v, best);
    }
    return moves;
  }

  private boolean exchange(int v) {
    int a = label[v];
    int best = -1;
    double gain = 1e-12 * cost(v, a);
    work += label.length;
    for (int u = 0; u < label.length; u++) {
      int b = label[u];
      double weight = problem.weight()[u] - problem.weight()[v];
      double less = cost(v, a) + cost(u, b) - cost(v, b) - cost(u, a);
      if (b != a
          && less > gain
          && fits(a, weight)
          && fits(b, -weight)
          && problem.mayExchange(label, v, u)) {
        best = u;
        gain = less;
      }
    }
    if (best < 0) {
      return false;
    }
    int b = label[best];
    shift(best, a);
    shift(v, b);
    return true;
  }

  private boolean fits(int c, double more) {
    double then = size[c] + more;
    return more > 0.0
        ? then <= problem.upper()[c] + tolerance
        : then >= problem.lower()[c] - tolerance;
  }

  private double cost(int v, int c) {
    return problem.cost()[v * k + c];
  }

  private void shift(int v, int c) {
    size[label[v]] -= problem.weight()[v];
    size[c] += problem.weight()[v];
    label[v] = c;
  }
}
