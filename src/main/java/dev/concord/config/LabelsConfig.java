package dev.concord.config;

/** A table of labelled points and the names of its columns. */
public record LabelsConfig(TableConfig table, String id, String label) {}
