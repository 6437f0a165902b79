package dev.concord.label;

/** The names of the columns of a table of answers; {@code weight} need not exist. */
public record LabelNames(String first, String second, String kind, String weight) {}
