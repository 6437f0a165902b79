package dev.concord.spark.init;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the columns of a table of points are used for.
 *
 * @param id name of the column that names the points; null: their row numbers do
 * @param vector name of the one column of vectors, or null
 * @param uses of every other column, by name, in their order
 * @param missing how many values are missing, of the columns that are features and have some
 * @param nullValue the word for a missing value, or null
 */
record FeaturesLook(
    @Nullable String id,
    @Nullable String vector,
    Map<String, ColumnLook.Use> uses,
    Map<String, Integer> missing,
    @Nullable String nullValue) {

  /** Columns that may name the points, the likeliest first. */
  static List<ColumnLook> ids(TableSample points) {
    List<ColumnLook> columns = points.columns();
    return columns.stream()
        .filter(c -> c.idScore(c == columns.get(0)) > 0)
        .sorted(
            Comparator.comparingInt((ColumnLook c) -> -c.idScore(c == columns.get(0)))
                .thenComparingInt(columns::indexOf))
        .toList();
  }

  /** By the values. */
  static FeaturesLook of(TableSample points, @Nullable ColumnLook id) {
    String word = wordForMissing(points);
    Map<String, ColumnLook.Use> uses = new LinkedHashMap<>();
    Map<String, Integer> missing = new LinkedHashMap<>();
    String vector = points.vectors().isEmpty() ? null : points.vectors().get(0);
    for (ColumnLook column : points.columns()) {
      if (id != null && column.name().equals(id.name())) {
        continue;
      }
      ColumnLook look = word == null ? column : column.without(word);
      ColumnLook.Use use = look.use();
      if (vector != null && use.reason().isEmpty()) {
        use = new ColumnLook.Use(use.role(), use.format(), "the features are those of " + vector);
      }
      uses.put(column.name(), use);
      if (use.reason().isEmpty() && look.missing() > 0) {
        missing.put(column.name(), look.missing());
      }
    }
    return new FeaturesLook(id == null ? null : id.name(), vector, uses, missing, word);
  }

  /** The word of most columns, because a table has one. */
  private static @Nullable String wordForMissing(TableSample points) {
    return points.columns().stream()
        .map(ColumnLook::wordForMissing)
        .filter(Objects::nonNull)
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()))
        .entrySet()
        .stream()
        .max(
            Map.Entry.<String, Long>comparingByValue()
                .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
        .map(Map.Entry::getKey)
        .orElse(null);
  }

  /** The columns of a role that are features. */
  List<String> features(ColumnLook.Role role) {
    return uses.entrySet().stream()
        .filter(use -> use.getValue().role() == role && use.getValue().reason().isEmpty())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The format of each column of a role. */
  Map<String, String> formats(ColumnLook.Role role) {
    Map<String, String> formats = new LinkedHashMap<>();
    uses.forEach(
        (name, use) -> {
          if (use.role() == role && use.reason().isEmpty()) {
            formats.put(name, use.format());
          }
        });
    return formats;
  }

  /** The columns that are no features, by the reason. */
  Map<String, List<String>> left() {
    Map<String, List<String>> left = new LinkedHashMap<>();
    uses.forEach(
        (name, use) -> {
          if (!use.reason().isEmpty()) {
            left.computeIfAbsent(use.reason(), reason -> new ArrayList<>()).add(name);
          }
        });
    return left;
  }

  /** Columns of text that tell people what a point is. */
  List<String> texts() {
    return uses.entrySet().stream()
        .filter(use -> use.getValue().role() == ColumnLook.Role.TEXT)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Whether there is a feature. */
  boolean any() {
    return vector != null || uses.values().stream().anyMatch(use -> use.reason().isEmpty());
  }
}
