package dev.concord.cli.page;

import dev.concord.metric.NestedLevel;
import dev.concord.report.NestedLevels;
import dev.concord.spark.job.ClusterOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Nested partitions: columns of table clusters, the tree of the report, a line of the summary. */
public final class LevelFacts {
  private LevelFacts() {}

  /**
   * The cluster of each point, a column a level: cluster_5, cluster_10; -1 for points set aside.
   * Empty without levels.
   */
  public static Map<String, int[]> columns(ClusterOutcome outcome) {
    Map<String, int[]> columns = new LinkedHashMap<>();
    int[] assigned = outcome.assigned();
    for (NestedLevel level : outcome.levels()) {
      int[] labels = level.labels().clone();
      for (int i = 0; i < labels.length; i++) {
        labels[i] = assigned[i] < 0 ? -1 : labels[i];
      }
      columns.put("cluster_" + level.figures().k(), labels);
    }
    return columns;
  }

  /** The tree, or null where there is one partition alone. */
  public static @Nullable NestedLevels tree(ClusterOutcome outcome) {
    List<NestedLevel> levels = outcome.levels();
    if (levels.isEmpty()) {
      return null;
    }
    List<NestedLevels.Line> lines = new ArrayList<>();
    for (int c = 0; c < levels.get(0).figures().k(); c++) {
      add(levels, 0, c, lines);
    }
    return new NestedLevels(levels.stream().map(level -> level.figures().k()).toList(), lines);
  }

  private static void add(
      List<NestedLevel> levels, int depth, int cluster, List<NestedLevels.Line> lines) {
    NestedLevel.Figures own = levels.get(depth).figures();
    lines.add(
        new NestedLevels.Line(
            depth, cluster, own.clusterSizes()[cluster], own.ncutPerCluster()[cluster]));
    if (depth + 1 == levels.size()) {
      return;
    }
    int[] within = levels.get(depth + 1).figures().within();
    for (int c = 0; within != null && c < within.length; c++) {
      if (within[c] == cluster && levels.get(depth + 1).figures().clusterSizes()[c] > 0) {
        add(levels, depth + 1, c, lines);
      }
    }
  }

  /** In a line: the numbers, their cuts, and what does not hold. */
  public static String text(ClusterOutcome outcome) {
    return "nested "
        + outcome.levels().stream().map(LevelFacts::text).collect(Collectors.joining(", "));
  }

  private static String text(NestedLevel level) {
    NestedLevel.Figures figures = level.figures();
    int violated = figures.mustLink().violated() + figures.cannotLink().violated();
    String cut = String.format(Locale.ROOT, "%d (cut %.4g", figures.k(), figures.ncut());
    return cut + (violated == 0 ? ")" : ", " + violated + " pairs violated)");
  }
}
