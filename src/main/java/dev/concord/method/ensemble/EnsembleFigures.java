package dev.concord.method.ensemble;

import dev.concord.method.MethodFigures;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The figures of ensemble.
 *
 * @param chosen method whose partition was taken
 * @param evidence what pairs were judged by: features or neighbours; without pairs votes; agreement
 *     where product-cut and its refined partition are alone; none for a single member
 * @param members the methods, in the order in which they ran
 */
public record EnsembleFigures(String chosen, String evidence, List<Member> members)
    implements MethodFigures {

  /** As "product-cut, scores: product-cut -20.8, cosc -24.0, pck-means failed". */
  @Override
  public String selection() {
    if (members.size() == 1) {
      return chosen + ", which runs alone";
    }
    return chosen
        + ", scores: "
        + members.stream()
            .map(
                member ->
                    member.method()
                        + " "
                        + (member.score() == null
                            ? "failed"
                            : String.format(
                                Locale.ROOT, logLikelihoods() ? "%.1f" : "%.3f", member.score())))
            .collect(Collectors.joining(", "));
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
   *     partition as one, null where there is none to compare with; without pairs that of a refined
   *     partition with its own
   * @param score log-likelihood and weighted agreement; without pairs the mean logarithm of the
   *     share of a point's edge weight within its cluster
   * @param failed why it found no partition
   */
  public record Member(
      String method,
      @Nullable Double logLikelihood,
      @Nullable Double agreement,
      @Nullable Double score,
      @Nullable String failed) {}
}
