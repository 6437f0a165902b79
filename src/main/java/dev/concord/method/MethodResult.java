package dev.concord.method;

import dev.concord.linalg.eigen.Eigenpairs;
import org.jspecify.annotations.Nullable;

/**
 * The result of a method.
 *
 * @param labels a cluster 0..k-1 for each point; some cluster may be empty
 * @param embedding the relaxed solution as documented for the method, or null when it has none
 * @param spectrum eigenpairs of D^-1/2 W D^-1/2, or of the matrix that the method puts in its
 *     place, that were computed (Laplacian eigenvalues are 1 minus theirs), or null
 * @param figures the method's own figures
 */
public record MethodResult(
    int[] labels,
    @Nullable Embedding embedding,
    @Nullable Eigenpairs spectrum,
    MethodFigures figures) {

  /**
   * The figures as a method's record.
   *
   * @throws ClassCastException when they are those of another method
   */
  public <T extends MethodFigures> T figures(Class<T> type) {
    return type.cast(figures);
  }
}
