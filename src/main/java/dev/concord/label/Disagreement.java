package dev.concord.label;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A pair about which people said different things. It counts as unsure.
 *
 * @param rows what each said, in the order of the table
 */
public record Disagreement(List<LabelRow> rows) {
  public Disagreement {
    rows = List.copyOf(rows);
  }

  /** The disagreements in a table of answers, in the order of their first rows. */
  public static List<Disagreement> in(List<LabelRow> rows) {
    Map<Set<String>, List<LabelRow>> pairs = new LinkedHashMap<>();
    for (LabelRow row : rows) {
      if (row.said() != null) {
        pairs.computeIfAbsent(row.pair(), pair -> new ArrayList<>()).add(row);
      }
    }
    // A later answer of weight 1 about the pair has ended the disagreement.
    for (LabelRow row : rows) {
      if (row.hard() && row.kind() != AnswerKind.UNSURE) {
        pairs.remove(row.pair());
      }
    }
    pairs.values().removeIf(said -> said.stream().map(LabelRow::said).distinct().count() < 2);
    return pairs.values().stream().map(Disagreement::new).toList();
  }

  /** The disagreement about one pair, or null. */
  static @Nullable Disagreement of(List<LabelRow> rows, String first, String second) {
    List<Disagreement> found = in(rows.stream().filter(row -> row.isAbout(first, second)).toList());
    return found.isEmpty() ? null : found.get(0);
  }

  /** The first point of the pair. */
  public String first() {
    return rows.get(0).first();
  }

  /** The second point of the pair. */
  public String second() {
    return rows.get(0).second();
  }
}
