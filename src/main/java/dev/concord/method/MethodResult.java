package dev.concord.method;

import dev.concord.linalg.solve.Eigenpairs;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a method.
 *
 * @param labels a cluster 0..k-1 for each point; some cluster may be empty
 * @param embedding the relaxed solution as documented for the method, or null when it has none
 * @param spectrum eigenpairs of D^-1/2 W D^-1/2, or of the matrix that the method puts in its
 *     place, that were computed (Laplacian eigenvalues are 1 minus theirs), or null
 * @param figures the method's own figures
 * @param partitions other partitions that the method found on its way, the chosen one among them;
 *     empty for a method that finds one only
 */
public record MethodResult(
    int[] labels,
    @Nullable Embedding embedding,
    @Nullable Eigenpairs spectrum,
    MethodFigures figures,
    List<Partition> partitions) {

  /** Of a method that finds one partition only. */
  public MethodResult(
      int[] labels,
      @Nullable Embedding embedding,
      @Nullable Eigenpairs spectrum,
      MethodFigures figures) {
    this(labels, embedding, spectrum, figures, List.of());
  }

  /** The same with other labels, of one partition only. */
  public MethodResult with(int[] other) {
    return new MethodResult(other, embedding, spectrum, figures);
  }

  /**
   * One of several partitions of a method.
   *
   * @param run the search that it goes back to: partitions of one run agree by descent
   * @param weight how far the evidence supports it, 1 for the best one, at least 0
   * @param labels a cluster 0..k-1 for each point, numbered as its search did
   */
  public record Partition(int run, double weight, int[] labels) {}

  /**
   * The figures as a method's record.
   *
   * @throws ClassCastException when they are those of another method
   */
  public <T extends MethodFigures> T figures(Class<T> type) {
    return type.cast(figures);
  }
}
