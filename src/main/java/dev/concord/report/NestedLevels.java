package dev.concord.report;

import java.util.List;

/**
 * Nested partitions as a tree.
 *
 * @param levels the numbers of clusters, rising
 * @param lines a cluster each: those of the coarsest level, each followed by the parts of it
 */
public record NestedLevels(List<Integer> levels, List<Line> lines) {
  public NestedLevels {
    levels = List.copyOf(levels);
    lines = List.copyOf(lines);
  }

  /**
   * A cluster of a level.
   *
   * @param depth 0 for the coarsest level
   * @param cluster its number
   * @param points how many
   * @param ncut its term of the normalized cut
   */
  public record Line(int depth, int cluster, long points, double ncut) {}
}
