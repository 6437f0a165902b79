package dev.concord.partition.cut;

import dev.concord.linalg.Seeds;
import dev.concord.partition.coloring.PartitionProblem;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Groups nodes that are strongly tied, for the next coarser level of a multilevel search (Karypis
 * and Kumar 1998, here with first choices instead of a matching, so that hubs do not stop it): in
 * random order every node joins its neighbour u of the greatest w(v,u) (1/vol(v) + 1/vol(group of
 * u)), the normalized cut of the two (Dhillon, Guan and Kulis 2007).
 *
 * <p>Only nodes of one class are grouped. With the clusters of a feasible partition as classes that
 * partition is one of the coarser problem too, and no two nodes that must lie apart share a group.
 */
public final class Coarsening {
  private Coarsening() {}

  /**
   * A group of each node; groups are numbered in the order of their first nodes. Time O(nonzeros),
   * memory 20 bytes a node.
   *
   * @param classes class of each node; grouped nodes are of one class
   * @param cap volume above which no group grows
   */
  public static int[] groups(
      PartitionProblem problem, int[] classes, double cap, SplittableRandom random) {
    int n = problem.nodes();
    int[] rowPtr = problem.weights().rowPtr();
    int[] col = problem.weights().col();
    double[] val = problem.weights().val();
    double[] volume = problem.volumes();
    int[] order = new int[n];
    Arrays.setAll(order, v -> v);
    Seeds.shuffle(order, random);
    int[] head = new int[n];
    Arrays.fill(head, -1);
    double[] groupVolume = new double[n];
    for (int v : order) {
      if (head[v] >= 0) {
        continue;
      }
      int best = -1;
      double bestRating = 0.0;
      for (int p = rowPtr[v]; p < rowPtr[v + 1]; p++) {
        int u = col[p];
        if (classes[u] != classes[v]) {
          continue;
        }
        double other = head[u] >= 0 ? groupVolume[head[u]] : volume[u];
        if (other + volume[v] > cap) {
          continue;
        }
        double rating = val[p] * (1.0 / volume[v] + 1.0 / other);
        if (rating > bestRating) {
          bestRating = rating;
          best = u;
        }
      }
      if (best < 0) {
        head[v] = v;
        groupVolume[v] = volume[v];
      } else {
        if (head[best] < 0) {
          head[best] = best;
          groupVolume[best] = volume[best];
        }
        head[v] = head[best];
        groupVolume[head[best]] += volume[v];
      }
    }
    return numbered(head);
  }

  /** Numbers from 0 in the order of first appearance. */
  static int[] numbered(int[] head) {
    int[] number = new int[head.length];
    Arrays.fill(number, -1);
    int[] group = new int[head.length];
    int count = 0;
    for (int v = 0; v < head.length; v++) {
      if (number[head[v]] < 0) {
        number[head[v]] = count++;
      }
      group[v] = number[head[v]];
    }
    return group;
  }

  /** One more than the greatest group. */
  public static int count(int[] group) {
    int greatest = -1;
    for (int g : group) {
      greatest = Math.max(greatest, g);
    }
    return greatest + 1;
  }
}
