package dev.concord.spark.job;

import dev.concord.config.ConcordConfig;
import dev.concord.method.pipeline.NumberFigures;
import org.jspecify.annotations.Nullable;

/**
 * The number of clusters chosen before a job, and the graph that it was chosen on.
 *
 * @param figures by what it was chosen, or null
 * @param graph null where none was built
 */
record ChosenNumber(@Nullable NumberFigures figures, @Nullable BuiltGraph graph) {
  static final ChosenNumber NONE = new ChosenNumber(null, null);

  /** Whether the graph is the one of a configuration. */
  boolean hasGraphOf(ConcordConfig config) {
    return graph != null
        && GraphConnection.isCurrent(
            graph.figures(), config.graph().connect(), config.clusters().count());
  }
}
