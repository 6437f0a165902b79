package dev.concord.config;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All inputs; exactly one of {@code features} and {@code edges} is present, for {@code evaluate} at
 * most one.
 *
 * @param exclusive the source of each record, in column label: records of one source are apart
 * @param more tables that capabilities brought, by their keys in the block input
 * @param quarantine the folder for rows that cannot be used, or null to refuse them
 */
public record InputConfig(
    @Nullable FeaturesConfig features,
    @Nullable EdgesConfig edges,
    @Nullable ConstraintsConfig constraints,
    @Nullable LabelsConfig labels,
    @Nullable EdgesConfig sideEdges,
    @Nullable LabelsConfig truth,
    @Nullable LabelsConfig exclusive,
    Map<String, LabelsConfig> more,
    @Nullable String quarantine) {

  /** The same with another table of features. */
  public InputConfig withFeatures(FeaturesConfig other) {
    return new InputConfig(
        other, edges, constraints, labels, sideEdges, truth, exclusive, more, quarantine);
  }

  /** The same with another table of judged pairs. */
  InputConfig withConstraints(ConstraintsConfig other) {
    return new InputConfig(
        features, edges, other, labels, sideEdges, truth, exclusive, more, quarantine);
  }

  /** All tables that are named, by the last part of their key. */
  public Map<String, TableConfig> tables() {
    Map<String, TableConfig> tables = new LinkedHashMap<>();
    if (features != null) {
      tables.put("features", features.table());
    }
    if (edges != null) {
      tables.put("edges", edges.table());
      put(tables, "nodes", edges.nodes());
    }
    if (constraints != null) {
      tables.put("constraints", constraints.table());
    }
    put(tables, "labels", labels);
    if (sideEdges != null) {
      tables.put("side-edges", sideEdges.table());
    }
    put(tables, "truth", truth);
    put(tables, "exclusive", exclusive);
    more.forEach((name, labelled) -> tables.put(name, labelled.table()));
    return tables;
  }

  private static void put(
      Map<String, TableConfig> tables, String name, @Nullable LabelsConfig labelled) {
    if (labelled != null) {
      tables.put(name, labelled.table());
    }
  }
}
