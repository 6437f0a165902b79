package dev.concord.config.read;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValue;
import dev.concord.config.Redaction;
import dev.concord.method.OptionType;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The user's configuration over reference.conf, and the problems found in it. Keys are full names
 * unless said otherwise.
 */
final class LayeredConfig {
  /** Characters of a value in a message, at most. */
  private static final int SHOWN = 80;

  private final Config user;
  private final Config reference;
  private final String file;
  private final Problems problems;
  private final Effective effective = new Effective();
  private final Map<String, DeclaredKey> declared = new TreeMap<>();

  /**
   * @param file name of the configuration in messages about a missing key
   */
  LayeredConfig(Config user, Config reference, String file, Problems problems) {
    this.user = user;
    this.reference = reference;
    this.file = file;
    this.problems = problems;
  }

  /** Takes down what a reader declares of a key. */
  void declare(String key, OptionType<?> type) {
    ConfigValue fallback = fallback(key);
    declared.put(
        key,
        new DeclaredKey(fallback == null ? null : fallback.unwrapped(), type.rule(), type.words()));
  }

  /** The keys read so far, by full names. */
  Map<String, DeclaredKey> declared() {
    return Collections.unmodifiableMap(declared);
  }

  /** What was read so far. */
  Effective effective() {
    return effective;
  }

  /** The keys of a block of reference.conf, sorted. */
  List<String> known(String block) {
    return reference.getObject(block).keySet().stream().sorted().toList();
  }

  /** The names of the user's blocks in a block, in the order in which they were written. */
  List<String> blocks(String block) {
    if (!(given(block) instanceof ConfigObject object)) {
      return List.of();
    }
    return object.keySet().stream()
        .sorted(
            Comparator.comparingInt((String name) -> line(object.get(name)))
                .thenComparing(Comparator.naturalOrder()))
        .toList();
  }

  private static int line(@Nullable ConfigValue value) {
    return value == null ? Integer.MAX_VALUE : value.origin().lineNumber();
  }

  /** The user's value, else the default; null when there is neither. */
  @Nullable ConfigValue value(String key) {
    ConfigValue given = given(key);
    return given != null ? given : fallback(key);
  }

  /** The user's value, or null. */
  @Nullable ConfigValue given(String key) {
    return user.hasPath(key) ? user.getValue(key) : null;
  }

  /** The default, or null. */
  @Nullable ConfigValue fallback(String key) {
    return reference.hasPath(key) ? reference.getValue(key) : null;
  }

  /**
   * The value of a key that must have one; null, and a problem, when there is none.
   *
   * @param block full name of a block; empty for the whole
   * @param key within the block
   */
  @Nullable ConfigValue required(String block, String key) {
    String name = block.isEmpty() ? key : block + "." + key;
    ConfigValue value = value(name);
    if (value == null) {
      problem(name, name + " is missing in " + file + " and has no default; " + remedy(block, key));
    }
    return value;
  }

  private String remedy(String block, String key) {
    ConfigValue documented = reference.getObject(block).get(key);
    String meaning =
        documented == null ? "" : String.join("", documented.origin().comments()).trim();
    return "add it" + (meaning.isEmpty() ? "." : ": " + meaning);
  }

  /** Notes a problem in the words given. */
  void problem(String key, String message) {
    problems.add(key, message);
  }

  /**
   * Notes that a value breaks its rule.
   *
   * @param remedy what to do; null for the default as the way out
   */
  void refuse(String key, @Nullable ConfigValue value, String rule, @Nullable String remedy) {
    String shown = value == null ? "null" : show(value);
    String origin = value == null ? "" : " (" + value.origin().description() + ")";
    ConfigValue fallback = fallback(key);
    String change =
        remedy != null
            ? remedy
            : fallback != null
                ? "change it, or leave it out for the default, " + show(fallback) + "."
                : "change it.";
    problem(key, key + " = " + shown + origin + " must be " + rule + "; " + change);
  }

  private static String show(ConfigValue value) {
    String text = Scalars.is(value) ? Scalars.text(value) : rendered(value);
    String safe = Redaction.text(text);
    return safe.length() <= SHOWN
        ? (safe.isBlank() ? "\"" + safe + "\"" : safe)
        : safe.substring(0, SHOWN) + "...";
  }

  /** A list as it was written; a block may hold options of a source and is not shown. */
  private static String rendered(ConfigValue value) {
    String text = value.render(ConfigRenderOptions.concise());
    boolean block = text.indexOf('{') >= 0 && !text.equals("{}");
    return !block ? text : value instanceof ConfigObject ? "{...}" : "[...]";
  }
}
