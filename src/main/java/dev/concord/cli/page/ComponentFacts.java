package dev.concord.cli.page;

import dev.concord.graph.Components;
import dev.concord.report.ReportModel.Component;
import dev.concord.spark.job.ClusterOutcome;
import java.util.ArrayList;
import java.util.List;

/** The largest components of the graph and how the clusters cut them. */
public final class ComponentFacts {
  private static final int SHOWN = 12;

  private ComponentFacts() {}

  /** The largest components, the largest first. Time O(n), memory 16 bytes for each and cluster. */
  public static List<Component> of(ClusterOutcome outcome) {
    Components components = outcome.components();
    int count = Math.min(SHOWN, components.count());
    int[] labels = outcome.labels();
    int[] componentOf = components.componentOf();
    int[][] parts = new int[count][outcome.sizes().length];
    int[] first = new int[count];
    for (int i = labels.length - 1; i >= 0; i--) {
      if (componentOf[i] < count) {
        parts[componentOf[i]][labels[i]]++;
        first[componentOf[i]] = i;
      }
    }
    List<Component> rows = new ArrayList<>();
    for (int c = 0; c < count; c++) {
      int clusters = 0;
      int largest = 0;
      for (int part : parts[c]) {
        clusters += part > 0 ? 1 : 0;
        largest = Math.max(largest, part);
      }
      int size = components.sizes()[c];
      rows.add(
          new Component(size, outcome.ids().name(first[c]), clusters, (double) largest / size));
    }
    return rows;
  }
}
