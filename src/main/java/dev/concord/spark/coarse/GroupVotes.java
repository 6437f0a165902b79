package dev.concord.spark.coarse;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.linalg.RowBlock;
import java.io.Serializable;
import java.util.Arrays;

/**
 * For some nodes of a block of rows the group that each is tied to most.
 *
 * @param node ascending
 * @param group as long as {@code node}: another one than the node's own
 */
@DefaultSerializer(JavaSerializer.class)
record GroupVotes(int[] node, int[] group) implements Serializable {
  /** The earlier cluster of what had none, or may have another one now. */
  static final int UNKNOWN = -1;

  /** The earlier cluster of a node whose points had several. */
  static final int MIXED = -2;

  /**
   * The votes of a block. A node votes for the group with the largest sum of its weights among
   * those that have room for it; of equal sums for its own group, then for the smallest number.
   * Half of the nodes vote in a round, chosen by a hash of node and round, so that two neighbours
   * do not change places for ever. Time O(entries), memory 12 bytes a group within the block's
   * rows.
   *
   * @param groupOf group of each node
   * @param room how many points a group can still take
   * @param points of each node; empty: one each
   * @param earlier cluster of each node, {@link #UNKNOWN} or {@link #MIXED}; empty without one
   * @param unit the weight that counts as 1
   * @param round its number, from 0
   */
  static GroupVotes of(
      RowBlock rows,
      int[] groupOf,
      int[] room,
      int[] points,
      int[] earlier,
      double unit,
      long round) {
    int[] node = new int[rows.rows()];
    int[] group = new int[rows.rows()];
    int count = 0;
    GroupSums sums = new GroupSums();
    for (int r = 0; r < rows.rows(); r++) {
      int v = rows.firstRow() + r;
      if (!votes(v, round, 2)) {
        continue;
      }
      sums.clear();
      for (int p = rows.rowPtr()[r]; p < rows.rowPtr()[r + 1]; p++) {
        sums.add(groupOf[rows.col()[p]], GroupSums.whole(rows.val()[p], unit));
      }
      int own = groupOf[v];
      int best = own;
      long most = sums.of(own);
      for (int s = 0; s < sums.size(); s++) {
        int g = sums.group(s);
        long sum = sums.sum(s);
        boolean better = sum > most || (sum == most && best != own && g < best);
        if (g != own
            && better
            && room[g] >= (points.length == 0 ? 1 : points[v])
            && (earlier.length == 0 || mayShare(earlier[v], earlier[g]))) {
          best = g;
          most = sum;
        }
      }
      if (best != own) {
        node[count] = v;
        group[count++] = best;
      }
    }
    return new GroupVotes(Arrays.copyOf(node, count), Arrays.copyOf(group, count));
  }

  /** Whether an earlier partition lets a node and what has another cluster share a group. */
  static boolean mayShare(int one, int other) {
    return one == UNKNOWN || other == UNKNOWN || (one == other && one != MIXED);
  }

  /**
   * Whether a node votes in a round: in one of so many.
   *
   * @param parts a power of 2
   */
  static boolean votes(int node, long round, int parts) {
    long hash = (node + 0x9e3779b97f4a7c15L * (round / parts + 1)) * 0xbf58476d1ce4e5b9L;
    hash ^= hash >>> 29;
    hash *= 0x94d049bb133111ebL;
    return ((hash >>> 40) & (parts - 1)) == round % parts;
  }
}
