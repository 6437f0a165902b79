package dev.concord.graph.search;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.features.FeaturePanel;
import java.io.Serializable;

/**
 * A block of consecutive rows in the order of {@link ListLayout}, with their ids, coordinates and
 * features.
 *
 * @param index this panel's place among all panels
 * @param firstPosition position of its first row
 * @param ids dense ids of the rows, by position
 * @param coordinates one row of reduced coordinates each
 * @param features their features; the row numbers in it are not used
 */
@DefaultSerializer(JavaSerializer.class)
public record ListPanel(
    int index, int firstPosition, int[] ids, float[] coordinates, FeaturePanel features)
    implements Serializable {

  public int rows() {
    return ids.length;
  }

  /** Coordinates of a row. */
  public int dim() {
    return ids.length == 0 ? 0 : coordinates.length / ids.length;
  }

  int[] positions() {
    int[] positions = new int[ids.length];
    for (int r = 0; r < positions.length; r++) {
      positions[r] = firstPosition + r;
    }
    return positions;
  }
}
