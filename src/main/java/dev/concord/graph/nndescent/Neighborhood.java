package dev.concord.graph.nndescent;

import dev.concord.graph.ivf.PackedRow;
import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The points around each row of a cell panel: those it links to, and the nearest of those that link
 * to it. Points that nobody's list holds are reached through the second kind.
 *
 * @param panel the panel
 * @param start for each row its place in members, and at the end their number
 * @param fresh for each row where its members end that were not there a round ago; they come first
 * @param members places, a point once a row
 */
public record Neighborhood(int panel, int[] start, int[] fresh, int[] members)
    implements Serializable {

  /**
   * Links to the rows of one panel, from the rows of another.
   *
   * @param row the row of the panel that is linked to
   * @param from place of the row that links
   * @param square squared distance
   */
  public record Incoming(int[] row, int[] from, float[] square) implements Serializable {}

  /** Turns links around: for each panel that is linked to the links, null where there are none. */
  public static Incoming[] turn(DescentGraph links, int panels) {
    int[] count = new int[panels];
    for (int e = 0; e < links.place().length; e++) {
      if (links.has(e)) {
        count[PackedRow.panel(links.place()[e])]++;
      }
    }
    Incoming[] turned = new Incoming[panels];
    for (int p = 0; p < panels; p++) {
      if (count[p] > 0) {
        turned[p] = new Incoming(new int[count[p]], new int[count[p]], new float[count[p]]);
      }
    }
    for (int e = links.place().length - 1; e >= 0; e--) {
      if (links.has(e)) {
        int place = links.place()[e];
        Incoming to = turned[PackedRow.panel(place)];
        int at = --count[PackedRow.panel(place)];
        to.row[at] = PackedRow.row(place);
        to.from[at] = PackedRow.of(links.panel(), e / links.width());
        to.square[at] = links.square()[e];
      }
    }
    return turned;
  }

  /**
   * Puts the circles of a panel together; the order of the incoming links does not matter. At most
   * as many of them as links a row are kept. Memory 8·width bytes a row beside the result.
   *
   * @param before the circles a round ago, null in the first
   */
  public static Neighborhood of(
      DescentGraph links, Iterable<Incoming> incoming, @Nullable Neighborhood before) {
    int rows = links.rows();
    int width = links.width();
    DescentGraph nearest = DescentGraph.none(links.panel(), rows, width);
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
      for (int e = r * width; e < (r + 1) * width && links.has(e); e++) {
        members[count++] = links.place()[e];
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
    return new Neighborhood(links.panel(), start, fresh, Arrays.copyOf(members, count));
  }

  /** Moves what the row's circle before did not hold to the front; returns the place after it. */
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
