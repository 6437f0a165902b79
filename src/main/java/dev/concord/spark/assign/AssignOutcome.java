package dev.concord.spark.assign;

import dev.concord.spark.model.ModelFacts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of assigning.
 *
 * @param model of the clusters
 * @param assignSeconds time of the pass over the new points
 * @param seconds of each stage, in their order
 */
public record AssignOutcome(
    ModelFacts model,
    AssignFigures figures,
    ConstrainedPoints links,
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

  /** The content of metrics.json; times are added by the caller. */
  public Map<String, Object> metrics() {
    Map<String, Object> metrics = new LinkedHashMap<>();
    metrics.put("n", figures.points());
    metrics.put("k", figures.sizes().length);
    metrics.put("assignedSizes", figures.sizes());
    metrics.put("sources", figures.sources());
    metrics.put("meanConfidence", figures.confidence());
    metrics.put("doubtful", figures.doubtful());
    metrics.put("meanDistance", figures.distance());
    metrics.put("largestDistance", figures.largestDistance());
    metrics.put("constraints", links.figures());
    metrics.put("pointsPerSecond", rate());
    Map<String, Object> trained = new LinkedHashMap<>();
    trained.put("points", model.points());
    trained.put("features", model.dim());
    trained.put("method", model.method());
    trained.put("clusterSizes", model.sizes());
    metrics.put("model", trained);
    return metrics;
  }
}
