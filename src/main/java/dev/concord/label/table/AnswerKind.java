package dev.concord.label.table;

import java.util.Locale;
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

  /** The answer that a kind in a table of constraints means, or null. */
  static @Nullable AnswerKind ofKind(String kind) {
    return switch (kind.strip().toLowerCase(Locale.ROOT)) {
      case "must-link", "ml", "1", "true" -> SAME;
      case "cannot-link", "cl", "-1", "false" -> DIFFERENT;
      case "unsure", "" -> UNSURE;
      default -> null;
    };
  }
}
