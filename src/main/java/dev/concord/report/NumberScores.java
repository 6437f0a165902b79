package dev.concord.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What spoke for which number of clusters.
 *
 * @param chosen number
 * @param runnerUp the second best, or null
 * @param pairs that judged partitions
 * @param rows a number each, rising
 */
public record NumberScores(int chosen, @Nullable Integer runnerUp, int pairs, List<Row> rows) {
  /** Scores weigh the support fourfold; a quarter of them is its logarithm. */
  private static final double WEIGHT = 4.0;

  private static final int LABELLED = 15;

  public NumberScores {
    rows = List.copyOf(rows);
  }

  /**
   * A number of clusters; figures are null where they were not computed.
   *
   * @param gap after the k-th eigenvalue
   * @param support of the spectrum, 1 for the best number
   * @param agreement of the partitions of two graphs
   * @param logLikelihood of the pairs
   * @param score logarithm of all of it, 0 for the best number
   * @param halves agreement of the clusters of the features in two halves of the points
   */
  public record Row(
      int k,
      @Nullable Double gap,
      double support,
      @Nullable Double agreement,
      @Nullable Double logLikelihood,
      @Nullable Double score,
      @Nullable Double halves) {}

  /** A number in the drawing: its place, the heights of its support and of its score. */
  public record Bar(int k, double x, double support, double score, boolean chosen) {}

  /** The numbers that were looked at closely. */
  public List<Row> tried() {
    return rows.stream().filter(row -> row.score() != null || row.halves() != null).toList();
  }

  /** Whether clusters of the features were looked at in halves of the points. */
  public boolean halved() {
    return rows.stream().anyMatch(row -> row.halves() != null);
  }

  /** Whether the chosen number has the best score; another one has stable clusters. */
  public boolean byScores() {
    return rows.stream()
        .anyMatch(row -> row.k() == chosen && row.score() != null && row.score() == 0.0);
  }

  /** The drawing: a bar of the support and a dot of the score for each number. */
  public List<Bar> bars() {
    LinearScale y = new LinearScale(0.0, 1.06, EigenvaluePlot.BOTTOM, EigenvaluePlot.TOP);
    LinearScale x = scale();
    List<Bar> bars = new ArrayList<>();
    for (Row row : rows) {
      Double score = row.score();
      double share = score == null ? 0.0 : StrictMath.exp(score / WEIGHT);
      bars.add(
          new Bar(row.k(), x.at(row.k()), y.at(row.support()), y.at(share), row.k() == chosen));
    }
    return bars;
  }

  /** The numbers written under the drawing. */
  public List<LinearScale.Tick> ticks() {
    LinearScale x = scale();
    int every = Math.max(1, (rows.size() + LABELLED - 1) / LABELLED);
    List<LinearScale.Tick> ticks = new ArrayList<>();
    for (int i = 0; i < rows.size(); i += every) {
      int k = rows.get(i).k();
      ticks.add(new LinearScale.Tick(x.at(k), Integer.toString(k)));
    }
    return ticks;
  }

  private LinearScale scale() {
    int first = rows.get(0).k();
    int last = rows.get(rows.size() - 1).k();
    return new LinearScale(first - 0.6, last + 0.6, EigenvaluePlot.LEFT, EigenvaluePlot.RIGHT);
  }
}
