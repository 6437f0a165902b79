package dev.concord.spark.output;

import dev.concord.constraint.ImpliedPairs;
import dev.concord.constraint.PairConstraints;
import dev.concord.spark.files.IdColumns;
import dev.concord.spark.files.IdTable;
import dev.concord.spark.files.TableSlice;
import java.util.Arrays;

/**
 * Constraints and their results: arrays of equal length, in the order they are written.
 *
 * @param first dense index of one point
 * @param second dense index of the other
 * @param mustLink must-link when true, cannot-link when false
 * @param weight degree of belief
 * @param implied follows from the given ones when true
 * @param satisfied whether the clusters honour the pair
 * @param against the evidence of the graph against the pair, 0 to 1 ({@link
 *     dev.concord.metric.PairEvidence})
 */
public record JudgedPairs(
    int[] first,
    int[] second,
    boolean[] mustLink,
    double[] weight,
    boolean[] implied,
    boolean[] satisfied,
    double[] against) {

  /** Checks that all arrays are of one length. */
  public JudgedPairs {
    int length = first.length;
    if (second.length != length
        || mustLink.length != length
        || weight.length != length
        || implied.length != length
        || satisfied.length != length
        || against.length != length) {
      throw new IllegalArgumentException("columns of different lengths");
    }
  }

  /**
   * Given constraints, then implied ones of weight 1.
   *
   * @param labels a cluster of each point
   * @param satisfied of each given one
   * @param againstGiven the graph's evidence against each given one
   * @param againstImplied the same of each implied one
   */
  public static JudgedPairs of(
      PairConstraints given,
      ImpliedPairs implied,
      int[] labels,
      boolean[] satisfied,
      double[] againstGiven,
      double[] againstImplied) {
    int start = given.size();
    int total = start + implied.size();
    int[] first = Arrays.copyOf(given.first(), total);
    int[] second = Arrays.copyOf(given.second(), total);
    boolean[] must = Arrays.copyOf(given.mustLink(), total);
    double[] weight = Arrays.copyOf(given.weight(), total);
    boolean[] derived = new boolean[total];
    boolean[] honoured = Arrays.copyOf(satisfied, total);
    double[] against = Arrays.copyOf(againstGiven, total);
    System.arraycopy(implied.first(), 0, first, start, implied.size());
    System.arraycopy(implied.second(), 0, second, start, implied.size());
    System.arraycopy(implied.mustLink(), 0, must, start, implied.size());
    System.arraycopy(againstImplied, 0, against, start, implied.size());
    Arrays.fill(weight, start, total, 1.0);
    Arrays.fill(derived, start, total, true);
    for (int at = start; at < total; at++) {
      honoured[at] = (labels[first[at]] == labels[second[at]]) == must[at];
    }
    return new JudgedPairs(first, second, must, weight, derived, honoured, against);
  }

  /** The number of pairs. */
  public int count() {
    return first.length;
  }

  TableSlice slice(IdTable ids, int from, int count) {
    String[] kind = new String[count];
    String[] origin = new String[count];
    for (int r = 0; r < count; r++) {
      kind[r] = mustLink[from + r] ? "must-link" : "cannot-link";
      origin[r] = implied[from + r] ? "implied" : "given";
    }
    int to = from + count;
    return new TableSlice(
        count,
        IdColumns.of(ids, Arrays.copyOfRange(first, from, to)),
        IdColumns.of(ids, Arrays.copyOfRange(second, from, to)),
        new TableSlice.Strings(kind),
        new TableSlice.Doubles(Arrays.copyOfRange(weight, from, to)),
        new TableSlice.Strings(origin),
        new TableSlice.Booleans(Arrays.copyOfRange(satisfied, from, to)),
        new TableSlice.Doubles(Arrays.copyOfRange(against, from, to)));
  }
}
