package dev.concord.study;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a method on a graph with a draw of pairs: a row of trials.csv. All measures are
 * NaN where the method's program did not converge.
 *
 * @param graph the bandwidth, in mean distances to the 20th neighbour
 * @param error by the best one-to-one matching, the mean over the starts
 * @param errorOfBest that of the start of lowest cost
 * @param majority error by majority, the mean over the starts
 * @param ari the mean over the starts
 * @param heldOut share of a fifth of the pairs that the other four fifths make the method satisfy,
 *     the mean over starts
 */
record StudyRow(
    String set,
    String graph,
    Arm arm,
    int pairs,
    int draw,
    double error,
    double errorOfBest,
    double majority,
    double ari,
    double heldOut) {
  static final String HEADER =
      "set,graph,method,pairs,draw,error,error_of_best,majority,ari,held_out";

  /** A row without a result. */
  static StudyRow failed(String set, String graph, Arm arm, int pairs, int draw) {
    double none = Double.NaN;
    return new StudyRow(set, graph, arm, pairs, draw, none, none, none, none, none);
  }

  /** Whether the method had no result. */
  boolean isFailed() {
    return Double.isNaN(error);
  }

  /** What is computed, and written, in one go. */
  String key() {
    return set + "," + pairs + "," + draw + "," + arm.title();
  }

  String line() {
    return String.format(
        Locale.ROOT,
        "%s,%s,%s,%d,%d,%.6f,%.6f,%.6f,%.6f,%.6f",
        set,
        graph,
        arm.title(),
        pairs,
        draw,
        error,
        errorOfBest,
        majority,
        ari,
        heldOut);
  }

  /** The row of a line; null for a line that a killed run left unfinished. */
  static @Nullable StudyRow of(String line) {
    String[] c = line.split(",", -1);
    if (c.length != 10 || !c[9].matches("(?:-?\\d\\.\\d{6}|NaN)")) {
      return null;
    }
    return new StudyRow(
        c[0],
        c[1],
        Arm.titled(c[2]),
        Integer.parseInt(c[3]),
        Integer.parseInt(c[4]),
        Double.parseDouble(c[5]),
        Double.parseDouble(c[6]),
        Double.parseDouble(c[7]),
        Double.parseDouble(c[8]),
        Double.parseDouble(c[9]));
  }

  /** One of the measures, by its column. */
  double value(String column) {
    return switch (column) {
      case "error" -> error;
      case "error_of_best" -> errorOfBest;
      case "majority" -> majority;
      case "ari" -> ari;
      case "held_out" -> heldOut;
      default -> throw new IllegalArgumentException("no column " + column);
    };
  }
}
