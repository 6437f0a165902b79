package dev.concord.graph.ivf;

import dev.concord.graph.features.FeaturePanel;
import java.io.Serializable;

/**
 * Rows that search pieces.
 *
 * @param features a panel that holds their features
 * @param coordinates coordinates of that panel's rows
 * @param featureRow for each row its place in both
 * @param position for each row its position in the layout
 * @param pieces for each row the pieces it searches, nearest first, -1 for none
 * @param each pieces a row
 */
public record ProbedRows(
    FeaturePanel features,
    float[] coordinates,
    int[] featureRow,
    int[] position,
    int[] pieces,
    int each)
    implements Serializable {

  /**
   * All rows of a sample, each with its nearest pieces.
   *
   * @param position of each row of {@code features}
   */
  public static ProbedRows of(
      FeaturePanel features,
      float[] coordinates,
      int[] position,
      CoarseQuantizer tree,
      ListLayout layout,
      int probes) {
    int[] cells = tree.nearest(coordinates, features.rows(), probes, true);
    return new ProbedRows(
        features,
        coordinates,
        NearestScan.all(features.rows()),
        position,
        layout.pieces(cells, probes, position),
        probes);
  }
}
