package dev.concord.suggest;

import dev.concord.constraint.KnownPairs;
import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The questions of a round. While pairs are fewer than twice the groups of the features, the
 * nearest groups are asked about ({@link FeatureGroups}). Pairs that the neighbours contradict are
 * asked again ({@link DoubtfulPairs}), but not while pairs are fewer than the groups: what the
 * clusters without pairs say is not yet relied on. The other questions are those of {@link
 * PairQueries}, which also fill a round that the groups leave open.
 *
 * @param graph of all points
 * @param labels cluster of each point, in 0..clusters-1
 * @param clusters at least 2
 * @param unconstrained the clusters that are found without pairs, or null
 * @param groups of the features, or null
 */
public record NextQueries(
    SimilarityGraph graph,
    int[] labels,
    int clusters,
    int @Nullable [] unconstrained,
    @Nullable FeatureGroups groups) {
  /**
   * What is known.
   *
   * @param given pairs of the table, of which some may be asked again
   * @param all these, and pairs implied by labels
   * @param first one point of each pair that somebody could not judge
   * @param second the other
   */
  public record Judged(PairConstraints given, PairConstraints all, int[] first, int[] second) {
    /** Pairs alone. */
    public static Judged of(PairConstraints pairs) {
      return new Judged(pairs, pairs, new int[0], new int[0]);
    }

    /**
     * Questions of which a share may be asked again where none was before: this round and those
     * before it, three rounds at most.
     */
    private int shareOf(int budget) {
      int before = given.size() - DoubtfulPairs.SHARE * first.length;
      return Math.max(0, Math.min(3 * budget, before + budget));
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
  public List<PairQuery> choose(Judged judged, int budget, Seeds seeds) {
    List<PairQuery> queries = new ArrayList<>();
    PairConstraints given = judged.given();
    if (groups == null || given.size() >= groups.points().length) {
      double[] against = DoubtfulPairs.evidence(graph, given, labels, unconstrained);
      int share = groups == null ? budget : judged.shareOf(budget);
      queries.addAll(DoubtfulPairs.of(given, against, judged.first(), judged.second(), share));
    }
    if (groups != null) {
      int most = Math.min(budget - queries.size(), groups.left(given.size() + queries.size()));
      queries.addAll(NearestGroups.of(groups, labels, judged.known(queries), most));
    }
    int left = budget - queries.size();
    if (left > 0) {
      queries.addAll(
          PairQueries.of(
              graph, labels, clusters, judged.all(), judged.known(queries), left, seeds));
    }
    return queries;
  }
}
