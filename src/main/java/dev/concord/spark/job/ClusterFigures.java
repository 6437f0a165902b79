package dev.concord.spark.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.concord.capability.Additions;
import dev.concord.constraint.PropagationFigures;
import dev.concord.figure.Inline;
import dev.concord.linalg.solve.Eigenpairs;
import dev.concord.method.MethodResult;
import dev.concord.method.cosc.RefinementFigures;
import dev.concord.method.pipeline.NumberFigures;
import dev.concord.method.pipeline.SizeFigures;
import dev.concord.metric.TruthFigures;
import dev.concord.metric.doubt.DoubtFigures;
import dev.concord.spark.base.BaseFigures;
import dev.concord.spark.coarse.CoarseFigures;
import dev.concord.spark.graph.TrafficFigures;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * The content of metrics.json; sections that a job does not have are null.
 *
 * @param n points
 * @param k clusters
 * @param clusterSizes points of each cluster; of more than 10,000 clusters the first 1,000
 * @param ncut normalized cut
 * @param sizeCounts how many clusters have each size, where the sizes are not all listed
 * @param ncutPerCluster its terms, of the clusters whose sizes are listed
 * @param quarantined rows put aside, by input
 * @param dropped rows left out for a missing feature, and those that name them, by input
 * @param eigenvalues of the normalized Laplacian, ascending
 * @param residuals of their vectors
 * @param products on executors
 * @param method its name and its own figures
 * @param comparisons of capabilities, by their keys
 * @param base how the run started from an earlier one
 * @param coarsening how the graph was coarsened for the driver; null where it was not
 * @param sizes the bounds of sizes and what they took
 * @param number what the number of clusters was chosen by
 * @param additions of capabilities, likewise
 * @param doubt how sure the clusters of points are; null where it was not computed
 * @param suggestions of the command suggest
 * @param timings seconds of each stage; null until the caller knows the last of them
 */
public record ClusterFigures(
    int n,
    int k,
    int[] clusterSizes,
    @Nullable Map<String, Long> sizeCounts,
    double ncut,
    double[] ncutPerCluster,
    ConstraintFigures constraints,
    @Nullable Map<String, Long> quarantined,
    @Nullable Map<String, Long> dropped,
    double @Nullable [] eigenvalues,
    double @Nullable [] residuals,
    GraphFigures graph,
    @Nullable TrafficFigures products,
    @Nullable TruthFigures truth,
    ObjectNode method,
    @Inline Map<String, Object> comparisons,
    @Nullable BaseFigures base,
    @Nullable PropagationFigures propagation,
    @Nullable CoarseFigures coarsening,
    @Nullable RefinementFigures refinement,
    @Nullable SizeFigures sizes,
    @Nullable NumberFigures number,
    @Inline Map<String, Object> additions,
    @Nullable DoubtFigures doubt,
    @Nullable Suggestions suggestions,
    @Nullable Map<String, Double> timings) {

  /** Clusters whose sizes are all listed, at most; and how many are listed where there are more. */
  static final int ALL_LISTED = 10_000;

  static final int FIRST_LISTED = 1_000;

  /** All sizes, or the first of very many. */
  static int[] listed(int[] sizes) {
    return Arrays.copyOf(sizes, sizes.length <= ALL_LISTED ? sizes.length : FIRST_LISTED);
  }

  /** All terms of the cut, or the first of very many. */
  static double[] listed(double[] parts) {
    return Arrays.copyOf(parts, parts.length <= ALL_LISTED ? parts.length : FIRST_LISTED);
  }

  /** How many clusters have each size, ascending; null where all sizes are listed. */
  static @Nullable Map<String, Long> sizeCounts(int[] sizes) {
    if (sizes.length <= ALL_LISTED) {
      return null;
    }
    Map<Integer, Long> counts = new TreeMap<>();
    for (int size : sizes) {
      counts.merge(size, 1L, Long::sum);
    }
    Map<String, Long> named = new LinkedHashMap<>();
    counts.forEach((size, count) -> named.put(Integer.toString(size), count));
    return named;
  }

  /** The figures of additions that stand behind a key, by their own. */
  static Map<String, Object> added(Additions additions, String after) {
    Map<String, Object> figures = new LinkedHashMap<>();
    for (Object one : additions.all()) {
      if (one instanceof PartitionPart.Addition addition && addition.after().equals(after)) {
        figures.put(addition.key(), addition.figures());
      }
    }
    return figures;
  }

  /** The name of a method, before its own figures. */
  record Named(String name) {}

  /**
   * Pairs suggested for judgement.
   *
   * @param pairs suggested
   * @param asked for
   * @param reasons how many pairs each reason has
   * @param stability how far the last answers changed the clusters; null without an earlier round
   */
  public record Suggestions(
      int pairs, int asked, Map<String, Integer> reasons, @Nullable Stability stability) {}

  /**
   * How far the last answers changed the clusters.
   *
   * @param moved share of the points that the last round of answers moved to another cluster
   * @param calm answers of the rounds up to now that each moved few points
   * @param stable whether more answers will change little
   */
  public record Stability(double moved, int calm, boolean stable) {}

  /**
   * How the eigensolver ended, for run.json; all null where none ran.
   *
   * @param iterations restarts
   * @param products with the graph
   * @param largestResidual of an eigenvector
   * @param orthogonality the largest inner product of two of them
   */
  public record Spectrum(
      @Nullable String solver,
      @Nullable Integer iterations,
      @Nullable Long products,
      @Nullable Double largestResidual,
      @Nullable Double orthogonality) {
    /** Eigenvalues of the normalized Laplacian, ascending: 1 minus those of the adjacency. */
    static double[] laplacian(@Nullable Eigenpairs pairs) {
      return pairs == null
          ? new double[0]
          : Arrays.stream(pairs.values(), 0, pairs.count())
              .map(value -> Math.max(0.0, 1.0 - value))
              .toArray();
    }

    /** The same, and after them the rough ones that a method computes beyond its own. */
    static double[] seen(MethodResult result) {
      double[] own = laplacian(result.spectrum());
      double[] more = result.figures().eigenvaluesBeyond();
      return more == null
          ? own
          : DoubleStream.concat(Arrays.stream(own), Arrays.stream(more)).toArray();
    }

    static Spectrum of(@Nullable Eigenpairs pairs) {
      if (pairs == null) {
        return new Spectrum(null, null, null, null, null);
      }
      return new Spectrum(
          pairs.solver(),
          pairs.iterations(),
          pairs.products(),
          Arrays.stream(pairs.residuals()).reduce(0.0, Math::max),
          pairs.orthogonality());
    }
  }

  /** With the seconds of the stages. */
  public ClusterFigures timed(Map<String, Double> seconds) {
    return with(suggestions, seconds);
  }

  /** With the figures of the command suggest. */
  public ClusterFigures suggesting(Suggestions made) {
    return with(made, timings);
  }

  private ClusterFigures with(@Nullable Suggestions made, @Nullable Map<String, Double> seconds) {
    return new ClusterFigures(
        n,
        k,
        clusterSizes,
        sizeCounts,
        ncut,
        ncutPerCluster,
        constraints,
        quarantined,
        dropped,
        eigenvalues,
        residuals,
        graph,
        products,
        truth,
        method,
        comparisons,
        base,
        propagation,
        coarsening,
        refinement,
        sizes,
        number,
        additions,
        doubt,
        made,
        seconds);
  }
}
