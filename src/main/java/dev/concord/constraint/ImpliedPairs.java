package dev.concord.constraint;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The pairs that follow from the constraints of weight 1 without being given: every two points of a
 * must-link component must be together, and every two points of components joined by a cannot-link
 * must be apart. A pair given in the same kind, at whatever weight, is not listed. Contradicted
 * cannot-links (inside a component) imply nothing here.
 *
 * <p>Totals are exact; the listing is the first {@code cap} pairs in the order (first, second).
 * Counting costs O(P log P), listing O((P + listed) log P), at most 9 bytes a listed pair. The
 * arrays handed out are not copies and must not be changed.
 *
 * @param mustTotal number of implied must-links, listed or not
 * @param cannotTotal number of implied cannot-links, listed or not
 * @param first smaller index of each listed pair
 * @param second greater index of each listed pair
 * @param mustLink true where the listed pair is a must-link
 */
public record ImpliedPairs(
    long mustTotal, long cannotTotal, int[] first, int[] second, boolean[] mustLink) {
  /** The default bound on listed pairs. */
  public static final int CAP = 1_000_000;

  /** Implied pairs, at most {@link #CAP} of them listed. */
  public static ImpliedPairs of(
      PairConstraints pairs, MustLinkClosure closure, CannotLinkGraph graph) {
    return of(pairs, closure, graph, CAP);
  }

  /** Implied pairs, at most {@code cap} of them listed. */
  public static ImpliedPairs of(
      PairConstraints pairs, MustLinkClosure closure, CannotLinkGraph graph, int cap) {
    if (cap < 0) {
      throw new IllegalArgumentException("cap = " + cap + " must not be negative");
    }
    int[] components = graph.components();
    long must = 0L;
    for (int component : closure.joinedComponents()) {
      int size = closure.size(component);
      must += size * (size - 1L) / 2;
    }
    long cannot = 0L;
    for (int v = 0; v < components.length; v++) {
      for (int e = graph.start()[v]; e < graph.start()[v + 1]; e++) {
        int u = graph.neighbors()[e];
        if (u > v) {
          cannot += (long) closure.size(components[v]) * closure.size(components[u]);
        }
      }
    }
    for (int p = 0; p < pairs.size(); p++) {
      int a = closure.component(pairs.first()[p]);
      int b = closure.component(pairs.second()[p]);
      if (pairs.mustLink()[p]) {
        must -= a == b ? 1L : 0L;
      } else if (a != b && adjacent(graph, vertex(graph, a), vertex(graph, b))) {
        cannot--;
      }
    }
    int listed = (int) Math.min(cap, must + cannot);
    Listing listing = new Listing(pairs, closure, graph, listed);
    listing.fill();
    return new ImpliedPairs(must, cannot, listing.first, listing.second, listing.mustLink);
  }

  /** The vertex of a component; negative where it has no cannot-link. */
  private static int vertex(CannotLinkGraph graph, int component) {
    return Arrays.binarySearch(graph.components(), component);
  }

  private static boolean adjacent(CannotLinkGraph graph, int v, int u) {
    return v >= 0
        && u >= 0
        && Arrays.binarySearch(graph.neighbors(), graph.start()[v], graph.start()[v + 1], u) >= 0;
  }

  /** Number of listed pairs. */
  public int size() {
    return first.length;
  }

  /** Whether all implied pairs are listed. */
  public boolean complete() {
    return first.length == mustTotal + cannotTotal;
  }

  /**
   * Lists implied pairs until its arrays are full: point by point of the components of several
   * points or with a cannot-link.
   */
  private static final class Listing {
    private final PairConstraints pairs;
    private final CannotLinkGraph graph;
    private final MustLinkClosure closure;
    private final int[] components;
    private final int[] members;
    private final int[] memberStart;
    private final int[] first;
    private final int[] second;
    private final boolean[] mustLink;

    /** Candidates for the pairs of one point: (second, kind) packed, kind 0 for must. */
    private long[] candidates = new long[64];

    private int count;

    Listing(PairConstraints pairs, MustLinkClosure closure, CannotLinkGraph graph, int listed) {
      this.pairs = pairs;
      this.graph = graph;
      this.closure = closure;
      components =
          IntStream.concat(
                  Arrays.stream(closure.joinedComponents()), Arrays.stream(graph.components()))
              .sorted()
              .distinct()
              .toArray();
      members = Arrays.stream(components).flatMap(c -> Arrays.stream(closure.members(c))).toArray();
      memberStart = new int[components.length + 1];
      for (int c = 0; c < components.length; c++) {
        memberStart[c + 1] = memberStart[c] + closure.size(components[c]);
      }
      this.first = new int[listed];
      this.second = new int[listed];
      this.mustLink = new boolean[listed];
    }

    void fill() {
      int done = 0;
      int given = 0;
      int[] points = members.clone();
      Arrays.sort(points);
      for (int next = 0; done < first.length; next++) {
        int i = points[next];
        count = 0;
        int component = closure.component(i);
        addGreater(component, i, 0L);
        int v = vertex(graph, component);
        if (v >= 0) {
          for (int e = graph.start()[v]; e < graph.start()[v + 1]; e++) {
            addGreater(graph.components()[graph.neighbors()[e]], i, 1L);
          }
        }
        Arrays.sort(candidates, 0, count);
        while (given < pairs.size() && pairs.first()[given] < i) {
          given++;
        }
        for (int c = 0; c < count && done < first.length; c++) {
          long candidate = candidates[c];
          while (given < pairs.size()
              && pairs.first()[given] == i
              && packed(pairs.second()[given], pairs.mustLink()[given] ? 0L : 1L) < candidate) {
            given++;
          }
          boolean known =
              given < pairs.size()
                  && pairs.first()[given] == i
                  && packed(pairs.second()[given], pairs.mustLink()[given] ? 0L : 1L) == candidate;
          if (!known) {
            first[done] = i;
            second[done] = (int) (candidate >>> 1);
            mustLink[done] = (candidate & 1L) == 0L;
            done++;
          }
        }
      }
    }

    private static long packed(int second, long kind) {
      return ((long) second << 1) | kind;
    }

    /** Adds the members of {@code component} that are greater than {@code i}. */
    private void addGreater(int component, int i, long kind) {
      int own = Arrays.binarySearch(components, component);
      int end = memberStart[own + 1];
      int at = Arrays.binarySearch(members, memberStart[own], end, i);
      at = at >= 0 ? at + 1 : -at - 1;
      if (count + (end - at) > candidates.length) {
        candidates = Arrays.copyOf(candidates, Math.max(count + (end - at), 2 * count));
      }
      for (; at < end; at++) {
        candidates[count++] = packed(members[at], kind);
      }
    }
  }
}
