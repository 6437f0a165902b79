package dev.concord.graph.search;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.features.FeaturePanel;
import java.io.Serializable;

/**
 * Query rows with the sub-lists they probe.
 *
 * @param features a panel that holds their features
 * @param coordinates coordinates of that panel's rows
 * @param featureRow for each row its place in both
 * @param position for each row its position in the layout
 * @param subLists for each row the sub-lists it searches, nearest first, -1 for none
 * @param each sub-lists a row
 */
@DefaultSerializer(JavaSerializer.class)
public record ProbedRows(
    FeaturePanel features,
    float[] coordinates,
    int[] featureRow,
    int[] position,
    int[] subLists,
    int each)
    implements Serializable {

  /**
   * All rows of a sample, each with its nearest sub-lists.
   *
   * @param position of each row of {@code features}
   */
  public static ProbedRows of(
      FeaturePanel features,
      float[] coordinates,
      int[] position,
      CoarseQuantizer quantizer,
      ListLayout layout,
      int probes) {
    int[] lists = quantizer.nearest(coordinates, features.rows(), probes, true);
    return new ProbedRows(
        features,
        coordinates,
        NearestScan.all(features.rows()),
        position,
        layout.subLists(lists, probes, position),
        probes);
  }
}
