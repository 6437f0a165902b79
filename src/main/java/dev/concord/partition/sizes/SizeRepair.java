package dev.concord.partition.sizes;

import java.util.Arrays;
import java.util.Comparator;

/**
 * A local search for sizes within their bounds, for nodes of different weights and pairs that must
 * lie apart. Each step takes the move or exchange that lowers the excess, the summed distance of
 * sizes from their bounds, at the least loss a unit; where none does, the move that raises it
 * least, of a node that has not moved for some steps (tabu search, Glover 1989). Deterministic:
 * ties go to the smaller number.
 *
 * <p>A step takes O(n k + cannot-links), and O(n {@value #PARTNERS}) more where exchanges are
 * looked at; the whole at most {@value #WORK} such operations.
 */
final class SizeRepair {
  private static final long WORK = 200_000_000L;
  private static final int PARTNERS = 64;
  private static final int REST = 7;
  private static final int STUCK = 500;

  private final SizeProblem problem;
  private final int k;
  private final int n;
  private final double tolerance;
  private final int[] label;
  private final double[] size;
  private final long[] rests;
  private long step;
  private int bestNode;
  private int bestPartner;
  private int bestCluster;
  private double bestChange;
  private double bestRate;

  private SizeRepair(SizeProblem problem, int[] start) {
    this.problem = problem;
    this.k = problem.clusters();
    this.n = problem.nodes();
    this.tolerance = problem.tolerance();
    this.label = start.clone();
    this.size = problem.sizes(start);
    this.rests = new long[n];
  }

  /**
   * A partition within the bounds, empty when none was found.
   *
   * @param start keeps apart what must lie apart
   */
  static int[] of(SizeProblem problem, int[] start) {
    return new SizeRepair(problem, start).search();
  }

  private int[] search() {
    double excess = excess();
    double least = excess;
    int since = 0;
    long work = 0;
    while (excess > tolerance && since < STUCK && work < WORK) {
      step++;
      bestNode = -1;
      bestPartner = -1;
      bestChange = Double.POSITIVE_INFINITY;
      bestRate = Double.POSITIVE_INFINITY;
      findMove();
      work += (long) n * k;
      if (bestNode < 0 || bestChange > -tolerance) {
        findExchange();
        work += (long) n * PARTNERS;
      }
      if (bestNode < 0) {
        break;
      }
      take();
      excess = excess();
      since = excess < least - tolerance ? 0 : since + 1;
      least = Math.min(least, excess);
    }
    return excess <= tolerance ? label : new int[0];
  }

  private double excess() {
    double sum = 0.0;
    for (int c = 0; c < k; c++) {
      sum += excess(c, size[c]);
    }
    return sum;
  }

  private double excess(int c, double at) {
    return Math.max(0.0, at - problem.upper()[c]) + Math.max(0.0, problem.lower()[c] - at);
  }

  /** The change of the excess when cluster a gives and b takes so much. */
  private double change(int a, int b, double weight) {
    return excess(a, size[a] - weight)
        - excess(a, size[a])
        + excess(b, size[b] + weight)
        - excess(b, size[b]);
  }

  private void findMove() {
    for (int v = 0; v < n; v++) {
      double weight = problem.weight()[v];
      if (weight <= 0.0 || rests[v] > step) {
        continue;
      }
      for (int c = 0; c < k; c++) {
        if (c != label[v]) {
          double change = change(label[v], c, weight);
          if (isBetter(change, added(v, c)) && problem.mayJoin(label, v, c)) {
            choose(v, -1, c, change, added(v, c));
          }
        }
      }
    }
  }

  /** Exchanges a node with one of another cluster. */
  private void findExchange() {
    for (int b = 0; b < k; b++) {
      int[] partners = partners(b);
      for (int v = 0; v < n; v++) {
        int a = label[v];
        if (a == b || rests[v] > step) {
          continue;
        }
        for (int u : partners) {
          double weight = problem.weight()[v] - problem.weight()[u];
          double change = Math.abs(weight) <= tolerance ? 0.0 : change(a, b, weight);
          double added = added(v, b) + added(u, a);
          if (change < -tolerance && isBetter(change, added) && problem.mayExchange(label, v, u)) {
            choose(v, u, b, change, added);
          }
        }
      }
    }
  }

  /** Nodes of a cluster spread over their weights, so that any difference has a pair. */
  private int[] partners(int cluster) {
    int[] members = new int[n];
    int count = 0;
    for (int v = 0; v < n; v++) {
      if (label[v] == cluster && rests[v] <= step) {
        members[count++] = v;
      }
    }
    if (count <= PARTNERS) {
      return Arrays.copyOf(members, count);
    }
    Integer[] byWeight = new Integer[count];
    Arrays.setAll(byWeight, i -> members[i]);
    Arrays.sort(byWeight, Comparator.comparingDouble(v -> problem.weight()[v]));
    int[] spread = new int[PARTNERS];
    for (int i = 0; i < PARTNERS; i++) {
      spread[i] = byWeight[(int) ((long) i * (count - 1) / (PARTNERS - 1))];
    }
    return spread;
  }

  private double added(int v, int c) {
    return problem.cost()[v * k + c] - problem.cost()[v * k + label[v]];
  }

  /** Lower excess comes first, by the loss a unit; otherwise the least harm, then the loss. */
  private boolean isBetter(double change, double added) {
    if (change < -tolerance) {
      return bestChange >= -tolerance || added / -change < bestRate;
    }
    return bestChange >= -tolerance
        && (change < bestChange - tolerance || (change <= bestChange && added < bestRate));
  }

  private void choose(int v, int partner, int c, double change, double added) {
    bestNode = v;
    bestPartner = partner;
    bestCluster = c;
    bestChange = change;
    bestRate = change < -tolerance ? added / -change : added;
  }

  private void take() {
    int a = label[bestNode];
    shift(bestNode, bestCluster);
    if (bestPartner >= 0) {
      shift(bestPartner, a);
    }
  }

  private void shift(int v, int c) {
    size[label[v]] -= problem.weight()[v];
    size[c] += problem.weight()[v];
    label[v] = c;
    rests[v] = step + REST;
  }
}
