package dev.concord.config;

/** A table of weighted undirected edges and the names of its columns. */
public record EdgesConfig(TableConfig table, String source, String target, String weight) {}
