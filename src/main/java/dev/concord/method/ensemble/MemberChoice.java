package dev.concord.method.ensemble;

import dev.concord.linalg.eigen.Eigenpairs;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.metric.Agreement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The choice of a partition: by {@link PartitionScores} with pairs, by the votes of the neighbours
 * without.
 *
 * @param chosen its place among the members
 * @param figures of all members
 */
record MemberChoice(int chosen, EnsembleFigures figures) {
  /** Adjusted Rand index from which on two partitions nearly agree. */
  private static final double NEAR = 0.8;

  /**
   * Chooses by pairs, ties to the first.
   *
   * @param members at least one of which has a result
   * @param features n rows, row by row, or null: then neighbours vote
   */
  static MemberChoice of(List<Member> members, Problem problem, double @Nullable [] features) {
    List<int @Nullable []> partitions = new ArrayList<>();
    int[] families = new int[members.size()];
    for (int m = 0; m < members.size(); m++) {
      Member member = members.get(m);
      partitions.add(member.result() == null ? null : member.result().labels());
      families[m] = member.method().equals(Ensemble.REFINED) ? families[m - 1] : m;
    }
    List<PartitionScores.@Nullable Score> scores =
        PartitionScores.of(
            partitions,
            families,
            problem.constraints(),
            problem.edges(),
            problem.clusters(),
            features);
    List<EnsembleFigures.Member> figures = new ArrayList<>();
    for (int m = 0; m < members.size(); m++) {
      PartitionScores.Score score = scores.get(m);
      figures.add(
          score == null
              ? failed(members.get(m))
              : new EnsembleFigures.Member(
                  members.get(m).method(),
                  score.logLikelihood(),
                  score.agreement(),
                  score.score(),
                  null));
    }
    String evidence = features == null ? "neighbours" : "features";
    return of(PartitionScores.best(scores), evidence, members, figures);
  }

  /**
   * Chooses without pairs: the partition that keeps more of the graph's edge weight within
   * clusters, point by point ({@link PartitionScores#meanLogVote}), ties to the first. A refined
   * partition has more of it than its own by its objective, so it takes the place of its own where
   * the two nearly agree. Time O(nnz) a member.
   *
   * @param members at least one of which has a result
   */
  static MemberChoice withoutPairs(List<Member> members, Problem problem) {
    List<EnsembleFigures.Member> figures = new ArrayList<>();
    int best = -1;
    int compared = 0;
    double most = Double.NEGATIVE_INFINITY;
    for (int m = 0; m < members.size(); m++) {
      Member member = members.get(m);
      MethodResult result = member.result();
      if (result == null) {
        figures.add(failed(member));
        continue;
      }
      double vote = PartitionScores.meanLogVote(problem.edges(), result.labels());
      boolean refined = member.method().equals(Ensemble.REFINED);
      Double agreement = refined ? (Double) agreement(members.get(m - 1), member) : null;
      figures.add(new EnsembleFigures.Member(member.method(), null, agreement, vote, null));
      compared += refined ? 0 : 1;
      if (!refined && vote > most) {
        most = vote;
        best = m;
      }
    }
    int next = best + 1;
    if (next < members.size() && members.get(next).method().equals(Ensemble.REFINED)) {
      Double agreement = figures.get(next).agreement();
      best = agreement != null && agreement >= NEAR ? next : best;
    }
    String evidence = compared > 1 ? "votes" : members.size() > 1 ? "agreement" : "none";
    return of(best, evidence, members, figures);
  }

  private static double agreement(Member one, Member other) {
    return Agreement.of(
            Objects.requireNonNull(one.result()).labels(),
            Objects.requireNonNull(other.result()).labels())
        .ari();
  }

  private static MemberChoice of(
      int chosen, String evidence, List<Member> members, List<EnsembleFigures.Member> figures) {
    String name = members.get(chosen).method();
    return new MemberChoice(chosen, new EnsembleFigures(name, evidence, List.copyOf(figures)));
  }

  private static EnsembleFigures.Member failed(Member member) {
    return new EnsembleFigures.Member(member.method(), null, null, null, member.failure());
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
}
