package dev.concord.suggest;

import dev.concord.constraint.KnownPairs;
import java.util.ArrayList;
import java.util.List;

/**
 * Queries about the nearest groups that are not known to be of one class or of two, as COBRA asks
 * them (van Craenendonck, Dumančić and Blockeel, IJCAI 2017), several at a time: each is chosen as
 * if those before it were answered as the clusters have it.
 */
final class NearestGroups {
  /**
   * Groups of points with this confidence are known well enough, once every group was asked about.
   */
  private static final double SURE = 0.9;

  private final FeatureGroups groups;
  private final KnownPairs known;

  /** The smallest position of a group known, or expected, to be of the same class. */
  private final int[] classOf;

  private final boolean[][] apart;

  private NearestGroups(FeatureGroups groups, KnownPairs known) {
    this.groups = groups;
    this.known = known;
    int count = groups.points().length;
    this.classOf = new int[count];
    this.apart = new boolean[count][count];
    for (int a = 0; a < count; a++) {
      classOf[a] = a;
      for (int b = 0; b < a && classOf[a] == a; b++) {
        classOf[a] = component(a) == component(b) ? b : a;
      }
    }
    for (int a = 0; a < count; a++) {
      for (int b = 0; b < count; b++) {
        apart[classOf[a]][classOf[b]] |= known.areApart(component(a), component(b));
      }
    }
  }

  private int component(int group) {
    return known.closure().componentOf()[groups.points()[group]];
  }

  /**
   * At most {@code budget} queries, the nearest groups first. Time O(g² log P) for g groups, and
   * O(g) a query.
   *
   * @param doubtful whether groups are passed over where both points are of known and sufficient
   *     confidence
   */
  static List<PairQuery> of(
      FeatureGroups groups,
      PresentClusters present,
      KnownPairs known,
      boolean doubtful,
      int budget) {
    int[] labels = present.labels();
    double[] confidence = doubtful ? present.confidence() : null;
    NearestGroups state = new NearestGroups(groups, known);
    List<PairQuery> queries = new ArrayList<>();
    for (FeatureGroups.Between pair : groups.pairs()) {
      if (queries.size() == budget) {
        break;
      }
      int first = groups.points()[pair.a()];
      int second = groups.points()[pair.b()];
      if (state.isOpen(pair.a(), pair.b()) && !known.holds(first, second)) {
        if (confidence == null || Math.min(confidence[first], confidence[second]) < SURE) {
          double value = 1.0 / groups.points().length;
          queries.add(new PairQuery(first, second, PairQuery.Reason.GROUPS, value, -1));
        }
        state.expect(pair.a(), pair.b(), labels[first] == labels[second]);
      }
    }
    return queries;
  }

  private boolean isOpen(int a, int b) {
    return classOf[a] != classOf[b] && !apart[classOf[a]][classOf[b]];
  }

  private void expect(int a, int b, boolean same) {
    int kept = classOf[a];
    int other = classOf[b];
    if (!same) {
      apart[kept][other] = true;
      apart[other][kept] = true;
      return;
    }
    for (int c = 0; c < classOf.length; c++) {
      classOf[c] = classOf[c] == other ? kept : classOf[c];
      apart[kept][c] |= apart[other][c];
      apart[c][kept] |= apart[c][other];
    }
  }
}
