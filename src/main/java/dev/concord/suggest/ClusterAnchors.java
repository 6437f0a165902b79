package dev.concord.suggest;

import dev.concord.constraint.KnownPairs;
import dev.concord.constraint.MustLinkClosure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Anchors: must-link components that each represent a class, to compare other points with. First
 * come judged components that are all known to differ from each other, the largest first; then, for
 * each cluster of the partition in which none of them lies, the centre of its heaviest group; then,
 * since a cluster may hold more classes than one, judged components that are known to differ from
 * some anchor. Two anchors may be of the same class, except among the first kind.
 */
final class ClusterAnchors {
  /** Largest number of anchors per cluster, of all three kinds. */
  private static final int MOST_A_CLUSTER = 3;

  private final KnownPairs known;
  private final int[] labels;
  private final int clusters;
  private final int[] members;
  private final int[] starts;
  private final List<Integer> components = new ArrayList<>();
  private final List<Integer> points = new ArrayList<>();
  private final List<Integer> homes = new ArrayList<>();
  private final List<Boolean> first = new ArrayList<>();
  private int distinct;
  private int rejected;

  private ClusterAnchors(KnownPairs known, int[] labels, int clusters) {
    this.known = known;
    this.labels = labels;
    this.clusters = clusters;
    this.members = known.closure().members();
    this.starts = known.closure().starts();
  }

  /**
   * Chooses the anchors. Time O(n + judged components · k log P).
   *
   * @param touched which points occur in a constraint
   * @param representative a point of each group
   * @param home cluster of each group
   */
  static ClusterAnchors of(
      KnownPairs known,
      boolean[] touched,
      double[] degrees,
      int[] labels,
      int clusters,
      int[] representative,
      int[] home,
      double[] groupVolumes) {
    ClusterAnchors anchors = new ClusterAnchors(known, labels, clusters);
    List<Integer> judged = anchors.judged(touched);
    anchors.addDistinct(judged, degrees);
    anchors.distinct = anchors.count();
    anchors.addCentres(representative, home, groupVolumes);
    anchors.rejected = anchors.count();
    anchors.addRejected(judged, degrees);
    return anchors;
  }

  /** Judged components, the largest first. */
  private List<Integer> judged(boolean[] touched) {
    MustLinkClosure closure = known.closure();
    List<Integer> judged = new ArrayList<>();
    for (int c = 0; c < closure.count(); c++) {
      if (touched[closure.smallest()[c]]) {
        judged.add(c);
      }
    }
    judged.sort(
        Comparator.comparingInt((Integer c) -> -closure.sizes()[c])
            .thenComparingInt(c -> closure.smallest()[c]));
    return judged;
  }

  private void addDistinct(List<Integer> judged, double[] degrees) {
    for (int c : judged) {
      if (count() < clusters && components.stream().allMatch(a -> known.areApart(a, c))) {
        addJudged(c, degrees);
      }
    }
  }

  private void addRejected(List<Integer> judged, double[] degrees) {
    for (int c : judged) {
      if (count() < MOST_A_CLUSTER * clusters
          && components.stream().anyMatch(a -> known.areApart(a, c))
          && onlyClass(c) < 0) {
        addJudged(c, degrees);
      }
    }
  }

  /**
   * The anchor of the only class that a component can have: all k classes are known, and it differs
   * from all others; negative when there is more than one.
   */
  int onlyClass(int component) {
    if (distinct < clusters) {
      return -1;
    }
    int left = -1;
    for (int a = 0; a < distinct; a++) {
      if (!known.areApart(component, components.get(a))) {
        if (left >= 0) {
          return -1;
        }
        left = a;
      }
    }
    return left;
  }

  /** The member of the largest degree represents the component. */
  private void addJudged(int component, double[] degrees) {
    int[] votes = new int[clusters];
    int best = members[starts[component]];
    for (int m = starts[component]; m < starts[component + 1]; m++) {
      votes[labels[members[m]]]++;
      best = degrees[members[m]] > degrees[best] ? members[m] : best;
    }
    add(component, best, greatest(votes));
  }

  private void addCentres(int[] representative, int[] home, double[] groupVolumes) {
    int[] heaviest = new int[clusters];
    Arrays.fill(heaviest, -1);
    for (int g = 0; g < home.length; g++) {
      int component = known.closure().componentOf()[representative[g]];
      int best = heaviest[home[g]];
      if (!components.contains(component) && (best < 0 || groupVolumes[g] > groupVolumes[best])) {
        heaviest[home[g]] = g;
      }
    }
    for (int c = 0; c < clusters; c++) {
      if (heaviest[c] >= 0 && !homes.contains(c)) {
        int point = representative[heaviest[c]];
        add(known.closure().componentOf()[point], point, c);
      }
    }
  }

  private void add(int component, int point, int home) {
    if (!components.contains(component)) {
      components.add(component);
      points.add(point);
      first.add(!homes.contains(home));
      homes.add(home);
    }
  }

  private static int greatest(int[] votes) {
    int best = 0;
    for (int c = 1; c < votes.length; c++) {
      best = votes[c] > votes[best] ? c : best;
    }
    return best;
  }

  /** Number of anchors. */
  int count() {
    return components.size();
  }

  /** How many of them, the first ones, are known to differ from each other. */
  int distinct() {
    return distinct;
  }

  /** Whether an anchor is of the third kind. */
  boolean isRejected(int anchor) {
    return anchor >= rejected;
  }

  /** The point that represents an anchor. */
  int point(int anchor) {
    return points.get(anchor);
  }

  /** Whether no earlier anchor lies in the same cluster. */
  boolean isFirst(int anchor) {
    return first.get(anchor);
  }

  /** Cluster of the partition in which an anchor lies. */
  int home(int anchor) {
    return homes.get(anchor);
  }

  /** The anchor whose component this is; negative when it is none. */
  int of(int component) {
    return components.indexOf(component);
  }
}
