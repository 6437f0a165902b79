package dev.concord.config.read;

import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValue;
import dev.concord.error.InputException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The keys of reference.conf, their defaults and meanings, as people are shown them. */
public final class KeyList {
  private KeyList() {}

  /**
   * A key.
   *
   * @param name in full
   * @param fallback its default as a configuration has it; empty for a block with keys of its own
   * @param meaning one paragraph, which may be empty
   */
  public record Key(String name, String fallback, String meaning) {}

  /**
   * The keys and blocks that begin with a prefix, which ends where a name ends, in the order of the
   * file; an empty prefix for all.
   *
   * @throws InputException when there is none
   */
  public static List<Key> of(String prefix) {
    List<Key> all = new ArrayList<>();
    ConfigObject root = ConfigLoader.reference().root();
    collect("", root, all);
    String wanted = prefix.replaceAll("[.]+$", "");
    List<Key> found =
        all.stream()
            .filter(
                key ->
                    wanted.isEmpty()
                        || key.name().equals(wanted)
                        || key.name().startsWith(wanted + "."))
            .toList();
    if (found.isEmpty()) {
      List<String> names = all.stream().map(Key::name).toList();
      throw new InputException(
          "config: no key begins with "
              + prefix
              + NameSuggestion.of(wanted, names)
                  .map(near -> "; did you mean " + near + "?")
                  .orElse("")
              + "; the blocks are "
              + root.keySet().stream().sorted().collect(Collectors.joining(", ")));
    }
    return found;
  }

  private static void collect(String prefix, ConfigObject block, List<Key> into) {
    block.entrySet().stream()
        .sorted(
            Comparator.comparingInt(
                    (Map.Entry<String, ConfigValue> entry) ->
                        entry.getValue().origin().lineNumber())
                .thenComparing(Map.Entry::getKey))
        .forEach(
            entry -> {
              String name = prefix + entry.getKey();
              ConfigValue value = entry.getValue();
              boolean leads = value instanceof ConfigObject inner && !inner.isEmpty();
              into.add(new Key(name, leads ? "" : fallback(value), meaning(value)));
              if (value instanceof ConfigObject inner) {
                collect(name + ".", inner, into);
              }
            });
  }

  private static String fallback(ConfigValue value) {
    String text = value.render(ConfigRenderOptions.concise());
    boolean plain = value instanceof ConfigList || value instanceof ConfigObject;
    return plain ? text : text.replaceFirst("^\"([\\w.-]+)\"$", "$1");
  }

  /** The last paragraph of the comment above it. */
  private static String meaning(ConfigValue value) {
    List<String> lines = value.origin().comments();
    int blank = lines.size();
    while (blank > 0 && !lines.get(blank - 1).isBlank()) {
      blank--;
    }
    return lines.subList(blank, lines.size()).stream()
        .map(String::strip)
        .collect(Collectors.joining(" "));
  }
}
