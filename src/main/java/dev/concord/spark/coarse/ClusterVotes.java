package dev.concord.spark.coarse;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.linalg.RowBlock;
import dev.concord.spark.plan.JobSize;
import java.io.Serializable;
import java.util.Arrays;

/**
 * Nodes of a block whose move to another cluster lowers the normalized cut, and what the block adds
 * to the association of each cluster, the weight of the pairs of nodes within it.
 *
 * @param node ascending
 * @param cluster as long as {@code node}: where the move lowers the cut most
 * @param own weight of the node's edges into its own cluster
 * @param to weight of its edges into the other
 * @param loop weight within the node; empty where nodes are points
 * @param association of each cluster, in {@link GroupSums}' whole numbers
 */
@DefaultSerializer(JavaSerializer.class)
record ClusterVotes(
    int[] node, int[] cluster, double[] own, double[] to, double[] loop, long[] association)
    implements Serializable {

  /**
   * The association and the volume of each of the k clusters; the normalized cut is k less the sum
   * of their quotients.
   *
   * @param association weights within, those of groups included
   * @param volume sum of degrees
   */
  @DefaultSerializer(JavaSerializer.class)
  record Totals(double[] association, double[] volume) implements Serializable {
    /** Sum over clusters of association / volume. */
    double quality() {
      double sum = 0.0;
      for (int c = 0; c < volume.length; c++) {
        sum += share(association[c], volume[c]);
      }
      return sum;
    }

    /**
     * How much the quality rises when a node goes from a cluster to another.
     *
     * @param own weight of its edges into its cluster
     * @param to weight of its edges into the other
     * @param loop weight within the node
     */
    double gain(int from, int cluster, double own, double to, double loop, double degree) {
      double before = share(association[from], volume[from]);
      before += share(association[cluster], volume[cluster]);
      double after = share(association[from] - 2.0 * own - loop, volume[from] - degree);
      after += share(association[cluster] + 2.0 * to + loop, volume[cluster] + degree);
      return after - before;
    }

    private static double share(double association, double volume) {
      return volume > 0.0 ? association / volume : 0.0;
    }
  }

  /**
   * The votes of a block: those of one in {@link JobSize#votingParts} of its nodes, chosen by a
   * hash of node and round. Time O(entries).
   *
   * @param labels cluster of each node
   * @param degrees of the nodes with the weights within them; empty where these are none
   * @param fixed earlier cluster of each node: only those of none, or of several, vote; empty: all
   * @param unit the weight that counts as 1
   * @param round its number, from 0; below 0 nothing votes
   */
  static ClusterVotes of(
      RowBlock rows,
      int[] labels,
      double[] degrees,
      int[] fixed,
      Totals totals,
      double unit,
      long round) {
    int[] node = new int[rows.rows()];
    int[] cluster = new int[rows.rows()];
    double[] own = new double[rows.rows()];
    double[] to = new double[rows.rows()];
    double[] loops = new double[degrees.length == 0 ? 0 : rows.rows()];
    long[] association = new long[totals.volume().length];
    int parts = JobSize.votingParts(labels.length);
    int count = 0;
    GroupSums sums = new GroupSums();
    for (int r = 0; r < rows.rows(); r++) {
      int v = rows.firstRow() + r;
      sums.clear();
      double outside = 0.0;
      for (int p = rows.rowPtr()[r]; p < rows.rowPtr()[r + 1]; p++) {
        double weight = rows.val()[p];
        outside += weight;
        sums.add(labels[rows.col()[p]], GroupSums.whole(weight, unit));
      }
      int from = labels[v];
      double all = degrees.length == 0 ? outside : degrees[v];
      double loop = Math.max(0.0, all - outside);
      association[from] += sums.of(from) + GroupSums.rounded(loop, unit);
      if ((sums.size() < 2 && sums.of(from) > 0L)
          || round < 0
          || (fixed.length > 0 && fixed[v] >= 0)
          || !GroupVotes.votes(v, round, parts)) {
        continue;
      }
      double within = GroupSums.weight(sums.of(from), unit);
      double most = 0.0;
      for (int s = 0; s < sums.size(); s++) {
        int c = sums.group(s);
        double weight = GroupSums.weight(sums.sum(s), unit);
        double gain = c == from ? 0.0 : totals.gain(from, c, within, weight, loop, all);
        if (gain > most || (gain == most && gain > 0.0 && c < cluster[count])) {
          most = gain;
          node[count] = v;
          cluster[count] = c;
          own[count] = within;
          to[count] = weight;
          if (loops.length > 0) {
            loops[count] = loop;
          }
        }
      }
      count += most > 0.0 ? 1 : 0;
    }
    return new ClusterVotes(
        Arrays.copyOf(node, count),
        Arrays.copyOf(cluster, count),
        Arrays.copyOf(own, count),
        Arrays.copyOf(to, count),
        Arrays.copyOf(loops, Math.min(loops.length, count)),
        association);
  }
}
