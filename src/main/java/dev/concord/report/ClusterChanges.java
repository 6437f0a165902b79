package dev.concord.report;

import java.util.List;

/**
 * What became of an earlier partition.
 *
 * @param moved points that have another cluster
 * @param byPairs those of them that a pair moved
 * @param fresh points that are new
 * @param gone points that are not there any more
 * @param lines groups of points that changed, the largest first
 * @param more groups that are not listed
 */
public record ClusterChanges(
    long moved, long byPairs, long fresh, long gone, List<Line> lines, int more) {
  public ClusterChanges {
    lines = List.copyOf(lines);
  }

  /**
   * Points of one earlier cluster in one present cluster.
   *
   * @param before the earlier cluster, or a word for none
   * @param after the present one, likewise
   * @param points how many
   * @param event what happened to them
   */
  public record Line(String before, String after, long points, String event) {}
}
