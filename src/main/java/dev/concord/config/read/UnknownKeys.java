package dev.concord.config.read;

import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Refuses keys that reference.conf does not hold, but for those of free blocks. */
public record UnknownKeys(ConfigObject reference, Problems problems) {
  /** Blocks whose keys are names of the user's, unless reference.conf lists some. */
  private static final Set<String> FREE = Set.of("options", "dates", "numbers");

  /** Notes every key of {@code user} that is unknown, and every block that is none. */
  public static void check(ConfigObject user, ConfigObject reference, Problems problems) {
    new UnknownKeys(reference, problems).check("", user, reference);
  }

  private void check(String path, ConfigObject user, ConfigObject known) {
    user.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            entry -> {
              String key = entry.getKey();
              String name = path.isEmpty() ? key : path + "." + key;
              ConfigValue given = entry.getValue();
              ConfigValue documented = known.get(key);
              if (documented == null) {
                problems.add(name, unknown(path, key, name, given, known));
                sibling(key, known)
                    .filter(meant -> !user.containsKey(meant))
                    .ifPresent(
                        meant -> problems.expect(path.isEmpty() ? meant : path + "." + meant));
              } else if (documented instanceof ConfigObject block) {
                checkBlock(name, key, given, block);
              }
            });
  }

  private void checkBlock(String name, String key, ConfigValue given, ConfigObject block) {
    if (given.valueType() == ConfigValueType.NULL || mayBeValue(key, given)) {
      return;
    }
    if (!(given instanceof ConfigObject inner)) {
      problems.add(
          name,
          "%s (%s) must be a block of keys, %s { ... }; it is a %s."
              .formatted(
                  name,
                  given.origin().description(),
                  name,
                  given.valueType().name().toLowerCase(Locale.ROOT)));
    } else if (!FREE.contains(key) || !block.isEmpty()) {
      check(name, inner, block);
    }
  }

  /** Whether a key may have a text or a list where reference.conf has a block. */
  private static boolean mayBeValue(String key, ConfigValue given) {
    return ExclusiveSection.mayBeText(key, given) || FormatSection.mayBeList(key, given);
  }

  private String unknown(
      String path, String key, String name, ConfigValue given, ConfigObject known) {
    String place = " It stands in " + given.origin().description() + "; rename or remove it.";
    List<String> all = new ArrayList<>();
    collect("", reference, all);
    Optional<String> meant =
        sibling(key, known)
            .map(near -> path.isEmpty() ? near : path + "." + near)
            .or(
                () ->
                    all.stream()
                        .filter(full -> full.substring(full.lastIndexOf('.') + 1).equals(key))
                        .findFirst())
            .or(() -> NameSuggestion.of(name, all));
    if (meant.isPresent()) {
      return name + " unknown; did you mean " + meant.get() + "?" + place;
    }
    return name
        + " unknown; "
        + (path.isEmpty() ? "the blocks are " : path + " holds ")
        + String.join(", ", known.keySet().stream().sorted().toList())
        + "."
        + place;
  }

  /** The key of a block that was probably meant. */
  private static Optional<String> sibling(String key, ConfigObject known) {
    return NameSuggestion.of(key, known.keySet().stream().sorted().toList());
  }

  private static void collect(String path, ConfigObject block, List<String> into) {
    block.keySet().stream()
        .sorted()
        .forEach(
            key -> {
              String name = path.isEmpty() ? key : path + "." + key;
              into.add(name);
              if (block.get(key) instanceof ConfigObject inner) {
                collect(name, inner, into);
              }
            });
  }
}
