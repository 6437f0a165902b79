package dev.concord.label;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pair to be judged.
 *
 * @param number no two questions of a session have the same; the first is 1
 * @param why the pair is asked, a sentence
 * @param before how often the pair was judged before; when the new answer is the opposite, none
 *     counts
 * @param expected what clusters say that are sure of both points, or null
 * @param shown further columns of both points
 * @param cells columns of features of both points, those that differ most first; empty where
 *     pictures are shown
 */
public record Question(
    int number,
    Item first,
    Item second,
    String why,
    int before,
    @Nullable AnswerKind expected,
    List<Cell> shown,
    List<Cell> cells) {
  public Question {
    shown = List.copyOf(shown);
    cells = List.copyOf(cells);
  }

  /** Whether the pair was judged before. */
  public boolean again() {
    return before > 0;
  }

  /**
   * Whether the pair is to be asked about once more: the answer is the opposite of the one that was
   * expected. Most such answers are wrong where few answers are.
   */
  boolean isAskedAgainAfter(AnswerKind answer) {
    boolean opposite = expected != null && answer != AnswerKind.UNSURE && answer != expected;
    return opposite && before + 1 < SecondLooks.JUDGED;
  }

  /** Whether it was asked before in the same round. */
  boolean isSecondLook() {
    return again() && expected != null;
  }

  /** Whether another question is about the same points. */
  boolean isAboutPairOf(Question other) {
    return first.id().equals(other.first.id()) && second.id().equals(other.second.id());
  }

  /** The same question asked once more. */
  Question askedAgain(int other) {
    return new Question(
        other,
        first,
        second,
        "They were judged a moment ago, and one more look is wanted: if you say the opposite now,"
            + " neither answer counts.",
        before + 1,
        expected,
        shown,
        cells);
  }

  /**
   * A column of both points.
   *
   * @param differs whether the values, as they are shown, differ
   */
  public record Cell(String column, String first, String second, boolean differs) {}
}
