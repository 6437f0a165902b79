package dev.concord.spark.plan;

import dev.concord.error.InputException;
import dev.concord.graph.SignedGraph;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.PointIds;
import dev.concord.spark.input.DroppedRows;
import dev.concord.spark.input.TableFaults;
import dev.concord.spark.input.pairs.EdgeTable;
import java.util.Arrays;

/** The graph of {@code input.side-edges} over the points to cluster. */
final class SecondGraph {
  private SecondGraph() {}

  /**
   * The graph of the edges between points.
   *
   * @param dropped takes the edges of rows that were left out
   * @throws InputException when an edge names a point that there is not
   */
  static SignedGraph of(EdgeTable edges, PointIds ids, DroppedRows dropped) {
    int[] source = new int[edges.source().length];
    int[] target = new int[source.length];
    double[] weight = new double[source.length];
    TableFaults left = new TableFaults();
    int kept = 0;
    for (int e = 0; e < source.length; e++) {
      int from = known(edges, edges.source()[e], ids);
      int to = known(edges, edges.target()[e], ids);
      if (from == PointIds.DROPPED || to == PointIds.DROPPED) {
        String ends = edges.ids().name(edges.source()[e]) + ", ";
        left.add("(" + ends + edges.ids().name(edges.target()[e]) + ")");
        continue;
      }
      source[kept] = from;
      target[kept] = to;
      weight[kept++] = edges.weight()[e];
    }
    dropped.add("input.side-edges", left);
    IdTable points = ids.points();
    return SignedGraph.fromEdges(
        "input.side-edges",
        points.size(),
        Arrays.copyOf(source, kept),
        Arrays.copyOf(target, kept),
        Arrays.copyOf(weight, kept),
        points::name);
  }

  private static int known(EdgeTable edges, int at, PointIds ids) {
    int index = ids.indexOf(edges.ids().name(at));
    if (index == -1) {
      throw new InputException(
          "input.side-edges names the point "
              + edges.ids().name(at)
              + ", which the points to cluster do not hold; remove its edges or check the ids.");
    }
    return index;
  }
}
