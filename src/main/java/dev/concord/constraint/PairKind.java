package dev.concord.constraint;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The kind of a row of a constraints table: the one reading of it, for every command. */
public enum PairKind {
  /** Not yet judged, as in a table of questions. */
  OPEN,
  /** Judged, but undecided. */
  UNSURE,
  MUST_LINK,
  CANNOT_LINK;

  /** A double prints as 24 characters at most. */
  private static final int LONGEST = 24;

  private static final Pattern EDGES =
      Pattern.compile("^[\\s\\p{Z}\\p{Cc}\\p{Cf}]+|[\\s\\p{Z}\\p{Cc}\\p{Cf}]+$");

  /** A minus sign and the dashes that word processors make of one. */
  private static final Pattern DASHES = Pattern.compile("[\\p{Pd}\\u2212]");

  /**
   * The kind that a text spells, in any case and with any blanks around it; null when it spells
   * none. Null or blank is open. A number is a kind when its value is 1 or -1.
   */
  public static @Nullable PairKind of(@Nullable String text) {
    if (text == null) {
      return OPEN;
    }
    PairKind plain = ofWord(text);
    if (plain != null) {
      return plain;
    }
    String bare = DASHES.matcher(EDGES.matcher(text).replaceAll("")).replaceAll("-");
    PairKind word = ofWord(bare.toLowerCase(Locale.ROOT));
    return word == null ? ofNumber(bare) : word;
  }

  private static @Nullable PairKind ofWord(String word) {
    return switch (word) {
      case "must-link", "same", "ml", "1", "true" -> MUST_LINK;
      case "cannot-link", "different", "cl", "-1", "false" -> CANNOT_LINK;
      case "unsure" -> UNSURE;
      case "" -> OPEN;
      default -> null;
    };
  }

  private static @Nullable PairKind ofNumber(String text) {
    if (text.length() > LONGEST) {
      return null;
    }
    try {
      BigDecimal value = new BigDecimal(text);
      return value.compareTo(BigDecimal.ONE) == 0
          ? MUST_LINK
          : value.compareTo(BigDecimal.ONE.negate()) == 0 ? CANNOT_LINK : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
