package dev.concord.config;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The requested clustering.
 *
 * @param count the number k of clusters
 * @param method a name of the catalogue
 * @param refine the search that improves the partition
 * @param previous an earlier assignment whose cluster numbers are to be kept, or null
 * @param hardConstraints whether constraints of weight 1 must hold together
 * @param sizes bounds on the sizes of clusters, or null
 * @param weight the column of the features that sizes count instead of points, or null
 * @param outliers the share of points set aside, 0 for none
 * @param split the clusters of the earlier assignment that alone are clustered anew, ascending,
 *     each into {@code count} parts; empty: all points are clustered
 */
public record ClustersConfig(
    int count,
    String method,
    RefinementSearch refine,
    boolean hardConstraints,
    boolean propagate,
    int eigenvectors,
    int restarts,
    long seed,
    @Nullable LabelsConfig previous,
    @Nullable Sizes sizes,
    @Nullable String weight,
    double outliers,
    List<Integer> split) {

  public ClustersConfig {
    split = List.copyOf(split);
  }

  /** The same with another method. */
  public ClustersConfig withMethod(String other) {
    return new ClustersConfig(
        count,
        other,
        refine,
        hardConstraints,
        propagate,
        eigenvectors,
        restarts,
        seed,
        previous,
        sizes,
        weight,
        outliers,
        split);
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
