package dev.concord.config;

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
    @Nullable SizesConfig sizes,
    @Nullable String weight) {

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
        weight);
  }
}
