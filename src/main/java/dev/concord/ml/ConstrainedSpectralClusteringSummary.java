package dev.concord.ml;

import dev.concord.error.InputException;
import dev.concord.figure.FigureJson;
import dev.concord.metric.KindCounts;
import dev.concord.spark.output.ModelFacts;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/** Figures of a training; saved and read with the model. */
public final class ConstrainedSpectralClusteringSummary {
  private final ModelFacts facts;
  private final Training training;
  private final @Nullable Supplier<Dataset<Row>> profiles;

  /** The figures that have methods of their own. */
  private record Training(@Nullable Double ncut, @Nullable Kinds constraints) {}

  /** Constraints of both kinds. */
  private record Kinds(@Nullable KindCounts mustLink, @Nullable KindCounts cannotLink) {
    int violated() {
      return (mustLink == null ? 0 : mustLink.violated())
          + (cannotLink == null ? 0 : cannotLink.violated());
    }
  }

  /**
   * A summary.
   *
   * @param profiles of the training data, or null where these are not at hand
   */
  ConstrainedSpectralClusteringSummary(
      ModelFacts facts, @Nullable Supplier<Dataset<Row>> profiles) {
    this.facts = facts;
    this.profiles = profiles;
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

  /**
   * What sets each cluster apart: the table profiles of the command cluster, over the columns of
   * the training data that are numbers, dates, texts of few values or truth values, without those
   * of ids, features and weights. Reads the training data again, in a few Spark jobs.
   *
   * @return columns cluster, column, level, statistic, value, difference, effect
   * @throws InputException when the model was read from a folder, where the training data are not
   */
  public Dataset<Row> profiles() {
    if (profiles == null) {
      throw new InputException(
          "profiles are of the training data, which a model that was read from a folder does not"
              + " have; call profiles on the model that fit returned");
    }
    return profiles.get();
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
