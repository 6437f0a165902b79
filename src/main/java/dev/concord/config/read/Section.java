package dev.concord.config.read;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import dev.concord.config.Redaction;
import dev.concord.method.NumberOrWord;
import dev.concord.method.Option;
import dev.concord.method.OptionType;
import dev.concord.method.OptionTypes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoublePredicate;
import org.jspecify.annotations.Nullable;

/**
 * One block of a configuration. A key gives the user's value, else the default of reference.conf. A
 * value that breaks its rule is noted in the {@link Problems} and a legal one returned in its
 * place, so that reading goes on; nothing read is used before {@link Problems#throwIfAny}.
 *
 * <p>What is read is also what is reported: a method that reads a key takes down its value in the
 * {@link Effective} configuration. Where the value in force is another, {@link #note} says so.
 */
public record Section(String path, LayeredConfig config) {
  /**
   * @param path the block's full name; empty for the whole
   * @param file name of the configuration in messages about a missing key
   */
  public Section(String path, Config user, Config reference, String file, Problems problems) {
    this(path, new LayeredConfig(user, reference, file, problems));
  }

  /** The block {@code child} of this one. */
  public Section at(String child) {
    return new Section(name(child), config);
  }

  /** The keys with one value that were read so far, of this block and all others. */
  Map<String, DeclaredKey> declared() {
    return config.declared();
  }

  /** What was read so far, of this block and all others. */
  public Effective effective() {
    return config.effective();
  }

  /** Reports a value of a key that is not the one read; null: the key has none. */
  public void note(String key, @Nullable Object value) {
    effective().note(name(key), value);
  }

  /** The full name of a key of this block. */
  public String name(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  /** The keys of the block {@code child} in reference.conf, sorted. */
  public List<String> known(String child) {
    return config.known(name(child));
  }

  /** Whether the user gave this key a value. */
  public boolean given(String key) {
    return config.given(name(key)) != null;
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
    T read = checked(option.name(), option.type(), value);
    Object plain = read == null ? option.plainDefault() : option.type().plain(read);
    return plain == null ? 1 : plain;
  }

  /** The value that a type reads; null, and a problem, when it breaks the rule of the type. */
  private <T> @Nullable T checked(String key, OptionType<T> type, ConfigValue value) {
    T read = type.read(value.unwrapped());
    if (read == null) {
      String word = Scalars.is(value) ? String.valueOf(value.unwrapped()) : "";
      refuse(key, type.rule(), suggestion(word, type.words()));
    }
    return read;
  }

  /** A value of a type; {@code otherwise} when there is none or it breaks the rule. */
  private <T> T read(String key, OptionType<T> type, T otherwise) {
    config.declare(name(key), type);
    ConfigValue value = required(key);
    T read = value == null ? null : checked(key, type, value);
    if (read == null) {
      return otherwise;
    }
    note(key, type.plain(read));
    return read;
  }

  /** Whether the user gave this key another value than its default. */
  boolean changed(String key) {
    ConfigValue given = config.given(name(key));
    ConfigValue fallback = config.fallback(name(key));
    return given != null && !(fallback != null && given.unwrapped().equals(fallback.unwrapped()));
  }

  /** A whole number of at least {@code least}. */
  public int atLeast(String key, int least) {
    return read(key, OptionTypes.whole(least), least);
  }

  /** Any long. */
  public long whole(String key) {
    return read(key, OptionTypes.longs(), 0L);
  }

  /** A number in (0, 1]. */
  double share(String key) {
    return read(key, OptionTypes.share(), 1.0);
  }

  /** A share that {@code allowed} admits; null where there is none, or the word {@code none}. */
  public @Nullable Double shareOrNone(String key, String rule, DoublePredicate allowed) {
    ConfigValue value = value(key);
    if (value == null || Scalars.text(value).trim().equalsIgnoreCase("none")) {
      return null;
    }
    double share = Scalars.number(value);
    if (!allowed.test(share)) {
      refuse(key, rule, "change it, or leave it out.");
      return null;
    }
    note(key, share);
    return share;
  }

  /** A finite number above 0. */
  public double positive(String key) {
    return read(key, OptionTypes.positive(), 1.0);
  }

  /** One of {@code words}, or a number above 0. */
  NumberOrWord positiveOr(String key, String... words) {
    return read(key, OptionTypes.positiveOr(words), NumberOrWord.of(1.0));
  }

  /** true or false, in HOCON's spellings. */
  public boolean flag(String key) {
    return read(key, OptionTypes.flag(), false);
  }

  /** True or false, or the word {@code word}. */
  Object flagOr(String key, String word) {
    return read(key, OptionTypes.flagOr(word), (Object) false);
  }

  /** One of {@code legal}. */
  public String choice(String key, List<String> legal) {
    return read(key, OptionTypes.word(legal.toArray(String[]::new)), legal.get(0));
  }

  /** A constant of {@code type}; SELF_TUNING is written self-tuning. */
  <E extends Enum<E>> E choice(String key, Class<E> type) {
    return read(key, OptionTypes.choice(type), type.getEnumConstants()[0]);
  }

  /** Text that must be there and not be blank. */
  public String text(String key) {
    ConfigValue value = required(key);
    return value == null ? "" : text(key, value);
  }

  /** Text, or null when neither the user nor reference.conf gives any. */
  public @Nullable String optionalText(String key) {
    ConfigValue value = value(key);
    return value == null ? null : text(key, value);
  }

  private String text(String key, ConfigValue value) {
    String text = legalText(key, value);
    note(key, text);
    return text;
  }

  private String legalText(String key, ConfigValue value) {
    String text = Scalars.text(value);
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
  public List<String> texts(String key, boolean orOne) {
    List<String> texts = list(key, orOne);
    note(key, texts.isEmpty() ? null : texts);
    return texts;
  }

  private List<String> list(String key, boolean orOne) {
    ConfigValue value = value(key);
    if (value == null) {
      return List.of();
    }
    if (orOne && Scalars.is(value)) {
      return List.of(legalText(key, value));
    }
    List<String> out = new ArrayList<>();
    boolean legal = value.valueType() == ConfigValueType.LIST;
    if (legal) {
      for (ConfigValue item : (ConfigList) value) {
        String text = Scalars.text(item);
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
  public List<List<String>> groups(String key) {
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
          String text = Scalars.text(item);
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
    note(key, List.copyOf(groups));
    return List.copyOf(groups);
  }

  /** Different finite numbers that pass a test, one or a list; empty when not given. */
  public List<Double> numbers(String key, String rule, DoublePredicate allowed) {
    List<Double> numbers = new ArrayList<>();
    for (String text : list(key, true)) {
      double number = Scalars.number(text);
      if (!Double.isFinite(number) || !allowed.test(number) || numbers.contains(number)) {
        refuse(key, rule);
        return List.of();
      }
      numbers.add(number);
    }
    return List.copyOf(numbers);
  }

  /** The names of the blocks under {@code child}, in the order in which they were written. */
  public List<String> blocks(String child) {
    return config.blocks(name(child));
  }

  /** A free-form block, nested keys joined by dots; every value a text, number or truth value. */
  Map<String, String> options(String key) {
    ConfigValue value = config.given(name(key));
    Map<String, String> options =
        value instanceof ConfigObject block ? options(key, block) : Map.of();
    note(key, Redaction.options(options));
    return options;
  }

  private Map<String, String> options(String key, ConfigObject value) {
    Map<String, String> out = new LinkedHashMap<>();
    Config block = value.toConfig();
    block.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            entry -> {
              String option = String.join(".", ConfigUtil.splitPath(entry.getKey()));
              if (Scalars.is(entry.getValue())) {
                out.put(option, block.getString(entry.getKey()));
              } else {
                String name = name(key) + "." + option;
                config.problem(
                    name,
                    "%s = %s (%s) must be one text or number; change it."
                        .formatted(name, Redaction.TEXT, entry.getValue().origin().description()));
              }
            });
    return Collections.unmodifiableMap(out);
  }

  /** Notes that {@code key} must be {@code rule}, with the default as the way out. */
  public void refuse(String key, String rule) {
    refuse(key, rule, null);
  }

  /** The same with a remedy of its own. */
  public void refuse(String key, String rule, @Nullable String remedy) {
    config.refuse(name(key), value(key), rule, remedy);
  }

  /** Notes a problem of several keys, in the words given. */
  public void problem(String key, String message) {
    config.problem(name(key), message);
  }

  /** "graph.neighbors (conf/a.conf: 7)": a key and where its value stands. */
  public String place(String key) {
    ConfigValue value = value(key);
    return name(key) + (value == null ? "" : " (" + value.origin().description() + ")");
  }

  private static @Nullable String suggestion(String word, List<String> legal) {
    return NameSuggestion.of(word, legal).map(near -> "did you mean " + near + "?").orElse(null);
  }

  /** Whether a key that must have a value has one; notes a problem when it has none. */
  boolean isThere(String key) {
    return required(key) != null;
  }

  private @Nullable ConfigValue required(String key) {
    return config.required(path, key);
  }

  @Nullable ConfigValue value(String key) {
    return config.value(name(key));
  }
}
