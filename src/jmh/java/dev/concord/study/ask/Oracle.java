package dev.concord.study.ask;

import dev.concord.constraint.PairConstraints;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Answers questions by the truth, some of them wrong, up to a number of answers. */
final class Oracle {
  private final int[] truth;
  private final double wrong;
  private final SplittableRandom chance;
  private final int[] first;
  private final int[] second;
  private final boolean[] must;
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

  /** The first so many answers, or all if there are fewer. */
  PairConstraints pairs(int most) {
    int size = Math.min(most, count);
    double[] weight = new double[size];
    Arrays.fill(weight, 1.0);
    return PairConstraints.of(
        truth.length,
        Arrays.copyOf(first, size),
        Arrays.copyOf(second, size),
        Arrays.copyOf(must, size),
        weight,
        Integer::toString);
  }
}
