package dev.concord.method;

/**
 * What a user should know before choosing a method.
 *
 * @param name its name in configurations
 * @param title what it is, in a few words
 * @param paper where it was published
 * @param needs what it cannot run without
 * @param guarantees what its result promises, and what not
 * @param size up to which size it runs
 */
public record MethodInfo(
    String name, String title, String paper, String needs, String guarantees, String size) {}
