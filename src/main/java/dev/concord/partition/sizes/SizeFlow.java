package dev.concord.partition.sizes;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The relaxed problem, in which a node may be split between clusters and nothing must lie apart: a
 * transport problem, solved exactly as a flow of least cost. Its loss is a lower bound of that of
 * every partition within the bounds, and where no node is split it is such a partition.
 *
 * <p>The network has a node for each cluster and a hub: the arc from cluster a to b is the cheapest
 * move of a node of a to b ({@link MoveHeap}), those between cluster and hub hold the bounds.
 * Beginning with the clusters as they are, shortest augmenting paths carry weight from clusters
 * above their upper bound to those below their lower one; potentials keep reduced costs from being
 * negative (Ahuja, Magnanti and Orlin, Network Flows, 1993, section 9.7). Time O(moves (k^2 + k log
 * n)), and O(n k) to begin; memory 12 bytes for each node and cluster that a path has met.
 */
final class SizeFlow {
  private static final int NONE = -1;
  private static final int HUB = -2;

  private final SizeProblem problem;
  private final int k;
  private final boolean[] movable;
  private final double[] lower;
  private final double[] upper;
  private final double tolerance;

  /** The cluster of a whole node, or {@link #NONE} for a split one. */
  private final int[] home;

  private final double[] @Nullable [] parts;

  /** At a k + b the moves from cluster a to b, filled when a path first meets a. */
  private final MoveHeap[] heaps;

  private final boolean[] met;
  private final double[] outflow;
  private final double[] excess;
  private final double[] potential;
  private final double[] distance;
  private final int[] from;
  private final int[] carried;
  private final boolean[] done;

  /**
   * @param movable nodes of positive weight that may move; the others count nowhere
   * @param lower least weight of the movable nodes in each cluster
   * @param upper largest weight of the movable nodes in each cluster
   */
  SizeFlow(SizeProblem problem, boolean[] movable, double[] lower, double[] upper) {
    this.problem = problem;
    this.k = problem.clusters();
    this.movable = movable;
    this.lower = lower;
    this.upper = upper;
    this.tolerance = problem.tolerance();
    this.home = problem.labels().clone();
    this.parts = new double[home.length][];
    this.heaps = new MoveHeap[k * k];
    Arrays.setAll(heaps, i -> new MoveHeap());
    this.met = new boolean[k];
    this.outflow = new double[k];
    this.excess = new double[k + 1];
    this.potential = new double[k + 1];
    this.distance = new double[k + 1];
    this.from = new int[k + 1];
    this.carried = new int[k + 1];
    this.done = new boolean[k + 1];
  }

  /** Solves; false when no split of the movable nodes holds the bounds. */
  boolean solve() {
    double[] size = new double[k];
    for (int v = 0; v < home.length; v++) {
      size[home[v]] += movable[v] ? problem.weight()[v] : 0.0;
    }
    for (int c = 0; c < k; c++) {
      outflow[c] = Math.min(Math.max(size[c], lower[c]), upper[c]);
      excess[c] = size[c] - outflow[c];
      excess[k] += outflow[c] - size[c];
    }
    for (int source = 0; source <= k; source++) {
      while (excess[source] > tolerance) {
        int sink = nearestSink(source);
        if (sink == NONE) {
          return false;
        }
        augment(source, sink);
      }
    }
    for (double e : excess) {
      if (e < -tolerance) {
        return false;
      }
    }
    return true;
  }

  /** The cluster of each node; a split one where its largest part is, ties by cluster number. */
  int[] rounded() {
    int[] labels = home.clone();
    for (int v = 0; v < labels.length; v++) {
      double[] part = parts[v];
      if (labels[v] == NONE && part != null) {
        int best = 0;
        for (int c = 1; c < k; c++) {
          best = part[c] > part[best] + tolerance ? c : best;
        }
        labels[v] = best;
      }
    }
    return labels;
  }

  /** The loss, that of a split node in the shares of its parts. */
  double loss() {
    double loss = 0.0;
    for (int v = 0; v < home.length; v++) {
      double[] part = parts[v];
      if (home[v] != NONE) {
        loss += movable[v] ? cost(v, home[v]) : 0.0;
      } else if (part != null) {
        for (int c = 0; c < k; c++) {
          loss += cost(v, c) * part[c] / problem.weight()[v];
        }
      }
    }
    return loss;
  }

  private double cost(int v, int c) {
    return problem.cost()[v * k + c];
  }

  /**
   * Dijkstra's search on reduced costs to the nearest node of the network that lacks weight, ties
   * by number; potentials are those after it.
   */
  private int nearestSink(int source) {
    Arrays.fill(distance, Double.POSITIVE_INFINITY);
    Arrays.fill(done, false);
    Arrays.fill(from, NONE);
    distance[source] = 0.0;
    while (true) {
      int at = NONE;
      for (int c = 0; c <= k; c++) {
        if (!done[c] && distance[c] < Double.POSITIVE_INFINITY) {
          at = at == NONE || distance[c] < distance[at] ? c : at;
        }
      }
      if (at == NONE) {
        return NONE;
      }
      done[at] = true;
      if (excess[at] < -tolerance) {
        for (int c = 0; c <= k; c++) {
          potential[c] += Math.min(distance[c], distance[at]);
        }
        return at;
      }
      scan(at);
    }
  }

  private void scan(int at) {
    if (at == k) {
      for (int c = 0; c < k; c++) {
        if (!done[c] && outflow[c] > lower[c] + tolerance) {
          reach(at, c, 0.0, HUB);
        }
      }
      return;
    }
    if (!done[k] && outflow[at] < upper[at] - tolerance) {
      reach(at, k, 0.0, HUB);
    }
    for (int c = 0; c < k; c++) {
      if (!done[c]) {
        int cheapest = cheapest(at, c);
        if (cheapest != NONE) {
          reach(at, c, unitCost(cheapest, at, c), cheapest);
        }
      }
    }
  }

  private void reach(int at, int to, double cost, int by) {
    // Rounding alone makes a reduced cost negative.
    double length = Math.max(0.0, cost + potential[at] - potential[to]);
    if (distance[at] + length < distance[to]) {
      distance[to] = distance[at] + length;
      from[to] = at;
      carried[to] = by;
    }
  }

  private void augment(int source, int sink) {
    double amount = Math.min(excess[source], -excess[sink]);
    for (int c = sink; c != source; c = from[c]) {
      amount = Math.min(amount, capacity(from[c], c, carried[c]));
    }
    for (int c = sink; c != source; c = from[c]) {
      push(from[c], c, carried[c], amount);
    }
    excess[source] -= amount;
    excess[sink] += amount;
  }

  private double capacity(int a, int b, int by) {
    if (by != HUB) {
      return amount(by, a);
    }
    return b == k ? upper[a] - outflow[a] : outflow[b] - lower[b];
  }

  private void push(int a, int b, int by, double amount) {
    if (by != HUB) {
      move(by, a, b, amount);
    } else if (b == k) {
      outflow[a] += amount;
    } else {
      outflow[b] -= amount;
    }
  }

  private double amount(int v, int c) {
    double[] part = parts[v];
    return home[v] == NONE && part != null ? part[c] : home[v] == c ? problem.weight()[v] : 0.0;
  }

  private void move(int v, int a, int b, double amount) {
    double whole = problem.weight()[v];
    double[] part = parts[v];
    if (home[v] != NONE && amount >= whole - tolerance) {
      home[v] = b;
    } else {
      if (part == null) {
        part = new double[k];
        parts[v] = part;
      }
      if (home[v] != NONE) {
        Arrays.fill(part, 0.0);
        part[home[v]] = whole;
        home[v] = NONE;
      }
      part[a] = part[a] - amount <= tolerance ? 0.0 : part[a] - amount;
      part[b] += amount;
      home[v] = part[b] >= whole - tolerance ? b : NONE;
    }
    if (met[b]) {
      enter(v, b);
    }
  }

  /** Node v may leave cluster a. */
  private void enter(int v, int a) {
    for (int c = 0; c < k; c++) {
      if (c != a) {
        heaps[a * k + c].add(v, unitCost(v, a, c));
      }
    }
  }

  private double unitCost(int v, int a, int b) {
    return (cost(v, b) - cost(v, a)) / problem.weight()[v];
  }

  /** The node of cluster a whose move to b costs least a unit, or {@link #NONE}. */
  private int cheapest(int a, int b) {
    if (!met[a]) {
      met[a] = true;
      for (int v = 0; v < home.length; v++) {
        if (movable[v] && amount(v, a) > 0.0) {
          enter(v, a);
        }
      }
    }
    MoveHeap heap = heaps[a * k + b];
    while (!heap.isEmpty() && amount(heap.top(), a) <= 0.0) {
      heap.removeTop();
    }
    return heap.isEmpty() ? NONE : heap.top();
  }
}
