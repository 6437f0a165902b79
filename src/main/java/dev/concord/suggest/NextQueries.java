package dev.concord.suggest;

import dev.concord.constraint.KnownPairs;
import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The questions of a round. While pairs are fewer than the groups of the features, the nearest
 * groups are asked about ({@link FeatureGroups}), and while they are fewer than twice as many, the
 * nearest that are in doubt. From then on half of a round is about single points in doubt ({@link
 * UncertainPoints}). Pairs that the neighbours contradict are asked again ({@link DoubtfulPairs}),
 * but not while pairs are fewer than the groups: what the clusters without pairs say is not yet
 * relied on. The other questions are those of {@link PairQueries}, which also fill a round that
 * these leave open; they use the confidences of points only where no groups of the features are
 * asked about.
 *
 * @param graph of all points
 * @param unconstrained the clusters that are found without pairs, or null
 * @param groups of the features, made when they are asked about; null where they are not
 */
public record NextQueries(
    SimilarityGraph graph,
    PresentClusters present,
    int @Nullable [] unconstrained,
    @Nullable Supplier<FeatureGroups> groups) {
  /** So many questions are about groups and points in doubt, for each group. */
  private static final int QUESTIONS_A_GROUP = 2;

  /** So many rounds are made up for at once. */
  private static final int MOST_ROUNDS = 3;

  /**
   * What is known.
   *
   * @param given pairs of the table, of which some may be asked again
   * @param all these, and pairs implied by labels
   * @param first one point of each pair that somebody could not judge
   * @param second the other
   */
  public record AnsweredPairs(
      PairConstraints given, PairConstraints all, int[] first, int[] second) {
    /** How many pairs were asked again: judged alike twice, or first otherwise. */
    private int askedAgain() {
      Set<Set<Integer>> undecided = new HashSet<>();
      for (int q = 0; q < first.length; q++) {
        undecided.add(Set.of(first[q], second[q]));
      }
      int again = 0;
      for (int p = 0; p < given.size(); p++) {
        Set<Integer> pair = Set.of(given.first()[p], given.second()[p]);
        again += given.isRepeated(p) || undecided.contains(pair) ? 1 : 0;
      }
      return again;
    }

    /** What is given or implied, not to be judged, or to be asked in this round. */
    KnownPairs known(List<PairQuery> queries) {
      return KnownPairs.of(
          all,
          IntStream.concat(Arrays.stream(first), queries.stream().mapToInt(PairQuery::first))
              .toArray(),
          IntStream.concat(Arrays.stream(second), queries.stream().mapToInt(PairQuery::second))
              .toArray());
    }
  }

  /**
   * At most {@code budget} queries, in the order in which they are asked; fewer when no other is
   * open.
   *
   * @param budget at least 1
   */
  public List<PairQuery> choose(AnsweredPairs judged, int budget, Seeds seeds) {
    List<PairQuery> queries = new ArrayList<>();
    PairConstraints given = judged.given();
    int count = groups == null ? 0 : FeatureGroups.count(present.count());
    if (given.size() >= count) {
      double[] against = DoubtfulPairs.evidence(graph, given, present.labels(), unconstrained);
      int share = groups == null ? budget : sinceLast(judged, budget);
      queries.addAll(DoubtfulPairs.of(given, against, judged.first(), judged.second(), share));
    }
    int open = Math.min(budget, QUESTIONS_A_GROUP * count - given.size()) - queries.size();
    boolean later = given.size() >= count;
    if (groups != null && later && open > 0) {
      int points = (open + 1) / 2;
      queries.addAll(UncertainPoints.of(graph, present, judged.known(queries), points));
    }
    int most = Math.min(budget, QUESTIONS_A_GROUP * count - given.size()) - queries.size();
    if (groups != null && most > 0) {
      queries.addAll(NearestGroups.of(groups.get(), present, judged.known(queries), later, most));
    }
    int left = budget - queries.size();
    if (left > 0) {
      PresentClusters counted = groups == null ? present : present.withoutConfidence();
      queries.addAll(
          PairQueries.of(graph, counted, judged.all(), judged.known(queries), left, seeds));
    }
    return queries;
  }

  /**
   * The questions of which a share is asked again: those of this round, and of rounds before it in
   * which nothing was, three rounds at most.
   */
  private static int sinceLast(AnsweredPairs judged, int budget) {
    int before = judged.given().size() - DoubtfulPairs.SHARE * judged.askedAgain();
    return Math.max(budget, Math.min(MOST_ROUNDS * budget, before + budget));
  }
}
