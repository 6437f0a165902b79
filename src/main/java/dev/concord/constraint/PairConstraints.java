package dev.concord.constraint;

import dev.concord.error.InputException;
import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Judged pairs of points in canonical form: first &lt; second, sorted by (first, second, kind) with
 * must-link before cannot-link, each (pair, kind) once. The same pair may occur in both kinds; if
 * both have weight 1 that is a contradiction (see {@link Contradictions}). Made by {@link #of} and
 * {@link #ofReals}, which check and sort; the constructor does neither.
 *
 * <p>Memory: 17 bytes a distinct pair. Building takes 16 bytes a given pair more (keys and the
 * sort's work space), 24 when some weight is below 1: ten million pairs need at most 410 MB while
 * being built and 170 MB afterwards. The arrays handed out are not copies and must not be changed.
 *
 * @param points number n of points
 * @param first smaller index of each pair
 * @param second greater index of each pair
 * @param mustLink true where the pair is a must-link, false where it is a cannot-link
 * @param weight weights in (0, 1], or above 0 when {@link #realValued}
 * @param duplicates how many given rows repeated an earlier pair in the same kind
 * @param realValued whether some weight exceeds 1: the weights are then of any unit, not degrees of
 *     belief
 * @param names the ids of the points
 * @param sources the source of each point, -1 where it is not known: points of one source are
 *     apart. Null without that rule. Not a copy
 */
public record PairConstraints(
    int points,
    int[] first,
    int[] second,
    boolean[] mustLink,
    double[] weight,
    int duplicates,
    boolean realValued,
    IdNames names,
    int @Nullable [] sources,
    BitSet repeated) {
  /**
   * The canonical form of the given pairs. A pair given twice in the same kind is kept once, with
   * the greater weight. Time O(P log P), parallel; the arrays are read and not kept.
   *
   * @param points number n of points; indices are 0..n-1
   * @param mustLink true for must-link, false for cannot-link
   * @param weight degree of belief in (0, 1]
   * @param names the points' ids, for messages
   * @throws InputException naming the first pair that links a point to itself, points outside
   *     0..n-1, or has a weight outside (0, 1]
   */
  public static PairConstraints of(
      int points, int[] first, int[] second, boolean[] mustLink, double[] weight, IdNames names) {
    return of(points, first, second, mustLink, weight, 1.0, names);
  }

  /**
   * As {@link #of}, for real-valued weights: any finite number other than 0, kept as its magnitude.
   * When some weight exceeds 1, the weights are not degrees of belief and no pair is hard.
   */
  public static PairConstraints ofReals(
      int points, int[] first, int[] second, boolean[] mustLink, double[] weight, IdNames names) {
    return of(points, first, second, mustLink, weight, Double.MAX_VALUE, names);
  }

  private static PairConstraints of(
      int points,
      int[] first,
      int[] second,
      boolean[] mustLink,
      double[] weight,
      double most,
      IdNames names) {
    int given = first.length;
    if (second.length != given || mustLink.length != given || weight.length != given) {
      throw new IllegalArgumentException(
          "arrays of one length are needed, not first %d, second %d, mustLink %d, weight %d"
              .formatted(given, second.length, mustLink.length, weight.length));
    }
    long[] keys = new long[given];
    boolean certain = true;
    boolean beyond = false;
    for (int p = 0; p < given; p++) {
      int a = first[p];
      int b = second[p];
      double w = weight[p];
      if (a < 0 || b < 0 || a >= points || b >= points || a == b || !(w > 0.0 && w <= most)) {
        throw refusal(points, a, b, w, most, names);
      }
      keys[p] = key(Math.min(a, b), Math.max(a, b), mustLink[p]);
      certain &= w == 1.0;
      beyond |= w > 1.0;
    }
    long[] sorted = certain ? keys : keys.clone();
    Arrays.parallelSort(sorted);
    BitSet repeated = repeated(sorted);
    int count = keepDistinct(sorted);

    double[] weights = new double[count];
    if (certain) {
      Arrays.fill(weights, 1.0);
    } else {
      for (int p = 0; p < given; p++) {
        int at = Arrays.binarySearch(sorted, 0, count, keys[p]);
        weights[at] = Math.max(weights[at], weight[p]);
      }
    }
    int[] low = new int[count];
    int[] high = new int[count];
    boolean[] must = new boolean[count];
    for (int p = 0; p < count; p++) {
      low[p] = (int) (sorted[p] >>> 32);
      high[p] = (int) ((sorted[p] & 0xffffffffL) >>> 1);
      must[p] = (sorted[p] & 1L) == 0L;
    }
    return new PairConstraints(
        points, low, high, must, weights, given - count, beyond, names, null, repeated);
  }

  /** No pair at all over {@code points} points. */
  public static PairConstraints none(int points, IdNames names) {
    return of(points, new int[0], new int[0], new boolean[0], new double[0], names);
  }

  /**
   * The same pairs, and the rule that points of one source are apart: cannot-links of weight 1 that
   * are not listed.
   *
   * @param sourceOf the source of each point, -1 where it is not known; kept
   */
  public PairConstraints withSources(int[] sourceOf) {
    if (sourceOf.length != points) {
      throw new IllegalArgumentException(sourceOf.length + " sources of " + points + " points");
    }
    return new PairConstraints(
        points, first, second, mustLink, weight, duplicates, realValued, names, sourceOf, repeated);
  }

  /** Ascending keys are ascending (first, second, kind): 31 bits, 31 bits, 1 bit. */
  private static long key(int low, int high, boolean must) {
    return ((long) low << 32) | ((long) high << 1) | (must ? 0L : 1L);
  }

  /** Moves the distinct values of an ascending array to its front; returns how many there are. */
  static int keepDistinct(long[] sorted) {
    int count = 0;
    for (int p = 0; p < sorted.length; p++) {
      if (p == 0 || sorted[p] != sorted[p - 1]) {
        sorted[count++] = sorted[p];
      }
    }
    return count;
  }

  /** Which of the distinct values of an ascending array it holds more than once. */
  private static BitSet repeated(long[] sorted) {
    BitSet repeated = new BitSet();
    int count = 0;
    for (int p = 1; p < sorted.length; p++) {
      if (sorted[p] == sorted[p - 1]) {
        repeated.set(count);
      } else {
        count++;
      }
    }
    return repeated;
  }

  private static InputException refusal(
      int points, int a, int b, double weight, double most, IdNames names) {
    String pair =
        "input.constraints: the pair (%s, %s) "
            .formatted(name(points, a, names), name(points, b, names));
    if (a < 0 || b < 0 || a >= points || b >= points) {
      return new InputException(
          ("%shas a point outside the %s points of the input; both ends of a constraint must be"
                  + " points of the input, so remove the row or add the point")
              .formatted(pair, points));
    }
    if (a == b) {
      return new InputException(
          pair + "links a point to itself; a constraint needs two different points, so remove it");
    }
    return new InputException(
        pair
            + "has weight "
            + weight
            + (most > 1.0
                ? "; a weight is a finite number other than 0, so correct it or remove the row"
                : "; a weight is a degree of belief in (0, 1], so correct it or remove the row"));
  }

  private static String name(int points, int index, IdNames names) {
    return index >= 0 && index < points ? names.name(index) : "index " + index;
  }

  /** Number of distinct (pair, kind). */
  public int size() {
    return first.length;
  }

  /** Whether pair {@code p} was given more than once in its kind. */
  public boolean isRepeated(int p) {
    return repeated.get(p);
  }

  /** Whether pair {@code p} is certain, of weight 1: the ones that hard constraints hold to. */
  public boolean isHard(int p) {
    return !realValued && weight[p] == 1.0;
  }

  /** Number of must-links. O(P). */
  public int mustLinks() {
    int count = 0;
    for (boolean must : mustLink) {
      count += must ? 1 : 0;
    }
    return count;
  }

  /**
   * Number of soft pairs: those of weight below 1, or all of them when some weight exceeds 1. O(P).
   */
  public int softCount() {
    int count = 0;
    for (int p = 0; p < weight.length; p++) {
      count += isHard(p) ? 0 : 1;
    }
    return count;
  }

  /** For each point whether it occurs in some pair of any weight. Length n; O(n + P). */
  public boolean[] touched() {
    boolean[] touched = new boolean[points];
    for (int p = 0; p < first.length; p++) {
      touched[first[p]] = true;
      touched[second[p]] = true;
    }
    return touched;
  }
}
