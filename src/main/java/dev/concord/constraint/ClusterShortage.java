package dev.concord.constraint;

import dev.concord.error.UnsatisfiableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Messages for constraints of weight 1 that k clusters cannot satisfy: the must-link components
 * that prove it, by ids, or the best partition that the search found.
 *
 * @param graph the cannot-links of {@code pairs} contracted by {@code closure}
 */
public record ClusterShortage(
    PairConstraints pairs, MustLinkClosure closure, CannotLinkGraph graph) {
  /** Points or pairs named in a message. */
  private static final int NAMED = 20;

  /** For the constraints {@code pairs} and their {@code closure}. Time O(n + P log P). */
  public static ClusterShortage of(PairConstraints pairs, MustLinkClosure closure) {
    return new ClusterShortage(pairs, closure, CannotLinkGraph.of(pairs, closure));
  }

  /**
   * Refuses a number of clusters that is proved too small. Passing proves nothing for k &gt; 2.
   *
   * @throws UnsatisfiableException naming the clique or, for k = 2, the odd cycle
   */
  public void requireRoomFor(int k) {
    Optional<int[]> clique = graph.cliqueLargerThan(k);
    if (clique.isPresent()) {
      throw clique(k, clique.get());
    }
    if (k == 2) {
      Optional<int[]> cycle = graph.oddCycle();
      if (cycle.isPresent()) {
        throw oddCycle(cycle.get());
      }
    }
  }

  /**
   * k+1 components that must all lie apart.
   *
   * @param components their numbers, ascending
   */
  public UnsatisfiableException clique(int k, int[] components) {
    return shortage(
        k,
        "these " + components.length + " points must all be apart: " + describe(components),
        remedy("one"));
  }

  /**
   * An odd cycle of cannot-links, for two clusters.
   *
   * @param cycle the components along the cycle, the last adjacent to the first
   */
  public UnsatisfiableException oddCycle(int[] cycle) {
    return shortage(
        2,
        ("this cycle has an odd number (%s) of cannot-links (a!=b is a cannot-link, a=b a chain of"
                + " must-links): %s")
            .formatted(cycle.length, describeCycle(cycle)),
        remedy("one"));
  }

  /**
   * Components for which every partition into k clusters was ruled out by a search.
   *
   * @param components their numbers, ascending
   * @param critical whether without any one of them k clusters are enough for the others
   */
  public UnsatisfiableException components(int k, int[] components, boolean critical) {
    return shortage(
        k,
        "an exhaustive search showed that the cannot-links between these "
            + components.length
            + " points need more"
            + (critical ? ", and that all of these points are needed for that: " : ": ")
            + describe(components),
        remedy("some"));
  }

  /**
   * No partition was found, and none was ruled out.
   *
   * @param labels the best labels found for the components, by fewest violated cannot-links
   * @param effort what was tried, in words
   */
  public UnsatisfiableException notFound(int k, int[] labels, String effort) {
    List<String> violated = new ArrayList<>();
    int count = 0;
    int all = 0;
    for (int p = 0; p < pairs.size(); p++) {
      if (pairs.mustLink()[p] || !pairs.isHard(p)) {
        continue;
      }
      all++;
      int a = pairs.first()[p];
      int b = pairs.second()[p];
      if (labels[closure.component(a)] == labels[closure.component(b)]) {
        count++;
        if (violated.size() < NAMED) {
          violated.add(apart(a, b));
        }
      }
    }
    return new UnsatisfiableException(
        ("input.constraints: no way was found to put the constraints of weight 1 into %s, and it"
                + " was not proved that there is none: the best attempt violates %s of %s"
                + " cannot-links (%s). Tried: %s. Raise clusters.count, set clusters.constraints"
                + " = soft, or try another clusters.seed.")
            .formatted(clusters(k), count, all, ProofText.list(violated, count), effort));
  }

  private static UnsatisfiableException shortage(int k, String why, String remedy) {
    return new UnsatisfiableException(
        "input.constraints: the constraints of weight 1 cannot be put into %s: %s%s"
            .formatted(clusters(k), why, remedy));
  }

  private static String clusters(int k) {
    return k == 1 ? "1 cluster" : k + " clusters";
  }

  private static String remedy(String howMany) {
    return (". Raise clusters.count, remove %s of these pairs or give %s a weight below 1, or set"
            + " clusters.constraints = soft.")
        .formatted(howMany, howMany.equals("one") ? "it" : "them");
  }

  /** The components by their smallest points, and the cannot-links between them. */
  private String describe(int[] components) {
    List<String> points = new ArrayList<>();
    List<String> links = new ArrayList<>();
    for (int i = 0; i < components.length && i < NAMED; i++) {
      points.add(pairs.names().name(closure.smallest(components[i])));
    }
    int all = 0;
    for (int i = 0; i < components.length; i++) {
      for (int j = i + 1; j < components.length; j++) {
        int p = graph.witnessOf(components[i], components[j]);
        if (p >= 0 && all++ < NAMED) {
          links.add(apart(pairs.first()[p], pairs.second()[p]));
        }
      }
    }
    return "%s (each with the points that must-links join to it; the cannot-links are %s)"
        .formatted(ProofText.list(points, components.length), ProofText.list(links, all));
  }

  private String describeCycle(int[] cycle) {
    int[] from = new int[cycle.length];
    int[] to = new int[cycle.length];
    for (int i = 0; i < cycle.length; i++) {
      int p = graph.witnessOf(cycle[i], cycle[(i + 1) % cycle.length]);
      boolean forward = closure.component(pairs.first()[p]) == cycle[i];
      from[i] = forward ? pairs.first()[p] : pairs.second()[p];
      to[i] = forward ? pairs.second()[p] : pairs.first()[p];
    }
    List<String> links = new ArrayList<>();
    for (int i = 0; i < cycle.length; i++) {
      links.add(apart(from[i], to[i]));
      int next = from[(i + 1) % cycle.length];
      if (to[i] != next) {
        links.add(pairs.names().name(to[i]) + "=" + pairs.names().name(next));
      }
    }
    return ProofText.chain(links);
  }

  private String apart(int a, int b) {
    return pairs.names().name(a) + "!=" + pairs.names().name(b);
  }
}
