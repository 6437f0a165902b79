package dev.concord.method.ensemble;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.metric.Agreement;
import dev.concord.metric.PairEvidence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Scores of several partitions of the same points, by what is known about pairs and about points.
 *
 * <p>With features: the log-likelihood of the pairs, three fifths of it by the features ({@link
 * DiscriminantEvidence}), with a share of odd answers ({@link #mixedLogLikelihood}), and two fifths
 * by the share of the neighbours' votes that agree with a pair ({@link #trusted}), plus {@value
 * #SEPARATION} times how far the clusters are apart in the features, plus {@value #AGREEMENT} times
 * the mean adjusted Rand index with the other partitions that were found independently (both
 * {@value #MANY} times where features are many), plus the neighbours' votes for the points ({@link
 * #meanLogVote}) where pairs touch most of them. A partition whose votes are far below those of
 * another loses up to {@value #MOST_SCATTER}: k-means in many features has clusters that are far
 * apart and cut through every neighbourhood; so does one whose search ended at a lower objective
 * than another's ({@link MemberChoice.ObjectiveGap}). Many pairs decide by themselves; of few the
 * clusters' separation decides. Most partitions come from the graph, and it is no judge of them: a
 * search moves the neighbours of a point, too, where a pair moves the point.
 *
 * <p>Without features: the log-likelihood by the neighbours' votes plus {@value #VOTES_AGREEMENT}
 * times the agreement.
 */
public final class PartitionScores {
  /** What full agreement with the other partitions weighs, in log-likelihoods. */
  static final double AGREEMENT = 3.0;

  /** The same where nothing is known of the features, and between methods. */
  static final double VOTES_AGREEMENT = 20.0;

  /** What {@link DiscriminantEvidence#separation} weighs, in log-likelihoods of pairs. */
  static final double SEPARATION = 20.0;

  /**
   * What either weighs where the features are many, or principal components stand for them: in the
   * directions of most variance the clusters of k-means are farther apart than the classes are.
   */
  static final double MANY = 5.0;

  /** What the neighbours' votes for a point weigh where pairs touch every point. */
  private static final double CUT = 0.3;

  private static final double CUT_POWER = 4.0;

  /** What it costs that the neighbours' votes for a point are lower than by another partition. */
  private static final double SCATTER = 45.0;

  /** So much lower they may be. */
  static final double FREE = 0.1;

  /** What it costs at most: pairs may tell that the graph knows nothing. */
  private static final double MOST_SCATTER = 3.0;

  /**
   * The part of the neighbours' votes in the log-likelihood of pairs. A discriminant sees curved
   * clusters badly: with a quarter a straight cut through two half moons wins, by its separation.
   */
  private static final double VOTES = 0.4;

  /** No pair is more likely or less likely than this leaves: a share of pairs is wrong or odd. */
  static final double LEAST = 0.05;

  /** The same where the share of odd answers is a part of the likelihood. */
  private static final double LEAST_MIXED = 0.01;

  /** Shares of odd answers that are tried, in equal steps from 0 to 1. */
  private static final int MIXTURES = 20;

  /** Votes of this share are clear. */
  private static final double CLEAR = 0.9;

  private PartitionScores() {}

  /**
   * The score of a partition.
   *
   * @param logLikelihood of the pairs, weighted
   * @param agreement mean adjusted Rand index with the other partitions; null when there is none
   * @param separation of the clusters in the features, null where it is not counted
   * @param cut what the neighbours' votes for the points weigh, less what it costs that they are
   *     far below those of another partition, or its objective; null where nothing is counted
   * @param score the weighted sum
   */
  public record Score(
      double logLikelihood,
      @Nullable Double agreement,
      @Nullable Double separation,
      @Nullable Double cut,
      double score) {
    private static Score of(
        double logLikelihood,
        @Nullable Double agreement,
        @Nullable Double separation,
        @Nullable Double cut,
        boolean many) {
      double weight = separation == null ? VOTES_AGREEMENT : many ? MANY : AGREEMENT;
      double apart = many ? MANY : SEPARATION;
      double score =
          logLikelihood
              + (agreement == null ? 0.0 : weight * agreement)
              + (separation == null ? 0.0 : apart * separation)
              + (cut == null ? 0.0 : cut);
      return new Score(logLikelihood, agreement, separation, cut, score);
    }
  }

  /**
   * The features of the points.
   *
   * @param values n rows, row by row, or null: then neighbours vote
   * @param many whether they are principal components, or as many as these are taken of
   */
  record Features(double @Nullable [] values, boolean many) {}

  /**
   * The scores, one for each partition in its place. Time O(n d²) for the features, once, and O(n k
   * d + d³) a partition; without features O(edges of paired points).
   *
   * @param partitions labels 0..k-1 of the n points, or null for one that was not found
   * @param families of partitions, one of which was found from the other: they say nothing for each
   *     other, and count as one where another partition is compared with them
   * @param costs what the score of a partition loses, see {@link MemberChoice.ObjectiveGap}
   * @param graph of the points
   */
  static List<@Nullable Score> of(
      List<int @Nullable []> partitions,
      int[] families,
      double[] costs,
      PairConstraints pairs,
      SimilarityGraph graph,
      int clusters,
      Features rows) {
    FeatureScatter scatter =
        rows.values() == null ? null : FeatureScatter.of(rows.values(), graph.size());
    double[] votes = scatter == null ? new double[0] : meanLogVotes(partitions, graph);
    double most = Arrays.stream(votes).max().orElse(0.0);
    double weightOfCut = scatter == null ? 0.0 : cutWeight(pairs);
    List<@Nullable DiscriminantEvidence> seen = new ArrayList<>();
    double[] byFeatures = new double[partitions.size()];
    Arrays.fill(byFeatures, Double.NEGATIVE_INFINITY);
    for (int m = 0; m < byFeatures.length && scatter != null; m++) {
      int[] labels = partitions.get(m);
      DiscriminantEvidence own =
          labels == null ? null : new DiscriminantEvidence(scatter, labels, clusters);
      byFeatures[m] =
          own == null ? byFeatures[m] : mixedLogLikelihood(pairs, own.probabilities(pairs));
      seen.add(own);
    }
    double explained = explained(pairs, Arrays.stream(byFeatures).max().orElse(0.0));
    List<@Nullable Score> scores = new ArrayList<>();
    for (int own = 0; own < partitions.size(); own++) {
      int[] labels = partitions.get(own);
      if (labels == null) {
        scores.add(null);
        continue;
      }
      Double agreement = agreement(partitions, families, own);
      double byVotes = logLikelihood(pairs, votes(pairs, graph, labels, clusters));
      if (scatter == null) {
        scores.add(
            Score.of(byVotes, agreement, null, costs[own] > 0.0 ? -costs[own] : null, false));
        continue;
      }
      double likelihood =
          (1.0 - VOTES) * byFeatures[own] + VOTES * trusted(byVotes, byFeatures[own], explained);
      double cut = weightOfCut * votes[own] - scattered(most - votes[own]) - costs[own];
      double separation = Objects.requireNonNull(seen.get(own)).separation(LEAST);
      scores.add(Score.of(likelihood, agreement, separation, cut, rows.many()));
    }
    return scores;
  }

  /**
   * What the votes of the neighbours say about the pairs, as far as they can be trusted. Where they
   * speak against a partition more than the features do, they count in full: no search made that
   * so. Where they speak for it more, they count by the part of the pairs' log-likelihood that the
   * features explain: a search has moved the neighbours of a point together with it, and where
   * clusters are not seen in the features either, unseen pairs have nothing of such votes. On
   * glosses with 500 pairs a refined partition has -72 by the votes and -378 for as many unseen
   * pairs, and -152 and -151 by the features.
   *
   * @param explained see {@link #explained}
   */
  static double trusted(double byVotes, double byFeatures, double explained) {
    return Math.min(byVotes, byFeatures) + explained * Math.max(0.0, byVotes - byFeatures);
  }

  /**
   * The part of the log-likelihood of pairs that a partition explains: 0 where it says no more than
   * how many of them are must-links, 1 where it foresees each.
   */
  static double explained(PairConstraints pairs, double most) {
    double nothing = mixedLogLikelihood(pairs, rates(pairs));
    return Math.min(1.0, Math.max(0.0, 1.0 - most / nothing));
  }

  /** For each pair the share of pairs of its kind. */
  private static double[] rates(PairConstraints pairs) {
    double rate = rate(pairs);
    double[] rates = new double[pairs.size()];
    for (int p = 0; p < rates.length; p++) {
      rates[p] = pairs.mustLink()[p] ? rate : 1.0 - rate;
    }
    return rates;
  }

  /** The share of must-links among the pairs, by their weights, as if there were one pair more. */
  private static double rate(PairConstraints pairs) {
    double together = 0.5;
    double all = 1.0;
    for (int p = 0; p < pairs.size(); p++) {
      together += pairs.mustLink()[p] ? pairs.weight()[p] : 0.0;
      all += pairs.weight()[p];
    }
    return together / all;
  }

  /** What it costs that the neighbours' votes are so much lower than by another partition. */
  private static double scattered(double lower) {
    return Math.min(MOST_SCATTER, SCATTER * Math.max(0.0, lower - FREE));
  }

  /** {@link #meanLogVote} of each partition; negative infinity where there is none. */
  private static double[] meanLogVotes(List<int @Nullable []> partitions, SimilarityGraph graph) {
    double[] votes = new double[partitions.size()];
    for (int m = 0; m < votes.length; m++) {
      int[] labels = partitions.get(m);
      votes[m] = labels == null ? Double.NEGATIVE_INFINITY : meanLogVote(graph, labels);
    }
    return votes;
  }

  /**
   * What {@link #meanLogVote} weighs: {@value #CUT} times the points, times the share of points in
   * pairs to the power of {@value #CUT_POWER}. Where pairs touch nearly every point, few partitions
   * hold them, and the lowest cut among these is the best guess; where they touch few, it is none.
   */
  private static double cutWeight(PairConstraints pairs) {
    int touched = 0;
    for (boolean one : pairs.touched()) {
      touched += one ? 1 : 0;
    }
    int n = pairs.points();
    return CUT * n * StrictMath.pow((double) touched / n, CUT_POWER);
  }

  /** The place of the largest score, the first among equals; -1 when there is none. */
  public static int best(List<@Nullable Score> scores) {
    int best = -1;
    double most = Double.NEGATIVE_INFINITY;
    for (int s = 0; s < scores.size(); s++) {
      Score score = scores.get(s);
      if (score != null && score.score() > most) {
        most = score.score();
        best = s;
      }
    }
    return best;
  }

  /**
   * How far the edges of a graph stay within clusters: the mean over points of the logarithm of the
   * share of a point's edge weight that leads into its own cluster, at least {@value #LEAST} each.
   * Points without an edge do not count; 0 when there is no other point. Time O(nnz).
   */
  static double meanLogVote(SimilarityGraph graph, int[] labels) {
    int[] rowPtr = graph.weights().rowPtr();
    int[] col = graph.weights().col();
    double[] val = graph.weights().val();
    double sum = 0.0;
    int voting = 0;
    for (int i = 0; i < labels.length; i++) {
      double within = 0.0;
      double all = 0.0;
      for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
        within += labels[col[p]] == labels[i] ? val[p] : 0.0;
        all += val[p];
      }
      if (all > 0.0) {
        sum += StrictMath.log(Math.max(LEAST, within / all));
        voting++;
      }
    }
    return voting == 0 ? 0.0 : sum / voting;
  }

  /**
   * How well the neighbours' votes agree with pairs: the mean over pairs, weighted, of the
   * logarithm of the share that agrees, at most log {@code 0.95}. Time O(nnz + pairs k).
   *
   * @param pairs at least one
   */
  static double meanLogLikelihood(
      PairConstraints pairs, SimilarityGraph graph, int[] labels, int clusters) {
    double weight = 0.0;
    for (int p = 0; p < pairs.size(); p++) {
      weight += pairs.weight()[p];
    }
    return logLikelihood(pairs, votes(pairs, graph, labels, clusters)) / weight;
  }

  /**
   * The same over the pairs about which the votes are clear, for or against by {@value #CLEAR};
   * over all where these are less than half. Time O(nnz + pairs k).
   *
   * @param pairs at least one
   */
  static double meanLogOfClear(
      PairConstraints pairs, SimilarityGraph graph, int[] labels, int clusters) {
    double[] agreeing = votes(pairs, graph, labels, clusters);
    double sum = 0.0;
    double clear = 0.0;
    double all = 0.0;
    for (int p = 0; p < agreeing.length; p++) {
      double weight = pairs.weight()[p];
      all += weight;
      if (Math.max(agreeing[p], 1.0 - agreeing[p]) >= CLEAR) {
        clear += weight;
        sum += weight * StrictMath.log(bounded(agreeing[p]));
      }
    }
    return 2.0 * clear >= all ? sum / clear : logLikelihood(pairs, agreeing) / all;
  }

  private static double bounded(double probability) {
    return Math.min(1.0 - LEAST, Math.max(LEAST, probability));
  }

  private static double logLikelihood(PairConstraints pairs, double[] probability) {
    double sum = 0.0;
    for (int p = 0; p < probability.length; p++) {
      sum += pairs.weight()[p] * StrictMath.log(bounded(probability[p]));
    }
    return sum;
  }

  /**
   * The log-likelihood where some answers have nothing to do with the clusters: these are as
   * frequent among all pairs, and how many there are is what makes the pairs likeliest. So clusters
   * that the features see well, and that are sometimes wrong, are not beaten by clusters that they
   * hardly see. Time O(pairs).
   */
  static double mixedLogLikelihood(PairConstraints pairs, double[] probability) {
    double[] rates = rates(pairs);
    double most = Double.NEGATIVE_INFINITY;
    for (int step = 0; step <= MIXTURES; step++) {
      double odd = (double) step / MIXTURES;
      double sum = 0.0;
      for (int p = 0; p < probability.length; p++) {
        double mixed = (1.0 - odd) * probability[p] + odd * rates[p];
        double bounded = Math.min(1.0 - LEAST_MIXED, Math.max(LEAST_MIXED, mixed));
        sum += pairs.weight()[p] * StrictMath.log(bounded);
      }
      most = Math.max(most, sum);
    }
    return most;
  }

  private static double[] votes(
      PairConstraints pairs, SimilarityGraph graph, int[] labels, int clusters) {
    double[] against =
        new PairEvidence(graph, labels, clusters)
            .against(pairs.first(), pairs.second(), pairs.mustLink());
    for (int p = 0; p < against.length; p++) {
      against[p] = 1.0 - against[p];
    }
    return against;
  }

  /** The mean over other families of the mean adjusted Rand index with their partitions. */
  private static @Nullable Double agreement(
      List<int @Nullable []> partitions, int[] families, int own) {
    double sum = 0.0;
    int others = 0;
    for (int family : Arrays.stream(families).distinct().toArray()) {
      double with = 0.0;
      int found = 0;
      for (int m = 0; m < partitions.size() && family != families[own]; m++) {
        int[] other = partitions.get(m);
        if (families[m] == family && other != null) {
          with += Agreement.of(other, partitions.get(own)).ari();
          found++;
        }
      }
      if (found > 0) {
        sum += with / found;
        others++;
      }
    }
    return others == 0 ? null : sum / others;
  }
}
