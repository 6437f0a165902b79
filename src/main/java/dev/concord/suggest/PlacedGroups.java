package dev.concord.suggest;

import dev.concord.constraint.KnownPairs;
import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;

/**
 * Groups of points, the representative of each, and the groups that are placed: joined to the
 * anchor of a class by constraints or by the expected answer of a query.
 */
final class PlacedGroups {
  private static final int LEAST_GROUPS_A_CLUSTER = 20;
  private static final int GROUPS_A_QUESTION = 2;
  private static final int LEAST_POINTS_A_GROUP = 6;

  private final SimilarityGraph graph;
  private final PresentClusters present;
  private final boolean fine;
  private final KnownPairs known;
  private final PointGroups groups;
  private final int[] representative;
  private final int[] component;
  private final double[][] share;
  private final ClusterAnchors anchors;
  private final AbsorbingWalk walk;
  private final boolean[] placed;

  PlacedGroups(
      SimilarityGraph graph,
      PresentClusters present,
      PairConstraints constraints,
      KnownPairs known,
      PointGroups groups,
      boolean fine) {
    this.graph = graph;
    this.present = present;
    this.known = known;
    this.groups = groups;
    this.fine = fine;
    this.representative = groups.central().clone();
    this.placed = new boolean[groups.count()];
    boolean[] touched = constraints.touched();
    this.share = shares();
    int[] home = new int[groups.count()];
    for (int g = 0; g < home.length; g++) {
      for (int c = 1; c < present.count(); c++) {
        home[g] = share[g][c] > share[g][home[g]] ? c : home[g];
      }
    }
    chooseJudged(touched);
    this.anchors =
        ClusterAnchors.of(
            known,
            touched,
            graph.degrees(),
            present.labels(),
            present.count(),
            representative,
            home,
            groups.volumes());
    this.walk = new AbsorbingWalk(groups.between(), anchors.count());
    this.component = new int[groups.count()];
    place(touched);
  }

  /**
   * So many groups are made first.
   *
   * @param pairs judged, or to be chosen
   */
  static int wanted(int points, int clusters, long pairs) {
    long most = Math.max(1, points / LEAST_POINTS_A_GROUP);
    long least = LEAST_GROUPS_A_CLUSTER * (long) clusters;
    return (int) Math.min(most, Math.max(GROUPS_A_QUESTION * pairs, least));
  }

  /** The share of each group's points in each cluster. */
  private double[][] shares() {
    int[] labels = present.labels();
    double[][] shares = new double[groups.count()][present.count()];
    int[] sizes = new int[groups.count()];
    for (int i = 0; i < labels.length; i++) {
      shares[groups.groupOf()[i]][labels[i]]++;
      sizes[groups.groupOf()[i]]++;
    }
    for (int g = 0; g < sizes.length; g++) {
      for (int c = 0; c < present.count(); c++) {
        shares[g][c] /= sizes[g];
      }
    }
    return shares;
  }

  /**
   * The representative of a group is its judged point of the largest component, ties by the largest
   * degree.
   */
  private void chooseJudged(boolean[] touched) {
    int[] sizes = known.closure().sizes();
    int[] componentOf = known.closure().componentOf();
    for (int i = 0; i < touched.length; i++) {
      if (touched[i]) {
        int g = groups.groupOf()[i];
        int current = representative[g];
        int difference =
            !touched[current]
                ? 1
                : Integer.compare(sizes[componentOf[i]], sizes[componentOf[current]]);
        if (difference > 0 || (difference == 0 && graph.degrees()[i] > graph.degrees()[current])) {
          representative[g] = i;
        }
      }
    }
  }

  private void place(boolean[] touched) {
    int[] componentOf = known.closure().componentOf();
    for (int i = 0; i < touched.length; i++) {
      if (touched[i] && anchors.of(componentOf[i]) >= 0) {
        int g = groups.groupOf()[i];
        if (anchors.of(componentOf[representative[g]]) < 0) {
          representative[g] = i;
        }
      }
    }
    for (int a = 0; a < anchors.count(); a++) {
      placeGroup(groups.groupOf()[anchors.point(a)], a);
    }
    for (int g = 0; g < component.length; g++) {
      component[g] = componentOf[representative[g]];
      int anchor = anchors.of(component[g]);
      int forced = anchor >= 0 ? anchor : anchors.onlyClass(component[g]);
      if (forced >= 0 && !placed[g]) {
        placeGroup(g, forced);
      }
    }
    walk.solve();
  }

  private void placeGroup(int g, int anchor) {
    placed[g] = true;
    walk.addSource(g, anchor);
  }

  /** Places the query's groups by its expected answer. */
  void place(PairQuery query) {
    int anchor = anchors.of(known.closure().componentOf()[query.second()]);
    if (anchor < 0) {
      return; // on other groups another point may stand for the class
    }
    for (int g = 0; g < component.length; g++) {
      if (component[g] == component[query.group()] && !placed[g]) {
        placeGroup(g, anchor);
      }
    }
  }

  SimilarityGraph graph() {
    return graph;
  }

  PresentClusters present() {
    return present;
  }

  /** Whether all larger groups are placed. */
  boolean isFine() {
    return fine;
  }

  KnownPairs known() {
    return known;
  }

  PointGroups groups() {
    return groups;
  }

  ClusterAnchors anchors() {
    return anchors;
  }

  AbsorbingWalk walk() {
    return walk;
  }

  int count() {
    return placed.length;
  }

  boolean isPlaced(int g) {
    return placed[g];
  }

  int representative(int g) {
    return representative[g];
  }

  /** The must-link component of that point. */
  int component(int g) {
    return component[g];
  }

  /** The share of a group's points in a cluster. */
  double share(int g, int cluster) {
    return share[g][cluster];
  }

  /** A part of a group, as a share of the graph's volume. */
  double mass(int g, double part) {
    return part * groups.volumes()[g] / graph.volume();
  }
}
