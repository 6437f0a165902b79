package dev.concord.study;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The curves of one way to read the trials: which graph is reported, which measure, which draws.
 *
 * @param graph the rule by which one of the nine graphs is reported
 * @param column the measure
 * @param draws the first so many
 */
record CcsklCurves(GraphRule graph, String column, int draws) {
  /** Which graph is reported. */
  enum GraphRule {
    /** The best of nine for a data set and a method, judged by the truth, as in the paper. */
    BEST,
    /** The best of nine anew for each amount of pairs. */
    BEST_EACH,
    /** In each trial the one on which held-out pairs are satisfied best. */
    HELD_OUT,
    /** The one whose bandwidth is the mean distance to the 20th neighbour. */
    MEAN_DISTANCE
  }

  /** What the paper reports. */
  static final CcsklCurves PAPER = new CcsklCurves(GraphRule.BEST, "error", Integer.MAX_VALUE);

  private static final String MEAN_DISTANCE = "1.0";

  /** Whether a lower value is better. */
  boolean isError() {
    return !column.equals("ari");
  }

  /** The trials' values by amount, of one method on one data set. */
  Map<Integer, double[]> of(List<StudyRow> rows) {
    List<StudyRow> own = rows.stream().filter(row -> row.draw() < draws).toList();
    return switch (graph) {
      case BEST -> values(on(own, best(own)));
      case MEAN_DISTANCE -> values(on(own, MEAN_DISTANCE));
      case HELD_OUT -> values(chosen(own));
      case BEST_EACH -> {
        Map<Integer, double[]> each = new TreeMap<>();
        own.stream()
            .collect(Collectors.groupingBy(StudyRow::pairs))
            .forEach((pairs, part) -> each.putAll(values(on(part, best(part)))));
        yield each;
      }
    };
  }

  /** The graph of the best mean. */
  String best(List<StudyRow> rows) {
    Map<String, Double> means =
        rows.stream()
            .collect(
                Collectors.groupingBy(
                    StudyRow::graph,
                    LinkedHashMap::new,
                    Collectors.averagingDouble(row -> loss(row))));
    return means.entrySet().stream()
        .min(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse(MEAN_DISTANCE);
  }

  private double loss(StudyRow row) {
    return isError() ? row.value(column) : -row.value(column);
  }

  private static List<StudyRow> on(List<StudyRow> rows, String graph) {
    return rows.stream().filter(row -> row.graph().equals(graph)).toList();
  }

  /** Of each trial the row of the graph on which most held-out pairs are satisfied. */
  private static List<StudyRow> chosen(List<StudyRow> rows) {
    return rows.stream().collect(Collectors.groupingBy(StudyRow::key)).values().stream()
        .map(
            trial ->
                trial.stream()
                    .max(
                        Comparator.comparingDouble(StudyRow::heldOut)
                            .thenComparing(row -> -Math.abs(Double.parseDouble(row.graph()) - 1.0)))
                    .orElseThrow())
        .toList();
  }

  private Map<Integer, double[]> values(List<StudyRow> rows) {
    Map<Integer, double[]> values = new TreeMap<>();
    rows.stream()
        .collect(Collectors.groupingBy(StudyRow::pairs))
        .forEach(
            (pairs, part) ->
                values.put(
                    pairs,
                    part.stream()
                        .sorted(Comparator.comparingInt(StudyRow::draw))
                        .mapToDouble(row -> row.value(column))
                        .toArray()));
    return values;
  }
}
