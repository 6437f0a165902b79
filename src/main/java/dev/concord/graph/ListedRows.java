package dev.concord.graph;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Neighbour lists of some rows.
 *
 * @param ids dense ids of the rows
 * @param k neighbours of a row
 * @param index ids.length·k dense ids, ascending by (distance, id); the last of a row is -1 where
 *     the row still has to be searched
 * @param distance Euclidean distances
 * @param undecided rows whose candidates single precision could not choose
 */
@DefaultSerializer(JavaSerializer.class)
public record ListedRows(int[] ids, int k, int[] index, double[] distance, int undecided)
    implements Serializable {

  /** Ranked rows; those whose neighbours are not proved are marked as still to be searched. */
  public static ListedRows of(RankedRows ranked) {
    int k = ranked.k();
    int[] ids = new int[ranked.rows()];
    Arrays.setAll(ids, r -> ranked.firstRow() + r);
    int[] index = ranked.index().clone();
    for (int id : ranked.uncertified()) {
      index[(id - ranked.firstRow() + 1) * k - 1] = -1;
    }
    return new ListedRows(ids, k, index, ranked.distance(), 0);
  }

  /** Dense ids of the rows that still have to be searched. */
  public int[] open() {
    int[] open = new int[ids.length];
    int count = 0;
    for (int r = 0; r < ids.length; r++) {
      if (index[(r + 1) * k - 1] < 0) {
        open[count++] = ids[r];
      }
    }
    return Arrays.copyOf(open, count);
  }

  /**
   * The same rows with the lists of those that were searched again.
   *
   * @param again with ascending ids
   */
  public ListedRows with(ListedRows again) {
    if (again.ids.length == 0) {
      return this;
    }
    int[] newIndex = index.clone();
    double[] newDistance = distance.clone();
    for (int r = 0; r < ids.length; r++) {
      int found = Arrays.binarySearch(again.ids, ids[r]);
      if (found >= 0) {
        System.arraycopy(again.index, found * k, newIndex, r * k, k);
        System.arraycopy(again.distance, found * k, newDistance, r * k, k);
      }
    }
    return new ListedRows(ids, k, newIndex, newDistance, undecided);
  }

  /** The distance of each row to its last neighbour. */
  public double[] last() {
    double[] last = new double[ids.length];
    Arrays.setAll(last, r -> distance[(r + 1) * k - 1]);
    return last;
  }

  /** How many listed neighbours are at distance 0. */
  public int zeroDistances() {
    int zeros = 0;
    for (double d : distance) {
      zeros += d == 0.0 ? 1 : 0;
    }
    return zeros;
  }
}
