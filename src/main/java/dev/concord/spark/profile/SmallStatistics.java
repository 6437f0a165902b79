package dev.concord.spark.profile;

import java.util.ArrayList;
import java.util.Arrays;
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
      found.addAll(numbers(place, all, groups));
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

  private List<ProfileRow> numbers(int place, List<Row> all, Map<Integer, List<Row>> groups) {
    double[] sorted = values(all, place);
    double low = sorted.length == 0 ? 0.0 : sorted[0];
    double span = sorted.length == 0 ? 0.0 : sorted[sorted.length - 1] - low;
    double scale = ProfileStatistics.scale(span, all.size());
    List<NumberSummary> summaries = new ArrayList<>();
    groups.forEach(
        (group, members) -> {
          double[] own = values(members, place);
          double sum = 0.0;
          double squares = 0.0;
          for (double value : own) {
            double grid = Math.rint((value - low) * scale);
            sum += grid;
            squares += grid * grid;
          }
          double[] quartiles = new double[3];
          for (int q = 0; q < quartiles.length; q++) {
            quartiles[q] = quantile(own, 0.25 * (q + 1));
          }
          summaries.add(
              NumberSummary.of(
                  new NumberSummary.Counts(group, members.size(), own.length),
                  quartiles,
                  sum,
                  squares,
                  low,
                  scale));
        });
    return NumberSummary.rows(columns.numbers().get(place).name(), columns.unit(place), summaries);
  }

  /** The finite values of a column, ascending. */
  private static double[] values(List<Row> members, int place) {
    double[] values = new double[members.size()];
    int count = 0;
    for (Row row : members) {
      Double value = row.<Double>getList(1).get(place);
      if (value != null && Math.abs(value) < Double.POSITIVE_INFINITY) {
        values[count++] = value;
      }
    }
    double[] sorted = Arrays.copyOf(values, count);
    Arrays.sort(sorted);
    return sorted;
  }

  /** As Spark's percentile: linear between the two nearest values; NaN of none. */
  private static double quantile(double[] sorted, double share) {
    if (sorted.length == 0) {
      return Double.NaN;
    }
    double position = (sorted.length - 1) * share;
    int lower = (int) Math.floor(position);
    int higher = (int) Math.ceil(position);
    if (higher == lower || sorted[higher] == sorted[lower]) {
      return sorted[lower];
    }
    return (higher - position) * sorted[lower] + (position - lower) * sorted[higher];
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
