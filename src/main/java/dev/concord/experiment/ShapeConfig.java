package dev.concord.experiment;

/**
 * A generated data set.
 *
 * @param shape "moons" or "xor"
 * @param points points of the shape
 * @param background further points of no class
 * @param spread standard deviation around the shape
 */
public record ShapeConfig(String shape, int points, int background, double spread) {}
