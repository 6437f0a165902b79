package dev.concord.ml;

import dev.concord.figure.FigureJson;
import dev.concord.metric.KindCounts;
import dev.concord.spark.output.ModelFacts;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Figures of a training; saved and read with the model. */
public final class ConstrainedSpectralClusteringSummary {
  private final ModelFacts facts;
  private final Training training;

  /** The figures that have methods of their own. */
  private record Training(@Nullable Double ncut, @Nullable Kinds constraints) {}

  /** Constraints of both kinds. */
  private record Kinds(@Nullable KindCounts mustLink, @Nullable KindCounts cannotLink) {
    int violated() {
      return (mustLink == null ? 0 : mustLink.violated())
          + (cannotLink == null ? 0 : cannotLink.violated());
    }
  }

  ConstrainedSpectralClusteringSummary(ModelFacts facts) {
    this.facts = facts;
    training = FigureJson.read(facts.metrics(), Training.class);
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
    return training.ncut() == null ? Double.NaN : training.ncut();
  }

  /** Constraints of the training that the clusters do not meet, of both kinds. */
  public int violations() {
    return training.constraints() == null ? 0 : training.constraints().violated();
  }

  /** Everything that the command cluster writes to metrics.json, without the times. */
  public Map<String, Object> metrics() {
    return FigureJson.map(facts.metrics());
  }

  /** The same as one JSON object. */
  public String metricsJson() {
    return FigureJson.text(facts.metrics());
  }
}
