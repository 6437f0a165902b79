package dev.concord.partition.sizes;

import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Why no partition has its sizes within the bounds, in numbers that a person can check by adding
 * and counting. Not every such problem has a reason of these kinds.
 *
 * @param kind the kind of the reason
 * @param nodes the nodes that it is about, the heaviest first; empty when it is about the bounds
 * @param bound the bound, or sum of bounds, that is broken
 * @param weight the weight or number that breaks it
 */
public record SizeShortage(Kind kind, int[] nodes, double bound, double weight) {
  private static final int MOST_SHARING = 3;

  /** The kinds of reasons. */
  public enum Kind {
    /** The lower bounds add up to {@code bound}, above the weight of all nodes. */
    LOWER_BOUNDS_TOO_HIGH,
    /** The upper bounds add up to {@code bound}, below the weight of all nodes. */
    UPPER_BOUNDS_TOO_LOW,
    /** A node has a weight above {@code bound}, the largest upper bound. */
    NODE_TOO_HEAVY,
    /** Nodes above {@code bound}, a share of the largest upper bound, are more than fit. */
    HEAVY_NODES_TOO_MANY,
    /** There are {@code weight} nodes for {@code bound} clusters that need one. */
    NODES_TOO_FEW,
    /** None of these reasons. */
    NONE
  }

  /**
   * The first reason that holds, in the order of the kinds. O(n log n).
   *
   * @param weight of each node, n of them, at least one
   * @param least size of each cluster, length k
   * @param most the largest size of each cluster, length k
   */
  public static SizeShortage of(double[] weight, double[] least, double[] most) {
    double total = Arrays.stream(weight).sum();
    double tolerance = SizeProblem.tolerance(total);
    double lower = Arrays.stream(least).sum();
    double upper = Arrays.stream(most).sum();
    if (lower > total + tolerance) {
      return new SizeShortage(Kind.LOWER_BOUNDS_TOO_HIGH, new int[0], lower, total);
    }
    if (upper < total - tolerance) {
      return new SizeShortage(Kind.UPPER_BOUNDS_TOO_LOW, new int[0], upper, total);
    }
    double largest = Arrays.stream(most).reduce(0.0, Math::max);
    Integer[] heaviest = new Integer[weight.length];
    Arrays.setAll(heaviest, v -> v);
    Arrays.sort(heaviest, Comparator.comparingDouble(v -> -weight[v]));
    if (weight[heaviest[0]] > largest + tolerance) {
      return new SizeShortage(
          Kind.NODE_TOO_HEAVY, new int[] {heaviest[0]}, largest, weight[heaviest[0]]);
    }
    SizeShortage crowd = crowd(weight, least.length, heaviest, largest);
    if (crowd != null) {
      return crowd;
    }
    long needing = Arrays.stream(least).filter(bound -> bound > tolerance).count();
    long weighing = Arrays.stream(weight).filter(w -> w > 0.0).count();
    return weighing < needing
        ? new SizeShortage(Kind.NODES_TOO_FEW, new int[0], needing, weighing)
        : new SizeShortage(Kind.NONE, new int[0], 0.0, 0.0);
  }

  /**
   * More than k q nodes above 1/(q+1) of the largest upper bound: q+1 of them would share a
   * cluster.
   */
  private static @Nullable SizeShortage crowd(
      double[] weight, int clusters, Integer[] heaviest, double largest) {
    for (int q = 1; q <= MOST_SHARING; q++) {
      int needed = clusters * q + 1;
      double share = largest / (q + 1);
      if (needed <= heaviest.length && weight[heaviest[needed - 1]] > share * (1.0 + 1e-9)) {
        int[] nodes = new int[needed];
        Arrays.setAll(nodes, i -> heaviest[i]);
        return new SizeShortage(Kind.HEAVY_NODES_TOO_MANY, nodes, share, needed);
      }
    }
    return null;
  }
}
