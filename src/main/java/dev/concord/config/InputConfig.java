package dev.concord.config;

import org.jspecify.annotations.Nullable;

/**
 * All inputs; exactly one of {@code features} and {@code edges} is present, for {@code evaluate} at
 * most one.
 *
 * @param exclusive the source of each record, in column label: records of one source are apart
 * @param approved clusters that people approved, in column label: they hold as constraints of
 *     weight 1
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
    @Nullable LabelsConfig approved,
    @Nullable String quarantine) {}
