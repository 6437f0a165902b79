package dev.concord.method;

/**
 * The description of a method, by which a user chooses one.
 *
 * @param name its name in configurations
 * @param title what it is, in a few words
 * @param paper where it was published
 * @param needs what it cannot run without
 * @param guarantees the properties that its result has, and those that it need not have
 * @param size up to which size it runs
 */
public record MethodInfo(
    String name, String title, String paper, String needs, String guarantees, String size) {}
