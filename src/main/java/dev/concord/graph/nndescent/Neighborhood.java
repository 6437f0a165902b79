package dev.concord.graph.nndescent;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.ivf.PackedRow;
import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The neighbourhood of each row of a list panel: the targets of its edges, and the nearest sources
 * of edges to it (reverse edges). Reverse edges reach points that are in no row's list.
 *
 * @param panel the panel
 * @param start for each row its place in members, and at the end their number
 * @param fresh for each row the end of its new members, which come first: those not in it a round
 *     ago
 * @param members packed rows, each at most once per row
 */
@DefaultSerializer(JavaSerializer.class)
public record Neighborhood(int panel, int[] start, int[] fresh, int[] members)
    implements Serializable {

  /**
   * Edges to the rows of one panel, from the rows of another.
   *
   * @param row target of the edge, a row of the panel
   * @param from source of the edge, a packed row
   * @param square squared distance
   */
  @DefaultSerializer(JavaSerializer.class)
  public record Incoming(int[] row, int[] from, float[] square) implements Serializable {}

  /** Reverses edges: for each panel the edges to its rows, null where there are none. */
  public static Incoming[] turn(DescentGraph graph, int panels) {
    int[] count = new int[panels];
    for (int e = 0; e < graph.place().length; e++) {
      if (graph.has(e)) {
        count[PackedRow.panel(graph.place()[e])]++;
      }
    }
    Incoming[] turned = new Incoming[panels];
    for (int p = 0; p < panels; p++) {
      if (count[p] > 0) {
        turned[p] = new Incoming(new int[count[p]], new int[count[p]], new float[count[p]]);
      }
    }
    for (int e = graph.place().length - 1; e >= 0; e--) {
      if (graph.has(e)) {
        int place = graph.place()[e];
        Incoming to = turned[PackedRow.panel(place)];
        int at = --count[PackedRow.panel(place)];
        to.row[at] = PackedRow.row(place);
        to.from[at] = PackedRow.of(graph.panel(), e / graph.width());
        to.square[at] = graph.square()[e];
      }
    }
    return turned;
  }

  /**
   * Builds the neighbourhoods of a panel; the result does not depend on the order of the incoming
   * edges. Of these the nearest {@code width} of each row are kept. Memory 8·width bytes a row
   * beside the result.
   *
   * @param before the neighbourhoods a round ago, null in the first
   */
  public static Neighborhood of(
      DescentGraph graph, Iterable<Incoming> incoming, @Nullable Neighborhood before) {
    int rows = graph.rows();
    int width = graph.width();
    DescentGraph nearest = DescentGraph.none(graph.panel(), rows, width);
    for (Incoming part : incoming) {
      for (int e = 0; e < part.row.length; e++) {
        nearest.offer(part.row[e], part.from[e], part.square[e]);
      }
    }
    int[] start = new int[rows + 1];
    int[] fresh = new int[rows];
    int[] members = new int[Math.multiplyExact(rows, 2 * width)];
    int count = 0;
    for (int r = 0; r < rows; r++) {
      int own = count;
      for (int e = r * width; e < (r + 1) * width && graph.has(e); e++) {
        members[count++] = graph.place()[e];
      }
      int linked = count;
      for (int e = r * width; e < (r + 1) * width && nearest.has(e); e++) {
        if (!contains(members, own, linked, nearest.place()[e])) {
          members[count++] = nearest.place()[e];
        }
      }
      start[r + 1] = count;
      fresh[r] = before == null ? count : freshFirst(members, own, count, before, r);
    }
    return new Neighborhood(graph.panel(), start, fresh, Arrays.copyOf(members, count));
  }

  /**
   * Moves members that the row's previous neighbourhood lacks to the front; returns the end of
   * them.
   */
  private static int freshFirst(int[] members, int from, int to, Neighborhood before, int row) {
    int next = from;
    for (int e = from; e < to; e++) {
      int member = members[e];
      if (!contains(before.members, before.start[row], before.start[row + 1], member)) {
        members[e] = members[next];
        members[next++] = member;
      }
    }
    return next;
  }

  private static boolean contains(int[] members, int from, int to, int place) {
    for (int e = from; e < to; e++) {
      if (members[e] == place) {
        return true;
      }
    }
    return false;
  }
}
