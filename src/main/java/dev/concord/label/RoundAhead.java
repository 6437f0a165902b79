package dev.concord.label;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The next round, computed from the answers so far while the last questions of this one are open.
 * Not thread-safe.
 */
final class RoundAhead {
  /** A fifth of the questions are open when the next round is asked for. */
  private static final int SHARE = 5;

  private int order;
  private boolean running;
  private @Nullable Made ready;

  /**
   * A round that was computed.
   *
   * @param answers that it rests on
   */
  record Made(List<LabelRow> answers, Round round) {
    /**
     * The questions that the answers since then leave open. Time as a sort of the rows for each.
     */
    List<Question> open(List<LabelRow> now) {
      Set<LabelRow> since = new HashSet<>(now);
      answers.forEach(since::remove);
      if (since.isEmpty()) {
        return round.questions();
      }
      return round.questions().stream()
          .filter(one -> isOpen(now, since, one.first().id(), one.second().id()))
          .toList();
    }

    private boolean isOpen(List<LabelRow> now, Set<LabelRow> since, String first, String second) {
      return since.stream().noneMatch(row -> row.isAbout(first, second))
          && (!follows(now, first, second) || follows(answers, first, second));
    }

    /** Whether the answer to a pair follows from others: then its opposite contradicts them. */
    private static boolean follows(List<LabelRow> rows, String first, String second) {
      return AnswerConflict.of(rows, first, second, AnswerKind.SAME) != null
          || AnswerConflict.of(rows, first, second, AnswerKind.DIFFERENT) != null;
    }
  }

  /** Whether it is time to ask for the next round. */
  boolean isDue(long open, int asked) {
    return !running && ready == null && open <= asked / SHARE;
  }

  boolean isRunning() {
    return running;
  }

  /** A computation begins; its number. */
  int begin() {
    running = true;
    ready = null;
    return ++order;
  }

  /** Whether the computation is still wanted; if so, it has ended. */
  boolean ended(int number) {
    boolean wanted = running && number == order;
    running &= !wanted;
    return wanted;
  }

  void keep(Made made) {
    ready = made;
  }

  /** The round, if there is one, which is then gone. */
  @Nullable Made take() {
    Made made = ready;
    ready = null;
    return made;
  }

  /** An answer was taken back: what rests on it is not wanted. */
  void drop() {
    order++;
    running = false;
    ready = null;
  }
}
