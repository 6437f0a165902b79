package dev.concord.image;

/**
 * An image as its table holds it, after shrinking.
 *
 * @param size in pixels
 * @param rgb one value a pixel in reading order, bits 16-23 red, 8-15 green, 0-7 blue; for looking
 *     at, the features are not rounded
 * @param values channels a pixel in reading order, from 0 (black) to 1
 * @param channels 1 (grey) or 3 (red, green, blue)
 */
public record Picture(ImageSize size, int[] rgb, double[] values, int channels) {}
