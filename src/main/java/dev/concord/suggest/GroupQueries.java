package dev.concord.suggest;

import dev.concord.constraint.KnownPairs;
import java.util.ArrayList;
import java.util.List;

/**
 * Queries that compare the representative of a group with the anchor of its likeliest class, with
 * their values.
 */
final class GroupQueries {
  /**
   * A group lies between clusters when other classes have at least this share of its probability.
   */
  private static final double BETWEEN = 0.25;

  private final PlacedGroups at;
  private final ClusterAnchors anchors;
  private final AbsorbingWalk walk;
  private final KnownPairs known;

  GroupQueries(PlacedGroups at) {
    this.at = at;
    this.anchors = at.anchors();
    this.walk = at.walk();
    this.known = at.known();
  }

  /** One query for each component that represents a group not yet placed. */
  List<PairQuery> open() {
    double[] total = new double[known.closure().count()];
    double[] uncertain = new double[at.count()];
    int[] likely = new int[at.count()];
    double[] probability = new double[anchors.count()];
    for (int g = 0; g < uncertain.length; g++) {
      if (!at.isPlaced(g)) {
        likely[g] = likeliest(g, probability);
        if (likely[g] >= 0) {
          // Among large groups those far from all anchors matter, among the small ones within them
          // those between anchors.
          double reached = at.isFine() ? probability[likely[g]] : walk.reach(g, likely[g]);
          double sure =
              at.present().sure(at.representative(g), reached)
                  * at.share(g, anchors.home(likely[g]));
          uncertain[g] = at.mass(g, 1.0 - sure);
          total[at.component(g)] += uncertain[g];
        }
      }
    }
    List<PairQuery> queries = new ArrayList<>();
    boolean[] asked = new boolean[total.length];
    for (int g = 0; g < uncertain.length; g++) {
      if (!at.isPlaced(g) && likely[g] >= 0 && !asked[at.component(g)]) {
        asked[at.component(g)] = true;
        queries.add(query(g, likely[g], total[at.component(g)], probability));
      }
    }
    return queries;
  }

  /**
   * The share of the group in the cluster of the anchor, if the anchor is the first of its cluster.
   */
  private double partition(int g, int anchor) {
    return anchors.isFirst(anchor) ? at.share(g, anchors.home(anchor)) : 0.0;
  }

  private PairQuery query(int g, int anchor, double open, double[] probability) {
    likeliest(g, probability);
    int possible = 0;
    for (double b : probability) {
      possible += b >= 0.0 ? 1 : 0;
    }
    double yes = probability[anchor];
    double settles = yes + (1.0 - yes) / Math.max(1, possible - 1);
    return new PairQuery(
        at.representative(g), anchors.point(anchor), reason(g, anchor), open * settles, g);
  }

  private PairQuery.Reason reason(int g, int anchor) {
    if (known.closure().sizes()[at.component(g)] > 1) {
      return PairQuery.Reason.COMPONENT;
    }
    double reached = 0.0;
    int nearest = 0;
    for (int a = 0; a < anchors.count(); a++) {
      reached += walk.reach(g, a);
      nearest = walk.reach(g, a) > walk.reach(g, nearest) ? a : nearest;
    }
    if (reached < 0.5) {
      return PairQuery.Reason.SUBCLUSTER;
    }
    if (at.share(g, anchors.home(nearest)) < 0.5 || nearest != anchor) {
      return PairQuery.Reason.DISAGREEMENT;
    }
    return reached - walk.reach(g, nearest) < BETWEEN * reached
        ? PairQuery.Reason.NEAR
        : PairQuery.Reason.BOUNDARY;
  }

  /**
   * The anchor most likely to be of the group's class; negative when none is possible.
   *
   * @param probability receives the probability of each anchor, negative where the class is
   *     excluded or the query was already made
   */
  private int likeliest(int g, double[] probability) {
    double reached = 0.0;
    for (int a = 0; a < probability.length; a++) {
      reached += walk.reach(g, a);
    }
    double sum = 0.0;
    int best = -1;
    for (int a = 0; a < probability.length; a++) {
      boolean possible = !known.holds(at.representative(g), anchors.point(a));
      probability[a] =
          possible ? walk.reach(g, a) + Math.max(0.0, 1.0 - reached) * partition(g, a) : -1.0;
      if (possible) {
        sum += probability[a];
        best = best < 0 || probability[a] > probability[best] ? a : best;
      }
    }
    for (int a = 0; a < probability.length && sum > 0.0; a++) {
      probability[a] = probability[a] < 0.0 ? probability[a] : probability[a] / sum;
    }
    return best;
  }
}
