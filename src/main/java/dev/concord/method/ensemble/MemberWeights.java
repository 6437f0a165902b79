package dev.concord.method.ensemble;

import dev.concord.method.MethodResult;
import dev.concord.metric.Agreement;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How far the evidence supports each partition, for the doubt about single points: 1 for the best,
 * less for the others, 0 for one that was not found.
 */
final class MemberWeights {
  /** A score lower by this much divides the weight by e. */
  private static final double SCORE_SCALE = 4.0;

  /** The power of the agreement with the chosen partition that is a weight. */
  private static final double AGREEMENT_POWER = 8.0;

  private MemberWeights() {}

  /**
   * Weights by scores: e to the difference from the best one over {@value #SCORE_SCALE}. Scores are
   * log-likelihoods of pairs, which are not independent of each other, hence the scale.
   */
  static double[] byScores(List<PartitionScores.@Nullable Score> scores) {
    double best = Double.NEGATIVE_INFINITY;
    for (PartitionScores.Score score : scores) {
      best = score == null ? best : Math.max(best, score.score());
    }
    double[] weights = new double[scores.size()];
    for (int m = 0; m < weights.length; m++) {
      PartitionScores.Score score = scores.get(m);
      weights[m] = score == null ? 0.0 : StrictMath.exp((score.score() - best) / SCORE_SCALE);
    }
    return weights;
  }

  /**
   * Weights without pairs: the share of points on which a partition agrees with the chosen one, to
   * the power of {@value #AGREEMENT_POWER}; so 1 for that.
   */
  static double[] byAgreement(List<Member> members, int chosen) {
    MethodResult taken = Objects.requireNonNull(members.get(chosen).result());
    double[] weights = new double[members.size()];
    for (int m = 0; m < weights.length; m++) {
      MethodResult own = members.get(m).result();
      if (own != null) {
        double shared = 1.0 - Agreement.of(taken.labels(), own.labels()).errorMatched();
        weights[m] = StrictMath.pow(shared, AGREEMENT_POWER);
      }
    }
    return weights;
  }
}
