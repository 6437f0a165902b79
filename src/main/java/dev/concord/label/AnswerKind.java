package dev.concord.label;

import dev.concord.constraint.PairKind;
import org.jspecify.annotations.Nullable;

/** What a person says about a pair. */
public enum AnswerKind {
  /** The two belong together. */
  SAME("must-link", "same"),
  /** The two do not belong together. */
  DIFFERENT("cannot-link", "different"),
  /** The person cannot tell; the pair is not asked again. */
  UNSURE("unsure", "unsure");

  private final String kind;
  private final String word;

  AnswerKind(String kind, String word) {
    this.kind = kind;
    this.word = word;
  }

  /** The answer as it stands in a table of constraints. */
  public String kind() {
    return kind;
  }

  /** The answer as the page says it. */
  public String word() {
    return word;
  }

  /** The answer of that word, or null. */
  public static @Nullable AnswerKind ofWord(@Nullable String word) {
    for (AnswerKind answer : values()) {
      if (answer.word.equals(word)) {
        return answer;
      }
    }
    return null;
  }

  /** The answer that a kind in a table of constraints means; null: no kind. Open is unsure. */
  static @Nullable AnswerKind ofKind(String text) {
    PairKind kind = PairKind.of(text);
    if (kind == null) {
      return null;
    }
    return switch (kind) {
      case MUST_LINK -> SAME;
      case CANNOT_LINK -> DIFFERENT;
      case UNSURE, OPEN -> UNSURE;
    };
  }
}
