package dev.concord.records;

import dev.concord.constraint.PairConstraints;
import dev.concord.linalg.CsrMatrix;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The log odds of every listed pair that it is of one thing, by what is known of the pairs: judged
 * ones, and the rule of sources.
 *
 * @param logOdds of each entry of the matrix of scores, in its order, symmetric
 * @param by what they were learned from, in words
 * @param likely listed pairs, each once, that are more likely of one thing than not
 */
record PairChances(double[] logOdds, String by, long likely) {
  /** Judged pairs of each kind, and pairs of one source, below which they are not used. */
  private static final int LEAST = 10;

  /** Pairs that the model is fitted to, at most: an even share of them. */
  private static final int FITTED = 400_000;

  /** Log odds are at most this: a chance of 0.999. */
  private static final double SURE = 7.0;

  /** Log odds at the ends of the scores where nothing is known. */
  private static final double SPAN = 4.0;

  /**
   * Learns and computes them. O(pairs · neighbours), memory 8 bytes an entry and 90 MB.
   *
   * @param scores symmetric, from 0 on; a score of 0 is one like another
   */
  static PairChances of(CsrMatrix scores, PairConstraints pairs) {
    ScoreEvidence evidence = ScoreEvidence.of(scores, pairs);
    long[] seen = evidence.counts();
    boolean judged =
        seen[ScoreEvidence.JUDGED_SAME] >= LEAST && seen[ScoreEvidence.JUDGED_OTHER] >= LEAST;
    boolean sources = seen[ScoreEvidence.ONE_SOURCE] >= LEAST && evidence.sameRate() < 1.0;
    double[] sorted = evidence.score().clone();
    Arrays.sort(sorted);
    if (sorted.length == 0) {
      return new PairChances(new double[0], "nothing: there are no pairs", 0);
    }
    if (!judged && !sources) {
      double threshold = threshold(sorted);
      double spread = Math.max(sorted[sorted.length - 1] - threshold, threshold - sorted[0]);
      double unit = SPAN / (spread > 0.0 ? spread : 1.0);
      double[] odds = new double[scores.nonZeros()];
      Arrays.setAll(odds, p -> unit * (scores.val()[p] - threshold));
      return counted(odds, "the distribution of the scores");
    }
    PairFeatures features = new PairFeatures(scores, pairs.sources(), sorted);
    PairModel model = fitted(scores, evidence.only(judged, sources), features);
    String by = judged ? (sources ? "verdicts and sources" : "verdicts") : "sources";
    return counted(odds(scores, features, model), by);
  }

  private static PairChances counted(double[] odds, String by) {
    return new PairChances(odds, by, Arrays.stream(odds).filter(o -> o > 0.0).count() / 2);
  }

  private static PairModel fitted(CsrMatrix scores, ScoreEvidence evidence, PairFeatures features) {
    int count = evidence.score().length;
    int step = Math.max(1, (count + FITTED - 1) / FITTED);
    int d = PairFeatures.COUNT;
    double[] x = new double[(count / step + 1) * d];
    byte[] kind = new byte[count / step + 1];
    double[] one = new double[d];
    int at = 0;
    int rows = 0;
    for (int i = 0; i < scores.rows(); i++) {
      for (int p = scores.rowPtr()[i]; p < scores.rowPtr()[i + 1]; p++) {
        if (scores.col()[p] > i) {
          if (at % step == 0) {
            features.of(i, scores.col()[p], scores.val()[p], one);
            System.arraycopy(one, 0, x, rows * d, d);
            kind[rows++] = evidence.kind()[at];
          }
          at++;
        }
      }
    }
    return PairModel.fit(x, kind, rows, evidence.sameRate());
  }

  private static double[] odds(CsrMatrix scores, PairFeatures features, PairModel model) {
    double[] odds = new double[scores.nonZeros()];
    int[] rowPtr = scores.rowPtr();
    int[] col = scores.col();
    ThreadLocal<double[]> room = ThreadLocal.withInitial(() -> new double[PairFeatures.COUNT]);
    IntStream.range(0, scores.rows())
        .parallel()
        .forEach(
            i -> {
              double[] x = room.get();
              for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
                int j = col[p];
                if (j > i) {
                  features.of(i, j, scores.val()[p], x);
                  odds[p] = Math.max(-SURE, Math.min(SURE, model.logOdds(x)));
                  odds[Arrays.binarySearch(col, rowPtr[j], rowPtr[j + 1], i)] = odds[p];
                }
              }
            });
    return odds;
  }

  /**
   * The threshold between two groups of scores with the greatest variance between them (Otsu 1979).
   */
  private static double threshold(double[] sorted) {
    int n = sorted.length;
    double total = 0.0;
    for (double score : sorted) {
      total += score;
    }
    double below = 0.0;
    double most = -1.0;
    double threshold = sorted[0] / 2.0;
    for (int p = 1; p < n; p++) {
      below += sorted[p - 1];
      double gap = (total - below) / (n - p) - below / p;
      double between = (double) p * (n - p) * gap * gap;
      if (sorted[p] > sorted[p - 1] && between > most) {
        most = between;
        threshold = (sorted[p] + sorted[p - 1]) / 2.0;
      }
    }
    return threshold;
  }
}
