package dev.concord.image;

/**
 * The size of an image in pixels. Pixel (x, y), both from 0 at the upper left, is row {@code y *
 * width + x} of its table.
 */
public record ImageSize(int width, int height) {
  public long pixels() {
    return (long) width * height;
  }
}
