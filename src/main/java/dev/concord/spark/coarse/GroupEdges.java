package dev.concord.spark.coarse;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.linalg.RowBlock;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/**
 * Sums of weights between groups, of the rows of one block for the rows of another. Memory 12 bytes
 * an entry and 8 a group.
 *
 * @param block of the contracted graph that the groups are rows of
 * @param group ascending
 * @param start of each group's entries, and their number
 * @param to the other group
 * @param sum as {@link GroupSums} counts
 */
@DefaultSerializer(JavaSerializer.class)
record GroupEdges(int block, int[] group, int[] start, int[] to, long[] sum)
    implements Serializable {

  /**
   * The edges that leave groups, by the block of their group; none within a group. Time O(entries +
   * rows log rows).
   *
   * @param groupOf group of each node
   * @param unit the weight that counts as 1
   * @param bounds of the blocks of the contracted graph: the first row of each, and their number
   */
  static List<GroupEdges> of(RowBlock rows, int[] groupOf, double unit, int[] bounds) {
    long[] order = new long[rows.rows()];
    for (int r = 0; r < order.length; r++) {
      order[r] = (long) groupOf[rows.firstRow() + r] << 32 | r;
    }
    Arrays.sort(order);
    Collector parts = new Collector(bounds);
    GroupSums sums = new GroupSums();
    for (int from = 0; from < order.length; ) {
      int g = (int) (order[from] >> 32);
      sums.clear();
      int end = from;
      for (; end < order.length && (int) (order[end] >> 32) == g; end++) {
        int r = (int) order[end];
        for (int p = rows.rowPtr()[r]; p < rows.rowPtr()[r + 1]; p++) {
          int h = groupOf[rows.col()[p]];
          if (h != g) {
            sums.add(h, GroupSums.whole(rows.val()[p], unit));
          }
        }
      }
      parts.add(g, sums);
      from = end;
    }
    return parts.finished();
  }

  /** Gathers groups in ascending order into one part a block. */
  private static final class Collector {
    private final int[] bounds;
    private final java.util.ArrayList<GroupEdges> finished = new java.util.ArrayList<>();
    private int block;
    private int groups;
    private int[] group = new int[64];
    private int[] start = new int[65];
    private int[] to = new int[256];
    private long[] sum = new long[256];

    Collector(int[] bounds) {
      this.bounds = bounds;
    }

    void add(int g, GroupSums sums) {
      if (g >= bounds[block + 1]) {
        close();
        while (g >= bounds[block + 1]) {
          block++;
        }
      }
      int at = start[groups];
      if (at + sums.size() > to.length) {
        int size = Math.max(2 * to.length, at + sums.size());
        to = Arrays.copyOf(to, size);
        sum = Arrays.copyOf(sum, size);
      }
      if (groups == group.length) {
        group = Arrays.copyOf(group, 2 * groups);
        start = Arrays.copyOf(start, 2 * groups + 1);
      }
      for (int s = 0; s < sums.size(); s++) {
        to[at] = sums.group(s);
        sum[at++] = sums.sum(s);
      }
      group[groups++] = g;
      start[groups] = at;
    }

    private void close() {
      if (groups > 0) {
        int entries = start[groups];
        finished.add(
            new GroupEdges(
                block,
                Arrays.copyOf(group, groups),
                Arrays.copyOf(start, groups + 1),
                Arrays.copyOf(to, entries),
                Arrays.copyOf(sum, entries)));
      }
      groups = 0;
    }

    List<GroupEdges> finished() {
      close();
      return finished;
    }
  }

  /**
   * A block of the contracted graph.
   *
   * @param parts of this block, in any order
   * @param first its first row
   * @param rows how many it has
   * @param unit the weight that counts as 1
   */
  static RowBlock joined(List<GroupEdges> parts, int first, int rows, double unit) {
    int[] begin = new int[rows + 1];
    for (GroupEdges part : parts) {
      for (int s = 0; s < part.group.length; s++) {
        begin[part.group[s] - first + 1] += 1;
      }
    }
    for (int r = 0; r < rows; r++) {
      begin[r + 1] += begin[r];
    }
    int[] at = Arrays.copyOf(begin, rows);
    int[] partOf = new int[begin[rows]];
    int[] slotOf = new int[begin[rows]];
    for (int p = 0; p < parts.size(); p++) {
      int[] group = parts.get(p).group;
      for (int s = 0; s < group.length; s++) {
        int place = at[group[s] - first]++;
        partOf[place] = p;
        slotOf[place] = s;
      }
    }
    int[] rowPtr = new int[rows + 1];
    int[] col = new int[1024];
    double[] val = new double[1024];
    GroupSums sums = new GroupSums();
    for (int r = 0; r < rows; r++) {
      sums.clear();
      for (int e = begin[r]; e < begin[r + 1]; e++) {
        GroupEdges part = parts.get(partOf[e]);
        for (int p = part.start[slotOf[e]]; p < part.start[slotOf[e] + 1]; p++) {
          sums.add(part.to[p], part.sum[p]);
        }
      }
      int from = rowPtr[r];
      if (from + sums.size() > col.length) {
        int size = Math.max(2 * col.length, from + sums.size());
        col = Arrays.copyOf(col, size);
        val = Arrays.copyOf(val, size);
      }
      rowPtr[r + 1] = from + sums.size();
      for (int s = 0; s < sums.size(); s++) {
        col[from + s] = sums.group(s);
      }
      Arrays.sort(col, from, rowPtr[r + 1]);
      for (int p = from; p < rowPtr[r + 1]; p++) {
        val[p] = GroupSums.weight(sums.of(col[p]), unit);
      }
    }
    return new RowBlock(
        first, rowPtr, Arrays.copyOf(col, rowPtr[rows]), Arrays.copyOf(val, rowPtr[rows]));
  }
}
