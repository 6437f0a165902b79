package dev.concord.config;

import java.util.Map;

/**
 * A whole configuration, checked.
 *
 * @param method options of each method by the method's name, defaults filled in
 * @param effective the configuration in force as JSON, secrets redacted
 */
public record ConcordConfig(
    InputConfig input,
    GraphConfig graph,
    ClustersConfig clusters,
    Map<String, Map<String, Object>> method,
    OutputConfig output,
    PlanConfig plan,
    ReportConfig report,
    String effective) {
  /** The same with the number of clusters known; what is reported of it stays as it was. */
  public ConcordConfig withCount(int k) {
    return new ConcordConfig(
        input, graph, clusters.withCount(k), method, output, plan, report, effective);
  }

  /** The same with another table of judged pairs; what is reported of it stays as it was. */
  public ConcordConfig withConstraints(ConstraintsConfig pairs) {
    return new ConcordConfig(
        input.withConstraints(pairs), graph, clusters, method, output, plan, report, effective);
  }
}
