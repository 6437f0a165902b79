package dev.concord.config;

/** Where results go and which of the optional tables are written. */
public record OutputConfig(
    String path,
    String format,
    boolean overwrite,
    boolean membership,
    boolean embedding,
    boolean graph,
    boolean model,
    boolean base,
    boolean resume) {}
