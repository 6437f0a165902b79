package dev.concord.graph;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;

/**
 * The neighbours found for the rows of a panel of inverted lists.
 *
 * @param ids dense ids of the rows
 * @param k neighbours of a row
 * @param index ids.length·k dense ids, ascending by (distance, id); -1 where fewer were found
 * @param distance distances between the features
 * @param undecided rows whose candidates single precision could not choose
 */
@DefaultSerializer(JavaSerializer.class)
public record PanelNeighbors(int[] ids, int k, int[] index, double[] distance, int undecided)
    implements Serializable {

  /** The lists alone. */
  public ListedRows rows() {
    return new ListedRows(ids, k, index, distance, undecided);
  }
}
