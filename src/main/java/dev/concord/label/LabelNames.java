package dev.concord.label;

import java.util.function.UnaryOperator;

/**
 * The names of the columns of a table of answers; {@code weight} need not exist.
 *
 * @param words gives the kind that a word of the user's means, and any other text as it is
 */
public record LabelNames(
    String first, String second, String kind, String weight, UnaryOperator<String> words) {
  /** Columns of the usual kinds alone. */
  public LabelNames(String first, String second, String kind, String weight) {
    this(first, second, kind, weight, UnaryOperator.identity());
  }
}
