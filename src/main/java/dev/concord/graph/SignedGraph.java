package dev.concord.graph;

import dev.concord.error.InputException;
import dev.concord.linalg.CsrMatrix;
import java.util.function.IntFunction;

/**
 * An undirected graph of signed weights, in the unit of {@link GivenWeights}: above 0 the ends
 * belong together, below 0 apart.
 *
 * @param weights symmetric, finite, nothing on the diagonal, columns ascending within a row
 */
public record SignedGraph(CsrMatrix weights) {
  /**
   * The graph of a table of edges. One direction of an edge may be listed or both; an edge that is
   * listed again with the same weight counts once.
   *
   * <p>Time O(n + m) for m listed edges, memory 48·m + 8·n bytes beside the input.
   *
   * @param where the table, for messages
   * @param weight m finite weights other than 0
   * @param names the user's name of a dense id, for messages
   * @throws InputException naming the first edge that joins a point to itself, whose weight is 0 or
   *     not finite, or that is listed with two weights
   */
  public static SignedGraph fromEdges(
      String where, int n, int[] source, int[] target, double[] weight, IntFunction<String> names) {
    for (int e = 0; e < weight.length; e++) {
      if (!Double.isFinite(weight[e]) || weight[e] == 0.0) {
        throw new InputException(
            ("%s: the edge (%s, %s) has weight %s; a weight must be a finite number other than 0;"
                    + " correct it or remove the row.")
                .formatted(where, names.apply(source[e]), names.apply(target[e]), weight[e]));
      }
    }
    PairSort.Folded folded = fold(where, n, source, target, weight, names);
    GivenWeights.divide(folded.val(), GivenWeights.unit(GivenWeights.largest(folded.val())));
    return new SignedGraph(new CsrMatrix(n, folded.rowPtr(), folded.col(), folded.val()));
  }

  /** Both directions of every edge, in rows; refuses loops and edges of two weights. */
  static PairSort.Folded fold(
      String where, int n, int[] source, int[] target, double[] weight, IntFunction<String> names) {
    if (source.length != target.length || source.length != weight.length) {
      throw new IllegalArgumentException(
          source.length + " sources, " + target.length + " targets, " + weight.length + " weights");
    }
    for (int e = 0; e < source.length; e++) {
      int s = source[e];
      int t = target[e];
      if (s < 0 || s >= n || t < 0 || t >= n) {
        throw new IllegalArgumentException("edge (" + s + ", " + t + ") among " + n + " nodes");
      }
      if (s == t) {
        throw new InputException(
            ("%s: the edge (%s, %s) joins a point to itself; a similarity graph has no self-edges;"
                    + " remove the row.")
                .formatted(where, names.apply(s), names.apply(t)));
      }
    }
    return PairSort.of(n, source, target, weight)
        .fold(
            (row, col, first, second) -> {
              if (second != first && !Double.isNaN(second)) {
                throw twoWeights(
                    where,
                    names.apply(row),
                    names.apply(col),
                    Math.min(first, second),
                    Math.max(first, second));
              }
              return first;
            });
  }

  /** The refusal of an edge that is listed with two weights. */
  public static InputException twoWeights(
      String where, String from, String to, double least, double largest) {
    return new InputException(
        ("%s: the edge (%s, %s) is listed with weight %s and with weight %s; both directions of an"
                + " edge must carry one weight; keep one of the rows or make the weights equal.")
            .formatted(where, from, to, least, largest));
  }
}
