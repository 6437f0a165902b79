package dev.concord.constraint;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

/** Pairs that are put together one by one, 17 bytes each, and become constraints. */
public final class PairList {
  private int size;
  private int[] first;
  private int[] second;
  private boolean[] mustLink;
  private double[] weight;

  /** No pairs yet. */
  public PairList() {
    this(PairConstraints.none(0, Integer::toString));
  }

  /** The pairs of {@code given} to begin with. */
  public PairList(PairConstraints given) {
    size = given.size();
    first = given.first().clone();
    second = given.second().clone();
    mustLink = given.mustLink().clone();
    weight = given.weight().clone();
  }

  /**
   * Some of the pairs of {@code given}, in their order.
   *
   * @param passes whether a pair is taken, by its place
   * @param place the index that a point has in the list; below 0 where its pairs are left out
   */
  public static PairList of(PairConstraints given, IntPredicate passes, IntUnaryOperator place) {
    PairList list = new PairList();
    for (int p = 0; p < given.size(); p++) {
      int a = place.applyAsInt(given.first()[p]);
      int b = place.applyAsInt(given.second()[p]);
      if (a >= 0 && b >= 0 && passes.test(p)) {
        list.add(a, b, given.mustLink()[p], given.weight()[p]);
      }
    }
    return list;
  }

  /** Adds a pair of weight 1. */
  public void add(int a, int b, boolean must) {
    add(a, b, must, 1.0);
  }

  public void add(int a, int b, boolean must, double w) {
    if (size == first.length) {
      int length = Math.max(16, Math.multiplyExact(2, size));
      first = Arrays.copyOf(first, length);
      second = Arrays.copyOf(second, length);
      mustLink = Arrays.copyOf(mustLink, length);
      weight = Arrays.copyOf(weight, length);
    }
    first[size] = a;
    second[size] = b;
    mustLink[size] = must;
    weight[size++] = w;
  }

  /** The pairs as constraints on so many points: see {@link PairConstraints#of}. */
  public PairConstraints on(int points, IdNames names) {
    return on(points, names, false);
  }

  /**
   * As {@link #on(int, IdNames)}.
   *
   * @param real whether weights may be any: see {@link PairConstraints#ofReals}
   */
  public PairConstraints on(int points, IdNames names, boolean real) {
    int[] a = Arrays.copyOf(first, size);
    int[] b = Arrays.copyOf(second, size);
    boolean[] must = Arrays.copyOf(mustLink, size);
    double[] w = Arrays.copyOf(weight, size);
    return real
        ? PairConstraints.ofReals(points, a, b, must, w, names)
        : PairConstraints.of(points, a, b, must, w, names);
  }
}
