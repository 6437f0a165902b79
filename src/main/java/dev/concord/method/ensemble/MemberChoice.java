package dev.concord.method.ensemble;

import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.eigen.Eigenpairs;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
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
  /**
   * Chooses by pairs, ties to the first; where a refinement by shared neighbours stands for a
   * search ({@link Refinements#isReplaced}), the search's other partitions are no candidates.
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
      families[m] = member.run();
    }
    List<PartitionScores.@Nullable Score> scores =
        PartitionScores.of(
            partitions,
            families,
            problem.constraints(),
            problem.edges(),
            problem.clusters(),
            features);
    Refinements refinements = new Refinements(members);
    List<EnsembleFigures.Member> figures = new ArrayList<>();
    List<PartitionScores.@Nullable Score> candidates = new ArrayList<>();
    for (int m = 0; m < members.size(); m++) {
      PartitionScores.Score score = scores.get(m);
      boolean candidate = score != null && !refinements.isReplaced(m);
      candidates.add(candidate ? score : null);
      figures.add(
          score == null
              ? EnsembleFigures.Member.failed(members.get(m).method(), members.get(m).failure())
              : new EnsembleFigures.Member(
                  members.get(m).method(),
                  score.logLikelihood(),
                  score.agreement(),
                  score.score(),
                  null,
                  candidate,
                  null));
    }
    String evidence = features == null ? "neighbours" : "features";
    return of(PartitionScores.best(candidates), evidence, members, figures);
  }

  /**
   * Chooses without pairs, see {@link VoteChoice}.
   *
   * @param members at least one of which has a result
   * @param shared graph of shared neighbours, or null
   */
  static MemberChoice withoutPairs(
      List<Member> members, Problem problem, @Nullable SimilarityGraph shared) {
    VoteChoice votes = new VoteChoice(members, new Refinements(members), problem.edges(), shared);
    boolean compared = members.stream().map(Member::run).distinct().count() > 1;
    String evidence = compared ? "votes" : members.size() > 1 ? "agreement" : "none";
    return of(votes.chosen(), evidence, members, votes.figures());
  }

  private static MemberChoice of(
      int chosen, String evidence, List<Member> members, List<EnsembleFigures.Member> figures) {
    String name = members.get(chosen).method();
    return new MemberChoice(chosen, new EnsembleFigures(name, evidence, List.copyOf(figures)));
  }

  /** The result of the chosen member, with the eigenvectors of any member and all partitions. */
  MethodResult result(List<Member> members) {
    MethodResult own = Objects.requireNonNull(members.get(chosen).result());
    Eigenpairs spectrum = own.spectrum();
    List<MethodResult.Partition> partitions = new ArrayList<>();
    for (Member member : members) {
      MethodResult result = member.result();
      if (result != null) {
        spectrum = spectrum == null ? result.spectrum() : spectrum;
        partitions.add(new MethodResult.Partition(member.run(), result.labels()));
      }
    }
    return new MethodResult(own.labels(), own.embedding(), spectrum, figures, partitions);
  }
}
