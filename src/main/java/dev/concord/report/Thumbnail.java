package dev.concord.report;

import java.util.Collection;

/** Rows of features as small grey pictures. */
public final class Thumbnail {
  /** Longest side of a thumbnail in pixels; larger pictures are averaged down. */
  private static final int LONGEST = 48;

  /** Sides from which on a square number of features may be a picture. */
  private static final int SMALLEST = 8;

  /** Longest side of a picture that is shown at all. */
  private static final int LARGEST = 256;

  private Thumbnail() {}

  /** The side of square pictures of {@code dim} pixels, 0 when they are not square or not shown. */
  public static int side(int dim) {
    int side = (int) Math.round(Math.sqrt(dim));
    return side * side == dim && side >= SMALLEST && side <= LARGEST ? side : 0;
  }

  /** Whether pictures of that size are shown. */
  public static boolean isShown(int width, int height) {
    return width >= 2 && height >= 2 && width <= LARGEST && height <= LARGEST;
  }

  /**
   * Whether rows look like pictures of {@code width} columns: pixels next to each other, in both
   * directions, differ by less than two thirds of what two pixels of a row do on average, in
   * squares. Columns in an arbitrary order do not pass.
   */
  public static boolean isPicture(Collection<double[]> rows, int width) {
    double across = 0.0;
    double down = 0.0;
    double any = 0.0;
    for (double[] row : rows) {
      double mean = 0.0;
      for (double value : row) {
        mean += value / row.length;
      }
      int height = row.length / width;
      for (int p = 0; p < row.length; p++) {
        // Two pixels drawn at random differ by twice the variance.
        any += 2.0 * square(row[p] - mean) / row.length;
        if (p % width != 0) {
          across += square(row[p] - row[p - 1]) / ((width - 1.0) * height);
        }
        if (p >= width) {
          down += square(row[p] - row[p - width]) / ((height - 1.0) * width);
        }
      }
    }
    return any > 0.0 && across < 2.0 / 3.0 * any && down < 2.0 / 3.0 * any;
  }

  private static double square(double value) {
    return value * value;
  }

  /**
   * A row as a picture in a data: URI.
   *
   * @param row width·height values
   * @param low drawn black
   * @param high drawn white; above {@code low}
   */
  public static String of(double[] row, int width, int height, double low, double high) {
    int step = (Math.max(width, height) + LONGEST - 1) / LONGEST;
    int w = (width + step - 1) / step;
    int h = (height + step - 1) / step;
    byte[] pixels = new byte[w * h];
    for (int y = 0; y < h; y++) {
      for (int x = 0; x < w; x++) {
        double grey = 255.0 * (mean(row, width, height, x * step, y * step, step) - low);
        pixels[y * w + x] = (byte) Math.round(Math.max(0, Math.min(255, grey / (high - low))));
      }
    }
    return PngPicture.grey(w, h, pixels);
  }

  private static double mean(double[] row, int width, int height, int left, int top, int step) {
    double sum = 0.0;
    int count = 0;
    for (int y = top; y < Math.min(height, top + step); y++) {
      for (int x = left; x < Math.min(width, left + step); x++) {
        sum += row[y * width + x];
        count++;
      }
    }
    return sum / count;
  }
}
