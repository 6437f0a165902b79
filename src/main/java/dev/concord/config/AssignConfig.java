package dev.concord.config;

/**
 * A whole configuration of the command assign, checked.
 *
 * @param input the new points, and constraints on them
 * @param modelPath a Hadoop path of the model
 * @param byCentre whether the nearest centre decides, rather than the neighbours' votes
 * @param effective the configuration in force as JSON, secrets redacted
 */
public record AssignConfig(
    InputConfig input, String modelPath, boolean byCentre, OutputConfig output, String effective) {}
