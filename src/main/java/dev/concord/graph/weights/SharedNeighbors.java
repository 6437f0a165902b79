package dev.concord.graph.weights;

import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A graph whose weights count the strongest neighbours that both ends share: w<sub>ij</sub>
 * J<sub>ij</sub> with J<sub>ij</sub> the Jaccard coefficient of S(i) and S(j), where S(i) is i and
 * the s points with the largest weights to it. Like {@link NeighborOverlap}, but of the graph
 * alone, so that it is there for given edges too, and with half of the neighbours: a point's
 * nearest half is more often of its own cluster than all of them. Similarities by shared near
 * neighbours go back to Jarvis and Patrick (IEEE Trans. Computers C-22, 1973).
 *
 * <p>The edges stay what they are: one whose ends share no strong neighbour keeps half of the least
 * coefficient that a shared one would give.
 */
public final class SharedNeighbors {
  /** Strong neighbours below which shared ones say little. */
  private static final int LEAST = 3;

  /** The share of points that may have fewer than twice the strong neighbours. */
  private static final double FEW = 0.1;

  private SharedNeighbors() {}

  /**
   * How many neighbours of a point count as strong: half of the edges that nine of ten points have
   * at least; isolated points do not count. 0 when that is less than {@value #LEAST}. Time O(n log
   * n).
   */
  public static int strong(SimilarityGraph graph) {
    int[] rowPtr = graph.weights().rowPtr();
    int[] degrees =
        IntStream.range(0, graph.size())
            .map(i -> rowPtr[i + 1] - rowPtr[i])
            .filter(degree -> degree > 0)
            .sorted()
            .toArray();
    int half = degrees.length == 0 ? 0 : degrees[(int) (FEW * degrees.length)] / 2;
    return half < LEAST ? 0 : half;
  }

  /**
   * The graph with these weights; the same pattern, symmetric to the bit. Ties of weights go to the
   * smaller index. Time O(entries s), on all cores; memory 8 bytes an entry and 4 n (s + 2).
   *
   * @param strong the number s of strong neighbours, at least 1
   */
  public static SimilarityGraph weighted(SimilarityGraph graph, int strong) {
    CsrMatrix w = graph.weights();
    int n = w.rows();
    int[] rowPtr = w.rowPtr();
    int[] start = new int[n + 1];
    for (int i = 0; i < n; i++) {
      start[i + 1] = Math.addExact(start[i], Math.min(strong, rowPtr[i + 1] - rowPtr[i]) + 1);
    }
    int[] members = new int[start[n]];
    IntStream.range(0, n).parallel().forEach(i -> fill(w, i, members, start[i], start[i + 1]));
    double[] val = new double[w.nonZeros()];
    IntStream.range(0, n)
        .parallel()
        .forEach(
            i -> {
              for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
                double changed = w.val()[p] * jaccard(members, start, i, w.col()[p]);
                // An edge that is all but 0 must not vanish.
                val[p] = changed > 0.0 ? changed : w.val()[p];
              }
            });
    return graph.weighted(val, graph.figures().overlapping());
  }

  /** The set of a point, ascending, at {@code from} to {@code to}. */
  private static void fill(CsrMatrix w, int i, int[] members, int from, int to) {
    double[] weights = new double[to - from - 1];
    int held = 0;
    for (int p = w.rowPtr()[i]; p < w.rowPtr()[i + 1]; p++) {
      double weight = w.val()[p];
      if (held == weights.length && weight <= weights[held - 1]) {
        continue;
      }
      int at = held < weights.length ? held++ : held - 1;
      while (at > 0 && weights[at - 1] < weight) {
        weights[at] = weights[at - 1];
        members[from + at] = members[from + at - 1];
        at--;
      }
      weights[at] = weight;
      members[from + at] = w.col()[p];
    }
    members[to - 1] = i;
    Arrays.sort(members, from, to);
  }

  private static double jaccard(int[] members, int[] start, int a, int b) {
    int both = start[a + 1] - start[a] + start[b + 1] - start[b];
    int shared = NeighborSets.shared(members, start[a], start[a + 1], start[b], start[b + 1]);
    return shared == 0 ? 0.5 / both : (double) shared / (both - shared);
  }
}
