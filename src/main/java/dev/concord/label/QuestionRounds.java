package dev.concord.label;

import java.util.List;
import java.util.function.Consumer;

/** Makes a round from the answers so far. */
@FunctionalInterface
public interface QuestionRounds {
  /**
   * The next round, without a question when no pair is left to judge. Called by one thread at a
   * time.
   *
   * @param answers all rows of the table
   * @param number of the first question; the others count on
   * @param progress takes what is being computed, in a few words
   */
  Round next(List<LabelRow> answers, int number, Consumer<String> progress);
}
