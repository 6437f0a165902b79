package dev.concord.spark.graph;

import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.search.ConnectingEdges;
import dev.concord.graph.search.NearestOutside;
import java.util.Arrays;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/**
 * The nearest points in other components, measured by the executors: a job for each 1,024 rows,
 * whose features and the components of all points are broadcast.
 *
 * @param panels panel p in partition p
 */
public record OutsideSearch(JavaSparkContext context, JavaRDD<FeaturePanel> panels)
    implements ConnectingEdges.Search {
  private static final int BATCH = 1024;

  @Override
  public NearestOutside nearest(int[] rows, int[] component, boolean inside, int[] componentOf) {
    int[] id = new int[rows.length];
    double[] square = new double[rows.length];
    Broadcast<int[]> parts = context.broadcast(componentOf);
    try {
      for (int from = 0; from < rows.length; from += BATCH) {
        int to = Math.min(rows.length, from + BATCH);
        NearestOutside found =
            batch(
                Arrays.copyOfRange(rows, from, to),
                Arrays.copyOfRange(component, from, to),
                inside,
                parts);
        System.arraycopy(found.id(), 0, id, from, to - from);
        System.arraycopy(found.square(), 0, square, from, to - from);
      }
    } finally {
      parts.destroy();
    }
    return new NearestOutside(id, square);
  }

  private NearestOutside batch(
      int[] rows, int[] component, boolean inside, Broadcast<int[]> parts) {
    int[] fetched = Arrays.stream(rows).sorted().distinct().toArray();
    FeaturePanel features = new FullScan(context, panels).rows(fetched);
    int dim = features.dim();
    double[] values = new double[Math.multiplyExact(rows.length, dim)];
    double[] row = new double[dim];
    for (int r = 0; r < rows.length; r++) {
      Arrays.fill(row, 0.0);
      features.copyRow(Arrays.binarySearch(fetched, rows[r]), row);
      System.arraycopy(row, 0, values, r * dim, dim);
    }
    Broadcast<NearestOutside.Queries> queries =
        context.broadcast(new NearestOutside.Queries(rows, values, component, inside));
    try {
      return panels
          .map(panel -> NearestOutside.among(panel, queries.value(), parts.value()))
          .reduce(NearestOutside::merge);
    } finally {
      queries.destroy();
    }
  }
}
