package dev.concord.method.auto;

import dev.concord.figure.Inline;
import dev.concord.figure.Key;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The figures of a choice of a method. */
public sealed interface ChoiceFigures {
  /** The records that there are. */
  List<Class<? extends ChoiceFigures>> TYPES = List.of(Scored.class, Compared.class, Default.class);

  /**
   * Nothing was tried.
   *
   * @param why the default is used
   */
  record Default(@Key("default") String why) implements ChoiceFigures {}

  /**
   * Every method found a partition from all constraints, and the largest score was taken.
   *
   * @param chosen setting
   * @param score its log-likelihood of the pairs and its weighted agreement with the others
   * @param pairs that judged
   * @param points that were clustered
   * @param candidates that were tried
   * @param runs of methods, all together
   * @param tried the candidates, in their order
   */
  record Scored(
      Choosable chosen,
      double score,
      int pairs,
      int points,
      int candidates,
      int runs,
      List<Partition> tried)
      implements ChoiceFigures {}

  /**
   * The partition of a candidate; figures are null where it failed.
   *
   * @param logLikelihood of the pairs under it
   * @param agreement mean adjusted Rand index with the other partitions
   * @param score log-likelihood and weighted agreement
   * @param failed why it could not cluster the points
   * @param chosen whether it was
   */
  record Partition(
      @Inline Choosable setting,
      @Nullable Double logLikelihood,
      @Nullable Double agreement,
      @Nullable Double score,
      @Nullable String failed,
      boolean chosen) {}

  /**
   * Candidates were compared by held-out constraints.
   *
   * @param chosen setting
   * @param heldOutMet its share of held-out constraints met
   * @param heldOutScore its agreement with them beyond chance
   * @param bestScore the highest score of all candidates
   * @param questions held out, each counted once
   * @param splits of the questions
   * @param points that were clustered
   * @param candidates that were tried
   * @param runs of methods, all together
   * @param tried the candidates, in their order
   */
  record Compared(
      Choosable chosen,
      double heldOutMet,
      double heldOutScore,
      double bestScore,
      int questions,
      int splits,
      int points,
      int candidates,
      int runs,
      List<Tried> tried)
      implements ChoiceFigures {}

  /**
   * A setting that can be chosen.
   *
   * @param eigenvectors null where the method uses as many as configured, or none
   * @param neighbors null where the graph is given
   * @param kernel null where the graph is given
   * @param bandwidth null where the kernel has none
   */
  record Choosable(
      String method,
      @Nullable Integer eigenvectors,
      @Nullable Integer neighbors,
      @Nullable String kernel,
      @Nullable String bandwidth) {}

  /**
   * A candidate and how it did; figures are null where it failed.
   *
   * @param step method or graph: what was compared
   * @param met its share of held-out constraints met
   * @param score its agreement with them beyond chance
   * @param belowBest by how much the best candidate of the step is above it
   * @param standardError of that difference
   * @param asGood whether it counts as good as the best
   * @param failed why it could not cluster the points
   * @param chosen whether it was
   */
  record Tried(
      @Inline Choosable setting,
      String step,
      @Nullable Double met,
      @Nullable Double score,
      @Nullable Double belowBest,
      @Nullable Double standardError,
      @Nullable Boolean asGood,
      @Nullable String failed,
      boolean chosen) {}
}
