package dev.concord.config.read;

import dev.concord.error.InputException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The errors of a configuration, one message a key, in the order found. */
public final class Problems {
  private static final int NAMED = 8;

  private final Map<String, String> messages = new LinkedHashMap<>();
  private final Set<String> expected = new HashSet<>();

  /** Keeps the first message of a key: what follows from a bad value is not news. */
  public void add(String key, String message) {
    if (!expected.contains(key)) {
      messages.putIfAbsent(key, message);
    }
  }

  /** Notes that a key is missing because it stands there under a wrong name, which is a problem. */
  void expect(String key) {
    expected.add(key);
  }

  /**
   * Ends the reading when anything was found.
   *
   * @throws InputException the first message, and the keys of all others; where there are others,
   *     all messages are suppressed exceptions of it
   */
  public void throwIfAny() {
    if (messages.isEmpty()) {
      return;
    }
    List<String> keys = List.copyOf(messages.keySet());
    StringBuilder text = new StringBuilder(messages.get(keys.get(0)));
    int others = keys.size() - 1;
    if (others > 0) {
      text.append(others == 1 ? " One other key is" : " " + others + " other keys are")
          .append(" at fault too: ")
          .append(String.join(", ", keys.subList(1, Math.min(keys.size(), NAMED + 1))))
          .append(others > NAMED ? ", ..." : ".");
    }
    InputException all = new InputException(text.toString());
    if (others > 0) {
      messages.values().forEach(message -> all.addSuppressed(new InputException(message)));
    }
    throw all;
  }
}
