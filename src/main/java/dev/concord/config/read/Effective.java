package dev.concord.config.read;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValueFactory;
import dev.concord.config.Redaction;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The configuration in force: each key that was read, with the value that came of it. Written as
 * JSON, keys as in the configuration, sorted, secrets redacted.
 */
public final class Effective {
  /** By full names. */
  private final TreeMap<String, Object> values = new TreeMap<>();

  /** Takes down a value in the form in which configurations hold it; null: the key has none. */
  void note(String name, @Nullable Object value) {
    if (value == null) {
      values.remove(name);
    } else {
      values.put(name, value);
    }
  }

  /** Takes down a value unless there is one. */
  public void noteFirst(String name, @Nullable Object value) {
    if (value != null) {
      values.putIfAbsent(name, value);
    }
  }

  /** Some blocks, empty where nothing of them was read. */
  public String json(String... blocks) {
    return render(tree(blocks));
  }

  /** A text of {@link #json}, {@code job}, with one more block. */
  String with(String job, String block) {
    return ConfigFactory.parseString(job)
        .withValue(block, ConfigValueFactory.fromAnyRef(tree(block).get(block)))
        .root()
        .render(options());
  }

  private Map<String, @Nullable Object> tree(String... blocks) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    for (String block : blocks) {
      tree.put(block, values.getOrDefault(block, new LinkedHashMap<String, Object>()));
      values.subMap(block + ".", block + "/").forEach((name, value) -> put(tree, name, value));
    }
    return tree;
  }

  @SuppressWarnings("unchecked") // a name with dots goes through blocks, which are made here
  private static void put(Map<String, @Nullable Object> tree, String name, Object value) {
    Map<String, @Nullable Object> at = tree;
    String[] path = name.split("\\.", -1);
    for (int p = 0; p + 1 < path.length; p++) {
      at =
          (Map<String, @Nullable Object>)
              at.computeIfAbsent(path[p], key -> new LinkedHashMap<String, Object>());
    }
    at.put(path[path.length - 1], value);
  }

  private static String render(Map<String, @Nullable Object> tree) {
    return ConfigValueFactory.fromMap(Redaction.tree(tree)).render(options());
  }

  private static ConfigRenderOptions options() {
    return ConfigRenderOptions.concise().setFormatted(true).setJson(true);
  }
}
