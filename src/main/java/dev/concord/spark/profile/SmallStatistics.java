package dev.concord.spark.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.Row;

/**
 * What {@link ProfileStatistics} finds, of cells that fit the driver: a few jobs of Spark take
 * longer than all the arithmetic of a small table. O(cells log cells).
 *
 * @param rows groups (int[]), numbers, texts and terms of each point
 */
record SmallStatistics(List<Row> rows, ProfileColumns columns) {
  /** Cells, at most: some 30 MB on the driver, for a moment. */
  static final long CELLS = 1L << 19;

  /** The profiles; the same as of the aggregations. */
  List<ProfileRow> profiles(boolean terms) {
    TreeMap<Integer, List<Row>> groups = new TreeMap<>();
    for (Row row : rows) {
      for (int group : row.<int[]>getAs(0)) {
        groups.computeIfAbsent(group, unused -> new ArrayList<>()).add(row);
      }
    }
    List<Row> all = groups.getOrDefault(ProfileSample.ALL, List.of());
    List<ProfileRow> found = new ArrayList<>();
    for (int place = 0; place < columns.numbers().size(); place++) {
      found.addAll(numbers(place, groups));
    }
    for (int place = 0; place < columns.texts().size(); place++) {
      found.addAll(texts(place, all, groups));
    }
    List<ProfileRow> kept = ProfileStatistics.largest(found);
    if (terms) {
      kept.addAll(terms(all, groups));
    }
    return kept;
  }

  private List<ProfileRow> numbers(int place, Map<Integer, List<Row>> groups) {
    TreeMap<Integer, double[]> cells = new TreeMap<>();
    groups.forEach((group, members) -> cells.put(group, values(members, place)));
    return NumberSummary.rows(
        columns.numbers().get(place).name(), columns.unit(place), NumberSummary.of(cells));
  }

  /** The cells of a column, NaN where there is none. */
  private static double[] values(List<Row> members, int place) {
    double[] values = new double[members.size()];
    for (int r = 0; r < values.length; r++) {
      Double value = members.get(r).<Double>getList(1).get(place);
      values[r] = value == null ? Double.NaN : value;
    }
    return values;
  }

  private List<ProfileRow> texts(int place, List<Row> all, Map<Integer, List<Row>> groups) {
    Set<String> distinct = new HashSet<>();
    long present = 0;
    for (Row row : all) {
      String text = row.<String>getList(2).get(place);
      if (text != null && !text.isEmpty()) {
        distinct.add(text);
        present++;
      }
    }
    if (!ProfileStatistics.isCategory(distinct.size(), present)) {
      return List.of();
    }
    LevelCounts counts = new LevelCounts();
    groups.forEach(
        (group, members) -> {
          for (Row row : members) {
            String text = row.<String>getList(2).get(place);
            counts.add(group, text == null || text.isEmpty() ? null : text, 1);
          }
        });
    return counts.rows(columns.texts().get(place).name(), ProfileStatistics.KEPT_LEVELS);
  }

  private static List<ProfileRow> terms(List<Row> all, Map<Integer, List<Row>> groups) {
    Map<String, Integer> everywhere = counted(all);
    List<ProfileRow> rows = new ArrayList<>();
    groups.forEach(
        (group, members) -> {
          if (group < 0) {
            return;
          }
          List<ProfileRow> own = new ArrayList<>();
          counted(members)
              .forEach(
                  (term, count) -> {
                    Integer among = everywhere.get(term);
                    if (among != null) {
                      own.add(
                          ProfileRow.share(
                              group,
                              ProfileColumns.TERMS,
                              term,
                              "share",
                              (double) count / members.size(),
                              (double) among / all.size()));
                    }
                  });
          own.sort(
              Comparator.comparingDouble(
                      (ProfileRow row) -> row.effect() == null ? 0.0 : -row.effect())
                  .thenComparing(row -> String.valueOf(row.level())));
          rows.addAll(own.subList(0, Math.min(ProfileStatistics.KEPT_TERMS, own.size())));
        });
    return rows;
  }

  /** How many points have each term. */
  private static Map<String, Integer> counted(List<Row> members) {
    Map<String, Integer> counts = new HashMap<>();
    for (Row row : members) {
      if (!row.isNullAt(3)) {
        Set<String> words = new HashSet<>();
        for (Object word : row.<Object[]>getAs(3)) {
          words.add(String.valueOf(word));
        }
        words.forEach(word -> counts.merge(word, 1, Integer::sum));
      }
    }
    return counts;
  }
}
