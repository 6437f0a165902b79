package dev.concord.constraint;

import java.util.List;

/** Lists in messages, kept short. */
final class ProofText {
  /** Entries a message shows of one chain. */
  static final int SHOWN = 12;

  private ProofText() {}

  /** The links in order, with the middle left out when there are more than {@link #SHOWN}. */
  static String chain(List<String> links) {
    int count = links.size();
    if (count <= SHOWN) {
      return String.join(", ", links);
    }
    int half = SHOWN / 2;
    return String.join(", ", links.subList(0, half))
        + ", ... ("
        + (count - 2 * half)
        + " more links) ..., "
        + String.join(", ", links.subList(count - half, count));
  }

  /** The first entries, and how many more there are. */
  static String list(List<String> entries, int total) {
    String shown = String.join(", ", entries);
    return total > entries.size() ? shown + " and " + (total - entries.size()) + " more" : shown;
  }
}
