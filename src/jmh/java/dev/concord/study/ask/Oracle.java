package dev.concord.study.ask;

import dev.concord.constraint.ClusterShortage;
import dev.concord.constraint.Contradictions;
import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.error.UnsatisfiableException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Answers questions by the truth, some of them wrong, up to a number of answers. A pair asked again
 * is judged anew: the later answer counts.
 */
final class Oracle {
  private final int[] truth;
  private final double wrong;
  private final SplittableRandom chance;
  private final int[] first;
  private final int[] second;
  private final boolean[] must;
  private final boolean[] dropped;
  private int count;

  /** All answers that a strategy may have were given. */
  static final class Spent extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Spent() {
      super("all questions were asked", null, false, false);
    }
  }

  /**
   * @param wrong probability of a wrong answer
   * @param limit number of answers
   */
  Oracle(int[] truth, double wrong, int limit, SplittableRandom chance) {
    this.truth = truth;
    this.wrong = wrong;
    this.chance = chance;
    this.first = new int[limit];
    this.second = new int[limit];
    this.must = new boolean[limit];
    this.dropped = new boolean[limit];
  }

  /**
   * Whether two points belong together.
   *
   * @throws Spent when no answer is left
   */
  boolean same(int a, int b) {
    if (count == must.length) {
      throw new Spent();
    }
    first[count] = a;
    second[count] = b;
    must[count] = (truth[a] == truth[b]) != (chance.nextDouble() < wrong);
    return must[count++];
  }

  /** Whether the last answer contradicts the others, or leaves no partition into k clusters. */
  boolean isContradiction(int clusters) {
    PairConstraints all = pairs(count);
    MustLinkClosure closure = MustLinkClosure.of(all);
    if (Contradictions.find(all, closure).count() > 0) {
      return true;
    }
    try {
      ClusterShortage.of(all, closure).requireRoomFor(clusters);
      return false;
    } catch (UnsatisfiableException e) {
      return true;
    }
  }

  /** Takes the last answer back, which counts as given; what it replaced counts again. */
  void takeBack() {
    dropped[count - 1] = true;
  }

  /** Whether an earlier answer to the last question was another one. */
  boolean isJudgedBothWays() {
    for (int q = 0; q < count - 1; q++) {
      if (!dropped[q] && isSamePair(q, count - 1) && must[q] != must[count - 1]) {
        return true;
      }
    }
    return false;
  }

  /** No answer to the last question counts, neither the last nor an earlier one. */
  void setAside() {
    for (int q = 0; q < count; q++) {
      dropped[q] |= isSamePair(q, count - 1);
    }
  }

  /** Answers so far. */
  int count() {
    return count;
  }

  /** How many answers are left. */
  int left() {
    return must.length - count;
  }

  /** Number of points. */
  int points() {
    return truth.length;
  }

  /** The first so many answers, or all if there are fewer; of a pair the last one. */
  PairConstraints pairs(int most) {
    int size = Math.min(most, count);
    int[] a = new int[size];
    int[] b = new int[size];
    boolean[] kind = new boolean[size];
    int kept = 0;
    for (int q = 0; q < size; q++) {
      if (!dropped[q] && must[q] == must[last(q, size)]) {
        a[kept] = first[q];
        b[kept] = second[q];
        kind[kept++] = must[q];
      }
    }
    double[] weight = new double[kept];
    Arrays.fill(weight, 1.0);
    return PairConstraints.of(
        truth.length,
        Arrays.copyOf(a, kept),
        Arrays.copyOf(b, kept),
        Arrays.copyOf(kind, kept),
        weight,
        Integer::toString);
  }

  /** The last of the first so many answers about the pair of answer q that was not taken back. */
  private int last(int q, int size) {
    int last = q;
    for (int r = q + 1; r < size; r++) {
      last = isSamePair(q, r) && !dropped[r] ? r : last;
    }
    return last;
  }

  /** The pairs that were asked more than once, each as often as it was asked again. */
  int[][] askedAgain() {
    List<int[]> again = new ArrayList<>();
    for (int r = 1; r < count; r++) {
      for (int q = 0; q < r; q++) {
        if (isSamePair(q, r)) {
          again.add(new int[] {first[q], second[q]});
          break;
        }
      }
    }
    return new int[][] {
      again.stream().mapToInt(pair -> pair[0]).toArray(),
      again.stream().mapToInt(pair -> pair[1]).toArray()
    };
  }

  private boolean isSamePair(int q, int r) {
    return Math.min(first[q], second[q]) == Math.min(first[r], second[r])
        && Math.max(first[q], second[q]) == Math.max(first[r], second[r]);
  }
}
