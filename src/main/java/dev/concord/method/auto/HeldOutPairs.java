package dev.concord.method.auto;

import dev.concord.constraint.PairConstraints;
import dev.concord.linalg.Seeds;
import dev.concord.method.KnownLabels;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The pairs that a partition is judged by: the given ones, and for each labelled point one random
 * point of its label and one of another. Holds them as arrays; pair q is the pair (first[q],
 * second[q]).
 */
final class HeldOutPairs {
  /** Pairs of each kind below which nothing can be judged. */
  static final int LEAST_OF_A_KIND = 5;

  /** Pairs below which nothing can be judged. */
  static final int LEAST = 20;

  private int size;
  private int[] first;
  private int[] second;
  private boolean[] must;
  private double[] weight;

  private HeldOutPairs(int room) {
    first = new int[room];
    second = new int[room];
    must = new boolean[room];
    weight = new double[room];
  }

  static HeldOutPairs of(Supervision supervision, Seeds seeds) {
    PairConstraints pairs = supervision.pairs();
    KnownLabels labels = supervision.labels();
    HeldOutPairs all = new HeldOutPairs(pairs.size() + (labels == null ? 0 : 2 * labels.known()));
    for (int p = 0; p < pairs.size(); p++) {
      all.add(pairs.first()[p], pairs.second()[p], pairs.mustLink()[p], pairs.weight()[p]);
    }
    if (labels != null) {
      all.addLabels(labels.labels(), seeds.random("auto-labels"));
    }
    all.first = Arrays.copyOf(all.first, all.size);
    all.second = Arrays.copyOf(all.second, all.size);
    all.must = Arrays.copyOf(all.must, all.size);
    all.weight = Arrays.copyOf(all.weight, all.size);
    return all;
  }

  private void add(int a, int b, boolean together, double pairWeight) {
    first[size] = a;
    second[size] = b;
    must[size] = together;
    weight[size++] = pairWeight;
  }

  private void addLabels(int[] labels, SplittableRandom random) {
    int[] known = new int[labels.length];
    int count = 0;
    for (int i = 0; i < labels.length; i++) {
      if (labels[i] >= 0) {
        known[count++] = i;
      }
    }
    for (int at = 0; at < count; at++) {
      int i = known[at];
      for (boolean together : new boolean[] {true, false}) {
        int other = partner(labels, known, count, i, together, random);
        if (other >= 0) {
          add(i, other, together, 1.0);
        }
      }
    }
  }

  /** A random point of the same label, or of another; -1 when there is none. */
  private static int partner(
      int[] labels, int[] known, int count, int i, boolean together, SplittableRandom random) {
    int matching = 0;
    for (int at = 0; at < count; at++) {
      matching += known[at] != i && (labels[known[at]] == labels[i]) == together ? 1 : 0;
    }
    if (matching == 0) {
      return -1;
    }
    int wanted = random.nextInt(matching);
    for (int at = 0; at < count; at++) {
      if (known[at] != i && (labels[known[at]] == labels[i]) == together && wanted-- == 0) {
        return known[at];
      }
    }
    throw new IllegalStateException("fewer partners than were counted");
  }

  int size() {
    return size;
  }

  int first(int pair) {
    return first[pair];
  }

  int second(int pair) {
    return second[pair];
  }

  boolean must(int pair) {
    return must[pair];
  }

  double weight(int pair) {
    return weight[pair];
  }

  int count(boolean together) {
    int count = 0;
    for (boolean kind : must) {
      count += kind == together ? 1 : 0;
    }
    return count;
  }

  /** Whether there are enough of them. */
  boolean suffice() {
    return size >= LEAST && Math.min(count(true), count(false)) >= LEAST_OF_A_KIND;
  }
}
