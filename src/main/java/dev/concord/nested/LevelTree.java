package dev.concord.nested;

import dev.concord.report.ReportWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Nested partitions as a tree, for the report.
 *
 * @param levels the numbers of clusters, rising
 * @param lines a cluster each: those of the coarsest level, each followed by the parts of it
 */
public record LevelTree(List<Integer> levels, List<Line> lines) {
  public LevelTree {
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

  /** The tree of levels, the coarsest first. */
  static LevelTree of(List<NestedLevel.Figures> levels) {
    List<Line> lines = new ArrayList<>();
    for (int c = 0; c < levels.get(0).k(); c++) {
      add(levels, 0, c, lines);
    }
    return new LevelTree(levels.stream().map(NestedLevel.Figures::k).toList(), lines);
  }

  private static void add(
      List<NestedLevel.Figures> levels, int depth, int cluster, List<Line> lines) {
    NestedLevel.Figures own = levels.get(depth);
    lines.add(new Line(depth, cluster, own.clusterSizes()[cluster], own.ncutPerCluster()[cluster]));
    if (depth + 1 == levels.size()) {
      return;
    }
    int[] within = levels.get(depth + 1).within();
    for (int c = 0; within != null && c < within.length; c++) {
      if (within[c] == cluster && levels.get(depth + 1).clusterSizes()[c] > 0) {
        add(levels, depth + 1, c, lines);
      }
    }
  }

  /** The section of the report. */
  String html() {
    return ReportWriter.render("nested/tree.jte", Map.of("tree", this));
  }
}
