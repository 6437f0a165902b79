package dev.concord.records;

import dev.concord.linalg.CsrMatrix;
import org.jspecify.annotations.Nullable;

/**
 * What the graph of scores tells of a listed pair: its score, the best other scores of both points,
 * how many listed pairs of each are better, and the points that are listed beside both. Known pairs
 * of different things, which have one source, support nothing. Scores are standardized.
 */
final class PairFeatures {
  /** Features of a pair, the constant included. */
  static final int COUNT = 22;

  private static final double[] QUANTILES = {0.25, 0.5, 0.75};

  private final CsrMatrix scores;
  private final int @Nullable [] sources;
  private final double mean;
  private final double deviation;
  private final double[] knots;
  private final double least;

  /** Over a symmetric matrix of positive scores. */
  PairFeatures(CsrMatrix scores, int @Nullable [] sources, double[] sorted) {
    this.scores = scores;
    this.sources = sources;
    double sum = 0.0;
    for (double score : sorted) {
      sum += score;
    }
    mean = sum / sorted.length;
    double squares = 0.0;
    for (double score : sorted) {
      squares += (score - mean) * (score - mean);
    }
    double found = Math.sqrt(squares / sorted.length);
    deviation = found > 0.0 ? found : 1.0;
    knots = new double[QUANTILES.length];
    for (int q = 0; q < knots.length; q++) {
      knots[q] = standard(sorted[(int) (QUANTILES[q] * (sorted.length - 1))]);
    }
    least = standard(sorted[0]);
  }

  private double standard(double score) {
    return (score - mean) / deviation;
  }

  private boolean counts(int i, int j) {
    return sources == null || sources[i] < 0 || sources[i] != sources[j];
  }

  /**
   * The features of a listed pair.
   *
   * @param x overwritten, {@link #COUNT} values
   */
  void of(int i, int j, double score, double[] x) {
    double v = standard(score);
    double bestOfI = least;
    double bestOfJ = least;
    int betterOfI = 0;
    int betterOfJ = 0;
    int common = 0;
    double strongest = least;
    double support = 0.0;
    int[] col = scores.col();
    double[] val = scores.val();
    int p = scores.rowPtr()[i];
    int q = scores.rowPtr()[j];
    int endOfI = scores.rowPtr()[i + 1];
    int endOfJ = scores.rowPtr()[j + 1];
    int few = Math.min(endOfI - p, endOfJ - q);
    while (p < endOfI || q < endOfJ) {
      int a = p < endOfI ? col[p] : Integer.MAX_VALUE;
      int b = q < endOfJ ? col[q] : Integer.MAX_VALUE;
      boolean ofI = a <= b && a != j && counts(i, a);
      boolean ofJ = b <= a && b != i && counts(j, b);
      if (ofI) {
        double s = standard(val[p]);
        bestOfI = Math.max(bestOfI, s);
        betterOfI += s > v ? 1 : 0;
      }
      if (ofJ) {
        double s = standard(val[q]);
        bestOfJ = Math.max(bestOfJ, s);
        betterOfJ += s > v ? 1 : 0;
      }
      if (ofI && ofJ) {
        double s = standard(Math.min(val[p], val[q]));
        common++;
        strongest = Math.max(strongest, s);
        support += Math.max(0.0, s - least);
      }
      p += a <= b ? 1 : 0;
      q += b <= a ? 1 : 0;
    }
    double low = Math.min(bestOfI, bestOfJ);
    double high = Math.max(bestOfI, bestOfJ);
    int at = 0;
    x[at++] = 1.0;
    at = spline(v, x, at);
    at = spline(strongest, x, at);
    x[at++] = common > 0 ? 1.0 : 0.0;
    x[at++] = StrictMath.log1p(common);
    x[at++] = support;
    x[at++] = Math.max(0.0, low - v);
    x[at++] = Math.max(0.0, high - v);
    x[at++] = low;
    x[at++] = high;
    x[at++] = common > 0 ? Math.max(0.0, low - v) : 0.0;
    x[at++] = v * strongest;
    x[at++] = StrictMath.log1p(Math.min(betterOfI, betterOfJ));
    x[at++] = StrictMath.log1p(Math.max(betterOfI, betterOfJ));
    x[at++] = common / (double) few;
    x[at++] = v * v;
  }

  private int spline(double v, double[] x, int from) {
    int at = from;
    x[at++] = v;
    for (double knot : knots) {
      x[at++] = Math.max(0.0, v - knot);
    }
    return at;
  }
}
