package dev.concord.method;

import dev.concord.error.InputException;
import java.util.List;
import java.util.Map;

/** The options of one method, checked when they are asked for. */
public final class MethodOptions {
  private final String method;
  private final Map<String, Object> values;

  /**
   * Options as the configuration gave them.
   *
   * @param method the method's name, for messages
   * @param values option to value; defaults filled in already
   */
  public MethodOptions(String method, Map<String, Object> values) {
    this.method = method;
    this.values = Map.copyOf(values);
  }

  /** A whole number of at least {@code least}, or {@code fallback} when absent. */
  public int integer(String key, int fallback, int least) {
    Object value = values.get(key);
    if (value == null) {
      return fallback;
    }
    if (!(value instanceof Number number)
        || number.doubleValue() != number.intValue()
        || number.intValue() < least) {
      throw wrong(key, value, "a whole number of at least " + least);
    }
    return number.intValue();
  }

  /** A number inside (low, high), or {@code fallback} when absent. */
  public double real(String key, double fallback, double low, double high) {
    Object value = values.get(key);
    if (value == null) {
      return fallback;
    }
    if (!(value instanceof Number number)
        || !(number.doubleValue() > low && number.doubleValue() < high)) {
      throw wrong(key, value, "a number between " + low + " and " + high);
    }
    return number.doubleValue();
  }

  /** A number above 0; NaN for {@code word}, which is also what an absent key means. */
  public double positiveOr(String key, String word) {
    Object value = values.get(key);
    if (value == null || value.equals(word)) {
      return Double.NaN;
    }
    if (!(value instanceof Number number)
        || !(number.doubleValue() > 0.0 && number.doubleValue() < Double.POSITIVE_INFINITY)) {
      throw wrong(key, value, word + " or a number above 0");
    }
    return number.doubleValue();
  }

  /** As {@link #real}, and {@code fallback} when the value is {@code word} as well. */
  public double realOr(String key, String word, double fallback, double low, double high) {
    return word.equals(values.get(key)) ? fallback : real(key, fallback, low, high);
  }

  /** One of {@code legal}, the first of them when absent. */
  public String choice(String key, List<String> legal) {
    Object value = values.get(key);
    if (value == null) {
      return legal.get(0);
    }
    if (!legal.contains(value.toString())) {
      throw wrong(key, value, "one of " + String.join(", ", legal));
    }
    return value.toString();
  }

  /** A finite number, or NaN when the value is absent or one of {@code words}. */
  public double numberOr(String key, List<String> words) {
    Object value = values.get(key);
    if (value == null || words.contains(value.toString())) {
      return Double.NaN;
    }
    try {
      double number = Double.parseDouble(value.toString());
      if (Double.isFinite(number)) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw wrong(key, value, "a number or one of " + String.join(", ", words));
    }
    throw wrong(key, value, "a finite number or one of " + String.join(", ", words));
  }

  /** True or false, or {@code fallback} when absent. */
  public boolean flag(String key, boolean fallback) {
    Object value = values.get(key);
    if (value == null) {
      return fallback;
    }
    if (!(value instanceof Boolean flag)) {
      throw wrong(key, value, "true or false");
    }
    return flag;
  }

  /** A list of texts, or {@code fallback} when absent. */
  public List<String> texts(String key, List<String> fallback) {
    Object value = values.get(key);
    if (value == null) {
      return fallback;
    }
    if (!(value instanceof List<?> list) || list.isEmpty()) {
      throw wrong(key, value, "a list of texts");
    }
    return list.stream().map(Object::toString).toList();
  }

  /** A list of whole numbers of at least {@code least}, or {@code fallback} when absent. */
  public List<Integer> integers(String key, List<Integer> fallback, int least) {
    Object value = values.get(key);
    if (value == null) {
      return fallback;
    }
    if (!(value instanceof List<?> list) || list.isEmpty()) {
      throw wrong(key, value, "a list of whole numbers of at least " + least);
    }
    return list.stream()
        .map(entry -> new MethodOptions(method, Map.of(key, entry)).integer(key, least, least))
        .toList();
  }

  private InputException wrong(String key, Object value, String rule) {
    return new InputException(
        "method." + method + "." + key + " is " + value + ", but it must be " + rule + ".");
  }
}
