package dev.concord.spark.graph;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.features.FeaturePanel;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaRDD;

/** Single rows of features, collected on the driver for the report. */
public final class CollectedRows {
  private CollectedRows() {}

  @DefaultSerializer(JavaSerializer.class)
  private record Picked(int row, double[] values) implements Serializable {}

  /**
   * The features of some points by dense index. One Spark job over the panels; 8·dim bytes a row on
   * the driver.
   *
   * @param wanted ascending
   */
  public static Map<Integer, double[]> of(JavaRDD<FeaturePanel> panels, int[] wanted) {
    List<Picked> picked = panels.mapPartitions(part -> pick(part, wanted)).collect();
    Map<Integer, double[]> rows = new HashMap<>();
    for (Picked row : picked) {
      rows.put(row.row(), row.values());
    }
    return rows;
  }

  private static Iterator<Picked> pick(Iterator<FeaturePanel> panels, int[] wanted) {
    List<Picked> picked = new ArrayList<>();
    while (panels.hasNext()) {
      FeaturePanel panel = panels.next();
      int found = Arrays.binarySearch(wanted, panel.firstRow());
      for (int w = found < 0 ? -1 - found : found;
          w < wanted.length && wanted[w] < panel.firstRow() + panel.rows();
          w++) {
        double[] values = new double[panel.dim()];
        panel.copyRow(wanted[w] - panel.firstRow(), values);
        picked.add(new Picked(wanted[w], values));
      }
    }
    return picked.iterator();
  }
}
