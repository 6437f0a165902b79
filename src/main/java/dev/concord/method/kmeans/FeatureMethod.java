package dev.concord.method.kmeans;

import dev.concord.method.Method;
import dev.concord.method.MethodOptions;

/** A method that clusters feature rows and does not read the graph. */
interface FeatureMethod extends Method {
  @Override
  default boolean needsFeatures() {
    return true;
  }

  @Override
  default boolean needsEdges(MethodOptions options) {
    return false;
  }

  @Override
  default boolean isRefinedByCut() {
    return false;
  }
}
