package dev.concord.spark.plan;

import dev.concord.config.ClustersConfig;
import dev.concord.config.ConcordConfig;
import dev.concord.method.Method;
import dev.concord.method.pipeline.Catalogue;
import dev.concord.spark.files.JobListener;

/**
 * Methods that find the number of clusters: when one is taken, and what does not go with it.
 *
 * <p>{@code clusters.count = auto} over given edges, with the method left at its default, takes
 * such a method, if there is one, where the edges have more components than auto could choose
 * clusters, or where sources are named.
 */
public final class FoundCount {
  private static final String DEFAULT = "ensemble";

  private FoundCount() {}

  private static boolean isDefaultOverEdges(ConcordConfig config) {
    return config.clusters().number().auto()
        && config.clusters().method().equals(DEFAULT)
        && config.input().edges() != null;
  }

  /** The configuration with the method that the inputs ask for. */
  public static ConcordConfig resolved(
      ConcordConfig config, JobInputs inputs, JobListener listener) {
    Method found = Catalogue.findingCount();
    if (found == null || !isDefaultOverEdges(config)) {
      return config;
    }
    int most = config.clusters().number().most(inputs.size());
    int components = inputs.edgeComponents();
    boolean sources = inputs.constraints().sources() != null;
    if (components <= most && !sources) {
      return config;
    }
    listener.stageFinished(
        "method",
        0.0,
        found.info().name()
            + (sources
                ? ": input.exclusive names sources"
                : (": the edges have %s components, more than the %s clusters that"
                        + " clusters.count = auto could choose")
                    .formatted(components, most)));
    return new ConcordConfig(
        config.input(),
        config.graph(),
        config.clusters().withMethod(found.info().name()),
        config.method(),
        config.output(),
        config.plan(),
        config.report(),
        config.effective());
  }

  /** The inputs as the method takes the rule of sources: as it is, or as a list of pairs. */
  public static JobInputs listed(ConcordConfig config, JobInputs inputs) {
    ClustersConfig clusters = config.clusters();
    return Catalogue.named(clusters.method()).usesSources()
        ? inputs
        : inputs.withListedSources(clusters.hardConstraints(), clusters.count());
  }
}
