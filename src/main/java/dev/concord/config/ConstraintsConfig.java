package dev.concord.config;

/**
 * A table of judged pairs and the names of its columns; {@code weight} need not exist in the table.
 */
public record ConstraintsConfig(
    TableConfig table, String first, String second, String kind, String weight) {}
