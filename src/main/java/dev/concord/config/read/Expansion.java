package dev.concord.config.read;

import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import dev.concord.error.InputException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A bound on the length of a configuration after its substitutions, from the configuration before
 * them: ten lines that each repeat the one before ten times are ten billion texts.
 */
final class Expansion {
  /** Letters of the whole. */
  private static final double LONGEST = 1e7;

  /** Substitutions whose values have substitutions, one within the other. */
  private static final int DEEPEST = 32;

  private static final Pattern REFERENCE = Pattern.compile("\\$\\{\\??([^}]*)\\}");

  /** The values that are no block, by path. */
  private final TreeMap<String, Leaf> leaves = new TreeMap<>();

  private final String origin;
  private final List<Leaf> open = new ArrayList<>();

  private Expansion(String origin) {
    this.origin = origin;
  }

  private static final class Leaf {
    private final int length;
    private final Map<String, Integer> references = new HashMap<>();
    private double size = -1.0;
    private boolean cyclic;

    Leaf(String text) {
      length = text.length() + 1;
      Matcher reference = REFERENCE.matcher(text);
      while (reference.find()) {
        references.merge(Expansion.path(reference.group(1)), 1, Integer::sum);
      }
    }
  }

  /**
   * Checks a configuration whose substitutions are not resolved.
   *
   * @throws InputException when it can become too long
   */
  static void requireSmall(ConfigObject root, String origin) {
    Expansion expansion = new Expansion(origin);
    expansion.collect("", root);
    double total = 0.0;
    for (Leaf leaf : expansion.leaves.values()) {
      total += expansion.size(leaf);
    }
    if (total * expansion.repetition() > LONGEST) {
      throw expansion.refusal();
    }
  }

  private InputException refusal() {
    return new InputException(
        ("%s: its substitutions, such as ${name}, put values into each other that become more than"
                + " 10,000,000 letters, or more than %s deep; write the values themselves, and a"
                + " list that += makes as one list.")
            .formatted(origin, DEEPEST));
  }

  /** Every name is ended by a letter that no name has, so that a path begins those below it. */
  private static String path(String expression) {
    try {
      return String.join("\0", ConfigUtil.splitPath(expression.strip())) + "\0";
    } catch (ConfigException e) {
      return ""; // refers to nothing; the library reports it
    }
  }

  private void collect(String path, ConfigObject block) {
    for (Map.Entry<String, ConfigValue> entry : block.entrySet()) {
      String name = path + entry.getKey() + "\0";
      if (entry.getValue() instanceof ConfigObject inner && isMade(inner)) {
        collect(name, inner);
      } else {
        String text = entry.getValue().render(ConfigRenderOptions.concise());
        leaves.put(name, new Leaf(text));
      }
    }
  }

  /** Whether the keys of a block are known before substitutions are resolved. */
  private static boolean isMade(ConfigObject block) {
    try {
      return block.keySet() != null;
    } catch (ConfigException.NotResolved e) {
      return false;
    }
  }

  /** The length with the values of all references in it, those to itself left out. */
  private double size(Leaf leaf) {
    if (leaf.size >= 0.0) {
      return leaf.size;
    }
    if (open.size() > DEEPEST) {
      throw refusal();
    }
    open.add(leaf);
    double size = leaf.length;
    for (Map.Entry<String, Integer> reference : leaf.references.entrySet()) {
      for (Leaf target : targets(reference.getKey())) {
        int at = open.indexOf(target);
        if (at < 0) {
          size += reference.getValue() * size(target);
        } else {
          open.subList(at, open.size()).forEach(on -> on.cyclic = true);
        }
      }
    }
    open.remove(open.size() - 1);
    leaf.size = size;
    return size;
  }

  /** The values at a path, below it, or of the block above it that is not made yet. */
  private List<Leaf> targets(String path) {
    List<Leaf> found = new ArrayList<>();
    if (path.isEmpty()) {
      return found;
    }
    found.addAll(leaves.subMap(path, path + Character.MAX_VALUE).values());
    for (int end = path.indexOf('\0'); end >= 0; end = path.indexOf('\0', end + 1)) {
      Leaf above = leaves.get(path.substring(0, end + 1));
      if (above != null && end + 1 < path.length()) {
        found.add(above);
      }
    }
    return found;
  }

  /**
   * How often values can be repeated that refer to their own earlier ones, as of +=: c references
   * in any order at most 3^(c/3) times.
   */
  private double repetition() {
    int count = 0;
    for (Leaf leaf : leaves.values()) {
      if (leaf.cyclic) {
        for (Map.Entry<String, Integer> reference : leaf.references.entrySet()) {
          if (targets(reference.getKey()).stream().anyMatch(target -> target.cyclic)) {
            count += reference.getValue();
          }
        }
      }
    }
    return StrictMath.pow(3.0, count / 3.0);
  }
}
