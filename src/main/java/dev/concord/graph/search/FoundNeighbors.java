package dev.concord.graph.search;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.ExactLists;
import java.io.Serializable;
import java.util.Arrays;

/**
 * What some panels hold for a search of {@link UpdateQueries}.
 *
 * @param lists the nearest rows of each query
 * @param rows rows whose lists a new row enters, as often as one does
 * @param points the row that enters, for each
 * @param distances between the two
 */
@DefaultSerializer(JavaSerializer.class)
public record FoundNeighbors(ExactLists lists, int[] rows, int[] points, double[] distances)
    implements Serializable {

  /** What the panels of both hold. The order of merging does not change the lists. */
  public static FoundNeighbors merge(FoundNeighbors a, FoundNeighbors b) {
    int size = a.rows.length + b.rows.length;
    int[] rows = Arrays.copyOf(a.rows, size);
    int[] points = Arrays.copyOf(a.points, size);
    double[] distances = Arrays.copyOf(a.distances, size);
    System.arraycopy(b.rows, 0, rows, a.rows.length, b.rows.length);
    System.arraycopy(b.points, 0, points, a.rows.length, b.rows.length);
    System.arraycopy(b.distances, 0, distances, a.rows.length, b.rows.length);
    return new FoundNeighbors(ExactLists.merge(a.lists, b.lists), rows, points, distances);
  }

  /** The same in the order of the rows that new ones enter. */
  public FoundNeighbors byRow() {
    long[] order = new long[rows.length];
    Arrays.setAll(order, e -> (long) rows[e] << 32 | e);
    Arrays.sort(order);
    int[] sortedRows = new int[rows.length];
    int[] sortedPoints = new int[rows.length];
    double[] sortedDistances = new double[rows.length];
    for (int e = 0; e < order.length; e++) {
      int from = (int) order[e];
      sortedRows[e] = rows[from];
      sortedPoints[e] = points[from];
      sortedDistances[e] = distances[from];
    }
    return new FoundNeighbors(lists, sortedRows, sortedPoints, sortedDistances);
  }

  /** The first entry of a row, in the order of {@link #byRow}; that of the next row without one. */
  int first(int row) {
    int low = 0;
    int high = rows.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (rows[middle] < row) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
