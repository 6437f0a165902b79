package dev.concord.method;

/**
 * A row of the catalogue of methods, in words for users.
 *
 * @param name what {@code clusters.method} calls it
 * @param title what it is
 * @param paper authors and year
 * @param needs what the input must have
 * @param guarantees what its result is sure to keep
 * @param size up to how many points
 */
public record MethodInfo(
    String name, String title, String paper, String needs, String guarantees, String size) {}
