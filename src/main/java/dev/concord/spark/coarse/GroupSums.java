package dev.concord.spark.coarse;

import java.util.Arrays;

/**
 * Sums of weights by group, for one row at a time; groups in the order of their first weight.
 * Weights are whole numbers of 2<sup>-34</sup> units, so a sum has the same bits in any order.
 */
final class GroupSums {
  private static final double PARTS = 1L << 34;

  /** So many units, and twice as many, are a sum below 2<sup>63</sup>. */
  private static final long MOST_UNITS = 1L << 28;

  private int[] slots = new int[64];
  private int[] groups = new int[32];
  private long[] sums = new long[32];
  private int size;

  GroupSums() {
    Arrays.fill(slots, -1);
  }

  /** A unit with which the sum of all entries is a whole number below 2<sup>63</sup>. */
  static double unit(double largest, long entries) {
    double unit = largest;
    for (long units = entries; units > MOST_UNITS; units /= 2) {
      unit *= 2.0;
    }
    return unit;
  }

  /** A positive weight as a whole number, at least 1. */
  static long whole(double weight, double unit) {
    return Math.max(1L, rounded(weight, unit));
  }

  /** A weight as the nearest whole number. */
  static long rounded(double weight, double unit) {
    return Math.round(weight / unit * PARTS);
  }

  /** The weight of a whole number. */
  static double weight(long whole, double unit) {
    return whole / PARTS * unit;
  }

  /** Forgets all groups. Time O(groups). */
  void clear() {
    if (size > slots.length / 8) {
      Arrays.fill(slots, -1);
    } else {
      // Backwards, so that every group is found in the slot that it was put into.
      for (int s = size - 1; s >= 0; s--) {
        slots[slot(groups[s])] = -1;
      }
    }
    size = 0;
  }

  void add(int group, long weight) {
    int slot = slot(group);
    int at = slots[slot];
    if (at < 0) {
      at = size++;
      if (at == groups.length) {
        grow();
        slot = slot(group);
      }
      slots[slot] = at;
      groups[at] = group;
      sums[at] = 0L;
    }
    sums[at] += weight;
  }

  /** The sum of a group, 0 for one without a weight. */
  long of(int group) {
    int at = slots[slot(group)];
    return at < 0 ? 0L : sums[at];
  }

  int size() {
    return size;
  }

  int group(int s) {
    return groups[s];
  }

  long sum(int s) {
    return sums[s];
  }

  private int slot(int group) {
    int mask = slots.length - 1;
    int slot = ((group * 0x9e3779b9) >>> 7) & mask;
    while (slots[slot] >= 0 && groups[slots[slot]] != group) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    groups = Arrays.copyOf(groups, 2 * groups.length);
    sums = Arrays.copyOf(sums, groups.length);
    slots = new int[2 * slots.length];
    Arrays.fill(slots, -1);
    for (int s = 0; s < size - 1; s++) {
      slots[slot(groups[s])] = s;
    }
  }
}
