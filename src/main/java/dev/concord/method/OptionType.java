package dev.concord.method;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values that an option may have.
 *
 * @param <T> what a method reads
 */
public interface OptionType<T> {
  /** The rule in words, after "must be": "a whole number of at least 1". */
  String rule();

  /**
   * A value as a configuration holds it, read.
   *
   * @param value a text, number, truth value or list of these
   * @return null when the value breaks the rule
   */
  @Nullable T read(Object value);

  /** A value as a configuration holds it: a text, number, truth value or list of these. */
  default Object plain(T value) {
    return value;
  }

  /** The legal words, for the suggestion at a misspelt one; empty for numbers. */
  default List<String> words() {
    return List.of();
  }
}
