package dev.concord.config.read;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import dev.concord.config.Redaction;
import dev.concord.option.Option;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoublePredicate;
import org.jspecify.annotations.Nullable;

/**
 * One block of a configuration. A key gives the user's value, else the default of reference.conf. A
 * value that breaks its rule is noted in the {@link Problems} and a legal one returned in its
 * place, so that reading goes on; nothing read is used before {@link Problems#throwIfAny}.
 */
final class Section {
  private static final int SHOWN = 80;

  private final String path;
  private final Config user;
  private final Config reference;
  private final String file;
  private final Problems problems;

  /**
   * @param path the block's full name; empty for the whole
   * @param file name of the configuration in messages about a missing key
   */
  Section(String path, Config user, Config reference, String file, Problems problems) {
    this.path = path;
    this.user = user;
    this.reference = reference;
    this.file = file;
    this.problems = problems;
  }

  /** The block {@code child} of this one. */
  Section at(String child) {
    return new Section(name(child), user, reference, file, problems);
  }

  String path() {
    return path;
  }

  /** The full name of a key of this block. */
  String name(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  /** The keys of the block {@code child} in reference.conf, sorted. */
  List<String> known(String child) {
    return reference.getObject(name(child)).keySet().stream().sorted().toList();
  }

  /** The keys of this block in reference.conf, sorted. */
  List<String> known() {
    return reference.getObject(path).keySet().stream().sorted().toList();
  }

  /** Whether the user gave this key a value. */
  boolean given(String key) {
    return userValue(key) != null;
  }

  /**
   * The value of an option in the form in which configurations hold it; null when it is not given
   * and follows from another key.
   */
  @Nullable Object option(Option<?> option) {
    ConfigValue value = value(option.name());
    return value == null ? null : option(option, value);
  }

  private <T> @Nullable Object option(Option<T> option, ConfigValue value) {
    T read = option.type().read(value.unwrapped());
    if (read != null) {
      return option.type().plain(read);
    }
    List<String> words = option.type().words();
    String word = String.valueOf(value.unwrapped());
    Optional<String> near = words.isEmpty() ? Optional.empty() : NameSuggestion.of(word, words);
    refuse(
        option.name(), option.type().rule(), near.map(n -> "did you mean " + n + "?").orElse(null));
    Object fallback = option.plainDefault();
    return fallback == null ? 1 : fallback;
  }

  /** Whether the user gave this key another value than its default. */
  boolean changed(String key) {
    ConfigValue given = userValue(key);
    return given != null
        && !(reference.hasPath(name(key))
            && given.unwrapped().equals(reference.getValue(name(key)).unwrapped()));
  }

  /** A whole number of at least {@code least}. */
  int atLeast(String key, int least) {
    return (int) whole(key, least, Integer.MAX_VALUE, "a whole number of at least " + least);
  }

  /** Any long. */
  long whole(String key) {
    return whole(key, Long.MIN_VALUE, Long.MAX_VALUE, "a whole number of at most 64 bits");
  }

  private long whole(String key, long least, long most, String rule) {
    ConfigValue value = required(key);
    if (value == null) {
      return least;
    }
    try {
      long number = decimal(value).longValueExact();
      if (number >= least && number <= most) {
        return number;
      }
    } catch (ArithmeticException | NumberFormatException e) {
      // Not a whole number, or none at all: the same rule is broken.
    }
    refuse(key, rule);
    return least;
  }

  /** A number in (0, 1), or in (0, 1] with {@code orOne}. */
  double fraction(String key, boolean orOne) {
    ConfigValue value = required(key);
    if (value == null) {
      return 0.5;
    }
    try {
      double number = decimal(value).doubleValue();
      if (number > 0 && (number < 1 || (orOne && number == 1))) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Not a number: the same rule is broken.
    }
    refuse(key, orOne ? "a number above 0 and at most 1" : "a number above 0 and below 1");
    return 0.5;
  }

  /** A finite number above 0. */
  double positive(String key) {
    ConfigValue value = required(key);
    if (value == null) {
      return 1.0;
    }
    try {
      double number = decimal(value).doubleValue();
      if (number > 0 && number < Double.POSITIVE_INFINITY) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Not a number: the same rule is broken.
    }
    refuse(key, "a number above 0");
    return 1.0;
  }

  /** One of {@code words}, or a number above 0; NaN when it is a word, which {@code text} gives. */
  double positiveOr(String key, List<String> words) {
    return wordOrNumber(key, words, "a number above 0", number -> number > 0);
  }

  private double wordOrNumber(
      String key, List<String> words, String rule, DoublePredicate allowed) {
    ConfigValue value = required(key);
    if (value == null || words.contains(String.valueOf(value.unwrapped()))) {
      return Double.NaN;
    }
    double number = Double.NaN;
    try {
      number = decimal(value).doubleValue();
    } catch (NumberFormatException e) {
      // Not a number: the same rule is broken.
    }
    if (!Double.isFinite(number) || !allowed.test(number)) {
      refuse(key, words.isEmpty() ? rule : String.join(", ", words) + " or " + rule);
    }
    return number;
  }

  /** true or false, in HOCON's spellings. */
  boolean flag(String key) {
    ConfigValue value = required(key);
    String word = value == null ? "false" : String.valueOf(value.unwrapped());
    if (List.of("true", "yes", "on").contains(word)) {
      return true;
    }
    if (!List.of("false", "no", "off").contains(word)) {
      refuse(key, "true or false");
    }
    return false;
  }

  /** One of {@code legal}. */
  String choice(String key, List<String> legal) {
    ConfigValue value = required(key);
    if (value == null) {
      return legal.get(0);
    }
    String word = isScalar(value) ? String.valueOf(value.unwrapped()) : "";
    if (!legal.contains(word)) {
      Optional<String> near = NameSuggestion.of(word, legal);
      refuse(
          key,
          (legal.size() == 1 ? "" : "one of ") + String.join(", ", legal),
          near.map(n -> "did you mean " + n + "?").orElse(null));
      return legal.get(0);
    }
    return word;
  }

  /** A list of different words out of {@code legal}. */
  List<String> choices(String key, List<String> legal) {
    List<String> words = texts(key, true);
    for (String word : words) {
      if (!word.isEmpty() && !legal.contains(word)) {
        refuse(
            key,
            "a list of some of " + String.join(", ", legal),
            NameSuggestion.of(word, legal).map(n -> "did you mean " + n + "?").orElse(null));
        return words;
      }
    }
    return words;
  }

  /** A constant of {@code type}; SELF_TUNING is written self-tuning. */
  <E extends Enum<E>> E choice(String key, Class<E> type) {
    List<E> constants = Arrays.asList(type.getEnumConstants());
    List<String> words = constants.stream().map(Section::word).toList();
    return constants.get(words.indexOf(choice(key, words)));
  }

  /** How a constant is written in a configuration. */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Text that must be there and not be blank. */
  String text(String key) {
    ConfigValue value = required(key);
    return value == null ? "" : text(key, value);
  }

  /** Text, or null when neither the user nor reference.conf gives any. */
  @Nullable String optionalText(String key) {
    ConfigValue value = value(key);
    return value == null ? null : text(key, value);
  }

  private String text(String key, ConfigValue value) {
    String text = isScalar(value) ? value.atKey("v").getString("v") : "";
    if (text.isBlank()) {
      refuse(key, "text that is not blank");
    }
    return text;
  }

  /** A path that must be there; one that begins with a tilde is refused. */
  String pathText(String key) {
    String text = text(key);
    refuseTilde(key, text);
    return text;
  }

  /** A path, or null when none is given; one that begins with a tilde is refused. */
  @Nullable String optionalPath(String key) {
    String text = optionalText(key);
    if (text != null) {
      refuseTilde(key, text);
    }
    return text;
  }

  /** Refuses a path that begins with a tilde. */
  void refuseTilde(String key, String path) {
    HomeFolder.problem(path)
        .ifPresent(wrong -> problem(key, place(key) + " = " + path + ": " + wrong + "."));
  }

  /** A list of distinct texts, or with {@code orOne} a single one; empty when not given. */
  List<String> texts(String key, boolean orOne) {
    ConfigValue value = value(key);
    if (value == null) {
      return List.of();
    }
    if (orOne && isScalar(value)) {
      return List.of(text(key, value));
    }
    List<String> out = new ArrayList<>();
    boolean legal = value.valueType() == ConfigValueType.LIST;
    if (legal) {
      for (ConfigValue item : (ConfigList) value) {
        String text = isScalar(item) ? item.atKey("v").getString("v") : "";
        legal &= !text.isBlank() && !out.contains(text);
        out.add(text);
      }
    }
    if (!legal || out.isEmpty()) {
      refuse(key, (orOne ? "text, or " : "") + "a list of different texts, none of them blank");
    }
    return List.copyOf(out);
  }

  /** A list of texts and of lists of texts, every text once; each entry as a list. */
  List<List<String>> groups(String key) {
    ConfigValue value = value(key);
    if (value == null) {
      return List.of();
    }
    List<List<String>> groups = new ArrayList<>();
    List<String> all = new ArrayList<>();
    boolean legal = value.valueType() == ConfigValueType.LIST && !((ConfigList) value).isEmpty();
    if (legal) {
      for (ConfigValue entry : (ConfigList) value) {
        List<ConfigValue> items = entry instanceof ConfigList list ? list : List.of(entry);
        List<String> group = new ArrayList<>();
        for (ConfigValue item : items) {
          String text = isScalar(item) ? item.atKey("v").getString("v") : "";
          legal &= !text.isBlank() && !all.contains(text);
          group.add(text);
          all.add(text);
        }
        legal &= !group.isEmpty();
        groups.add(List.copyOf(group));
      }
    }
    if (!legal) {
      refuse(key, "a list of different texts, or of lists of them: a class each");
    }
    return List.copyOf(groups);
  }

  /** Different finite numbers that pass a test, one or a list; empty when not given. */
  List<Double> numbers(String key, String rule, DoublePredicate allowed) {
    List<Double> numbers = new ArrayList<>();
    for (String text : texts(key, true)) {
      double number = Double.NaN;
      try {
        number = new BigDecimal(text.trim()).doubleValue();
      } catch (NumberFormatException e) {
        // Not a number: the same rule is broken.
      }
      if (!Double.isFinite(number) || !allowed.test(number) || numbers.contains(number)) {
        refuse(key, rule);
        return List.of();
      }
      numbers.add(number);
    }
    return List.copyOf(numbers);
  }

  /** The names of the blocks under {@code child}, in the order in which they were written. */
  List<String> blocks(String child) {
    if (!given(child)) {
      return List.of();
    }
    ConfigValue value = user.getValue(name(child));
    if (!(value instanceof ConfigObject object)) {
      return List.of();
    }
    List<String> names = new ArrayList<>(object.keySet());
    names.sort(
        java.util.Comparator.comparingInt((String n) -> line(object.get(n)))
            .thenComparing(java.util.Comparator.naturalOrder()));
    return names;
  }

  private static int line(@Nullable ConfigValue value) {
    return value == null ? Integer.MAX_VALUE : value.origin().lineNumber();
  }

  /** A free-form block, nested keys joined by dots; every value a text, number or truth value. */
  Map<String, String> options(String key) {
    ConfigValue value = userValue(key);
    if (value == null || value.valueType() != ConfigValueType.OBJECT) {
      return Map.of();
    }
    Map<String, String> out = new LinkedHashMap<>();
    Config block = ((ConfigObject) value).toConfig();
    block.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            entry -> {
              String option = String.join(".", ConfigUtil.splitPath(entry.getKey()));
              if (isScalar(entry.getValue())) {
                out.put(option, block.getString(entry.getKey()));
              } else {
                refuse(name(key) + "." + option, entry.getValue(), "one text or number", null);
              }
            });
    return Collections.unmodifiableMap(out);
  }

  /** Notes that {@code key} must be {@code rule}, with the default as the way out. */
  void refuse(String key, String rule) {
    refuse(key, rule, null);
  }

  /** The same with a remedy of its own. */
  void refuse(String key, String rule, @Nullable String remedy) {
    refuse(name(key), value(key), rule, remedy);
  }

  /** Notes a problem of several keys, in the words given. */
  void problem(String key, String message) {
    problems.add(name(key), message);
  }

  /** "graph.neighbors (conf/a.conf: 7)": a key and where its value stands. */
  String place(String key) {
    ConfigValue value = value(key);
    return name(key) + (value == null ? "" : " (" + value.origin().description() + ")");
  }

  private void refuse(
      String fullKey, @Nullable ConfigValue value, String rule, @Nullable String remedy) {
    String shown = value == null ? "null" : show(fullKey, value);
    String origin = value == null ? "" : " (" + value.origin().description() + ")";
    String change =
        remedy != null
            ? remedy
            : reference.hasPath(fullKey)
                ? "change it, or leave it out for the default, "
                    + show(fullKey, reference.getValue(fullKey))
                    + "."
                : "change it.";
    problems.add(fullKey, fullKey + " = " + shown + origin + " must be " + rule + "; " + change);
  }

  private static String show(String key, ConfigValue value) {
    String text =
        isScalar(value)
            ? String.valueOf(value.atKey("v").getString("v"))
            : value.render(ConfigRenderOptions.concise());
    String safe =
        isScalar(value) || Redaction.isSecret(key)
            ? Redaction.value(key, text)
            : Redaction.text(text);
    return safe.length() <= SHOWN
        ? (safe.isBlank() ? "\"" + safe + "\"" : safe)
        : safe.substring(0, SHOWN) + "...";
  }

  private static boolean isScalar(ConfigValue value) {
    return value.valueType() == ConfigValueType.NUMBER
        || value.valueType() == ConfigValueType.STRING
        || value.valueType() == ConfigValueType.BOOLEAN;
  }

  private static BigDecimal decimal(ConfigValue value) {
    if (value.valueType() == ConfigValueType.NUMBER
        || value.valueType() == ConfigValueType.STRING) {
      return new BigDecimal(String.valueOf(value.unwrapped()).trim());
    }
    throw new NumberFormatException("not a number");
  }

  private @Nullable ConfigValue required(String key) {
    ConfigValue value = value(key);
    if (value == null) {
      problems.add(
          name(key), name(key) + " is missing in " + file + " and has no default; " + remedy(key));
    }
    return value;
  }

  private String remedy(String key) {
    ConfigValue documented = reference.getObject(path).get(key);
    String meaning =
        documented == null ? "" : String.join("", documented.origin().comments()).trim();
    return "add it" + (meaning.isEmpty() ? "." : ": " + meaning);
  }

  private @Nullable ConfigValue value(String key) {
    ConfigValue given = userValue(key);
    if (given != null) {
      return given;
    }
    return reference.hasPath(name(key)) ? reference.getValue(name(key)) : null;
  }

  private @Nullable ConfigValue userValue(String key) {
    return user.hasPath(name(key)) ? user.getValue(name(key)) : null;
  }
}
