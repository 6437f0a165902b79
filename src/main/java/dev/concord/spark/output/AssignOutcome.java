package dev.concord.spark.output;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of assigning.
 *
 * @param model of the clusters
 * @param dropped rows left out for a missing feature, and those that name them, by input
 * @param assignSeconds time of the pass over the new points
 * @param seconds of each stage, in their order
 */
public record AssignOutcome(
    ModelFacts model,
    AssignFigures figures,
    ConstrainedPoints links,
    Map<String, Long> dropped,
    double assignSeconds,
    Map<String, Double> seconds,
    List<String> warnings) {

  /** Number of new points. */
  public long points() {
    return figures.points();
  }

  /** Points that were in the training set. */
  public long known() {
    return figures.sources().getOrDefault("known", 0L);
  }

  /** Points a second. */
  public double rate() {
    return figures.points() / Math.max(1e-9, assignSeconds);
  }

  /**
   * The content of metrics.json.
   *
   * @param n new points
   * @param k clusters
   * @param assignedSizes new points of each cluster
   * @param setAside points of the training set with cluster -1; null: none
   * @param sources new points by what decided their cluster
   * @param dropped rows left out for a missing feature, and those that name them, by input; null:
   *     none
   * @param doubtful points of low confidence
   * @param timings seconds of each stage
   */
  public record Metrics(
      long n,
      int k,
      long[] assignedSizes,
      @Nullable Long setAside,
      Map<String, Long> sources,
      double meanConfidence,
      long doubtful,
      double meanDistance,
      double largestDistance,
      ConstrainedPoints.Figures constraints,
      @Nullable Map<String, Long> dropped,
      double pointsPerSecond,
      Trained model,
      Map<String, Double> timings) {}

  /**
   * The model of the clusters.
   *
   * @param points it was trained on
   * @param features a point
   */
  public record Trained(int points, int features, String method, int[] clusterSizes) {}

  /** The content of metrics.json. */
  public Metrics metrics() {
    return new Metrics(
        figures.points(),
        figures.sizes().length,
        figures.sizes(),
        figures.aside() == 0 ? null : figures.aside(),
        figures.sources(),
        figures.confidence(),
        figures.doubtful(),
        figures.distance(),
        figures.largestDistance(),
        links.figures(),
        dropped.isEmpty() ? null : dropped,
        rate(),
        new Trained(model.points(), model.dim(), model.method(), model.sizes()),
        seconds);
  }
}
