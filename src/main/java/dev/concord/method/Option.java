package dev.concord.method;

import org.jspecify.annotations.Nullable;

/**
 * An option: its name, the values it may have, its default, and a sentence on its effect. It is
 * declared beside its use. Configuration, reference.conf, the command {@code methods}, the message
 * for a wrong value and the tables of docs/METHODS.md follow from the declaration.
 *
 * @param name as configurations spell it
 * @param fallback the default, or null when it follows from another key
 * @param follows the key whose value is the default when there is none here; empty otherwise
 * @param sentence what it does, with a full stop
 * @param <T> what a method reads
 */
public record Option<T>(
    String name, OptionType<T> type, @Nullable T fallback, String follows, String sentence) {
  /** The number of clusters, as a default. */
  public static final String CLUSTERS_COUNT = "clusters.count";

  /** The number of eigenvectors of all methods, as a default. */
  public static final String CLUSTERS_EIGENVECTORS = "clusters.eigenvectors";

  /** An option with a default. */
  public static <T> Option<T> of(String name, OptionType<T> type, T fallback, String sentence) {
    return new Option<>(name, type, fallback, "", sentence);
  }

  /** An option whose default is the value of another key. */
  public static <T> Option<T> following(
      String name, OptionType<T> type, String key, String sentence) {
    return new Option<>(name, type, null, key, sentence);
  }

  /** An option that is one constant of an enumeration; the first is the default. */
  public static <E extends Enum<E>> Option<E> choice(String name, Class<E> type, String sentence) {
    return of(name, OptionTypes.choice(type), type.getEnumConstants()[0], sentence);
  }

  /** The default as a configuration writes it; "null" when it follows from another key. */
  public String defaultText() {
    Object plain = plainDefault();
    return plain instanceof Double number ? OptionTypes.text(number) : String.valueOf(plain);
  }

  /** The default as a configuration holds it; null when it follows from another key. */
  public @Nullable Object plainDefault() {
    return fallback == null ? null : type.plain(fallback);
  }
}
