package dev.concord.records;

import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * Greedy additive edge contraction (Keuper et al., ICCV 2015): the two clusters with the greatest
 * sum of weights between them are merged, until no sum above 0 is left that no forbidden pair rules
 * out. Ties go to the smaller nodes.
 *
 * <p>Time O(m log m) for m entries where clusters have few neighbours, memory 100 bytes an entry.
 */
final class GreedyContraction {
  private final SignedProblem problem;
  private final int[] parent;
  private final int[] version;
  private final int[][] neighbor;
  private final double[][] weight;
  private final int[] degree;
  private final long[] members;
  private final int[][] held;
  private final int[] place;
  private final PriorityQueue<Merge> queue = new PriorityQueue<>();

  private record Merge(double gain, int a, int b, int versionOfA, int versionOfB)
      implements Comparable<Merge> {
    @Override
    public int compareTo(Merge other) {
      int order = Double.compare(other.gain, gain);
      if (order == 0) {
        order = Integer.compare(a, other.a);
      }
      return order == 0 ? Integer.compare(b, other.b) : order;
    }
  }

  private GreedyContraction(SignedProblem problem, int[] start, double[] weights) {
    this.problem = problem;
    int n = problem.nodes();
    parent = new int[n];
    version = new int[n];
    neighbor = new int[n][];
    weight = new double[n][];
    degree = new int[n];
    members = new long[n];
    held = new int[n][];
    place = new int[n];
    Arrays.fill(place, -1);
    int[] size = problem.size();
    for (int i = 0; i < n; i++) {
      parent[i] = i;
      members[i] = size[i];
      held[i] = new int[] {i};
      int from = problem.rowPtr()[i];
      degree[i] = problem.rowPtr()[i + 1] - from;
      neighbor[i] = Arrays.copyOfRange(problem.col(), from, from + degree[i]);
      weight[i] = Arrays.copyOfRange(weights, from, from + degree[i]);
      for (int e = 0; e < degree[i]; e++) {
        weight[i][e] -= problem.unlisted() * size[i] * size[neighbor[i][e]];
      }
    }
    int[] firstOf = new int[n];
    Arrays.fill(firstOf, -1);
    for (int i = 0; i < n; i++) {
      int cluster = start[i];
      if (firstOf[cluster] < 0) {
        firstOf[cluster] = i;
      } else {
        join(firstOf[cluster], i);
      }
    }
  }

  /**
   * Merges clusters of a partition.
   *
   * @param start a partition without forbidden pairs in a cluster, clusters in 0..nodes-1
   * @param weights of the entries, which may differ from those of the problem
   * @return labels in 0..nodes-1
   */
  static int[] merge(SignedProblem problem, int[] start, double[] weights) {
    GreedyContraction greedy = new GreedyContraction(problem, start, weights);
    greedy.run();
    int[] labels = new int[problem.nodes()];
    Arrays.setAll(labels, greedy::root);
    return labels;
  }

  private void run() {
    for (int i = 0; i < parent.length; i++) {
      if (parent[i] == i) {
        compact(i);
        for (int e = 0; e < degree[i]; e++) {
          if (neighbor[i][e] > i) {
            offer(i, neighbor[i][e], weight[i][e]);
          }
        }
      }
    }
    while (!queue.isEmpty()) {
      Merge next = queue.remove();
      if (parent[next.a] != next.a
          || parent[next.b] != next.b
          || version[next.a] != next.versionOfA
          || version[next.b] != next.versionOfB) {
        continue;
      }
      join(next.a, next.b);
      compact(next.a);
      for (int e = 0; e < degree[next.a]; e++) {
        offer(next.a, neighbor[next.a][e], weight[next.a][e]);
      }
    }
  }

  private void offer(int one, int other, double listed) {
    double gain = listed + problem.unlisted() * members[one] * members[other];
    if (gain > 0.0 && !forbidden(one, other)) {
      int a = Math.min(one, other);
      int b = Math.max(one, other);
      queue.add(new Merge(gain, a, b, version[a], version[b]));
    }
  }

  private boolean forbidden(int one, int other) {
    for (int a : held[one]) {
      for (int b : held[other]) {
        if (problem.sharesSource(a, b)) {
          return true;
        }
      }
      for (int p = problem.apartPtr()[a]; p < problem.apartPtr()[a + 1]; p++) {
        if (root(problem.apart()[p]) == other) {
          return true;
        }
      }
    }
    return false;
  }

  private int root(int node) {
    int at = node;
    while (parent[at] != at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  }

  /** Joins cluster {@code b} to {@code a}, both roots, a before b. */
  private void join(int a, int b) {
    int before = degree[a];
    neighbor[a] = Arrays.copyOf(neighbor[a], before + degree[b]);
    weight[a] = Arrays.copyOf(weight[a], before + degree[b]);
    System.arraycopy(neighbor[b], 0, neighbor[a], before, degree[b]);
    System.arraycopy(weight[b], 0, weight[a], before, degree[b]);
    degree[a] = before + degree[b];
    degree[b] = 0;
    neighbor[b] = new int[0];
    weight[b] = new double[0];
    int own = held[a].length;
    held[a] = Arrays.copyOf(held[a], own + held[b].length);
    System.arraycopy(held[b], 0, held[a], own, held[b].length);
    held[b] = new int[0];
    members[a] += members[b];
    parent[b] = a;
    version[a]++;
  }

  /** Adds up the entries of a root that lead to one cluster, and drops those within it. */
  private void compact(int a) {
    int kept = 0;
    for (int e = 0; e < degree[a]; e++) {
      int other = root(neighbor[a][e]);
      if (other == a) {
        continue;
      }
      if (place[other] < 0) {
        place[other] = kept;
        neighbor[a][kept] = other;
        weight[a][kept++] = weight[a][e];
      } else {
        weight[a][place[other]] += weight[a][e];
      }
    }
    for (int e = 0; e < kept; e++) {
      place[neighbor[a][e]] = -1;
    }
    degree[a] = kept;
  }
}
