package dev.concord.method;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.function.DoublePredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The kinds of options. */
public final class OptionTypes {
  private OptionTypes() {}

  private record Simple<T>(String rule, Function<Object, @Nullable T> reader, List<String> words)
      implements OptionType<T> {
    @Override
    public @Nullable T read(Object value) {
      return reader.apply(value);
    }
  }

  /** Whole numbers of at least {@code least}. */
  public static OptionType<Integer> whole(int least) {
    return whole(least, Integer.MAX_VALUE, "a whole number of at least " + least);
  }

  /** Whole numbers from {@code least} to {@code most}. */
  public static OptionType<Integer> whole(int least, int most) {
    return whole(least, most, "a whole number from " + least + " to " + most);
  }

  private static OptionType<Integer> whole(int least, int most, String rule) {
    return new Simple<>(rule, value -> wholeIn(value, least, most), List.of());
  }

  private static @Nullable Integer wholeIn(Object value, int least, int most) {
    BigDecimal number = decimal(value);
    if (number == null) {
      return null;
    }
    try {
      int whole = number.intValueExact();
      return whole >= least && whole <= most ? (Integer) whole : null;
    } catch (ArithmeticException e) {
      return null; // a fraction, or beyond 32 bits: the same rule is broken
    }
  }

  /** Whole numbers of at most 64 bits. */
  public static OptionType<Long> longs() {
    return new Simple<>("a whole number of at most 64 bits", OptionTypes::longOf, List.of());
  }

  private static @Nullable Long longOf(Object value) {
    BigDecimal number = decimal(value);
    try {
      return number == null ? null : (Long) number.longValueExact();
    } catch (ArithmeticException e) {
      return null;
    }
  }

  /** Numbers above 0 and at most 1. */
  public static OptionType<Double> share() {
    return real("a number above 0 and at most 1", x -> x > 0 && x <= 1);
  }

  /** Numbers above 0 and below 1. */
  public static OptionType<Double> fraction() {
    return real("a number above 0 and below 1", x -> x > 0 && x < 1);
  }

  /** Numbers above {@code low} and below {@code high}. */
  public static OptionType<Double> between(double low, double high) {
    return real(
        "a number above " + text(low) + " and below " + text(high), x -> x > low && x < high);
  }

  /** A number as a person writes it: 1, 0.5, 1e-15. */
  static String text(double number) {
    return number == StrictMath.rint(number) && Math.abs(number) < 1e15
        ? Long.toString((long) number)
        : Double.toString(number).replace("E", "e").replace(".0e", "e");
  }

  /** Finite numbers above 0. */
  public static OptionType<Double> positive() {
    return real("a number above 0", x -> x > 0);
  }

  /** Finite numbers of at least 0. */
  public static OptionType<Double> notNegative() {
    return real("a number of at least 0", x -> x >= 0);
  }

  private static OptionType<Double> real(String rule, DoublePredicate allowed) {
    return new Simple<>(rule, value -> realIn(value, allowed), List.of());
  }

  private static @Nullable Double realIn(Object value, DoublePredicate allowed) {
    BigDecimal number = decimal(value);
    if (number == null) {
      return null;
    }
    double real = number.doubleValue();
    return Double.isFinite(real) && allowed.test(real) ? (Double) real : null;
  }

  /** True or false, in HOCON's spellings. */
  public static OptionType<Boolean> flag() {
    return new Simple<>("true or false", OptionTypes::truth, List.of());
  }

  /** True or false, in HOCON's spellings, or a word. */
  public static OptionType<Object> flagOr(String word) {
    return new Simple<>(
        "true, false or " + word,
        value -> scalar(value).equals(word) ? word : (Object) truth(value),
        List.of("true", "false", word));
  }

  private static @Nullable Boolean truth(Object value) {
    return switch (String.valueOf(value)) {
      case "true", "yes", "on" -> Boolean.TRUE;
      case "false", "no", "off" -> Boolean.FALSE;
      default -> null;
    };
  }

  public static OptionType<String> word(String... words) {
    List<String> legal = List.of(words);
    return new Simple<>(
        oneOf(legal), value -> legal.contains(scalar(value)) ? scalar(value) : null, legal);
  }

  /** One constant of an enumeration; SELF_TUNING is written self-tuning. */
  public static <E extends Enum<E>> OptionType<E> choice(Class<E> type) {
    List<E> constants = Arrays.asList(type.getEnumConstants());
    List<String> legal = constants.stream().map(OptionTypes::word).toList();
    return new OptionType<>() {
      @Override
      public String rule() {
        return oneOf(legal);
      }

      @Override
      public @Nullable E read(Object value) {
        int at = legal.indexOf(scalar(value));
        return at < 0 ? null : constants.get(at);
      }

      @Override
      public Object plain(E value) {
        return word(value);
      }

      @Override
      public List<String> words() {
        return legal;
      }
    };
  }

  /** How a constant is written in a configuration. */
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** One of the words, or a finite number above 0. */
  public static OptionType<NumberOrWord> positiveOr(String... words) {
    return numberOr("a number above 0", x -> x > 0, words);
  }

  /** One of the words, or a finite number of at least 0. */
  public static OptionType<NumberOrWord> notNegativeOr(String... words) {
    return numberOr("a number of at least 0", x -> x >= 0, words);
  }

  /** One of the words, or any finite number. */
  public static OptionType<NumberOrWord> numberOr(String... words) {
    return numberOr("a number", x -> true, words);
  }

  private static OptionType<NumberOrWord> numberOr(
      String rule, DoublePredicate allowed, String... words) {
    List<String> legal = List.of(words);
    return new OptionType<>() {
      @Override
      public String rule() {
        return String.join(", ", legal) + " or " + rule;
      }

      @Override
      public @Nullable NumberOrWord read(Object value) {
        if (legal.contains(scalar(value))) {
          return NumberOrWord.of(scalar(value));
        }
        Double number = realIn(value, allowed);
        return number == null ? null : NumberOrWord.of(number);
      }

      @Override
      public Object plain(NumberOrWord value) {
        return value.isNumber() ? (Object) value.number() : value.word();
      }
    };
  }

  /** A list of different texts, or one of them; which ones are legal, the reader checks. */
  public static OptionType<List<String>> texts() {
    return new Simple<>(
        "a list of different texts", value -> different(value, OptionTypes::blankless), List.of());
  }

  private static @Nullable String blankless(Object entry) {
    return scalar(entry).isBlank() ? null : scalar(entry);
  }

  /** The entries read, or null when one breaks the rule, repeats, or there is none. */
  private static <T> @Nullable List<T> different(
      Object value, Function<Object, @Nullable T> reader) {
    List<?> entries = value instanceof List<?> list ? list : List.of(value);
    List<T> all = new ArrayList<>();
    for (Object entry : entries) {
      T read = reader.apply(entry);
      if (read == null) {
        return null;
      }
      all.add(read);
    }
    return all.isEmpty() || new HashSet<>(all).size() < all.size() ? null : List.copyOf(all);
  }

  private static String oneOf(List<String> legal) {
    return (legal.size() == 1 ? "" : "one of ") + String.join(", ", legal);
  }

  private static String scalar(Object value) {
    return value instanceof String || value instanceof Number || value instanceof Boolean
        ? String.valueOf(value)
        : "";
  }

  private static @Nullable BigDecimal decimal(Object value) {
    if (!(value instanceof Number) && !(value instanceof String)) {
      return null;
    }
    try {
      return new BigDecimal(String.valueOf(value).trim());
    } catch (NumberFormatException e) {
      return null; // no number: the same rule is broken
    }
  }
}
