package dev.concord.method;

import java.util.Map;

/**
 * The result of an earlier run of nearly the same points, from which a method may start.
 *
 * @param labels cluster of each point, -1 for points that it did not have or set aside, or that
 *     changed
 * @param figures the real numbers among the figures of the method, by their keys; empty where it
 *     was another method
 */
public record EarlierRun(int[] labels, Map<String, Double> figures) {
  public EarlierRun {
    figures = Map.copyOf(figures);
  }
}
