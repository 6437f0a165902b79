package dev.concord.graph.search;

import dev.concord.graph.Components;
import dev.concord.graph.UnionFind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Edges that join the components of a graph into one: a spanning tree of the components by short
 * distances, found by Borůvka's rounds. In each round every component but the largest is joined to
 * its nearest point outside; the number of components halves at least.
 *
 * <p>A component of at most {@code rows} / (components that search) points looks from each of them,
 * and its edge is the shortest there is. If that holds for all, the edges are a minimum spanning
 * tree. A larger component looks from so many of its points, evenly spaced by id; from the pair
 * found, each end in turn looks for the nearest point on the other side, until the pair gets no
 * shorter. Equal distances are ordered by the ids of the pair, so the edges are the same
 * everywhere.
 *
 * @param source dense ids, the smaller of each pair
 * @param target dense ids
 * @param distance of each pair
 */
public record ConnectingEdges(int[] source, int[] target, double[] distance) {
  /** How often the ends of a pair look for a shorter one at most. */
  private static final int TURNS = 8;

  /** Differences of two features in a round: some minutes of a core. */
  private static final double ROUND_WORK = 1L << 38;

  /** A search among all points. */
  @FunctionalInterface
  public interface Search {
    /**
     * The nearest point of each row outside its component, or inside the component given.
     *
     * @param rows dense ids, in any order
     * @param component for each row
     * @param inside whether the nearest point of that component is looked for
     * @param componentOf component of every point
     */
    NearestOutside nearest(int[] rows, int[] component, boolean inside, int[] componentOf);
  }

  /** A pair of points of different components. */
  private record Pair(double square, int low, int high) implements Comparable<Pair> {
    static Pair of(int a, int b, double square) {
      return new Pair(square, Math.min(a, b), Math.max(a, b));
    }

    @Override
    public int compareTo(Pair other) {
      int order = Double.compare(square, other.square);
      order = order == 0 ? Integer.compare(low, other.low) : order;
      return order == 0 ? Integer.compare(high, other.high) : order;
    }
  }

  /** The points that look for others in a round, where a comparison with all takes n d. */
  public static long rows(int points, int dim) {
    return (long) (ROUND_WORK / ((double) points * dim));
  }

  /**
   * The edges, one fewer than the components.
   *
   * @param rows points that look for others in a round, all components together; at least one a
   *     component
   */
  public static ConnectingEdges of(Components components, long rows, Search search) {
    int count = components.count();
    UnionFind joined = new UnionFind(count);
    List<Pair> edges = new ArrayList<>();
    while (edges.size() < count - 1) {
      int[] part = new int[components.componentOf().length];
      for (int i = 0; i < part.length; i++) {
        part[i] = joined.find(components.componentOf()[i]);
      }
      for (Pair pair : round(part, count, rows, search)) {
        if (joined.join(part[pair.low], part[pair.high])) {
          edges.add(pair);
        }
      }
    }
    edges.sort(null);
    return new ConnectingEdges(
        edges.stream().mapToInt(Pair::low).toArray(),
        edges.stream().mapToInt(Pair::high).toArray(),
        edges.stream().mapToDouble(edge -> Math.sqrt(edge.square)).toArray());
  }

  /** The pair of each part but the largest, the shortest first. */
  private static List<Pair> round(int[] part, int count, long rows, Search search) {
    int[] size = new int[count];
    for (int p : part) {
      size[p]++;
    }
    int largest = 0;
    int parts = 0;
    for (int p = 0; p < count; p++) {
      largest = size[p] > size[largest] ? p : largest;
      parts += size[p] > 0 ? 1 : 0;
    }
    int share = (int) Math.max(1, Math.min(Integer.MAX_VALUE, rows / (parts - 1)));
    int[] looking = looking(part, size, largest, share);
    Pair[] best = new Pair[count];
    keepShortest(best, looking, search, part);
    int[] sampled = new int[count];
    int open = 0;
    for (int p = 0; p < count; p++) {
      if (p != largest && size[p] > share) {
        sampled[open++] = p;
      }
    }
    shorten(best, Arrays.copyOf(sampled, open), search, part);
    return Arrays.stream(best).filter(java.util.Objects::nonNull).sorted().toList();
  }

  /** The points that look: of each part but the largest all, or {@code share} evenly spaced. */
  private static int[] looking(int[] part, int[] size, int largest, int share) {
    int[] rows = new int[part.length];
    int[] seen = new int[size.length];
    int at = 0;
    for (int i = 0; i < part.length; i++) {
      int p = part[i];
      if (p == largest) {
        continue;
      }
      long place = seen[p]++;
      boolean all = size[p] <= share;
      if (all || place * share / size[p] != (place + 1) * share / size[p]) {
        rows[at++] = i;
      }
    }
    return Arrays.copyOf(rows, at);
  }

  private static void keepShortest(Pair[] best, int[] rows, Search search, int[] part) {
    int[] own = Arrays.stream(rows).map(row -> part[row]).toArray();
    NearestOutside found = search.nearest(rows, own, false, part);
    for (int r = 0; r < rows.length; r++) {
      Pair pair = Pair.of(rows[r], found.id()[r], found.square()[r]);
      Pair known = best[own[r]];
      if (known == null || pair.compareTo(known) < 0) {
        best[own[r]] = pair;
      }
    }
  }

  /** Shortens the pairs of some parts from their ends. */
  private static void shorten(Pair[] best, int[] parts, Search search, int[] part) {
    int[] open = parts;
    for (int turn = 0; turn < TURNS && open.length > 0; turn++) {
      int[] ends =
          Arrays.stream(open)
              .map(p -> part[best[p].low] == p ? best[p].high : best[p].low)
              .toArray();
      int[] own = search.nearest(ends, open, true, part).id();
      Pair[] before = best.clone();
      keepShortest(best, own, search, part);
      open = Arrays.stream(open).filter(p -> best[p].compareTo(before[p]) < 0).toArray();
    }
  }
}
