package dev.concord.method;

import dev.concord.error.InputException;
import java.util.Map;

/**
 * The options of one method, checked when they are read.
 *
 * @param method the method's name, for messages
 * @param values option to value; an option that is absent has its default
 */
public record MethodOptions(String method, Map<String, Object> values) {
  public MethodOptions {
    values = Map.copyOf(values);
  }

  /**
   * The options of one method among those of all; every default where none are given.
   *
   * @param method the method's name
   * @param configured method to option to value
   */
  public static MethodOptions of(String method, Map<String, Map<String, Object>> configured) {
    return new MethodOptions(method, configured.getOrDefault(method, Map.of()));
  }

  /**
   * The value of an option that has a default of its own.
   *
   * @throws InputException when the value breaks the option's rule
   */
  public <T> T get(Option<T> option) {
    T fallback = option.fallback();
    if (fallback == null) {
      throw new IllegalArgumentException(option.name() + " has no default of its own");
    }
    return get(option, fallback);
  }

  /**
   * The value of an option.
   *
   * @param fallback the value when the option is absent
   * @throws InputException when the value breaks the option's rule
   */
  public <T> T get(Option<T> option, T fallback) {
    Object value = values.get(option.name());
    if (value == null) {
      return fallback;
    }
    T read = option.type().read(value);
    if (read == null) {
      throw new InputException(
          "method.%s.%s is %s, but it must be %s."
              .formatted(method, option.name(), value, option.type().rule()));
    }
    return read;
  }
}
