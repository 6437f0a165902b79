package dev.concord.suggest;

import dev.concord.constraint.KnownPairs;
import java.util.ArrayList;
import java.util.List;

/**
 * Questions that compare the point standing for a group with the anchor of its likeliest class, and
 * what each is worth.
 */
final class GroupQuestions {
  /** A group lies between clusters when so much of what reaches it is of other classes. */
  private static final double BETWEEN = 0.25;

  private final PlacedGroups at;
  private final ClusterAnchors anchors;
  private final AbsorbingWalk walk;
  private final KnownPairs known;

  GroupQuestions(PlacedGroups at) {
    this.at = at;
    this.anchors = at.anchors();
    this.walk = at.walk();
    this.known = at.known();
  }

  /** One question for each component that stands for a group not yet placed. */
  List<PairQuestion> open() {
    double[] total = new double[known.closure().count()];
    double[] uncertain = new double[at.count()];
    int[] likely = new int[at.count()];
    double[] belief = new double[anchors.count()];
    for (int g = 0; g < uncertain.length; g++) {
      if (!at.isPlaced(g)) {
        likely[g] = likeliest(g, belief);
        if (likely[g] >= 0) {
          double sure = walk.reach(g, likely[g]) * at.share(g, anchors.home(likely[g]));
          uncertain[g] = at.mass(g, 1.0 - sure);
          total[at.component(g)] += uncertain[g];
        }
      }
    }
    List<PairQuestion> questions = new ArrayList<>();
    boolean[] asked = new boolean[total.length];
    for (int g = 0; g < uncertain.length; g++) {
      if (!at.isPlaced(g) && likely[g] >= 0 && !asked[at.component(g)]) {
        asked[at.component(g)] = true;
        questions.add(question(g, likely[g], total[at.component(g)], belief));
      }
    }
    return questions;
  }

  /**
   * How much of the group the partition puts into the cluster of the anchor, if it is its first.
   */
  private double partition(int g, int anchor) {
    return anchors.isFirst(anchor) ? at.share(g, anchors.home(anchor)) : 0.0;
  }

  private PairQuestion question(int g, int anchor, double open, double[] belief) {
    likeliest(g, belief);
    int possible = 0;
    for (double b : belief) {
      possible += b >= 0.0 ? 1 : 0;
    }
    double yes = belief[anchor];
    double settles = yes + (1.0 - yes) / Math.max(1, possible - 1);
    return new PairQuestion(
        at.representative(g), anchors.point(anchor), reason(g, anchor), open * settles, g);
  }

  private PairQuestion.Reason reason(int g, int anchor) {
    if (known.closure().sizes()[at.component(g)] > 1) {
      return PairQuestion.Reason.COMPONENT;
    }
    double reached = 0.0;
    int nearest = 0;
    for (int a = 0; a < anchors.count(); a++) {
      reached += walk.reach(g, a);
      nearest = walk.reach(g, a) > walk.reach(g, nearest) ? a : nearest;
    }
    if (reached < 0.5) {
      return PairQuestion.Reason.SUBCLUSTER;
    }
    if (at.share(g, anchors.home(nearest)) < 0.5 || nearest != anchor) {
      return PairQuestion.Reason.DISAGREEMENT;
    }
    return reached - walk.reach(g, nearest) < BETWEEN * reached
        ? PairQuestion.Reason.NEAR
        : PairQuestion.Reason.BOUNDARY;
  }

  /**
   * The anchor most likely to be of the group's class; negative when none is possible.
   *
   * @param belief receives the probability of each anchor, negative where it is known to be another
   *     class or was asked
   */
  private int likeliest(int g, double[] belief) {
    double reached = 0.0;
    for (int a = 0; a < belief.length; a++) {
      reached += walk.reach(g, a);
    }
    double sum = 0.0;
    int best = -1;
    for (int a = 0; a < belief.length; a++) {
      boolean possible = !known.holds(at.representative(g), anchors.point(a));
      belief[a] =
          possible ? walk.reach(g, a) + Math.max(0.0, 1.0 - reached) * partition(g, a) : -1.0;
      if (possible) {
        sum += belief[a];
        best = best < 0 || belief[a] > belief[best] ? a : best;
      }
    }
    for (int a = 0; a < belief.length && sum > 0.0; a++) {
      belief[a] = belief[a] < 0.0 ? belief[a] : belief[a] / sum;
    }
    return best;
  }
}
