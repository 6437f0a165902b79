package dev.concord.graph;

/** The greatest of a block of products less an offset, for each of their columns. */
public final class BlockMaxima {
  private BlockMaxima() {}

  /**
   * best[c] becomes the greater one of itself and line[c] - offset, or not a number where one is
   * none. The arrays have the same index: where it differs JDK 17 does not use vectors, so lines of
   * a larger block are copied first. Time O(count).
   *
   * @param best length {@code count} at least
   * @param line length {@code count} at least
   */
  public static void raise(float[] best, float[] line, int count, float offset) {
    for (int c = 0; c < count; c++) {
      best[c] = Math.max(best[c], line[c] - offset);
    }
  }
}
