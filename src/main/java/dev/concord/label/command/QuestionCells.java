package dev.concord.label.command;

import dev.concord.graph.features.CategoryColumn;
import dev.concord.label.Question;
import dev.concord.report.Figures;
import dev.concord.spark.input.features.FeatureTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The columns of two points as the table of features has them: categories as their words, a missing
 * value as missing, a date as it is written. The columns that differ most come first.
 */
final class QuestionCells {
  /** So many columns are shown at most. */
  private static final int MOST = 40;

  static final String MISSING = "missing";

  /**
   * A column: its name, its first feature, and its levels where it is one of categories.
   *
   * @param at place in the texts
   */
  private record Shown(String name, int at, int feature, @Nullable CategoryColumn levels) {}

  private final List<Shown> columns;
  private final Map<Integer, double[]> rows;
  private final Map<Integer, List<String>> texts;
  private final double[] spread;

  /**
   * Of some points.
   *
   * @param rows features of the points
   * @param texts their columns as texts, in the order of {@link #names}; empty: made of the
   *     features
   */
  QuestionCells(FeatureTable table, Map<Integer, double[]> rows, Map<Integer, List<String>> texts) {
    this.rows = rows;
    this.texts = texts;
    this.columns = columns(table);
    this.spread = spread(rows);
  }

  /** The columns of a table of features; none where one column holds all of them. */
  static List<String> names(FeatureTable table) {
    boolean named = table.columns().size() == table.numbers() + table.categories().size();
    return named ? table.columns() : List.of();
  }

  private static List<Shown> columns(FeatureTable table) {
    List<String> names = names(table);
    List<Shown> columns = new ArrayList<>();
    for (int f = 0; f < table.numbers(); f++) {
      String name = names.isEmpty() ? table.columns().get(0) + "[" + f + "]" : names.get(f);
      columns.add(new Shown(name, f, f, null));
    }
    int feature = table.numbers();
    for (CategoryColumn levels : table.categories()) {
      columns.add(new Shown(levels.name(), columns.size(), feature, levels));
      feature += levels.dim();
    }
    return columns;
  }

  /** The range of each feature over the points shown, so that differences can be compared. */
  private static double[] spread(Map<Integer, double[]> rows) {
    double[] low = new double[0];
    double[] high = new double[0];
    for (double[] row : rows.values()) {
      if (low.length == 0) {
        low = row.clone();
        high = row.clone();
      }
      for (int f = 0; f < row.length; f++) {
        low[f] = Math.min(low[f], row[f]);
        high[f] = Math.max(high[f], row[f]);
      }
    }
    double[] spread = new double[low.length];
    for (int f = 0; f < low.length; f++) {
      spread[f] = high[f] > low[f] ? high[f] - low[f] : 1.0;
    }
    return spread;
  }

  /** The cells of a pair; none where its features are not there. */
  List<Question.Cell> of(int first, int second) {
    double[] one = rows.get(first);
    double[] other = rows.get(second);
    if (one == null || other == null) {
      return List.of();
    }
    return columns.stream()
        .sorted(
            Comparator.comparingDouble((Shown column) -> -difference(column, one, other))
                .thenComparingInt(Shown::at))
        .limit(MOST)
        .map(
            column -> {
              String a = text(column, first, one);
              String b = text(column, second, other);
              boolean missing = a.equals(MISSING) != b.equals(MISSING);
              boolean differs = missing || difference(column, one, other) > 0.0;
              return new Question.Cell(column.name(), a, b, differs);
            })
        .toList();
  }

  /** The difference as a share of the range; 1 of two levels of a category. */
  private double difference(Shown column, double[] one, double[] other) {
    int f = column.feature();
    return column.levels() == null
        ? Math.abs(one[f] - other[f]) / spread[f]
        : level(column, one).equals(level(column, other)) ? 0.0 : 1.0;
  }

  private String text(Shown column, int point, double[] row) {
    List<String> own = texts.get(point);
    if (own != null) {
      String text = own.get(column.at());
      return text.isBlank() ? MISSING : text;
    }
    return column.levels() == null ? Figures.number(row[column.feature()]) : level(column, row);
  }

  private static String level(Shown column, double[] row) {
    CategoryColumn levels = java.util.Objects.requireNonNull(column.levels());
    for (int l = 0; l < levels.levels().size(); l++) {
      if (row[column.feature() + l] > 0.0) {
        return levels.levels().get(l);
      }
    }
    return MISSING;
  }
}
