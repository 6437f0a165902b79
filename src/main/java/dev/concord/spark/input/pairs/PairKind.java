package dev.concord.spark.input.pairs;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The kind of a row of a constraints table. */
enum PairKind {
  /** Not yet judged. */
  OPEN,
  /** Judged, but undecided. */
  UNSURE,
  MUST_LINK,
  CANNOT_LINK;

  /** The kind that {@code text} spells, null when it spells none; null or blank is open. */
  static @Nullable PairKind of(@Nullable String text) {
    if (text == null) {
      return OPEN;
    }
    return switch (text.strip().toLowerCase(Locale.ROOT)) {
      case "must-link", "ml", "1", "+1", "1.0", "true" -> MUST_LINK;
      case "cannot-link", "cl", "-1", "-1.0", "false" -> CANNOT_LINK;
      case "unsure" -> UNSURE;
      case "" -> OPEN;
      default -> null;
    };
  }
}
