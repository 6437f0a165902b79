package dev.concord.method.labels;

import dev.concord.method.Method;
import dev.concord.method.MethodOptions;

/** A method that spreads known labels over the graph. */
interface LabelMethod extends Method {
  @Override
  default boolean usesLabels() {
    return true;
  }

  @Override
  default boolean needsLabels() {
    return true;
  }

  @Override
  default long driverBytes(long points, int clusters, MethodOptions options) {
    return LabelPropagation.bytes(points, clusters);
  }
}
