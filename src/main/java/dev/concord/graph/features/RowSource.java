package dev.concord.graph.features;

/** Rows that can be copied without their zeros. */
@FunctionalInterface
public interface RowSource {
  /**
   * Copies the values of row r that are not zero, and their columns, ascending; returns how many.
   */
  int copyFilled(int r, int[] columns, double[] values);
}
