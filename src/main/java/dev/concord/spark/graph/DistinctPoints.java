package dev.concord.spark.graph;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.CopyGroups;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.features.RowValues;
import dev.concord.spark.files.IndexPartitioner;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * Copies among the points, and the panels of the distinct points.
 *
 * <p>One pass computes a hash of 64 bits a point, collected on the driver. Only where hashes repeat
 * are the values of these rows compared, in one shuffle of a row a hash and panel.
 */
public final class DistinctPoints {
  private DistinctPoints() {}

  /**
   * The copies among the points.
   *
   * @param panels panel p in partition p
   * @param hash of the values of every point, {@link RowValues#hashes}
   */
  public static CopyGroups of(JavaSparkContext context, JavaRDD<FeaturePanel> panels, long[] hash) {
    CopyGroups groups = CopyGroups.of(hash, new long[0]);
    return groups.hasCopies()
        ? CopyGroups.of(hash, different(context, panels, groups, hash))
        : groups;
  }

  /** A row of a group, and whether all rows met so far are the same. */
  @DefaultSerializer(JavaSerializer.class)
  private record Sample(RowValues values, boolean same) implements Serializable {
    Sample with(Sample other) {
      return new Sample(values, same && other.same && values.isSameAs(other.values));
    }
  }

  /** The hashes that rows of different values share, ascending: hardly ever any. */
  private static long[] different(
      JavaSparkContext context, JavaRDD<FeaturePanel> panels, CopyGroups groups, long[] hash) {
    int[] groupOf = new int[groups.points()];
    for (int i = 0; i < groupOf.length; i++) {
      int d = groups.distinctOf()[i];
      groupOf[i] = groups.copies(d) > 1 ? d : -1;
    }
    Broadcast<int[]> shared = context.broadcast(groupOf);
    try {
      return panels
          .flatMapToPair(
              panel -> {
                List<Tuple2<Integer, Sample>> rows = new ArrayList<>();
                for (int r = 0; r < panel.rows(); r++) {
                  int group = shared.value()[panel.firstRow() + r];
                  if (group >= 0) {
                    rows.add(new Tuple2<>(group, new Sample(RowValues.of(panel, r), true)));
                  }
                }
                return rows.iterator();
              })
          .reduceByKey(Sample::with)
          .filter(group -> !group._2().same())
          .keys()
          .collect()
          .stream()
          .mapToLong(group -> hash[groups.first()[group]])
          .sorted()
          .toArray();
    } finally {
      shared.destroy();
    }
  }

  /**
   * Panels of the distinct points alone, numbered anew; persisted.
   *
   * @param panels panel p in partition p
   * @param panelRows rows of a panel, of the panels given and of the result
   */
  public static JavaRDD<FeaturePanel> panels(
      JavaSparkContext context, JavaRDD<FeaturePanel> panels, CopyGroups groups, int panelRows) {
    int count = (groups.distinct() + panelRows - 1) / panelRows;
    Broadcast<int[]> shared = context.broadcast(groups.first());
    return panels
        .flatMapToPair(
            panel -> {
              List<Tuple2<Integer, FeaturePanel>> parts = new ArrayList<>();
              int[] first = shared.value();
              int from = FullScan.firstAtLeast(first, panel.firstRow());
              int to = FullScan.firstAtLeast(first, panel.firstRow() + panel.rows());
              while (from < to) {
                int target = from / panelRows;
                int end = (int) Math.min(to, (target + 1L) * panelRows);
                int[] rows = new int[end - from];
                for (int r = 0; r < rows.length; r++) {
                  rows[r] = first[from + r] - panel.firstRow();
                }
                FeaturePanel part =
                    FeaturePanel.gather(target, from, List.of(panel), new int[rows.length], rows);
                parts.add(new Tuple2<>(target, part));
                from = end;
              }
              return parts.iterator();
            })
        .partitionBy(new IndexPartitioner(count))
        .mapPartitions(
            parts -> {
              List<FeaturePanel> pieces = new ArrayList<>();
              parts.forEachRemaining(part -> pieces.add(part._2()));
              pieces.sort(Comparator.comparingInt(FeaturePanel::firstRow));
              return List.of(joined(pieces)).iterator();
            })
        .persist(StorageLevel.MEMORY_AND_DISK());
  }

  private static FeaturePanel joined(List<FeaturePanel> pieces) {
    int rows = pieces.stream().mapToInt(FeaturePanel::rows).sum();
    int[] part = new int[rows];
    int[] row = new int[rows];
    int at = 0;
    for (int p = 0; p < pieces.size(); p++) {
      for (int r = 0; r < pieces.get(p).rows(); r++) {
        part[at] = p;
        row[at++] = r;
      }
    }
    FeaturePanel first = pieces.get(0);
    return FeaturePanel.gather(first.index(), first.firstRow(), pieces, part, row);
  }

  /**
   * The root mean square of the distances of up to 256 pairs of points, evenly spaced: the scale
   * that distances of neighbours are compared with.
   */
  public static double spread(JavaSparkContext context, JavaRDD<FeaturePanel> panels, int n) {
    int[] rows = new int[Math.min(n, 257)];
    Arrays.setAll(rows, r -> (int) ((long) r * n / rows.length));
    FeaturePanel sample = new FullScan(context, panels).rows(rows);
    double[] row = new double[sample.dim()];
    double sum = 0.0;
    for (int r = 1; r < rows.length; r++) {
      sample.copyRow(r, row);
      double distance = sample.distance(row, r - 1);
      sum += distance * distance;
    }
    return Math.sqrt(sum / Math.max(1, rows.length - 1));
  }
}
