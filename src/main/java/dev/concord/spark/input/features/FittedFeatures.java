package dev.concord.spark.input.features;

import dev.concord.graph.features.FeatureScaler;
import dev.concord.graph.features.Projection;
import org.jspecify.annotations.Nullable;

/**
 * Scaling and reduction as they were fitted to an earlier table, which hold for this one too: the
 * distances of rows that did not change are then the same.
 *
 * @param scaler of the features
 * @param projection of the scaled features, or null
 */
public record FittedFeatures(FeatureScaler scaler, @Nullable Projection projection) {}
