package dev.concord.image;

import dev.concord.report.PngPicture;
import dev.concord.report.ReportWriter;
import dev.concord.report.ScatterPlot;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A picture whose pixels are the points: the cluster of each, and the picture itself beside it.
 *
 * @param width pixels a row
 * @param height rows
 * @param labels cluster of each pixel, row by row; width·height of them, at least 0
 * @param grey the picture's grey values, 0 black to 255 white as unsigned bytes; empty when they
 *     are not at hand
 */
public record SegmentedImage(int width, int height, int[] labels, byte[] grey) {
  /** Most pixels shown; beyond that every s-th of every s-th row is. */
  private static final int SHOWN = 1 << 20;

  public SegmentedImage {
    if (width < 1 || height < 1 || labels.length != (long) width * height) {
      throw new IllegalArgumentException(
          labels.length + " labels for a picture of " + width + " x " + height);
    }
    if (grey.length != 0 && grey.length != labels.length) {
      throw new IllegalArgumentException(
          grey.length + " grey values for " + labels.length + " pixels");
    }
    for (int label : labels) {
      if (label < 0) {
        throw new IllegalArgumentException("cluster " + label + " is below 0");
      }
    }
  }

  /** As above, without the picture itself. */
  public SegmentedImage(int width, int height, int[] labels) {
    this(width, height, labels, new byte[0]);
  }

  /** Both pictures side by side, for the report. */
  public String html() {
    return ReportWriter.render("image/segments.jte", Map.of("image", this));
  }

  /** The clusters in their colours, as a PNG in a data: URI. */
  public String segments() {
    byte[] pixels = new byte[labels.length];
    for (int p = 0; p < pixels.length; p++) {
      pixels[p] = (byte) Math.min(labels[p], ScatterPlot.COLOURS);
    }
    int step = step();
    return PngPicture.colours(
        shown(width, step), shown(height, step), thinned(pixels, step), ClusterColours.all());
  }

  /** The picture itself, as a PNG in a data: URI; null when it cannot be read. */
  public @Nullable String original() {
    int step = step();
    return grey.length == 0
        ? null
        : PngPicture.grey(shown(width, step), shown(height, step), thinned(grey, step));
  }

  /** Every so many pixels of a row and so many rows one is shown. */
  public int step() {
    int step = 1;
    while ((long) shown(width, step) * shown(height, step) > SHOWN) {
      step++;
    }
    return step;
  }

  private static int shown(int pixels, int step) {
    return (pixels + step - 1) / step;
  }

  private byte[] thinned(byte[] pixels, int step) {
    if (step == 1) {
      return pixels;
    }
    byte[] out = new byte[shown(width, step) * shown(height, step)];
    int at = 0;
    for (int y = 0; y < height; y += step) {
      for (int x = 0; x < width; x += step) {
        out[at++] = pixels[y * width + x];
      }
    }
    return out;
  }

  /**
   * The colours of clusters in pictures: those of the light page, for a picture has no dark form.
   */
  static final class ClusterColours {
    /** Of the clusters that have a colour of their own, then the grey of the others. */
    private static final int[] COLOURS = {
      0x2a76c3, 0xd6812e, 0x8f1563, 0x056513, 0x07c7a4, 0xc372db, 0x7a4306, 0x98abd2, 0x9eb919,
      0x5b35a5, 0x896885, 0xd8516a, 0x255b68, 0x758f6c, 0x03a14a, 0x9b0e1e, 0xce9d98, 0x2196a7,
      0x8376d5, 0xb65329, 0x9aa1a8
    };

    private ClusterColours() {}

    /** All of them as 0xRRGGBB, by cluster; the last one is for the clusters beyond. A copy. */
    static int[] all() {
      return COLOURS.clone();
    }
  }
}
