package dev.concord.partition.coloring;

import java.util.Arrays;

/**
 * Reduces a graph that cannot be coloured with k colours to few nodes for which that is still
 * proved: first to the nodes that proofs rest on, then by leaving out one node after the other. A
 * node that cannot be left out stays for good; when every node is known to be of that kind, the set
 * is critical.
 *
 * <p>The effort is bounded; a larger set than necessary is a proof too.
 */
final class CriticalSubgraph {
  /** Work units: a clause built is one, a conflict of the search {@link #PER_CONFLICT}. */
  private static final long EFFORT = 60_000_000L;

  private static final int PER_CONFLICT = 2_000;

  /** Conflicts after which it stays open whether a node can be left out. */
  private static final int CONFLICTS_PER_NODE = 2_000;

  /** Conflicts for a proof that names its nodes. */
  private static final int CONFLICTS_PER_PROOF = 20_000;

  /**
   * The remaining subgraph.
   *
   * @param nodes ascending; there is no colouring of the graph between them
   * @param critical whether each of them is needed
   */
  record Reduced(int[] nodes, boolean critical) {}

  private final ConflictGraph graph;
  private final int k;
  private long left = EFFORT;
  private int[] nodes;

  private CriticalSubgraph(ConflictGraph graph, int k) {
    this.graph = graph;
    this.k = k;
    this.nodes = KCore.of(graph, k).core();
  }

  /** The reduction of {@code graph}, for which it has been proved that k colours are too few. */
  static Reduced of(ConflictGraph graph, int k) {
    CriticalSubgraph search = new CriticalSubgraph(graph, k);
    search.keepWhatProofsNeed();
    boolean critical = search.leaveOut();
    return new Reduced(search.nodes, critical);
  }

  private void keepWhatProofsNeed() {
    boolean smaller = true;
    while (smaller && left > 0) {
      int before = nodes.length;
      test(nodes, CONFLICTS_PER_PROOF);
      smaller = nodes.length < before;
    }
  }

  /** Whether every node left was shown to be needed. */
  private boolean leaveOut() {
    boolean[] kept = new boolean[graph.nodes()];
    boolean all = true;
    int candidate = lowestDegree(kept);
    while (candidate >= 0) {
      int without = candidate;
      if (left < 0) {
        return false;
      }
      int[] rest = Arrays.stream(nodes).filter(v -> v != without).toArray();
      SearchOutcome answer = test(rest, CONFLICTS_PER_NODE);
      if (answer != SearchOutcome.NONE) {
        kept[candidate] = true;
        all &= answer == SearchOutcome.FOUND;
      }
      candidate = lowestDegree(kept);
    }
    return all;
  }

  /** Searches for a colouring between {@code some}; takes over a smaller set that has none. */
  private SearchOutcome test(int[] some, int conflicts) {
    ConflictGraph between = graph.induced(some);
    int[] core = KCore.of(between, k).core();
    if (core.length == 0) {
      return SearchOutcome.FOUND;
    }
    SatColoring search = new SatColoring(between.induced(core), k, true);
    SearchOutcome answer = search.search(conflicts);
    left -= SatColoring.clauses(between, k) + PER_CONFLICT * search.conflicts();
    if (answer == SearchOutcome.NONE) {
      int[] needed = search.needed();
      nodes = new int[needed.length];
      for (int i = 0; i < nodes.length; i++) {
        nodes[i] = some[core[needed[i]]];
      }
    }
    return answer;
  }

  /** The node not yet kept with the fewest neighbours among the nodes, or -1. */
  private int lowestDegree(boolean[] kept) {
    ConflictGraph between = graph.induced(nodes);
    int best = -1;
    for (int i = 0; i < nodes.length; i++) {
      if (!kept[nodes[i]] && (best < 0 || between.degree(i) < between.degree(best))) {
        best = i;
      }
    }
    return best < 0 ? -1 : nodes[best];
  }
}
