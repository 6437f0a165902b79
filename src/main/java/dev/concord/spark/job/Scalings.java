package dev.concord.spark.job;

import dev.concord.config.GraphConfig;
import dev.concord.graph.features.FeatureScaler;
import dev.concord.graph.features.FeatureScaling;
import dev.concord.graph.features.ScalingChoice;
import dev.concord.graph.weights.KernelType;
import dev.concord.spark.input.panels.FeatureTable;
import dev.concord.spark.neighbors.ExactNeighborSearch;
import org.jspecify.annotations.Nullable;

/** The scaling of a feature table, as it is configured or decided. */
final class Scalings {
  private Scalings() {}

  /**
   * The scaler of a table's features, the same at every call. At most one Spark job.
   *
   * @param features null where a graph was given
   */
  static FeatureScaler of(GraphConfig config, @Nullable FeatureTable features) {
    FeatureScaling scaling = config.scaleFeatures();
    if (features == null) {
      return FeatureScaler.plain(scaling == FeatureScaling.UNIT ? scaling : FeatureScaling.NONE);
    }
    ScalingChoice choice = choice(config, features);
    if (choice != null) {
      return choice.scaler();
    }
    return switch (scaling) {
      case RANGE -> features.scaling().ranges();
      case LIMIT -> features.scaling().limits();
      case STANDARD ->
          FeatureScaler.of(scaling, ExactNeighborSearch.columnStats(features.panels()))
              .upTo(features.numbers())
              .extended(features.dim());
      default -> FeatureScaler.plain(scaling);
    };
  }

  /** What was decided, or null where a scaling is configured. */
  static @Nullable ScalingChoice choice(GraphConfig config, FeatureTable features) {
    if (config.scaleFeatures() != FeatureScaling.AUTO) {
      return null;
    }
    return config.kernel() == KernelType.COSINE ? ScalingChoice.byDirection() : features.scaling();
  }
}
