package dev.concord.spark.input.pairs;

import dev.concord.spark.input.TableFaults;

/**
 * Known labels of some points.
 *
 * @param labels length n: a position in {@code names}, or -1 where the label is not known
 * @param names the distinct labels, by value when all are numbers, else as text
 * @param dropped ids of the table that are rows left out
 */
public record Labeling(int[] labels, String[] names, TableFaults dropped) {

  /** Labels of a table that names no row left out. */
  public Labeling(int[] labels, String[] names) {
    this(labels, names, new TableFaults());
  }

  /** Number of points whose label is known. O(n). */
  public int known() {
    int known = 0;
    for (int label : labels) {
      known += label >= 0 ? 1 : 0;
    }
    return known;
  }
}
