package dev.concord.suggest;

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
 * Active selection of constraints: chooses the pairs of points with the most valuable judgements,
 * given a partition and the present constraints.
 *
 * <p>The points are grouped ({@link PointGroups}); a group is placed by a judged point in it that
 * is tied to the anchor of a class ({@link ClusterAnchors}). A random walk between groups ({@link
 * AbsorbingWalk}) estimates the class probabilities of the other groups. A query compares the
 * representative of a group with the anchor of its likeliest class: the likely answer is a
 * must-link, from which all cannot-links to the other classes follow. Its value is the volume of
 * its groups, times their uncertainty, times the probability that the answer resolves it. After
 * each choice the group counts as placed, so that queries are spread over the graph. When all
 * groups are placed, single points follow, those between classes first.
 *
 * <p>Queries about representatives of sub-clusters follow Xu, desJardins and Wagstaff (FLAIRS
 * 2005); comparison with one known member of each class follows Basu, Banerjee and Mooney (SDM
 * 2004); selection by a harmonic function follows Zhu, Lafferty and Ghahramani (2003).
 *
 * <p>Time: the grouping, and a solution of the walk for each of at most {@value #ROUNDS} rounds.
 * Memory: the contracted graphs and 8 bytes a group and cluster; nothing grows with pairs of
 * points.
 */
public final class PairQueries {
  /** Largest number of rounds per batch; within a round no two neighbouring groups are chosen. */
  private static final int ROUNDS = 200;

  private final PlacedGroups groups;
  private final GroupQueries ofGroups;
  private final AnchorQueries ofAnchors;

  private final List<PairQuery> chosen;

  /**
   * @param chosen on other groups, whose points count as placed here too; further ones are added
   */
  private PairQueries(PlacedGroups groups, List<PairQuery> chosen) {
    this.groups = groups;
    this.ofGroups = new GroupQueries(groups);
    this.ofAnchors = new AnchorQueries(groups);
    this.chosen = chosen;
    for (PairQuery query : chosen) {
      if (query.reason().isOfAnchors()) {
        ofAnchors.choose(query);
      } else {
        groups.place(query.within(groups.groups().groupOf()[query.first()]));
      }
    }
    groups.walk().solve();
  }

  /**
   * At most {@code budget} queries, the most valuable first; fewer when no other is open. No pair
   * is given, implied, or chosen twice.
   *
   * @param known the pairs given or implied by {@code constraints}, and other pairs to leave out
   * @param budget at least 1
   */
  public static List<PairQuery> of(
      SimilarityGraph graph,
      PresentClusters present,
      PairConstraints constraints,
      KnownPairs known,
      int budget,
      Seeds seeds) {
    int clusters = present.count();
    if (clusters < 2 || budget < 1) {
      throw new IllegalArgumentException(
          "k = " + clusters + " must be at least 2, budget = " + budget + " at least 1");
    }
    if (present.labels().length != graph.size() || constraints.points() != graph.size()) {
      throw new IllegalArgumentException(
          "%d labels and constraints over %d points for a graph of %d"
              .formatted(present.labels().length, constraints.points(), graph.size()));
    }
    List<PairQuery> chosen = new ArrayList<>();
    int wanted = PlacedGroups.wanted(graph.size(), clusters, (long) budget + constraints.size());
    for (boolean fine : new boolean[] {false, true}) {
      if (chosen.size() < budget) {
        PointGroups groups = PointGroups.of(graph, fine ? graph.size() : wanted, seeds);
        PlacedGroups placed = new PlacedGroups(graph, present, constraints, known, groups, fine);
        new PairQueries(placed, chosen).choose(budget);
      }
    }
    return chosen;
  }

  private void choose(int budget) {
    int atOnce = (budget + ROUNDS - 1) / ROUNDS;
    boolean open = true;
    while (open && chosen.size() < budget) {
      List<PairQuery> best = ofGroups.open();
      ofAnchors.addTo(best);
      best.sort(
          Comparator.comparingDouble((PairQuery q) -> -q.value())
              .thenComparingInt(PairQuery::first)
              .thenComparingInt(PairQuery::second));
      Set<Integer> blocked = new HashSet<>();
      int before = chosen.size();
      for (PairQuery query : best) {
        if (chosen.size() == budget || chosen.size() - before == atOnce) {
          break;
        }
        if (isChosen(query)) {
          continue;
        }
        if (query.reason().isOfAnchors()) {
          ofAnchors.choose(query);
          chosen.add(query);
        } else if (!blocked.contains(query.group())) {
          chosen.add(query);
          block(query.group(), blocked);
          groups.place(query);
        }
      }
      open = chosen.size() > before;
      groups.walk().solve();
    }
  }

  /** Whether the pair was chosen on other groups. */
  private boolean isChosen(PairQuery query) {
    Set<Integer> pair = Set.of(query.first(), query.second());
    return chosen.stream().anyMatch(one -> Set.of(one.first(), one.second()).equals(pair));
  }

  private void block(int g, Set<Integer> blocked) {
    CsrMatrix between = groups.groups().between();
    blocked.add(g);
    for (int p = between.rowPtr()[g]; p < between.rowPtr()[g + 1]; p++) {
      blocked.add(between.col()[p]);
    }
  }
}
