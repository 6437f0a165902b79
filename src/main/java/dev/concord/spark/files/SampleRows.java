package dev.concord.spark.files;

import java.util.SplittableRandom;

/** Draws rows without replacement. */
public final class SampleRows {
  private SampleRows() {}

  /** {@code count} of the numbers 0 to n - 1, ascending; all sets are equally likely. Time O(n). */
  public static int[] draw(int n, int count, SplittableRandom random) {
    int[] drawn = new int[count];
    int taken = 0;
    for (int row = 0; row < n && taken < count; row++) {
      if (random.nextInt(n - row) < count - taken) {
        drawn[taken++] = row;
      }
    }
    return drawn;
  }
}
