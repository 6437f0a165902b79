package dev.concord.label;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a person is shown.
 *
 * @param kind which page
 * @param text progress of a computation, or the failure; else empty
 * @param question the question, or null
 * @param answer the answer that contradicts earlier ones, or null
 * @param conflict what it contradicts, or null
 * @param standing where the work stands
 * @param mayGoBack whether this person has an answer to take back
 */
public record LabelState(
    Kind kind,
    String text,
    @Nullable Question question,
    @Nullable AnswerKind answer,
    @Nullable AnswerConflict conflict,
    Standing standing,
    boolean mayGoBack) {

  /** The pages. */
  public enum Kind {
    /** A question. */
    ASKING,
    /** An answer that contradicts earlier ones. */
    CONFLICT,
    /** The next round is being computed. */
    COMPUTING,
    /** Other people have the last questions of the round. */
    WAITING,
    /** The next round cannot be computed. */
    FAILED,
    /** No pair is left to judge. */
    DONE;

    /** A word for the page. */
    public String word() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /**
   * Counts.
   *
   * @param round number of the round, from 1
   * @param answered questions of the round that have an answer
   * @param asked questions of the round
   * @param same answers in the table
   * @param different answers in the table
   * @param unsure answers in the table
   */
  public record Counts(
      int round, int answered, int asked, long same, long different, long unsure) {}

  /**
   * Where the work stands.
   *
   * @param counts of answers and questions
   * @param known classes that the answers show
   * @param disagreements pairs about which people said different things
   * @param course what the answers of each round changed since this session began
   * @param last the last round that was computed
   */
  public record Standing(
      Counts counts,
      KnownClasses known,
      List<Disagreement> disagreements,
      List<Change> course,
      Round last) {
    public Standing {
      disagreements = List.copyOf(disagreements);
      course = List.copyOf(course);
    }
  }

  /**
   * What a round of answers changed.
   *
   * @param answers in the table when the round was computed
   * @param moved share of the points that it moved to another cluster, 0 to 1
   */
  public record Change(int answers, double moved) {}

  /** Counts of answers and questions. */
  public Counts counts() {
    return standing.counts();
  }

  /** A word that changes when the page has to be shown anew. */
  public String key() {
    return kind.word() + (question == null ? "" : " " + question.number());
  }
}
