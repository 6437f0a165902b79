package dev.concord.spark.input.labels;

/**
 * Known labels of some points.
 *
 * @param labels length n: a position in {@code names}, or -1 where the label is not known
 * @param names the distinct labels, by value when all are numbers, else as text
 */
public record Labeling(int[] labels, String[] names) {

  /** Number of points whose label is known. O(n). */
  public int known() {
    int known = 0;
    for (int label : labels) {
      known += label >= 0 ? 1 : 0;
    }
    return known;
  }
}
