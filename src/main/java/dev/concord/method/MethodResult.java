package dev.concord.method;

import dev.concord.linalg.eigen.Eigenpairs;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a method.
 *
 * @param labels a cluster 0..k-1 for each point; some cluster may be empty
 * @param embedding the relaxed solution as documented for the method, or null when it has none
 * @param spectrum eigenpairs of D^-1/2 W D^-1/2, or of the matrix that the method puts in its
 *     place, that were computed (Laplacian eigenvalues are 1 minus theirs), or null
 * @param figures the method's own figures by their documented names, in reporting order
 */
public record MethodResult(
    int[] labels,
    @Nullable Embedding embedding,
    @Nullable Eigenpairs spectrum,
    Map<String, Object> figures) {
  /** The figure of eigenvalues that were computed for advice alone. */
  static final String BEYOND = "eigenvaluesBeyond";

  /**
   * A few rough Laplacian eigenvalues beyond those of {@link #spectrum}, ascending; empty when the
   * method computes none.
   */
  public double[] eigenvaluesBeyond() {
    Object beyond = figures.get(BEYOND);
    if (beyond instanceof double[] values) {
      return values.clone();
    }
    return beyond instanceof List<?> values // as a kept stage has it
        ? values.stream().mapToDouble(value -> ((Number) value).doubleValue()).toArray()
        : new double[0];
  }
}
