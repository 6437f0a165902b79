package dev.concord.config;

import dev.concord.capability.Additions;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The requested clustering.
 *
 * @param number how many clusters are asked for
 * @param method a name of the catalogue
 * @param refine the search that improves the partition
 * @param earlier an earlier assignment whose cluster numbers are to be kept, or null
 * @param hardConstraints whether constraints of weight 1 must hold together
 * @param sizes bounds on the sizes of clusters, or null
 * @param weight the column of the features that holds the weight of each point, or null
 * @param weighs whether the cut counts the weights too, and not the sizes alone
 * @param outliers the share of points set aside, 0 for none
 * @param additions what capabilities read of the configuration
 */
public record ClustersConfig(
    Count number,
    String method,
    RefinementSearch refine,
    boolean hardConstraints,
    boolean propagate,
    int eigenvectors,
    int restarts,
    long seed,
    @Nullable Earlier earlier,
    @Nullable Sizes sizes,
    @Nullable String weight,
    boolean weighs,
    double outliers,
    Additions additions) {

  /**
   * What is asked of an earlier assignment.
   *
   * @param table where it is
   * @param split its clusters that alone are clustered anew, ascending, each into {@code count}
   *     parts; empty: all points are clustered
   * @param base the folder of the output that this run starts from, or null; the table is its own
   */
  public record Earlier(LabelsConfig table, List<Integer> split, @Nullable String base) {
    public Earlier {
      split = List.copyOf(split);
    }
  }

  /** The earlier assignment, or null. */
  public @Nullable LabelsConfig previous() {
    return earlier == null ? null : earlier.table();
  }

  /** The folder of the output that this run starts from, or null. */
  public @Nullable String base() {
    return earlier == null ? null : earlier.base();
  }

  /** The clusters of the earlier assignment that alone are clustered anew; mostly none. */
  public List<Integer> split() {
    return earlier == null ? List.of() : earlier.split();
  }

  /**
   * The number k of clusters: of nested partitions the finest's, of a number to be chosen the
   * largest that it may be, which bounds what a run needs.
   */
  public int count() {
    return number.most();
  }

  /** The same with the number of clusters known. */
  public ClustersConfig withCount(int k) {
    return with(Count.fixed(k), method, weighs, additions);
  }

  /** The same with another method. */
  public ClustersConfig withMethod(String other) {
    return with(number, other, weighs, additions);
  }

  /** The same with weights that the cut counts, or not. */
  public ClustersConfig weighing(boolean all) {
    return with(number, method, all, additions);
  }

  /** The same with what capabilities read. */
  public ClustersConfig adding(Additions read) {
    return with(number, method, weighs, read);
  }

  private ClustersConfig with(Count otherNumber, String otherMethod, boolean all, Additions read) {
    return new ClustersConfig(
        otherNumber,
        otherMethod,
        refine,
        hardConstraints,
        propagate,
        eigenvectors,
        restarts,
        seed,
        earlier,
        sizes,
        weight,
        all,
        outliers,
        read);
  }

  /**
   * How many clusters are asked for: a number, one to be chosen within bounds, or nested
   * partitions.
   *
   * @param least smallest number
   * @param most largest number
   * @param auto whether the bounds are those of {@code clusters.count = auto}: the largest number
   *     is lower for few points, and higher where pairs ask for more clusters
   * @param levels the numbers of nested partitions, rising; empty for one partition
   */
  public record Count(int least, int most, boolean auto, List<Integer> levels) {
    /** The word for a number that is chosen. */
    public static final String AUTO = "auto";

    private static final int AUTO_MOST = 60;

    public Count {
      levels = List.copyOf(levels);
    }

    /** A number. */
    public static Count fixed(int k) {
      return new Count(k, k, false, List.of());
    }

    /** A number to be chosen, from 2 up to 60 or the root of half the number of points. */
    public static Count automatic() {
      return new Count(2, AUTO_MOST, true, List.of());
    }

    /** A number to be chosen between two, both included. */
    public static Count range(int least, int most) {
      return new Count(least, most, false, List.of());
    }

    /** The numbers of nested partitions, at least two, rising. */
    public static Count nested(List<Integer> levels) {
      return new Count(levels.get(0), levels.get(levels.size() - 1), false, levels);
    }

    /** Whether there are nested partitions. */
    public boolean isNested() {
      return !levels.isEmpty();
    }

    /** Whether the number is to be chosen. */
    public boolean isChosen() {
      return auto || (levels.isEmpty() && least < most);
    }

    /** The largest number that may be chosen for so many points. */
    public int most(int points) {
      return auto ? Math.max(least, Math.min(most, (int) StrictMath.sqrt(points / 2.0))) : most;
    }

    /** As a configuration writes it: a whole number, auto, 2-20 or a list of numbers. */
    public Object plain() {
      if (auto) {
        return AUTO;
      }
      return isNested() ? levels : least == most ? (Object) most : least + "-" + most;
    }

    @Override
    public String toString() {
      return plain().toString();
    }
  }

  /**
   * Bounds on the sizes of clusters. A value below 1 is a share of all points, or of their weight;
   * 0 is no lower bound, infinity no upper one.
   *
   * @param min least sizes: one for all clusters, or one for each cluster of the earlier assignment
   *     from number 0 on, none for those beyond the list
   * @param max largest sizes, likewise
   * @param perCluster whether the values are those of clusters of the earlier assignment
   */
  public record Sizes(List<Double> min, List<Double> max, boolean perCluster) {
    /** A share of a total that misses a whole number by less is that number. */
    private static final double SLIGHT = 1e-9;

    public Sizes {
      min = List.copyOf(min);
      max = List.copyOf(max);
    }

    /**
     * The least size of each cluster.
     *
     * @param k number of clusters
     * @param total number of points, or their weight
     * @param counts whether points are counted: shares are rounded up to a whole number
     */
    public double[] lower(int k, double total, boolean counts) {
      double[] lower = sizes(min, 0.0, k, total);
      if (counts) {
        Arrays.setAll(lower, c -> Math.max(0.0, StrictMath.ceil(lower[c] - SLIGHT * total)));
      }
      return lower;
    }

    /** The largest size of each cluster; shares are rounded down where points are counted. */
    public double[] upper(int k, double total, boolean counts) {
      double[] upper = sizes(max, Double.POSITIVE_INFINITY, k, total);
      if (counts) {
        Arrays.setAll(upper, c -> StrictMath.floor(upper[c] + SLIGHT * total));
      }
      return upper;
    }

    private double[] sizes(List<Double> values, double none, int k, double total) {
      double[] sizes = new double[k];
      for (int c = 0; c < k; c++) {
        int at = perCluster ? c : 0;
        double value = at < values.size() ? values.get(at) : none;
        sizes[c] = value < 1.0 ? value * total : value;
      }
      return sizes;
    }
  }
}
