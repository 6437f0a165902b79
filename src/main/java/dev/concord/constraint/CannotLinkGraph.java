package dev.concord.constraint;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The cannot-links of weight 1 between must-link components: two adjacent components must lie in
 * different clusters. A colouring of this graph with k colours is an assignment to k clusters that
 * satisfies all hard constraints; finding one is NP-hard in general. This class finds proofs that k
 * clusters are too few: a clique of k+1 components, and for k = 2 an odd cycle. Finding neither
 * proves nothing, except for k = 1 and k = 2, where one of them is found if k is too small.
 *
 * <p>Loops (a cannot-link inside a component) are left out; {@link Contradictions} reports them.
 * Building costs O(n + P log P) time, 4 bytes a point and about 36 bytes a cannot-link.
 *
 * @param componentOf the component behind each vertex, ascending: only components with a
 *     cannot-link have one
 * @param start row starts of the adjacency over vertices, length vertices + 1. Not a copy
 * @param witness for each entry of neighbor the first given cannot-link behind it
 */
public record CannotLinkGraph(int[] componentOf, int[] start, int[] neighbor, int[] witness) {
  /** The cannot-links of {@code pairs} contracted by their {@code closure}. */
  public static CannotLinkGraph of(PairConstraints pairs, MustLinkClosure closure) {
    int[] first = pairs.first();
    int[] second = pairs.second();
    long[] keys = new long[pairs.size() - pairs.mustLinks()];
    int given = 0;
    for (int p = 0; p < first.length; p++) {
      if (separates(pairs, closure, p)) {
        keys[given++] = key(closure.component(first[p]), closure.component(second[p]));
      }
    }
    keys = Arrays.copyOf(keys, given);
    Arrays.parallelSort(keys);
    int edges = PairConstraints.keepDistinct(keys);
    int[] witnesses = new int[edges];
    Arrays.fill(witnesses, -1);
    for (int p = 0; p < first.length; p++) {
      if (separates(pairs, closure, p)) {
        long key = key(closure.component(first[p]), closure.component(second[p]));
        int at = Arrays.binarySearch(keys, 0, edges, key);
        if (witnesses[at] < 0) {
          witnesses[at] = p;
        }
      }
    }
    int[] componentOf =
        IntStream.concat(
                Arrays.stream(keys, 0, edges).mapToInt(key -> (int) (key >>> 32)),
                Arrays.stream(keys, 0, edges).mapToInt(key -> (int) key))
            .sorted()
            .distinct()
            .toArray();
    int vertices = componentOf.length;
    int[] start = new int[vertices + 1];
    for (int e = 0; e < edges; e++) {
      start[vertex(componentOf, keys[e] >>> 32) + 1]++;
      start[vertex(componentOf, keys[e]) + 1]++;
    }
    for (int v = 0; v < vertices; v++) {
      start[v + 1] += start[v];
    }
    int[] neighbor = new int[2 * edges];
    int[] witness = new int[2 * edges];
    int[] next = Arrays.copyOf(start, vertices);
    // Ascending keys fill every row in ascending order.
    for (int e = 0; e < edges; e++) {
      int a = vertex(componentOf, keys[e] >>> 32);
      int b = vertex(componentOf, keys[e]);
      witness[next[a]] = witnesses[e];
      neighbor[next[a]++] = b;
      witness[next[b]] = witnesses[e];
      neighbor[next[b]++] = a;
    }
    return new CannotLinkGraph(componentOf, start, neighbor, witness);
  }

  /** The vertex of the component that the lower half of a key names. */
  private static int vertex(int[] componentOf, long key) {
    return Arrays.binarySearch(componentOf, (int) key);
  }

  private static boolean separates(PairConstraints pairs, MustLinkClosure closure, int p) {
    return !pairs.mustLink()[p]
        && pairs.isHard(p)
        && closure.component(pairs.first()[p]) != closure.component(pairs.second()[p]);
  }

  private static long key(int a, int b) {
    return ((long) Math.min(a, b) << 32) | Math.max(a, b);
  }

  /** Number of distinct pairs of components that must lie apart. */
  public int edges() {
    return neighbor.length / 2;
  }

  /** The must-link component behind each vertex, ascending. Not a copy. */
  public int[] components() {
    return componentOf;
  }

  /** Neighbouring vertices, ascending in each row; every edge occurs twice. Not a copy. */
  public int[] neighbors() {
    return neighbor;
  }

  /**
   * Looks for k+1 components that must all lie apart, greedily and with bounded effort.
   *
   * @return k+1 must-link components, ascending, any two joined by a cannot-link; empty when none
   *     was found, which for k &ge; 2 does not prove that there is none
   */
  public Optional<int[]> cliqueLargerThan(int k) {
    if (k < 1) {
      throw new IllegalArgumentException("k = " + k + " must be at least 1");
    }
    int[] clique = new GreedyClique(start, neighbor).ofSize(k + 1L);
    return clique.length == 0 ? Optional.empty() : Optional.of(toComponents(clique));
  }

  /**
   * An odd cycle of cannot-links, by two-colouring in breadth-first order: it proves that two
   * clusters are too few. Time O(vertices + edges).
   *
   * @return the must-link components along the cycle, the last adjacent to the first; empty when
   *     there is none, and then two clusters are enough for these constraints
   */
  public Optional<int[]> oddCycle() {
    int[] cycle = OddCycle.find(start, neighbor);
    return cycle.length == 0 ? Optional.empty() : Optional.of(toComponents(cycle));
  }

  private int[] toComponents(int[] vertices) {
    int[] result = new int[vertices.length];
    for (int i = 0; i < result.length; i++) {
      result[i] = componentOf[vertices[i]];
    }
    return result;
  }

  /** The first given cannot-link between two components; negative when there is none. */
  int witnessOf(int a, int b) {
    int va = Arrays.binarySearch(componentOf, a);
    int vb = Arrays.binarySearch(componentOf, b);
    if (va < 0 || vb < 0) {
      return -1;
    }
    int at = Arrays.binarySearch(neighbor, start[va], start[va + 1], vb);
    return at < 0 ? -1 : witness[at];
  }
}
