package dev.concord.constraint;

import dev.concord.error.UnsatisfiableException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Assigns new points that occur in constraints to clusters; the clusters of the training points are
 * fixed.
 *
 * <p>Only pairs of weight 1 count. The points of a must-link component share one decision: the
 * cluster of a fixed member, if there is one. Cannot-links to fixed components forbid their
 * clusters. The other components are assigned one by one: first those with the fewest allowed
 * clusters (DSATUR, Brelaz 1979), among these the largest margin of votes first. Each takes the
 * allowed cluster with most votes. This greedy order may violate cannot-links between new points
 * although a feasible assignment exists; violations are counted.
 *
 * @param clusterOf cluster of every point
 * @param forced whether a fixed member decided (the fixed points themselves included)
 * @param violated cannot-links of weight 1 between new points that are not met
 */
public record ConstrainedAssignment(int[] clusterOf, boolean[] forced, int violated) {

  /**
   * Assigns the points.
   *
   * @param pairs over m points
   * @param fixed cluster of each point, or -1 for a new one; length m
   * @param votes m·clusters, row-major: how much each cluster suits a new point, at least 0
   * @throws UnsatisfiableException with a witness, when it is proved that no choice for the new
   *     points meets the pairs of weight 1: they contradict each other or the fixed clusters, or
   *     more components must lie apart than there are clusters
   */
  public static ConstrainedAssignment of(
      PairConstraints pairs, int[] fixed, double[] votes, int clusters) {
    MustLinkClosure closure = MustLinkClosure.of(pairs);
    Contradictions contradictions = Contradictions.find(pairs, closure);
    if (contradictions.count() > 0) {
      throw refusal(
          "must-links and cannot-links contradict each other: "
              + contradictions.describe(contradictions.proofs(1).get(0)),
          contradictions.count());
    }
    int[] member = fixedMembers(pairs, closure, fixed);
    CannotLinkGraph apart = CannotLinkGraph.of(pairs, closure);
    int[] decided = new int[closure.count()];
    for (int c = 0; c < decided.length; c++) {
      decided[c] = member[c] < 0 ? -1 : fixed[member[c]];
    }
    boolean[] forced = new boolean[fixed.length];
    for (int i = 0; i < forced.length; i++) {
      forced[i] = member[closure.componentOf()[i]] >= 0;
    }
    refuseFixedNeighbors(pairs, closure, apart, member, decided);
    new Greedy(pairs, closure, apart, decided, member, votes, clusters).run();
    int[] result = new int[fixed.length];
    for (int i = 0; i < result.length; i++) {
      result[i] = decided[closure.componentOf()[i]];
    }
    int violated = 0;
    for (int p = 0; p < pairs.size(); p++) {
      boolean together = result[pairs.first()[p]] == result[pairs.second()[p]];
      violated += pairs.isHard(p) && !pairs.mustLink()[p] && together ? 1 : 0;
    }
    if (violated > 0) {
      // A proof that no assignment exists is better than a count of violations.
      new ClusterShortage(pairs, closure, apart).requireRoomFor(clusters);
    }
    return new ConstrainedAssignment(result, forced, violated);
  }

  /** The smallest fixed point of each component, or -1. */
  private static int[] fixedMembers(PairConstraints pairs, MustLinkClosure closure, int[] fixed) {
    int[] member = new int[closure.count()];
    Arrays.fill(member, -1);
    int conflicts = 0;
    int left = -1;
    int right = -1;
    for (int i = 0; i < fixed.length; i++) {
      int c = closure.componentOf()[i];
      if (fixed[i] >= 0 && member[c] < 0) {
        member[c] = i;
      } else if (fixed[i] >= 0 && fixed[member[c]] != fixed[i]) {
        if (conflicts++ == 0) {
          left = member[c];
          right = i;
        }
      }
    }
    if (conflicts > 0) {
      throw refusal(
          ("must-links join points that the model holds in different clusters: %s, but %s is in"
                  + " cluster %s and %s in cluster %s")
              .formatted(
                  links(pairs, closure, left, right),
                  name(pairs, left),
                  fixed[left],
                  name(pairs, right),
                  fixed[right]),
          conflicts);
    }
    return member;
  }

  /** Refuses cannot-links between components fixed to the same cluster. */
  private static void refuseFixedNeighbors(
      PairConstraints pairs,
      MustLinkClosure closure,
      CannotLinkGraph apart,
      int[] member,
      int[] decided) {
    int[] components = apart.components();
    int conflicts = 0;
    int a = -1;
    int b = -1;
    for (int v = 0; v < components.length; v++) {
      for (int e = apart.start()[v]; e < apart.start()[v + 1]; e++) {
        int w = apart.neighbors()[e];
        boolean same =
            decided[components[v]] >= 0 && decided[components[v]] == decided[components[w]];
        if (v < w && same && conflicts++ == 0) {
          a = components[v];
          b = components[w];
        }
      }
    }
    if (conflicts == 0) {
      return;
    }
    int pair = apart.witnessOf(a, b);
    int first = pairs.first()[pair];
    int second = pairs.second()[pair];
    int inA = closure.componentOf()[first] == a ? first : second;
    int inB = inA == first ? second : first;
    List<String> chain = new ArrayList<>();
    addLinks(chain, pairs, closure, member[a], inA);
    chain.add(name(pairs, inA) + "!=" + name(pairs, inB));
    addLinks(chain, pairs, closure, inB, member[b]);
    throw refusal(
        ("a cannot-link joins points that the model holds in one cluster: %s, but %s and %s are"
                + " both in cluster %s")
            .formatted(
                ProofText.chain(chain), name(pairs, member[a]), name(pairs, member[b]), decided[a]),
        conflicts);
  }

  private static UnsatisfiableException refusal(String what, int count) {
    return new UnsatisfiableException(
        ("input.constraints (a=b is a must-link, a!=b a cannot-link): %s%s. The clusters of a"
                + " model stay as they are: remove a pair of the chain or give it a weight below"
                + " 1, or run the command cluster again on all points and constraints.")
            .formatted(what, count > 1 ? "; and " + (count - 1) + " more of the kind" : ""));
  }

  private static String links(PairConstraints pairs, MustLinkClosure closure, int from, int to) {
    List<String> chain = new ArrayList<>();
    addLinks(chain, pairs, closure, from, to);
    return ProofText.chain(chain);
  }

  private static void addLinks(
      List<String> chain, PairConstraints pairs, MustLinkClosure closure, int from, int to) {
    if (from == to) {
      return;
    }
    boolean[] chosen = new boolean[closure.count()];
    chosen[closure.componentOf()[from]] = true;
    int[] path = new MustLinkPaths(pairs, closure, chosen).path(from, to);
    for (int i = 0; i + 1 < path.length; i++) {
      chain.add(name(pairs, path[i]) + "=" + name(pairs, path[i + 1]));
    }
  }

  private static String name(PairConstraints pairs, int point) {
    return pairs.names().name(point);
  }

  /** Assigns free components one by one. */
  private static final class Greedy {
    private final PairConstraints pairs;
    private final MustLinkClosure closure;
    private final CannotLinkGraph apart;
    private final int[] decided;
    private final int[] member;
    private final int clusters;

    /** Votes of a component, summed over its members. */
    private final double[] votes;

    private final int[] vertexOf;

    /** Components next to this vertex by the cluster they took: count·clusters. */
    private final int[] taken;

    private final int[] left;

    Greedy(
        PairConstraints pairs,
        MustLinkClosure closure,
        CannotLinkGraph apart,
        int[] decided,
        int[] member,
        double[] pointVotes,
        int clusters) {
      this.pairs = pairs;
      this.closure = closure;
      this.apart = apart;
      this.decided = decided;
      this.member = member;
      this.clusters = clusters;
      votes = new double[decided.length * clusters];
      for (int i = 0; i < closure.componentOf().length; i++) {
        for (int c = 0; c < clusters; c++) {
          votes[closure.componentOf()[i] * clusters + c] += pointVotes[i * clusters + c];
        }
      }
      vertexOf = new int[decided.length];
      Arrays.fill(vertexOf, -1);
      for (int v = 0; v < apart.components().length; v++) {
        vertexOf[apart.components()[v]] = v;
      }
      taken = new int[apart.components().length * clusters];
      left = new int[decided.length];
      Arrays.fill(left, clusters);
    }

    /** A queue entry of a component; stale when fewer clusters are allowed by now. */
    private record QueueEntry(int component, int left, double margin) {}

    void run() {
      for (int c = 0; c < decided.length; c++) {
        if (decided[c] >= 0) {
          forbid(c, null);
        }
      }
      PriorityQueue<QueueEntry> queue =
          new PriorityQueue<>(
              Comparator.comparingInt(QueueEntry::left)
                  .thenComparing(Comparator.comparingDouble(QueueEntry::margin).reversed())
                  .thenComparingInt(QueueEntry::component));
      for (int c = 0; c < decided.length; c++) {
        if (decided[c] < 0) {
          if (left[c] == 0) {
            throw surrounded(c);
          }
          queue.add(new QueueEntry(c, left[c], margin(c)));
        }
      }
      while (!queue.isEmpty()) {
        QueueEntry next = queue.remove();
        int c = next.component();
        if (decided[c] < 0 && next.left() == left[c]) {
          decided[c] = choose(c);
          forbid(c, queue);
        }
      }
    }

    /**
     * The allowed cluster of most votes; when none is allowed, the one with the fewest violations.
     */
    private int choose(int c) {
      int best = 0;
      for (int k = 1; k < clusters; k++) {
        int fewer = Integer.compare(conflicts(c, k), conflicts(c, best));
        boolean better = votes[c * clusters + k] > votes[c * clusters + best];
        if (left[c] > 0) {
          boolean allowed = conflicts(c, k) == 0;
          boolean bestAllowed = conflicts(c, best) == 0;
          best = allowed && (!bestAllowed || better) ? k : best;
        } else if (fewer < 0 || (fewer == 0 && better)) {
          best = k;
        }
      }
      return best;
    }

    private int conflicts(int c, int k) {
      return vertexOf[c] < 0 ? 0 : taken[vertexOf[c] * clusters + k];
    }

    private double margin(int c) {
      double first = -1.0;
      double second = -1.0;
      for (int k = 0; k < clusters; k++) {
        double vote = conflicts(c, k) == 0 ? votes[c * clusters + k] : -1.0;
        if (vote > first) {
          second = first;
          first = vote;
        } else {
          second = Math.max(second, vote);
        }
      }
      return first - second;
    }

    /** Forbids the cluster of {@code c} to its unassigned neighbours. */
    private void forbid(int c, @org.jspecify.annotations.Nullable PriorityQueue<QueueEntry> queue) {
      int v = vertexOf[c];
      if (v < 0) {
        return;
      }
      for (int e = apart.start()[v]; e < apart.start()[v + 1]; e++) {
        int w = apart.neighbors()[e];
        int other = apart.components()[w];
        // A fixed neighbour weighs more than all new ones together: its cluster is never taken.
        int weight = member[c] >= 0 ? 1 << 20 : 1;
        if (taken[w * clusters + decided[c]] == 0) {
          left[other]--;
          if (queue != null && decided[other] < 0) {
            taken[w * clusters + decided[c]] += weight;
            queue.add(new QueueEntry(other, left[other], margin(other)));
            continue;
          }
        }
        taken[w * clusters + decided[c]] += weight;
      }
    }

    /** A free component whose fixed neighbours fill every cluster. */
    private UnsatisfiableException surrounded(int c) {
      int v = vertexOf[c];
      boolean[] shown = new boolean[clusters];
      List<String> reasons = new ArrayList<>();
      for (int e = apart.start()[v]; e < apart.start()[v + 1]; e++) {
        int other = apart.components()[apart.neighbors()[e]];
        if (member[other] < 0 || shown[decided[other]]) {
          continue;
        }
        shown[decided[other]] = true;
        int pair = apart.witnessOf(c, other);
        reasons.add(
            "%s!=%s (cluster %s)"
                .formatted(
                    name(pairs, pairs.first()[pair]),
                    name(pairs, pairs.second()[pair]),
                    decided[other]));
      }
      return refusal(
          "cannot-links keep %s out of all %s clusters: %s"
              .formatted(name(pairs, closure.smallest()[c]), clusters, ProofText.chain(reasons)),
          1);
    }
  }
}
