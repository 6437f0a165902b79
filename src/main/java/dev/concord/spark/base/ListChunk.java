package dev.concord.spark.base;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.features.FeaturePanel;
import dev.concord.graph.search.ListPanel;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/**
 * Rows of one feature panel that are sent to one list panel.
 *
 * @param positions position of each row in the layout
 * @param ids their dense ids
 * @param coordinates their reduced coordinates
 * @param features their features
 */
@DefaultSerializer(JavaSerializer.class)
record ListChunk(int[] positions, int[] ids, float[] coordinates, FeaturePanel features)
    implements Serializable {

  /** Builds a list panel from chunks in any order. */
  static ListPanel assemble(int panel, int first, int rows, int dim, Iterator<ListChunk> chunks) {
    List<FeaturePanel> parts = new ArrayList<>();
    int[] part = new int[rows];
    int[] place = new int[rows];
    int[] ids = new int[rows];
    Arrays.fill(ids, -1);
    float[] coordinates = new float[Math.multiplyExact(rows, dim)];
    int placed = 0;
    while (chunks.hasNext()) {
      ListChunk chunk = chunks.next();
      for (int r = 0; r < chunk.ids.length; r++) {
        int row = chunk.positions[r] - first;
        part[row] = parts.size();
        place[row] = r;
        ids[row] = chunk.ids[r];
        System.arraycopy(chunk.coordinates, r * dim, coordinates, row * dim, dim);
        placed++;
      }
      parts.add(chunk.features);
    }
    if (placed != rows) {
      throw new IllegalStateException(
          "panel " + panel + " got " + placed + " of its " + rows + " rows");
    }
    return new ListPanel(
        panel, first, ids, coordinates, FeaturePanel.gather(panel, first, parts, part, place));
  }
}
