package dev.concord.spark.coarse;

import java.util.List;
import java.util.Locale;

/**
 * How a graph was brought down to what the driver holds.
 *
 * @param nodes of the graph that the method ran on
 * @param edges of it
 * @param largest points of its largest node
 * @param levels from the fine graph to the coarse one
 */
public record CoarseFigures(int nodes, long edges, int largest, List<Level> levels) {
  /** What was done, in words. */
  public String text() {
    return String.format(
        Locale.ROOT,
        "%,d nodes of at most %,d points, %,d edges; %,d moves on the way back",
        nodes,
        largest,
        edges,
        levels.stream().mapToLong(Level::moved).sum());
  }

  /**
   * A level.
   *
   * @param nodes of its graph
   * @param entries of its graph, two an edge
   * @param moved nodes that changed their cluster on the way back
   * @param ncut normalized cut of the partition, on the way back, after these moves
   */
  public record Level(int nodes, long entries, int moved, double ncut) {}
}
