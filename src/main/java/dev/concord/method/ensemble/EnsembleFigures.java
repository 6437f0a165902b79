package dev.concord.method.ensemble;

import dev.concord.method.MethodFigures;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The figures of ensemble.
 *
 * @param chosen method whose partition was taken
 * @param evidence what pairs were judged by: features or neighbours; without pairs votes; agreement
 *     where product-cut and its refined partition are alone; none for a single member; earlier
 *     where the partition of an earlier run was brought up to date
 * @param members the methods, in the order in which they ran; none where none ran
 * @param pairFit mean logarithm of the share of the neighbours' votes that agrees with a pair under
 *     the partition of the last full search, over the pairs about which they are clear (over all
 *     where those are less than half), null without pairs
 * @param voteFit the same of a point's edge weight within its cluster
 * @param columnWeights of the features, by which they count for members by weighted columns; null
 *     without such members
 */
public record EnsembleFigures(
    String chosen,
    String evidence,
    List<Member> members,
    @Nullable Double pairFit,
    @Nullable Double voteFit,
    double @Nullable [] columnWeights)
    implements MethodFigures {

  /** The evidence of the partition of an earlier run. */
  static final String EARLIER = "earlier";

  /** Members of which the summary tells the score. */
  private static final int TOLD = 5;

  @Override
  public boolean continues() {
    return evidence.equals(EARLIER);
  }

  /**
   * As "product-cut, scores: product-cut -20.8, cosc -24.0, pck-means failed"; members for which a
   * refinement stands are left out, and of more than {@value #TOLD} others the lowest scores.
   */
  @Override
  public String selection() {
    if (members.isEmpty()) {
      return chosen;
    }
    if (members.size() == 1) {
      return chosen + ", which runs alone";
    }
    List<Member> told =
        members.stream().filter(member -> member.candidate() || member.failed() != null).toList();
    int more = told.size() - TOLD;
    if (more > 0) {
      told =
          told.stream()
              .sorted(Comparator.comparingDouble(EnsembleFigures::loss))
              .limit(TOLD)
              .toList();
    }
    return chosen
        + ", scores: "
        + told.stream().map(this::told).collect(Collectors.joining(", "))
        + (more > 0 ? ", and " + more + " more" : "");
  }

  @Override
  public List<Candidate> candidates() {
    List<Member> judged = members.stream().filter(m -> m.candidate() && m.score() != null).toList();
    return judged.size() < 2
        ? List.of()
        : judged.stream()
            .sorted(
                Comparator.comparing((Member m) -> !m.method().equals(chosen))
                    .thenComparingDouble(EnsembleFigures::loss))
            .limit(TOLD + 1)
            .map(this::candidate)
            .toList();
  }

  private Candidate candidate(Member m) {
    Double inside = m.score() == null || logLikelihoods() ? null : StrictMath.exp(m.score());
    return new Candidate(
        m.method(), m.logLikelihood(), m.agreement(), inside, m.method().equals(chosen));
  }

  private static double loss(Member member) {
    return member.score() == null ? Double.POSITIVE_INFINITY : -member.score();
  }

  private String told(Member member) {
    String score =
        member.score() == null
            ? "failed"
            : String.format(Locale.ROOT, logLikelihoods() ? "%.1f" : "%.3f", member.score());
    return member.method() + " " + score;
  }

  private boolean logLikelihoods() {
    return members.stream().anyMatch(member -> member.logLikelihood() != null);
  }

  /**
   * A member of the ensemble; figures are null where it failed or was not judged.
   *
   * @param method its name
   * @param logLikelihood of the pairs under its partition, weighted
   * @param agreement mean adjusted Rand index with the other members, product-cut and its refined
   *     partitions as one, null where there is none to compare with; without pairs that of a
   *     refined partition with its own
   * @param separation of the clusters in the features; null where these do not judge
   * @param cut weighted mean logarithm of the share of a point's edge weight within its cluster,
   *     which counts where pairs touch most points, less what it costs that it is far below that of
   *     another partition or that the pairs have weighted the columns; null where it is not counted
   * @param score log-likelihood, weighted agreement, weighted separation and cut; without pairs the
   *     mean logarithm of the share of a point's edge weight within its cluster
   * @param sharedVotes without pairs the same by the weights of shared neighbours, null where there
   *     are none
   * @param candidate whether it could be chosen: it found a partition, and no refinement stands for
   *     it
   * @param failed why it found no partition
   */
  public record Member(
      String method,
      @Nullable Double logLikelihood,
      @Nullable Double agreement,
      @Nullable Double separation,
      @Nullable Double cut,
      @Nullable Double score,
      @Nullable Double sharedVotes,
      boolean candidate,
      @Nullable String failed) {

    /** A member that found no partition. */
    static Member failed(String method, @Nullable String reason) {
      return new Member(method, null, null, null, null, null, null, false, reason);
    }
  }
}
