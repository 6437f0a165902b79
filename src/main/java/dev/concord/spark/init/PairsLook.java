package dev.concord.spark.init;

import dev.concord.constraint.PairKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a table of pairs.
 *
 * @param first name of the column of one point
 * @param second name of that of the other point
 * @param kind name of that of the kind; null where there is none and the sign of the weight decides
 * @param weight name of that of the weight, or null
 * @param same words for a must-link that need a key
 * @param different words for a cannot-link that need a key
 * @param unclear words that may be either
 */
record PairsLook(
    String first,
    String second,
    @Nullable String kind,
    @Nullable String weight,
    List<String> same,
    List<String> different,
    List<String> unclear) {
  private static final int MOST_WORDS = 8;
  private static final Set<String> SAME =
      Set.of(
          "match", "yes", "y", "t", "duplicate", "dup", "together", "linked", "positive", "equal");

  private static final Set<String> DIFFERENT =
      Set.of(
          "no",
          "n",
          "f",
          "0",
          "non-match",
          "nonmatch",
          "no match",
          "no-match",
          "distinct",
          "apart",
          "negative",
          "mismatch",
          "not duplicate",
          "unlinked");

  /**
   * Finds them.
   *
   * @param ids the columns that may name the points; the first that holds a column's values counts
   */
  static PairsLook of(TableSample pairs, List<ColumnLook> ids) {
    List<ColumnLook> columns = pairs.columns();
    List<ColumnLook> ends = new ArrayList<>();
    for (String usual : List.of("first", "second")) {
      columns.stream().filter(c -> c.name().equalsIgnoreCase(usual)).forEach(ends::add);
    }
    if (ends.size() != 2) {
      ends =
          columns.stream()
              .filter(c -> !c.levels().isEmpty())
              .filter(c -> ids.stream().anyMatch(id -> id.holds(c.levels())))
              .limit(2)
              .toList();
    }
    List<ColumnLook> two =
        ends.size() == 2 ? ends : columns.subList(0, Math.min(2, columns.size()));
    List<ColumnLook> others = columns.stream().filter(c -> !two.contains(c)).toList();
    ColumnLook kind = kind(others);
    String weight =
        others.stream()
            .filter(c -> c != kind && c.levels().stream().allMatch(ColumnLook::isNumber))
            .filter(c -> kind == null || c.name().toLowerCase(Locale.ROOT).matches("weight|belief"))
            .map(ColumnLook::name)
            .findFirst()
            .orElse(null);
    Set<String> same = new LinkedHashSet<>();
    Set<String> different = new LinkedHashSet<>();
    Set<String> unclear = new LinkedHashSet<>();
    for (String word : kind == null ? Set.<String>of() : kind.levels()) {
      if (PairKind.of(word) == null) {
        String plain = word.toLowerCase(Locale.ROOT);
        (SAME.contains(plain) ? same : DIFFERENT.contains(plain) ? different : unclear).add(word);
      }
    }
    return new PairsLook(
        two.get(0).name(),
        two.get(two.size() - 1).name(),
        kind == null ? null : kind.name(),
        weight,
        List.copyOf(same),
        List.copyOf(different),
        List.copyOf(unclear));
  }

  /** The column named kind, else the first one whose words are few and of which one is known. */
  private static @Nullable ColumnLook kind(List<ColumnLook> columns) {
    List<ColumnLook> named =
        columns.stream().filter(c -> c.name().equalsIgnoreCase("kind")).toList();
    if (!named.isEmpty()) {
      return named.get(0);
    }
    List<ColumnLook> few =
        columns.stream()
            .filter(c -> !c.levels().isEmpty() && c.levels().size() <= MOST_WORDS)
            .toList();
    return few.stream()
        .filter(c -> c.levels().stream().anyMatch(PairsLook::isKnown))
        .findFirst()
        .orElse(
            few.stream()
                .filter(c -> !c.levels().stream().allMatch(ColumnLook::isNumber))
                .findFirst()
                .orElse(null));
  }

  private static boolean isKnown(String word) {
    String plain = word.toLowerCase(Locale.ROOT);
    return PairKind.of(word) != null || SAME.contains(plain) || DIFFERENT.contains(plain);
  }

  /** Whether a column has the names of points of the table of pairs. */
  static boolean isNamed(TableSample pairs, PairsLook look, ColumnLook id) {
    return pairs.columns().stream()
        .filter(c -> c.name().equals(look.first()) || c.name().equals(look.second()))
        .map(ColumnLook::levels)
        .allMatch((Collection<String> names) -> id.holds(names));
  }
}
