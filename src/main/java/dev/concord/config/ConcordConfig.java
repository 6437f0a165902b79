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
    String effective) {}
