package dev.concord.partition.coloring;

import dev.concord.constraint.PairConstraints;
import dev.concord.linalg.CsrMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** Graphs of cannot-links for tests, and a plain check whether one can be coloured. */
final class ConflictGraphs {
  private ConflictGraphs() {}

  /** Collects edges; an edge given twice counts once. */
  static final class Edges {
    final int nodes;
    private final TreeSet<Long> keys = new TreeSet<>();

    Edges(int nodes) {
      this.nodes = nodes;
    }

    Edges add(int a, int b) {
      keys.add(((long) Math.min(a, b) << 32) | Math.max(a, b));
      return this;
    }

    int size() {
      return keys.size();
    }

    CsrMatrix matrix() {
      NodePairs pairs = new NodePairs(nodes);
      for (long key : keys) {
        pairs.add((int) (key >>> 32), (int) key, 1.0);
      }
      return pairs.matrix();
    }

    ConflictGraph graph() {
      return ConflictGraph.of(matrix());
    }

    /** The edges as cannot-links between points with ids p0, p1, ... */
    PairConstraints cannotLinks() {
      int[] first = keys.stream().mapToInt(key -> (int) (key >>> 32)).toArray();
      int[] second = keys.stream().mapToInt(key -> (int) (long) key).toArray();
      double[] ones = new double[first.length];
      java.util.Arrays.fill(ones, 1.0);
      return PairConstraints.of(
          nodes, first, second, new boolean[first.length], ones, i -> "p" + i);
    }
  }

  /** Edges between random nodes of different classes. */
  static Edges planted(int[] classes, int count, SplittableRandom random) {
    Edges edges = new Edges(classes.length);
    for (int tries = 0; edges.size() < count && tries < 100 * count; tries++) {
      int a = random.nextInt(classes.length);
      int b = random.nextInt(classes.length);
      if (classes[a] != classes[b]) {
        edges.add(a, b);
      }
    }
    return edges;
  }

  /** Edges between random nodes. */
  static Edges random(int nodes, int count, SplittableRandom random) {
    Edges edges = new Edges(nodes);
    while (edges.size() < count) {
      int a = random.nextInt(nodes);
      int b = random.nextInt(nodes);
      if (a != b) {
        edges.add(a, b);
      }
    }
    return edges;
  }

  /** Classes of equal size, by lot. */
  static int[] equalClasses(int nodes, int k, SplittableRandom random) {
    int[] classes = new int[nodes];
    for (int v = 0; v < nodes; v++) {
      classes[v] = v % k;
    }
    for (int v = nodes - 1; v > 0; v--) {
      int u = random.nextInt(v + 1);
      int swapped = classes[v];
      classes[v] = classes[u];
      classes[u] = swapped;
    }
    return classes;
  }

  /** Classes of which each is half as likely as the one before it. */
  static int[] unequalClasses(int nodes, int k, SplittableRandom random) {
    int[] classes = new int[nodes];
    for (int v = 0; v < nodes; v++) {
      int c = 0;
      while (c < k - 1 && random.nextBoolean()) {
        c++;
      }
      classes[v] = c;
    }
    return classes;
  }

  /** Mycielski's graph: no triangle, and one colour more than {@code graph} needs. */
  static Edges mycielski(Edges graph) {
    int n = graph.nodes;
    Edges next = new Edges(2 * n + 1);
    for (long key : graph.keys) {
      int a = (int) (key >>> 32);
      int b = (int) key;
      next.add(a, b).add(a, n + b).add(b, n + a);
    }
    for (int v = 0; v < n; v++) {
      next.add(n + v, 2 * n);
    }
    return next;
  }

  static Edges cycle(int nodes) {
    Edges edges = new Edges(nodes);
    for (int v = 0; v < nodes; v++) {
      edges.add(v, (v + 1) % nodes);
    }
    return edges;
  }

  /** Hides {@code secret} among the nodes of {@code around}, at places drawn by lot. */
  static Edges hide(Edges secret, Edges around, SplittableRandom random) {
    int[] place = random.ints(0, around.nodes).distinct().limit(secret.nodes).toArray();
    for (long key : secret.keys) {
      around.add(place[(int) (key >>> 32)], place[(int) key]);
    }
    return around;
  }

  /**
   * Whether k colours are enough: by recursion over the node with the fewest colours left, on a
   * matrix of neighbours, sharing nothing with the code under test.
   */
  static boolean colorable(ConflictGraph graph, int[] nodes, int k) {
    List<int[]> neighbors = new ArrayList<>();
    for (int v : nodes) {
      List<Integer> found = new ArrayList<>();
      for (int i = 0; i < nodes.length; i++) {
        if (graph.adjacent(v, nodes[i])) {
          found.add(i);
        }
      }
      neighbors.add(found.stream().mapToInt(i -> i).toArray());
    }
    return extend(neighbors, new int[nodes.length], 0, k);
  }

  /** Colours are 1..k, 0 is none; colours up to {@code used} have been used. */
  private static boolean extend(List<int[]> neighbors, int[] colors, int used, int k) {
    int best = -1;
    int bestTaken = 0;
    int bestCount = -1;
    for (int v = 0; v < colors.length; v++) {
      if (colors[v] != 0) {
        continue;
      }
      int taken = 0;
      for (int u : neighbors.get(v)) {
        taken |= 1 << colors[u];
      }
      int count = 100 * Integer.bitCount(taken & ~1) + Math.min(99, neighbors.get(v).length);
      if (count > bestCount) {
        best = v;
        bestTaken = taken;
        bestCount = count;
      }
    }
    if (best < 0) {
      return true;
    }
    for (int c = 1; c <= Math.min(k, used + 1); c++) {
      if ((bestTaken >> c & 1) == 0) {
        colors[best] = c;
        if (extend(neighbors, colors, Math.max(used, c), k)) {
          return true;
        }
        colors[best] = 0;
      }
    }
    return false;
  }
}
