package dev.concord.method.ensemble;

import dev.concord.constraint.PairConstraints;
import dev.concord.linalg.eigen.Eigenpairs;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.metric.Agreement;
import dev.concord.metric.PairEvidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The choice of a partition: the largest log-likelihood of the pairs plus {@value #AGREEMENT} times
 * the mean adjusted Rand index with the other partitions, ties to the first. Many pairs decide by
 * themselves; of few the agreement decides.
 *
 * @param chosen its place among the members
 * @param figures of all members
 */
record MemberChoice(int chosen, EnsembleFigures figures) {
  /** What full agreement with the other partitions weighs, in log-likelihoods. */
  private static final double AGREEMENT = 20.0;

  /** No pair is more likely or less likely than this leaves: a share of pairs is wrong or odd. */
  private static final double LEAST = 0.05;

  /**
   * Chooses. Time O(n d) and O(pairs k d) a member with features, else O(edges of paired points).
   *
   * @param members at least one of which has a result
   * @param features n rows, row by row, or null: then neighbours vote
   */
  static MemberChoice of(List<Member> members, Problem problem, double @Nullable [] features) {
    List<EnsembleFigures.Member> figures = new ArrayList<>();
    int best = -1;
    double most = Double.NEGATIVE_INFINITY;
    for (int m = 0; m < members.size(); m++) {
      Member member = members.get(m);
      MethodResult result = member.result();
      if (result == null) {
        figures.add(
            new EnsembleFigures.Member(member.method(), null, null, null, member.failure()));
        continue;
      }
      double likelihood = logLikelihood(problem, result.labels(), features);
      Double agreement = agreement(members, m, result.labels());
      double score = likelihood + (agreement == null ? 0.0 : AGREEMENT * agreement);
      figures.add(new EnsembleFigures.Member(member.method(), likelihood, agreement, score, null));
      if (score > most) {
        most = score;
        best = m;
      }
    }
    String evidence = features == null ? "neighbours" : "features";
    String name = members.get(best).method();
    return new MemberChoice(best, new EnsembleFigures(name, evidence, List.copyOf(figures)));
  }

  /** The result of the chosen member, with the eigenvectors of any member. */
  MethodResult result(List<Member> members) {
    MethodResult own = Objects.requireNonNull(members.get(chosen).result());
    Eigenpairs spectrum = own.spectrum();
    for (Member member : members) {
      if (spectrum == null && member.result() != null) {
        spectrum = member.result().spectrum();
      }
    }
    return new MethodResult(own.labels(), own.embedding(), spectrum, figures);
  }

  private static double logLikelihood(Problem problem, int[] labels, double @Nullable [] features) {
    PairConstraints pairs = problem.constraints();
    double[] probability =
        features == null
            ? votes(problem, labels)
            : new CentreEvidence(features, labels, problem.clusters()).probabilities(pairs);
    double sum = 0.0;
    for (int p = 0; p < probability.length; p++) {
      double bounded = Math.min(1.0 - LEAST, Math.max(LEAST, probability[p]));
      sum += pairs.weight()[p] * StrictMath.log(bounded);
    }
    return sum;
  }

  private static double[] votes(Problem problem, int[] labels) {
    PairConstraints pairs = problem.constraints();
    double[] against =
        new PairEvidence(problem.edges(), labels, problem.clusters())
            .against(pairs.first(), pairs.second(), pairs.mustLink());
    for (int p = 0; p < against.length; p++) {
      against[p] = 1.0 - against[p];
    }
    return against;
  }

  /** The mean agreement with the others, null when there are none. */
  private static @Nullable Double agreement(List<Member> members, int own, int[] labels) {
    double sum = 0.0;
    int others = 0;
    for (int m = 0; m < members.size(); m++) {
      MethodResult other = members.get(m).result();
      if (m != own && other != null) {
        sum += Agreement.of(other.labels(), labels).ari();
        others++;
      }
    }
    return others == 0 ? null : sum / others;
  }
}
