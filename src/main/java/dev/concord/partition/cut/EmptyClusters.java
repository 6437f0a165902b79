package dev.concord.partition.cut;

import dev.concord.partition.coloring.PartitionProblem;
import java.util.SplittableRandom;

/** Fills empty clusters by splitting others, the greatest first. */
final class EmptyClusters {
  private EmptyClusters() {}

  /**
   * The labels with every cluster used; no fewer nodes than clusters. No two nodes share a cluster
   * that did not before, so no cannot-link becomes violated.
   *
   * @param labels in 0..k-1, not modified
   */
  static int[] filled(
      PartitionProblem problem,
      int k,
      int[] labels,
      MultiwayOptions options,
      SplittableRandom random) {
    int[] filled = labels.clone();
    int[] size = new int[k];
    for (int c : filled) {
      size[c]++;
    }
    for (int empty = 0; empty < k; empty++) {
      if (size[empty] > 0) {
        continue;
      }
      int greatest = 0;
      for (int c = 1; c < k; c++) {
        greatest = size[c] > size[greatest] ? c : greatest;
      }
      int[] members = new ClusterMembers(filled, k).of(greatest);
      int[] side = new Bisection(problem.induced(members), options, random).side();
      for (int i = 0; i < members.length; i++) {
        if (side[i] == 1) {
          filled[members[i]] = empty;
          size[empty]++;
          size[greatest]--;
        }
      }
    }
    return filled;
  }
}
