package dev.concord.constraint;

import dev.concord.error.UnsatisfiableException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rule that points of one source are apart: contradictions with must-links, and its pairs. */
public final class SourceRule {
  /** Pairs of one source that are listed at most: 340 MB of constraints. */
  private static final long MOST_LISTED = 20_000_000L;

  private SourceRule() {}

  /**
   * Refuses must-links of weight 1 that join two points of one source. O(n log n).
   *
   * @throws UnsatisfiableException naming two of them and the chain of must-links between them
   */
  public static void requireNoContradiction(PairConstraints pairs, MustLinkClosure closure) {
    int @Nullable [] sources = pairs.sources();
    if (sources == null || closure.joined() == 0) {
      return;
    }
    int[] members = closure.members();
    int[] starts = closure.starts();
    int count = 0;
    int first = -1;
    int second = -1;
    for (int c = 0; c < closure.count(); c++) {
      if (starts[c + 1] - starts[c] < 2) {
        continue;
      }
      long[] keys = new long[starts[c + 1] - starts[c]];
      for (int m = starts[c]; m < starts[c + 1]; m++) {
        keys[m - starts[c]] = (long) sources[members[m]] << 32 | members[m];
      }
      Arrays.sort(keys);
      for (int m = 1; m < keys.length; m++) {
        if (keys[m] >= 0 && keys[m] >>> 32 == keys[m - 1] >>> 32) {
          if (count++ == 0) {
            first = (int) keys[m - 1];
            second = (int) keys[m];
          }
        }
      }
    }
    if (count > 0) {
      throw refusal(pairs, closure, first, second, count);
    }
  }

  private static UnsatisfiableException refusal(
      PairConstraints pairs, MustLinkClosure closure, int first, int second, int count) {
    boolean[] chosen = new boolean[closure.count()];
    chosen[closure.componentOf()[first]] = true;
    int[] path = new MustLinkPaths(pairs, closure, chosen).path(first, second);
    IdNames names = pairs.names();
    List<String> links = new ArrayList<>();
    for (int i = 0; i + 1 < path.length; i++) {
      links.add(names.name(path[i]) + "=" + names.name(path[i + 1]));
    }
    return new UnsatisfiableException(
        ("input.constraints: must-links join %s and %s, which have one source in input.exclusive,"
                + " so they must be apart: %s%s. Remove one of these must-links or give it a"
                + " weight below 1, correct the source, or set clusters.constraints = soft.")
            .formatted(
                names.name(first),
                names.name(second),
                ProofText.chain(links),
                count > 1 ? " (and " + (count - 1) + " more such pairs)" : ""));
  }

  /**
   * The pairs, and the pairs of one source within a group as cannot-links of weight 1.
   *
   * @param group of each point; points of two groups need no pair
   * @throws UnsatisfiableException when these are more than can be listed
   */
  public static PairConstraints listed(PairConstraints pairs, int[] group) {
    int @Nullable [] sources = pairs.sources();
    if (sources == null) {
      return pairs;
    }
    int n = pairs.points();
    Integer[] order = new Integer[n];
    Arrays.setAll(order, i -> i);
    Arrays.sort(
        order,
        (a, b) ->
            group[a] != group[b]
                ? Integer.compare(group[a], group[b])
                : sources[a] != sources[b]
                    ? Integer.compare(sources[a], sources[b])
                    : Integer.compare(a, b));
    long more = 0;
    for (int from = 0; from < n; ) {
      int to = end(order, group, sources, from);
      more += sources[order[from]] < 0 ? 0 : (long) (to - from) * (to - from - 1) / 2;
      from = to;
    }
    if (more > MOST_LISTED) {
      throw new UnsatisfiableException(
          String.format(
              java.util.Locale.ROOT,
              "input.exclusive: %,d pairs of points have one source and may share a cluster, more"
                  + " than the %,d that a method takes as a list; set clusters.method ="
                  + " correlation, which needs no list.",
              more,
              MOST_LISTED));
    }
    PairList all = new PairList(pairs);
    for (int from = 0; from < n; ) {
      int to = end(order, group, sources, from);
      for (int a = from; a < to && sources[order[from]] >= 0; a++) {
        for (int b = a + 1; b < to; b++) {
          all.add(order[a], order[b], false);
        }
      }
      from = to;
    }
    return all.on(n, pairs.names(), pairs.realValued());
  }

  private static int end(Integer[] order, int[] group, int[] sources, int from) {
    int to = from + 1;
    while (to < order.length
        && group[order[to]] == group[order[from]]
        && sources[order[to]] == sources[order[from]]) {
      to++;
    }
    return to;
  }
}
