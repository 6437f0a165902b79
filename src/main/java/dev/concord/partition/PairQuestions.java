package dev.concord.partition;

import dev.concord.constraint.KnownPairs;
import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Chooses the pairs of points whose judgement is worth most, given a partition and the constraints
 * so far.
 *
 * <p>The points are grouped ({@link PointGroups}); a group is placed by a judged point in it that
 * is tied to the anchor of a class ({@link ClusterAnchors}). A random walk between groups ({@link
 * HittingWalk}) says how surely placed groups decide the others. A question compares the point that
 * stands for a group with the anchor of its likeliest class: the likely answer is a must-link, from
 * which all cannot-links to the other classes follow. Its value is the volume of the groups it is
 * about, times their uncertainty, times the chance that the answer settles it. After each choice
 * the group counts as placed, so that questions spread.
 *
 * <p>The idea to ask about representatives of sub-clusters is that of Xu, desJardins and Wagstaff
 * (FLAIRS 2005); to compare with one known member of each class that of Basu, Banerjee and Mooney
 * (SDM 2004); to choose by a harmonic function that of Zhu, Lafferty and Ghahramani (2003).
 *
 * <p>Time: the grouping, and a solution of the walk for each of at most {@value #ROUNDS} rounds.
 * Memory: the contracted graphs and 8 bytes a group and cluster; nothing grows with pairs of
 * points.
 */
public final class PairQuestions {
  /** A batch is chosen in so many rounds at most; within one, no two neighbouring groups. */
  private static final int ROUNDS = 200;

  /**
   * What it is worth to know that two classes differ, in units of knowing that they are the same:
   * from then on each must-link to the one implies a cannot-link to the other.
   */
  private static final double DIFFERENCE = 0.05;

  private static final int LEAST_GROUPS_A_CLUSTER = 20;
  private static final int GROUPS_A_QUESTION = 2;
  private static final int LEAST_POINTS_A_GROUP = 4;

  private final SimilarityGraph graph;
  private final int[] labels;
  private final int clusters;
  private final PairConstraints constraints;
  private final KnownPairs known;
  private final PointGroups groups;
  private final int[] representative;
  private final int[] component;
  private final double[][] share;
  private final ClusterAnchors anchors;
  private final HittingWalk walk;
  private final boolean[] placed;
  private final double[][] affinity;

  private PairQuestions(
      SimilarityGraph graph,
      int[] labels,
      int clusters,
      PairConstraints constraints,
      KnownPairs known,
      int budget,
      Seeds seeds) {
    this.graph = graph;
    this.labels = labels;
    this.clusters = clusters;
    this.constraints = constraints;
    this.known = known;
    this.groups = PointGroups.of(graph, wanted(budget), seeds);
    this.representative = groups.central().clone();
    this.placed = new boolean[groups.count()];
    boolean[] touched = constraints.touched();
    this.share = shares();
    int[] home = new int[groups.count()];
    for (int g = 0; g < home.length; g++) {
      for (int c = 1; c < clusters; c++) {
        home[g] = share[g][c] > share[g][home[g]] ? c : home[g];
      }
    }
    chooseJudged(touched);
    this.anchors =
        ClusterAnchors.of(
            known,
            touched,
            graph.degrees(),
            labels,
            clusters,
            representative,
            home,
            groups.volumes());
    this.walk = new HittingWalk(groups.between(), anchors.count());
    this.component = new int[groups.count()];
    this.affinity = affinities();
    place(touched);
  }

  /**
   * At most {@code budget} questions, the most valuable first; fewer when nothing else is open. No
   * pair is given, implied, or chosen twice.
   *
   * @param labels a cluster of each point, in 0..k-1
   * @param clusters the number k, at least 2
   * @param known what {@code constraints} say, and pairs not to be asked about for other reasons
   * @param budget at least 1
   */
  public static List<PairQuestion> of(
      SimilarityGraph graph,
      int[] labels,
      int clusters,
      PairConstraints constraints,
      KnownPairs known,
      int budget,
      Seeds seeds) {
    if (clusters < 2 || budget < 1) {
      throw new IllegalArgumentException(
          "k = " + clusters + " must be at least 2, budget = " + budget + " at least 1");
    }
    if (labels.length != graph.size() || constraints.points() != graph.size()) {
      throw new IllegalArgumentException(
          "%d labels and constraints over %d points for a graph of %d"
              .formatted(labels.length, constraints.points(), graph.size()));
    }
    return new PairQuestions(graph, labels, clusters, constraints, known, budget, seeds)
        .choose(budget);
  }

  private int wanted(int budget) {
    long byQuestions = GROUPS_A_QUESTION * ((long) budget + constraints.size());
    long most = Math.max(1, graph.size() / LEAST_POINTS_A_GROUP);
    return (int) Math.min(most, Math.max(byQuestions, LEAST_GROUPS_A_CLUSTER * (long) clusters));
  }

  /** The share of each group's points in each cluster. */
  private double[][] shares() {
    double[][] shares = new double[groups.count()][clusters];
    int[] sizes = new int[groups.count()];
    for (int i = 0; i < labels.length; i++) {
      shares[groups.groupOf()[i]][labels[i]]++;
      sizes[groups.groupOf()[i]]++;
    }
    for (int g = 0; g < sizes.length; g++) {
      for (int c = 0; c < clusters; c++) {
        shares[g][c] /= sizes[g];
      }
    }
    return shares;
  }

  /** A judged point stands for its group: of the largest component, then of the largest degree. */
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
      int forced = anchor >= 0 ? anchor : forced(component[g]);
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

  /** The only class left when all k are known and the component is apart from all the others. */
  private int forced(int c) {
    if (anchors.settled() < clusters) {
      return -1;
    }
    int left = -1;
    for (int a = 0; a < anchors.count(); a++) {
      if (!known.areApart(c, anchors.component(a))) {
        if (left >= 0) {
          return -1;
        }
        left = a;
      }
    }
    return left;
  }

  private List<PairQuestion> choose(int budget) {
    List<PairQuestion> chosen = new ArrayList<>();
    Set<Long> compared = new HashSet<>();
    int atOnce = (budget + ROUNDS - 1) / ROUNDS;
    boolean open = true;
    while (open && chosen.size() < budget) {
      List<PairQuestion> best = aboutGroups();
      addBetweenAnchors(best, compared);
      best.sort(
          Comparator.comparingDouble((PairQuestion q) -> -q.value())
              .thenComparingInt(PairQuestion::first)
              .thenComparingInt(PairQuestion::second));
      Set<Integer> blocked = new HashSet<>();
      int before = chosen.size();
      for (PairQuestion question : best) {
        if (chosen.size() == budget || chosen.size() - before == atOnce) {
          break;
        }
        if (question.reason() == PairQuestion.Reason.ANCHORS) {
          compared.add(key(question));
          chosen.add(question);
        } else if (!blocked.contains(question.group())) {
          chosen.add(question);
          block(question.group(), blocked);
          settle(question);
        }
      }
      open = chosen.size() > before;
      walk.solve();
    }
    return chosen;
  }

  private void block(int g, Set<Integer> blocked) {
    CsrMatrix between = groups.between();
    blocked.add(g);
    for (int p = between.rowPtr()[g]; p < between.rowPtr()[g + 1]; p++) {
      blocked.add(between.col()[p]);
    }
  }

  /** The question's groups count as placed where they are expected. */
  private void settle(PairQuestion question) {
    int anchor = anchors.of(known.closure().componentOf()[question.second()]);
    for (int g = 0; g < component.length; g++) {
      if (component[g] == component[question.group()] && !placed[g]) {
        placeGroup(g, anchor);
      }
    }
  }

  /** Two points as one number. */
  private static long key(PairQuestion question) {
    return ((long) question.first() << 32) | question.second();
  }

  /** For each two clusters, the weight between them as a share of the smaller one's volume. */
  private double[][] affinities() {
    double[][] cut = new double[clusters][clusters];
    double[] volume = new double[clusters];
    CsrMatrix weights = graph.weights();
    for (int i = 0; i < labels.length; i++) {
      volume[labels[i]] += graph.degrees()[i];
      for (int p = weights.rowPtr()[i]; p < weights.rowPtr()[i + 1]; p++) {
        cut[labels[i]][labels[weights.col()[p]]] += weights.val()[p];
      }
    }
    for (int c = 0; c < clusters; c++) {
      for (int d = 0; d < clusters; d++) {
        double least = Math.min(volume[c], volume[d]);
        cut[c][d] = least > 0.0 ? cut[c][d] / least : 0.0;
      }
    }
    return cut;
  }

  /**
   * Two anchors of which it is not known whether they differ: worth the mass of the smaller one's
   * class, times the chance that they are the same, and a little in any case.
   */
  private void addBetweenAnchors(List<PairQuestion> questions, Set<Long> compared) {
    int count = anchors.count();
    double[] mass = new double[count];
    for (int g = 0; g < placed.length; g++) {
      for (int a = 0; a < count; a++) {
        mass[a] += walk.reach(g, a) * groups.volumes()[g] / graph.volume();
      }
    }
    double[][] beyond = new double[count][count];
    for (int a = 0; a < count; a++) {
      walk.reachBeyond(groups.groupOf()[anchors.point(a)], beyond[a]);
      if (anchors.isRejected(a)) {
        amongPossible(a, beyond[a]);
      }
    }
    for (int a = 0; a < count; a++) {
      for (int b = Math.max(a + 1, anchors.settled()); b < count; b++) {
        if (!known.holds(anchors.point(a), anchors.point(b))) {
          double same = Math.max(beyond[a][b], beyond[b][a]);
          if (anchors.isFirst(a) && anchors.isFirst(b)) {
            same = Math.max(same, affinity[anchors.home(a)][anchors.home(b)]);
          }
          PairQuestion question =
              new PairQuestion(
                  anchors.point(b),
                  anchors.point(a),
                  PairQuestion.Reason.ANCHORS,
                  Math.min(mass[a], mass[b]) * (same + DIFFERENCE),
                  groups.groupOf()[anchors.point(b)]);
          if (!compared.contains(key(question))) {
            questions.add(question);
          }
        }
      }
    }
  }

  /** Leaves out what anchor {@code a} cannot be; it is some class, so the rest is all there is. */
  private void amongPossible(int a, double[] row) {
    double sum = 0.0;
    for (int b = 0; b < row.length; b++) {
      row[b] = known.holds(anchors.point(a), anchors.point(b)) ? 0.0 : row[b];
      sum += row[b];
    }
    for (int b = 0; b < row.length && sum > 0.0; b++) {
      row[b] /= sum;
    }
  }

  /** One question for each component that stands for a group not yet placed. */
  private List<PairQuestion> aboutGroups() {
    double[] total = new double[known.closure().count()];
    double[] uncertain = new double[groups.count()];
    int[] likely = new int[groups.count()];
    double[] belief = new double[anchors.count()];
    for (int g = 0; g < uncertain.length; g++) {
      if (!placed[g]) {
        likely[g] = likeliest(g, belief);
        if (likely[g] >= 0) {
          double sure = walk.reach(g, likely[g]) * share[g][anchors.home(likely[g])];
          uncertain[g] = (1.0 - sure) * groups.volumes()[g] / graph.volume();
          total[component[g]] += uncertain[g];
        }
      }
    }
    List<PairQuestion> questions = new ArrayList<>();
    boolean[] asked = new boolean[total.length];
    for (int g = 0; g < uncertain.length; g++) {
      if (!placed[g] && likely[g] >= 0 && !asked[component[g]]) {
        asked[component[g]] = true;
        questions.add(question(g, likely[g], total[component[g]], belief));
      }
    }
    return questions;
  }

  /**
   * How much of the group the partition puts into the cluster of the anchor, if it is its first.
   */
  private double partition(int g, int anchor) {
    return anchors.isFirst(anchor) ? share[g][anchors.home(anchor)] : 0.0;
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
        representative[g], anchors.point(anchor), reason(g, anchor), open * settles, g);
  }

  private PairQuestion.Reason reason(int g, int anchor) {
    if (known.closure().sizes()[component[g]] > 1) {
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
    return share[g][anchors.home(nearest)] < 0.5 || nearest != anchor
        ? PairQuestion.Reason.DISAGREEMENT
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
      boolean possible = !known.holds(representative[g], anchors.point(a));
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
