package dev.concord.method.spectral;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightFigures;
import dev.concord.linalg.CsrMatrix;
import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;

/**
 * A similarity graph whose weights are replaced at constrained pairs: A<sub>ij</sub> = 1 for a
 * must-link, A<sub>ij</sub> = 0 for a cannot-link (Kamvar, Klein and Manning, Spectral Learning,
 * IJCAI 2003, section 4). Must-links without an edge get one; the edge of a cannot-link is removed.
 *
 * <p>Degrees of belief, which the paper does not have, move a weight part of the way: with c the
 * belief that the pair is a must-link minus the belief that it is a cannot-link, A<sub>ij</sub>
 * becomes A<sub>ij</sub> + c·(1 - A<sub>ij</sub>) for c &gt; 0 and (1 + c)·A<sub>ij</sub> for c
 * &lt; 0. A pair judged both ways with equal belief keeps its weight.
 *
 * @param graph the graph with the changed weights
 * @param added edges that were not there before
 * @param removed edges removed
 * @param stranded points that had edges and have none any more
 * @param undecided pairs judged both ways with equal belief
 */
public record ConstrainedAffinity(
    SimilarityGraph graph, long added, long removed, int stranded, int undecided) {

  /**
   * Merges the pairs into the rows. Time O(n + nnz + P), memory 12 bytes an entry and 24 a pair.
   */
  public static ConstrainedAffinity of(SimilarityGraph graph, PairConstraints pairs) {
    return new Merge(graph, pairs, ConstrainedAffinity::moved).run();
  }

  /**
   * A + W, with {@code penalty} times the belief added on a must-link and taken off on a
   * cannot-link (Kulis, Basu, Dhillon and Mooney, Semi-supervised graph clustering, ICML 2005).
   * Symmetric; weights may be negative. Same cost.
   */
  public static CsrMatrix penalized(SimilarityGraph graph, PairConstraints pairs, double penalty) {
    return new Merge(graph, pairs, (weight, belief) -> weight + penalty * belief).matrix();
  }

  private static double moved(double weight, double c) {
    if (c == 1.0) {
      return 1.0;
    }
    return c > 0.0 ? weight + c * (1.0 - weight) : (1.0 + c) * weight;
  }

  /** One merge of two sets of sorted rows. */
  private static final class Merge {
    private final SimilarityGraph given;
    private final DoubleBinaryOperator rule;
    private final int n;
    private final int[] pairPtr;
    private final int[] pairCol;
    private final double[] belief;
    private final int[] col;
    private final double[] val;
    private long added;
    private long removed;
    private int undecided;

    Merge(SimilarityGraph given, PairConstraints pairs, DoubleBinaryOperator rule) {
      this.given = given;
      this.rule = rule;
      n = given.size();
      if (pairs.points() != n) {
        throw new IllegalArgumentException(pairs.points() + " points of pairs for " + n + " nodes");
      }
      int[] first = pairs.first();
      int[] second = pairs.second();
      pairPtr = new int[n + 1];
      for (int p = 0; p < first.length; p++) {
        if (!repeats(pairs, p)) {
          pairPtr[first[p] + 1]++;
          pairPtr[second[p] + 1]++;
        }
      }
      for (int i = 0; i < n; i++) {
        pairPtr[i + 1] += pairPtr[i];
      }
      pairCol = new int[pairPtr[n]];
      belief = new double[pairPtr[n]];
      int[] next = Arrays.copyOf(pairPtr, n);
      // Pairs ascend by (first, second), so every row is filled in ascending order.
      for (int p = 0; p < first.length; p++) {
        double c = pairs.mustLink()[p] ? pairs.weight()[p] : -pairs.weight()[p];
        if (repeats(pairs, p)) {
          belief[next[first[p]] - 1] += c;
          belief[next[second[p]] - 1] += c;
          undecided += belief[next[first[p]] - 1] == 0.0 ? 1 : 0;
        } else {
          pairCol[next[first[p]]] = second[p];
          belief[next[first[p]]++] = c;
          pairCol[next[second[p]]] = first[p];
          belief[next[second[p]]++] = c;
        }
      }
      int room = Math.addExact(given.weights().nonZeros(), pairPtr[n]);
      col = new int[room];
      val = new double[room];
    }

    /** Whether pair p is the second judgement of the same two points. */
    private static boolean repeats(PairConstraints pairs, int p) {
      return p > 0
          && pairs.first()[p] == pairs.first()[p - 1]
          && pairs.second()[p] == pairs.second()[p - 1];
    }

    CsrMatrix matrix() {
      int[] rowPtr = new int[n + 1];
      for (int i = 0; i < n; i++) {
        rowPtr[i + 1] = row(given.weights(), i, rowPtr[i]);
      }
      int size = rowPtr[n];
      return new CsrMatrix(n, rowPtr, Arrays.copyOf(col, size), Arrays.copyOf(val, size));
    }

    ConstrainedAffinity run() {
      CsrMatrix merged = matrix();
      int[] before = given.weights().rowPtr();
      int[] after = merged.rowPtr();
      int stranded = 0;
      for (int i = 0; i < n; i++) {
        stranded += before[i] < before[i + 1] && after[i] == after[i + 1] ? 1 : 0;
      }
      return new ConstrainedAffinity(
          SimilarityGraph.of(merged, WeightFigures.GIVEN),
          added / 2,
          removed / 2,
          stranded,
          undecided);
    }

    /** Merges row i from entry {@code start} on; returns where it ends. */
    private int row(CsrMatrix w, int i, int start) {
      int p = w.rowPtr()[i];
      int end = w.rowPtr()[i + 1];
      int q = pairPtr[i];
      int qEnd = pairPtr[i + 1];
      int to = start;
      while (p < end || q < qEnd) {
        int fromGraph = p < end ? w.col()[p] : Integer.MAX_VALUE;
        int fromPairs = q < qEnd ? pairCol[q] : Integer.MAX_VALUE;
        double weight = fromGraph <= fromPairs ? w.val()[p] : 0.0;
        double before = weight;
        if (fromPairs <= fromGraph) {
          weight = rule.applyAsDouble(weight, belief[q]);
        }
        if (weight != 0.0) {
          col[to] = Math.min(fromGraph, fromPairs);
          val[to++] = weight;
        }
        added += before == 0.0 && weight != 0.0 ? 1 : 0;
        removed += before != 0.0 && weight == 0.0 ? 1 : 0;
        p += fromGraph <= fromPairs ? 1 : 0;
        q += fromPairs <= fromGraph ? 1 : 0;
      }
      return to;
    }
  }
}
