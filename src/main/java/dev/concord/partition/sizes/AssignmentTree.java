package dev.concord.partition.sizes;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Branch and bound over all assignments of nodes to clusters, the heaviest node first and its
 * clusters by cost: for small problems it finds the best partition, or proves that there is none. A
 * branch ends where a cluster is too heavy, where what is left cannot fill the clusters that are
 * too light, or where the loss reaches the best found.
 */
final class AssignmentTree {
  /** Nodes beyond which no tree is searched: the time would end it, with nothing proved. */
  static final int LARGEST = 200;

  private static final long STEPS = 3_000_000L;

  private final SizeProblem problem;
  private final int k;
  private final double tolerance;
  private final int[] order;
  private final double[] left;
  private final int[] label;
  private final double[] size;
  private int[] best;
  private double least;
  private long steps;

  private AssignmentTree(SizeProblem problem, int[] known) {
    this.problem = problem;
    this.k = problem.clusters();
    this.tolerance = problem.tolerance();
    int n = problem.nodes();
    Integer[] byWeight = new Integer[n];
    Arrays.setAll(byWeight, v -> v);
    Arrays.sort(byWeight, Comparator.comparingDouble(v -> -problem.weight()[v]));
    order = Arrays.stream(byWeight).mapToInt(Integer::intValue).toArray();
    left = new double[n + 1];
    for (int i = n - 1; i >= 0; i--) {
      left[i] = left[i + 1] + problem.weight()[order[i]];
    }
    label = new int[n];
    Arrays.fill(label, -1);
    size = new double[k];
    best = known;
    least = known.length == 0 ? Double.POSITIVE_INFINITY : problem.loss(known);
  }

  /**
   * What the search found.
   *
   * @param labels the best partition known, empty when there is none
   * @param complete whether every assignment was looked at, so that no partition is better
   */
  record Found(int[] labels, boolean complete) {}

  /**
   * Searches.
   *
   * @param known a partition within the bounds, or empty
   */
  static Found of(SizeProblem problem, int[] known) {
    if (problem.nodes() > LARGEST) {
      return new Found(known, false);
    }
    AssignmentTree tree = new AssignmentTree(problem, known);
    tree.descend(0, 0.0);
    return new Found(tree.best, tree.steps < STEPS);
  }

  private void descend(int depth, double loss) {
    if (depth == order.length) {
      least = loss;
      best = label.clone();
      return;
    }
    int v = order[depth];
    double weight = problem.weight()[v];
    boolean[] tried = new boolean[k];
    for (int t = 0; t < k && steps < STEPS; t++) {
      int c = cheapest(v, tried);
      tried[c] = true;
      steps++;
      double next = loss + problem.cost()[v * k + c];
      if (next >= least * (1.0 - 1e-12)) {
        return;
      }
      if (size[c] + weight > problem.upper()[c] + tolerance || !problem.mayJoin(label, v, c)) {
        continue;
      }
      size[c] += weight;
      label[v] = c;
      if (missing() <= left[depth + 1] + tolerance) {
        descend(depth + 1, next);
      }
      size[c] -= weight;
      label[v] = -1;
    }
  }

  private int cheapest(int v, boolean[] tried) {
    int cheapest = -1;
    for (int c = 0; c < k; c++) {
      if (!tried[c]
          && (cheapest < 0 || problem.cost()[v * k + c] < problem.cost()[v * k + cheapest])) {
        cheapest = c;
      }
    }
    return cheapest;
  }

  private double missing() {
    double sum = 0.0;
    for (int c = 0; c < k; c++) {
      sum += Math.max(0.0, problem.lower()[c] - size[c]);
    }
    return sum;
  }
}
