package dev.concord.image;

/**
 * Shrinks a plane of values by averaging areas: a new pixel is the mean of what it covers, pixels
 * covered in part counting for that part. Sums are taken in reading order, so the result is the
 * same everywhere. Time O(pixels), memory one row of the source and the result.
 */
record AreaAverage(ImageSize from, ImageSize to) {
  /** A row of one channel of the source, from the upper one on. */
  @FunctionalInterface
  interface RowSource {
    /** Fills {@code row} (the source's width) with the values of row y. */
    void read(int y, double[] row);
  }

  /** The shrunk plane, row by row. */
  double[] of(RowSource source) {
    double[] sums = new double[Math.toIntExact(to.pixels())];
    double[] row = new double[from.width()];
    double[] narrow = new double[to.width()];
    // In units in which a source pixel is as high as the target and a new one as the source.
    for (int y = 0; y < from.height(); y++) {
      source.read(y, row);
      narrow(row, narrow);
      long top = (long) y * to.height();
      long bottom = top + to.height();
      for (long at = top / from.height(); at * from.height() < bottom; at++) {
        long covered =
            Math.min(bottom, (at + 1) * from.height()) - Math.max(top, at * from.height());
        int base = (int) at * to.width();
        for (int x = 0; x < to.width(); x++) {
          sums[base + x] += covered * narrow[x];
        }
      }
    }
    double area = (double) from.width() * from.height();
    for (int p = 0; p < sums.length; p++) {
      sums[p] /= area;
    }
    return sums;
  }

  private void narrow(double[] row, double[] target) {
    java.util.Arrays.fill(target, 0.0);
    for (int x = 0; x < row.length; x++) {
      long left = (long) x * to.width();
      long right = left + to.width();
      for (long at = left / from.width(); at * from.width() < right; at++) {
        long covered = Math.min(right, (at + 1) * from.width()) - Math.max(left, at * from.width());
        target[(int) at] += covered * row[x];
      }
    }
  }
}
