package dev.concord.method.pipeline;

import dev.concord.constraint.PairConstraints;
import dev.concord.error.InputException;
import dev.concord.error.UnsatisfiableException;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which clusters of an earlier partition are split, checked against the points and the pairs.
 *
 * @param earlier cluster of each point in the earlier partition
 * @param split the clusters that are split, ascending
 * @param parts of each of them
 */
public record SplitClusters(int[] earlier, List<Integer> split, int parts) {

  /** Counts and names points for a message. */
  public interface PointNames {
    /** The id of a point. */
    String name(int point);
  }

  /**
   * Checks that every point has an earlier cluster, that the clusters to be split exist, and that
   * each has as many points as parts.
   *
   * @param earlier -1 for a point without an earlier cluster
   * @throws InputException when one of that fails
   */
  public static SplitClusters of(int[] earlier, List<Integer> split, int parts, PointNames names) {
    TreeSet<Integer> there = new TreeSet<>();
    int[] sizes = new int[split.size()];
    int without = 0;
    int first = -1;
    for (int i = 0; i < earlier.length; i++) {
      if (earlier[i] < 0) {
        first = without++ == 0 ? i : first;
      } else {
        there.add(earlier[i]);
        int at = split.indexOf(earlier[i]);
        if (at >= 0) {
          sizes[at]++;
        }
      }
    }
    if (without > 0) {
      throw new InputException(
          ("clusters.split keeps the cluster of every point outside the clusters it lists, but"
                  + " %s%s none in clusters.previous (the first is %s); cluster all points anew,"
                  + " or place the new ones by the command assign first.")
              .formatted(without, without == 1 ? " point has" : " points have", names.name(first)));
    }
    for (int s = 0; s < sizes.length; s++) {
      if (!there.contains(split.get(s))) {
        throw new InputException(
            ("clusters.split lists cluster %s, which is not in clusters.previous; its clusters are"
                    + " %s.")
                .formatted(split.get(s), listed(there)));
      }
      if (sizes[s] < parts) {
        throw new InputException(
            ("clusters.split: cluster %s has %s%s, too few for clusters.count = %s parts; lower"
                    + " clusters.count.")
                .formatted(split.get(s), sizes[s], sizes[s] == 1 ? " point" : " points", parts));
      }
    }
    return new SplitClusters(earlier, split, parts);
  }

  private static String listed(TreeSet<Integer> numbers) {
    String text = numbers.stream().limit(20).map(String::valueOf).collect(Collectors.joining(", "));
    return numbers.size() > 20 ? text + ", ... (" + numbers.size() + " in all)" : text;
  }

  /** The number of clusters with the parts: those numbered from 0 to the largest. */
  public int clusters() {
    int largest = -1;
    for (int cluster : earlier) {
      largest = Math.max(largest, cluster);
    }
    return largest + 1 + split.size() * (parts - 1);
  }

  /**
   * Checks pairs against what is kept: a point leaves its cluster only for another part of it.
   *
   * @param hard whether pairs of weight 1 must hold
   * @return a warning about pairs that cannot hold and need not, or null
   * @throws UnsatisfiableException when a pair that must hold cannot
   */
  public @Nullable String check(PairConstraints pairs, boolean hard) {
    int impossible = 0;
    int soft = 0;
    int first = -1;
    for (int p = 0; p < pairs.size(); p++) {
      if (contradicts(pairs, p)) {
        if (hard && pairs.isHard(p)) {
          first = impossible++ == 0 ? p : first;
        } else {
          soft++;
        }
      }
    }
    if (impossible > 0) {
      throw new UnsatisfiableException(text(pairs, first, impossible));
    }
    return soft == 0
        ? null
        : soft
            + (soft == 1 ? " pair" : " pairs")
            + " contradict the clusters that clusters.split keeps, and are violated.";
  }

  private boolean contradicts(PairConstraints pairs, int p) {
    int one = earlier[pairs.first()[p]];
    int other = earlier[pairs.second()[p]];
    return pairs.mustLink()[p] ? one != other : one == other && !split.contains(one);
  }

  private String text(PairConstraints pairs, int p, int count) {
    int one = pairs.first()[p];
    int other = pairs.second()[p];
    String kind = pairs.mustLink()[p] ? "must-link" : "cannot-link";
    String where =
        earlier[one] == earlier[other]
            ? "both are in cluster " + earlier[one] + ", which is kept as it is"
            : "they are in clusters " + earlier[one] + " and " + earlier[other];
    return ("input.constraints: the %s of %s and %s contradicts what clusters.split keeps: %s of"
            + " clusters.previous%s. List the cluster in clusters.split, cluster all points"
            + " anew, or give such pairs a weight below 1.")
        .formatted(
            kind,
            pairs.names().name(one),
            pairs.names().name(other),
            where,
            count == 1 ? "" : "; " + (count - 1) + " more pairs do");
  }
}
