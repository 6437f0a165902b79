package dev.concord.ml;

import dev.concord.spark.model.ModelFacts;
import java.util.Map;

/** Figures of a training; saved and read with the model. */
public final class ConstrainedSpectralClusteringSummary {
  private final ModelFacts facts;

  ConstrainedSpectralClusteringSummary(ModelFacts facts) {
    this.facts = facts;
  }

  /** Number of clusters. */
  public int k() {
    return facts.clusters();
  }

  /** Number of training points. */
  public int points() {
    return facts.points();
  }

  /** Training points of each cluster. */
  public int[] clusterSizes() {
    return facts.sizes().clone();
  }

  /** Normalized cut: sum over clusters of cut(C, rest) / vol(C). */
  public double ncut() {
    return ((Number) facts.metrics().getOrDefault("ncut", Double.NaN)).doubleValue();
  }

  /** Constraints of the training that the clusters do not meet, of both kinds. */
  public int violations() {
    return violated("mustLink") + violated("cannotLink");
  }

  private int violated(String kind) {
    if (facts.metrics().get("constraints") instanceof Map<?, ?> constraints
        && constraints.get(kind) instanceof Map<?, ?> figures
        && figures.get("violated") instanceof Number number) {
      return number.intValue();
    }
    return 0;
  }

  /** Everything that the command cluster writes to metrics.json, without the times. */
  public Map<String, Object> metrics() {
    return facts.metrics();
  }
}
