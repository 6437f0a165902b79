package dev.concord.graph.weights;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.ListedRows;
import dev.concord.graph.NeighborLists;
import dev.concord.linalg.RowBlock;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Points with their k listed neighbours and themselves, as sets. Memory 4 (k + 2) bytes a point.
 *
 * @param ids the points, ascending; empty where they are all, from 0 on
 * @param width k + 1
 * @param members the set of each point, ascending
 */
@DefaultSerializer(JavaSerializer.class)
public record NeighborSets(int[] ids, int width, int[] members) implements Serializable {

  /** The sets of all points. Time O(n k log k), on all cores. */
  public static NeighborSets of(NeighborLists lists) {
    int k = lists.k();
    int[] members = new int[Math.multiplyExact(lists.n(), k + 1)];
    IntStream.range(0, lists.n()).parallel().forEach(i -> put(lists.index(), i, k, i, members, i));
    return new NeighborSets(new int[0], k + 1, members);
  }

  /**
   * The sets of some rows, by the block of each row.
   *
   * @param blockRows rows of a block
   * @param blocks number of blocks
   * @return null for blocks of which there is no row
   */
  public static @Nullable NeighborSets[] byBlock(ListedRows lists, int blockRows, int blocks) {
    int[] count = new int[blocks];
    for (int id : lists.ids()) {
      count[id / blockRows]++;
    }
    int width = lists.k() + 1;
    @Nullable NeighborSets[] of = new NeighborSets[blocks];
    for (int b = 0; b < blocks; b++) {
      if (count[b] > 0) {
        of[b] = new NeighborSets(new int[count[b]], width, new int[count[b] * width]);
      }
    }
    for (int r = lists.ids().length - 1; r >= 0; r--) {
      int id = lists.ids()[r];
      NeighborSets sets = Objects.requireNonNull(of[id / blockRows]);
      int at = --count[id / blockRows];
      sets.ids[at] = id;
      put(lists.index(), r, lists.k(), id, sets.members, at);
    }
    return of;
  }

  private static void put(int[] index, int row, int k, int id, int[] members, int at) {
    int from = at * (k + 1);
    System.arraycopy(index, row * k, members, from, k);
    members[from + k] = id;
    Arrays.sort(members, from, from + k + 1);
  }

  /**
   * The sets of the rows of a block, for each block of rows to which they have an edge, and all for
   * their own. Time O(entries).
   *
   * @param rows a block of the graph, whose points these are
   * @return null for blocks to which there is no edge
   */
  public @Nullable NeighborSets[] neededBy(RowBlock rows, int blockRows, int blocks) {
    int own = rows.firstRow() / blockRows;
    int[][] needed = new int[blocks][0];
    int[] count = new int[blocks];
    for (int r = 0; r < rows.rows(); r++) {
      int last = own;
      for (int p = rows.rowPtr()[r]; p < rows.rowPtr()[r + 1]; p++) {
        int b = rows.col()[p] / blockRows;
        if (b != last && b != own) {
          needed[b] = grown(needed[b], count[b]);
          needed[b][count[b]++] = place(rows.firstRow() + r);
        }
        last = b;
      }
    }
    @Nullable NeighborSets[] of = new NeighborSets[blocks];
    for (int b = 0; b < blocks; b++) {
      of[b] = count[b] == 0 ? null : some(Arrays.copyOf(needed[b], count[b]));
    }
    of[own] = this;
    return of;
  }

  private static int[] grown(int[] array, int used) {
    return used < array.length ? array : Arrays.copyOf(array, Math.max(16, 2 * used));
  }

  private NeighborSets some(int[] places) {
    int[] chosen = new int[places.length];
    int[] sets = new int[places.length * width];
    for (int c = 0; c < places.length; c++) {
      chosen[c] = ids[places[c]];
      System.arraycopy(members, places[c] * width, sets, c * width, width);
    }
    return new NeighborSets(chosen, width, sets);
  }

  /** All of {@code parts}, of which no two have a point in common. */
  public static NeighborSets join(List<NeighborSets> parts) {
    int points = parts.stream().mapToInt(part -> part.ids.length).sum();
    // Sorted by id: the id above, below it where the point is when all parts are in a row.
    long[] keys = new long[points];
    int[] partOf = new int[points];
    int at = 0;
    for (int part = 0; part < parts.size(); part++) {
      for (int id : parts.get(part).ids) {
        partOf[at] = part;
        keys[at] = ((long) id << 32) | at++;
      }
    }
    Arrays.sort(keys);
    int[] start = new int[parts.size() + 1];
    for (int part = 0; part < parts.size(); part++) {
      start[part + 1] = start[part] + parts.get(part).ids.length;
    }
    int width = parts.isEmpty() ? 1 : parts.get(0).width;
    int[] ids = new int[points];
    int[] members = new int[points * width];
    for (int p = 0; p < points; p++) {
      int from = (int) keys[p];
      ids[p] = (int) (keys[p] >>> 32);
      NeighborSets part = parts.get(partOf[from]);
      System.arraycopy(
          part.members, (from - start[partOf[from]]) * width, members, p * width, width);
    }
    return new NeighborSets(ids, width, members);
  }

  /** The place of a point that is among these. */
  int place(int point) {
    return ids.length == 0 ? point : Arrays.binarySearch(ids, point);
  }

  /** The Jaccard coefficient of the sets at two places. */
  double jaccard(int a, int b) {
    int shared = shared(members, a * width, (a + 1) * width, b * width, (b + 1) * width);
    return (double) shared / (2 * width - shared);
  }

  /**
   * How many members two sets share.
   *
   * @param members ascending within a set
   * @param p where one set begins
   * @param endOfP where it ends
   * @param q where the other begins
   * @param endOfQ where that ends
   */
  static int shared(int[] members, int p, int endOfP, int q, int endOfQ) {
    int one = p;
    int other = q;
    int shared = 0;
    while (one < endOfP && other < endOfQ) {
      int difference = Integer.compare(members[one], members[other]);
      shared += difference == 0 ? 1 : 0;
      one += difference <= 0 ? 1 : 0;
      other += difference >= 0 ? 1 : 0;
    }
    return shared;
  }
}
