package dev.concord.label;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A row of the table of answers.
 *
 * @param number of the row in this process; no two rows have the same
 * @param open whether it is a question without an answer, which counts as unsure nowhere
 * @param hard whether it has weight 1
 * @param who answered, or empty
 * @param said what the person said where another said otherwise; then the row counts as unsure
 * @param line as it stands in the file, without its end
 */
public record LabelRow(
    long number,
    String first,
    String second,
    AnswerKind kind,
    boolean open,
    boolean hard,
    String who,
    @Nullable AnswerKind said,
    String line) {

  /** The row as it counts when a later one replaces it; its line stays as it is. */
  LabelRow replaced() {
    return new LabelRow(number, first, second, AnswerKind.UNSURE, open, hard, who, kind, line);
  }

  /** Whether it is about these two points, in any order. */
  public boolean isAbout(String one, String other) {
    return pair().equals(Set.of(one, other));
  }

  /** The two points. */
  public Set<String> pair() {
    return first.equals(second) ? Set.of(first) : Set.of(first, second);
  }
}
