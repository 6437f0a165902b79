package dev.concord.spark.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How many points of each group have each level of a column of categories. */
final class LevelCounts {
  private final TreeMap<String, TreeMap<Integer, Long>> levels = new TreeMap<>();
  private final TreeMap<Integer, Long> missing = new TreeMap<>();
  private final TreeMap<Integer, Long> present = new TreeMap<>();

  /** Counts points of a group; {@code level} is null where it is missing. */
  void add(int group, @Nullable String level, long points) {
    if (level == null) {
      missing.merge(group, points, Long::sum);
      return;
    }
    levels.computeIfAbsent(level, unused -> new TreeMap<>()).merge(group, points, Long::sum);
    present.merge(group, points, Long::sum);
  }

  /** The rows of the levels of the largest effects, and of what is missing. */
  List<ProfileRow> rows(String column, int most) {
    List<ProfileRow> rows = new ArrayList<>();
    long all = present.getOrDefault(ProfileSample.ALL, 0L);
    levels.forEach(
        (level, counts) ->
            present
                .tailMap(0)
                .forEach(
                    (group, points) ->
                        rows.add(
                            ProfileRow.share(
                                group,
                                column,
                                level,
                                "share",
                                (double) counts.getOrDefault(group, 0L) / points,
                                (double) counts.getOrDefault(ProfileSample.ALL, 0L)
                                    / Math.max(1, all)))));
    List<String> kept = largest(rows, most);
    rows.removeIf(row -> !kept.contains(row.level()));
    rows.sort(Comparator.comparingInt(row -> kept.indexOf(row.level())));
    long without = missing.getOrDefault(ProfileSample.ALL, 0L);
    if (without > 0) {
      java.util.TreeSet<Integer> groups = new java.util.TreeSet<>(present.keySet());
      groups.addAll(missing.keySet());
      for (int group : groups.tailSet(0)) {
        long lacking = missing.getOrDefault(group, 0L);
        double share = (double) lacking / (lacking + present.getOrDefault(group, 0L));
        rows.add(
            ProfileRow.share(
                group, column, null, "missing", share, (double) without / (without + all)));
      }
    }
    return rows;
  }

  private static List<String> largest(List<ProfileRow> rows, int most) {
    Map<String, Double> sizes =
        rows.stream()
            .collect(
                Collectors.toMap(
                    row -> String.valueOf(row.level()), ProfileRow::size, Math::max, TreeMap::new));
    return sizes.entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .limit(most)
        .map(Map.Entry::getKey)
        .toList();
  }
}
