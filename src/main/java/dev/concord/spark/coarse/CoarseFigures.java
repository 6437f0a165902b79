package dev.concord.spark.coarse;

import java.util.List;

/**
 * How a graph was brought down to what the driver holds.
 *
 * @param nodes of the graph that the method ran on
 * @param edges of it
 * @param largest points of its largest node
 * @param levels from the fine graph to the coarse one
 */
public record CoarseFigures(int nodes, long edges, int largest, List<Level> levels) {
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
