package dev.concord.method;

import java.util.Map;

/**
 * The result of an earlier run of nearly the same points, from which a method may start.
 *
 * @param labels cluster of each point, -1 for points that it did not have or set aside, or that
 *     changed
 * @param groups of points that were a node of its coarse graph, -1 for points without one; empty
 *     where it had none
 * @param figures the real numbers among the figures of the method, by their keys; empty where it
 *     was another method
 */
public record EarlierRun(int[] labels, int[] groups, Map<String, Double> figures) {
  public EarlierRun {
    figures = Map.copyOf(figures);
  }

  /** Of a run without a coarse graph. */
  public EarlierRun(int[] labels, Map<String, Double> figures) {
    this(labels, new int[0], figures);
  }
}
