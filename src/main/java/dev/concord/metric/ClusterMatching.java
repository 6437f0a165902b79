package dev.concord.metric;

import java.util.Arrays;

/**
 * Cluster numbers that go on from an earlier partition of (some of) the same points: new and
 * earlier clusters are matched one to one so that the matched ones share most points (the
 * assignment problem of Kuhn's Hungarian method, on the sparse table of overlaps), and a matched
 * cluster takes the number of its partner.
 *
 * @param numberOf the number of each new cluster, a permutation of 0..k-1
 * @param partnerOf the earlier number of each new cluster, or -1 where none is matched
 * @param agreement of both partitions over the points that are in both
 * @param moved points in both whose cluster number changed
 */
public record ClusterMatching(int[] numberOf, int[] partnerOf, Agreement agreement, long moved) {

  /**
   * Matches. A cluster without partner, or whose partner has a number of k or more, takes the
   * smallest number left, in the order of the clusters.
   *
   * @param earlier number of each point's earlier cluster, -1 where it had none
   * @param clusters new cluster of each point, 0..k-1
   * @param k number of new clusters
   */
  public static ClusterMatching of(int[] earlier, int[] clusters, int k) {
    ContingencyTable table = ContingencyTable.of(earlier, clusters);
    int[] matched = BestMatching.partners(table);
    int[] partner = new int[k];
    Arrays.fill(partner, -1);
    System.arraycopy(matched, 0, partner, 0, Math.min(k, matched.length));
    int[] number = new int[k];
    boolean[] taken = new boolean[k];
    Arrays.fill(number, -1);
    for (int c = 0; c < k; c++) {
      if (partner[c] >= 0 && partner[c] < k) {
        number[c] = partner[c];
        taken[partner[c]] = true;
      }
    }
    int next = 0;
    for (int c = 0; c < k; c++) {
      if (number[c] < 0) {
        while (taken[next]) {
          next++;
        }
        number[c] = next;
        taken[next] = true;
      }
    }
    long moved = 0;
    for (int i = 0; i < clusters.length; i++) {
      moved += earlier[i] >= 0 && number[clusters[i]] != earlier[i] ? 1 : 0;
    }
    return new ClusterMatching(number, partner, Agreement.of(table), moved);
  }

  /**
   * The matching by equal numbers, for clusters that have the numbers of earlier ones already.
   *
   * @param earlier number of each point's earlier cluster, -1 where it had none
   * @param clusters new cluster of each point, 0..k-1
   * @param k number of new clusters
   */
  public static ClusterMatching byNumber(int[] earlier, int[] clusters, int k) {
    int[] number = new int[k];
    int[] partner = new int[k];
    Arrays.setAll(number, c -> c);
    Arrays.fill(partner, -1);
    long moved = 0;
    for (int i = 0; i < clusters.length; i++) {
      if (earlier[i] >= 0 && earlier[i] < k) {
        partner[earlier[i]] = earlier[i];
      }
      moved += earlier[i] >= 0 && clusters[i] != earlier[i] ? 1 : 0;
    }
    Agreement agreement = Agreement.of(ContingencyTable.of(earlier, clusters));
    return new ClusterMatching(number, partner, agreement, moved);
  }

  /** The clusters under their numbers. */
  public int[] renumbered(int[] clusters) {
    int[] out = new int[clusters.length];
    Arrays.setAll(out, i -> numberOf[clusters[i]]);
    return out;
  }
}
