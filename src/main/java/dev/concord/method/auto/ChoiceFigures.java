package dev.concord.method.auto;

import dev.concord.figure.Inline;
import dev.concord.figure.Key;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The figures of a choice of a method. */
public sealed interface ChoiceFigures {
  /** The records that there are. */
  List<Class<? extends ChoiceFigures>> TYPES = List.of(Compared.class, Default.class);

  /**
   * Nothing was tried.
   *
   * @param why the default is used
   */
  record Default(@Key("default") String why) implements ChoiceFigures {}

  /**
   * Candidates were compared.
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
