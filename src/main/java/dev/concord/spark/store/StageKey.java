package dev.concord.spark.store;

import dev.concord.spark.files.ContentHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a stage's result depends on, by name: settings, fingerprints of inputs, content
 * hashes of the stages before. Two equal keys mean equal results. No secrets are in it: the
 * settings are the redacted ones.
 *
 * @param parts in the order of their names
 */
public record StageKey(Map<String, String> parts) {
  /** Values longer than this are not repeated in a message. */
  private static final int SHOWN = 60;

  public StageKey {
    parts = Collections.unmodifiableMap(new TreeMap<>(parts));
  }

  public static StageKey of(Map<String, String> parts) {
    return new StageKey(parts);
  }

  /** With one more part. */
  public StageKey with(String name, String value) {
    return with(Map.of(name, value));
  }

  /** With more parts. */
  public StageKey with(Map<String, String> more) {
    Map<String, String> all = new TreeMap<>(parts);
    all.putAll(more);
    return new StageKey(all);
  }

  /** Without the parts whose names begin with one of these. */
  public StageKey without(String... prefixes) {
    Map<String, String> rest = new TreeMap<>(parts);
    rest.keySet().removeIf(name -> Arrays.stream(prefixes).anyMatch(name::startsWith));
    return new StageKey(rest);
  }

  /** 64 hexadecimal digits that stand for the whole key. */
  public String digest() {
    ContentHash hash = new ContentHash();
    parts.forEach((name, value) -> hash.add(name).add(value));
    return hash.hex();
  }

  /** In words, how this key differs from an earlier one; a few of the differences. */
  public String differenceFrom(Map<String, String> earlier) {
    List<String> found = new ArrayList<>();
    Map<String, String> all = new TreeMap<>(earlier);
    all.putAll(parts);
    for (String name : all.keySet()) {
      String was = earlier.get(name);
      String is = parts.get(name);
      if (!Objects.equals(was, is)) {
        found.add(difference(name, was, is));
      }
    }
    int shown = Math.min(3, found.size());
    String text = String.join("; ", found.subList(0, shown));
    return found.size() > shown ? text + "; and " + (found.size() - shown) + " more" : text;
  }

  private static String difference(String name, @Nullable String was, @Nullable String is) {
    if (was == null) {
      return name + " is new";
    }
    if (is == null) {
      return name + " is gone";
    }
    return was.length() > SHOWN || is.length() > SHOWN
        ? name + " is another"
        : name + " was " + was + ", is " + is;
  }
}
