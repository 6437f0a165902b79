package dev.concord.method.pipeline;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The number of clusters that was chosen, and what spoke for which.
 *
 * @param chosen number of clusters
 * @param runnerUp the number of the second best score, or the best one where {@code byScores} is
 *     not the chosen number; null where there was one alone
 * @param byScores the number of the best score; clusters of the features may divide it further
 * @param least smallest number looked at
 * @param most largest number looked at
 * @param apart points that pairs of weight 1 or labels show to be in different clusters, 1 without
 *     any: no smaller number was looked at
 * @param pairs that judged partitions
 * @param points whose clusters were compared
 * @param scores of every number from least to most
 */
public record NumberFigures(
    int chosen,
    @Nullable Integer runnerUp,
    int byScores,
    int least,
    int most,
    int apart,
    int pairs,
    int points,
    List<Score> scores) {

  /**
   * What speaks for a number.
   *
   * @param k the number
   * @param gap after the k-th eigenvalue of the normalized Laplacian of the graph of shared
   *     neighbours, or of the graph where there is none; null where there is no further one
   * @param support of the spectrum, 1 for the best number
   * @param agreement adjusted Rand index of the two partitions that agree most, of those of the
   *     graph, of that of shared neighbours and, with pairs, of the features; null where it was not
   *     computed
   * @param logLikelihood of the pairs; null without pairs, or where it was not computed
   * @param score the logarithm of all of it, 0 for the best number; null for numbers of little
   *     support, which were not looked at more closely
   * @param halves adjusted Rand index of the clusters of the features that two halves of the points
   *     show, which is looked at without pairs for larger numbers than that of the best score; null
   *     elsewhere, and where they are not within the clusters of that number
   */
  public record Score(
      int k,
      @Nullable Double gap,
      double support,
      @Nullable Double agreement,
      @Nullable Double logLikelihood,
      @Nullable Double score,
      @Nullable Double halves) {
    /** The same with the agreement of halves. */
    Score withHalves(double agreed) {
      return new Score(
          k, gap, support, agreement, logLikelihood, score, Double.isNaN(agreed) ? null : agreed);
    }
  }

  /** In a line: the number, the range, what it was chosen by, the runner-up. */
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append(String.format(Locale.ROOT, "%d, chosen from %d to %d", chosen, least, most));
    if (runnerUp == null) {
      return text.append(", as pairs and labels leave no other").toString();
    }
    if (byScores != chosen) {
      return text.append(" by the clusters of the features on which halves of the points agree")
          .append("; gaps alone show ")
          .append(byScores)
          .toString();
    }
    text.append(
        pairs > 0 ? String.format(Locale.ROOT, " by gaps and %,d pairs", pairs) : " by gaps");
    for (Score score : scores) {
      if (score.k() == runnerUp && score.score() != null) {
        text.append(
            String.format(Locale.ROOT, "; next is %d, score %.2f lower", runnerUp, -score.score()));
      }
    }
    return text.toString();
  }
}
