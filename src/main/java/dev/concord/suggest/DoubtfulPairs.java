package dev.concord.suggest;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.metric.PairEvidence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Judged pairs to be asked about again: of weight 1, judged once, and with evidence of the
 * neighbours against them ({@link PairEvidence}) from {@link PairEvidence#SUSPICIOUS} on. Where
 * people err, most of their errors are among these; where they do not, such pairs are few.
 */
public final class DoubtfulPairs {
  /** One in so many questions of a round is asked again, at most. */
  static final int SHARE = 8;

  private DoubtfulPairs() {}

  /**
   * The evidence against each pair, in [0, 1]: by the clusters or by those without pairs, whichever
   * is more. Clusters that hold a wrong pair may agree with it, those without pairs cannot. Costs
   * as {@link PairEvidence#against}, twice.
   *
   * @param labels cluster of each point, not negative
   * @param unconstrained the clusters that are found without pairs, or null
   */
  public static double[] evidence(
      SimilarityGraph graph, PairConstraints pairs, int[] labels, int @Nullable [] unconstrained) {
    double[] against = against(graph, pairs, labels);
    if (unconstrained != null) {
      double[] more = against(graph, pairs, unconstrained);
      Arrays.setAll(against, p -> Math.max(against[p], more[p]));
    }
    return against;
  }

  private static double[] against(SimilarityGraph graph, PairConstraints pairs, int[] labels) {
    return new PairEvidence(graph, labels, 1 + Arrays.stream(labels).max().orElse(0))
        .against(pairs.first(), pairs.second(), pairs.mustLink());
  }

  /**
   * The pairs, those with the most evidence against them first; at most an eighth of the questions.
   * Time O(P log P).
   *
   * @param against the evidence against each pair, in [0, 1]
   * @param first one point of each pair that somebody could not judge: it was asked again, or a
   *     person took an answer back
   * @param second the other
   * @param questions of the round
   */
  public static List<PairQuery> of(
      PairConstraints pairs, double[] against, int[] first, int[] second, int questions) {
    Set<Long> undecided = new HashSet<>();
    for (int q = 0; q < first.length; q++) {
      undecided.add(key(first[q], second[q]));
    }
    List<PairQuery> doubtful = new ArrayList<>();
    for (int p = 0; p < pairs.size(); p++) {
      int a = pairs.first()[p];
      int b = pairs.second()[p];
      if (against[p] >= PairEvidence.SUSPICIOUS
          && pairs.isHard(p)
          && !pairs.isRepeated(p)
          && !undecided.contains(key(a, b))) {
        PairQuery.Reason reason =
            pairs.mustLink()[p]
                ? PairQuery.Reason.DOUBTFUL_MUST_LINK
                : PairQuery.Reason.DOUBTFUL_CANNOT_LINK;
        doubtful.add(new PairQuery(a, b, reason, against[p], -1));
      }
    }
    doubtful.sort(
        Comparator.comparingDouble((PairQuery q) -> -q.value())
            .thenComparingInt(PairQuery::first)
            .thenComparingInt(PairQuery::second));
    return List.copyOf(doubtful.subList(0, Math.min(doubtful.size(), questions / SHARE)));
  }

  private static long key(int a, int b) {
    return ((long) Math.min(a, b) << 32) | Math.max(a, b);
  }
}
