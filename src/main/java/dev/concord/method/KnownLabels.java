package dev.concord.method;

/**
 * Labels that are known of some points.
 *
 * @param labels n: 0..names.length-1, or -1 where nothing is known
 * @param names the labels as the input has them, in ascending order
 */
public record KnownLabels(int[] labels, String[] names) {

  /** Number of points with a known label. */
  public int known() {
    int known = 0;
    for (int label : labels) {
      known += label >= 0 ? 1 : 0;
    }
    return known;
  }
}
