package dev.concord.config.read;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the name a misspelt one was probably meant to be. */
public final class NameSuggestion {
  private NameSuggestion() {}

  /**
   * The known name of least edit distance, the first of equals; empty when all are too far, that
   * is, when more than a third of the letters (and more than two) would have to change.
   */
  public static Optional<String> of(String name, Collection<String> known) {
    String best = null;
    int bestDistance = Integer.MAX_VALUE;
    for (String candidate : known) {
      int distance = distance(name.toLowerCase(Locale.ROOT), candidate.toLowerCase(Locale.ROOT));
      if (distance < bestDistance) {
        bestDistance = distance;
        best = candidate;
      }
    }
    return bestDistance <= Math.max(2, name.length() / 3) && bestDistance < name.length()
        ? Optional.ofNullable(best)
        : Optional.empty();
  }

  /**
   * Edits between two words: insertions, deletions, changes, and swaps of neighbours (optimal
   * string alignment). O(|a|·|b|).
   */
  static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          d[i][j] = i + j;
          continue;
        }
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        d[i][j] = Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + change);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}
