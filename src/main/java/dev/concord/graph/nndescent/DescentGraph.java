package dev.concord.graph.nndescent;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.ivf.ListLayout;
import dev.concord.graph.ivf.PackedRow;
import dev.concord.graph.neighbors.Neighbors;
import dev.concord.graph.neighbors.PanelNeighbors;
import java.io.Serializable;
import java.util.Arrays;

/**
 * The NN-Descent graph of a list panel: for each row up to {@code width} near points as packed
 * rows, ascending by (square, place).
 *
 * @param panel the panel
 * @param width largest number of edges of a row
 * @param place rows·width packed rows; undefined where there is no edge
 * @param square squared distances by coordinates as {@link
 *     dev.concord.graph.ivf.SquaredDistance#single} computes them, infinite where there is no edge
 */
@DefaultSerializer(JavaSerializer.class)
public record DescentGraph(int panel, int width, int[] place, float[] square)
    implements Serializable {

  /** Whether rows fit in a {@link PackedRow}: panels and rows of a panel below 65,536. */
  public static boolean fit(ListLayout layout) {
    int most = 0;
    for (int panel = 0; panel < layout.panels(); panel++) {
      most = Math.max(most, layout.panelStart(panel + 1) - layout.panelStart(panel));
    }
    return layout.panels() < PackedRow.LIMIT && most < PackedRow.LIMIT;
  }

  /** A graph without edges. */
  static DescentGraph none(int panel, int rows, int width) {
    float[] square = new float[Math.multiplyExact(rows, width)];
    Arrays.fill(square, Float.POSITIVE_INFINITY);
    return new DescentGraph(panel, width, new int[square.length], square);
  }

  /** The initial graph. */
  public static DescentGraph of(int panel, Neighbors found) {
    PanelNeighbors lists = found.lists(0);
    DescentGraph graph = none(panel, lists.ids().length, lists.k());
    for (int e = 0; e < graph.place.length; e++) {
      if (!Double.isNaN(lists.distance()[e])) {
        graph.offer(e / graph.width, lists.index()[e], (float) lists.distance()[e]);
      }
    }
    return graph;
  }

  public int rows() {
    return place.length / width;
  }

  boolean has(int entry) {
    return square[entry] < Float.POSITIVE_INFINITY;
  }

  /** A copy with capacity for {@code to} edges a row. */
  public DescentGraph widened(int to) {
    DescentGraph wide = none(panel, rows(), to);
    for (int row = 0; row < rows(); row++) {
      System.arraycopy(place, row * width, wide.place, row * to, width);
      System.arraycopy(square, row * width, wide.square, row * to, width);
    }
    return wide;
  }

  /** A copy that can be changed. */
  DescentGraph copy() {
    return new DescentGraph(panel, width, place.clone(), square.clone());
  }

  /** Adds a point to a row's edges if it is nearer than the last of them and not one of them. */
  void offer(int row, int candidate, float distance) {
    int first = row * width;
    int at = first + width - 1;
    if (!isBefore(distance, candidate, at)) {
      return;
    }
    for (int e = first; e <= at; e++) {
      if (place[e] == candidate && has(e)) {
        return;
      }
    }
    while (at > first && isBefore(distance, candidate, at - 1)) {
      place[at] = place[at - 1];
      square[at] = square[at - 1];
      at--;
    }
    place[at] = candidate;
    square[at] = distance;
  }

  private boolean isBefore(float distance, int candidate, int entry) {
    return distance < square[entry]
        || (distance == square[entry] && Integer.compareUnsigned(candidate, place[entry]) < 0);
  }
}
