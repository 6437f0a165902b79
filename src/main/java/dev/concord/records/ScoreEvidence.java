package dev.concord.records;

import dev.concord.constraint.PairConstraints;
import dev.concord.linalg.CsrMatrix;
import org.jspecify.annotations.Nullable;

/**
 * The listed pairs and what is known of each.
 *
 * @param score of each pair, first point ascending, then second
 * @param kind of each, one of the constants; a judged pair counts as judged alone
 * @param sameRate the rate of one source among pairs of different things; 0 without sources
 */
record ScoreEvidence(double[] score, byte[] kind, double sameRate) {
  /** Nothing is known of the pair. */
  static final byte UNKNOWN = 0;

  /** Its points have two known sources. */
  static final byte TWO_SOURCES = 1;

  /** Its points have one source: they are two things. */
  static final byte ONE_SOURCE = 2;

  /** It was judged to be of one thing. */
  static final byte JUDGED_SAME = 3;

  /** It was judged to be of two things. */
  static final byte JUDGED_OTHER = 4;

  /** How many pairs there are of each kind. */
  long[] counts() {
    long[] counts = new long[5];
    for (byte k : kind) {
      counts[k]++;
    }
    return counts;
  }

  /** The same with judged pairs, or sources, or both. */
  ScoreEvidence only(boolean judged, boolean sources) {
    byte[] kept = kind.clone();
    for (int p = 0; p < kept.length; p++) {
      boolean used = kept[p] >= JUDGED_SAME ? judged : sources;
      kept[p] = used ? kept[p] : UNKNOWN;
    }
    return new ScoreEvidence(score, kept, sameRate);
  }

  /** Reads the upper half of a symmetric matrix and walks through the sorted pairs beside it. */
  static ScoreEvidence of(CsrMatrix scores, PairConstraints pairs) {
    int count = scores.nonZeros() / 2;
    double[] score = new double[count];
    byte[] kind = new byte[count];
    int @Nullable [] sources = pairs.sources();
    long[] ends = new long[sources == null ? 0 : most(sources) + 1];
    long both = 0;
    int at = 0;
    int pair = 0;
    for (int i = 0; i < scores.rows(); i++) {
      for (int p = scores.rowPtr()[i]; p < scores.rowPtr()[i + 1]; p++) {
        int j = scores.col()[p];
        if (j <= i) {
          continue;
        }
        while (pair < pairs.size() && isBefore(pairs, pair, i, j)) {
          pair++;
        }
        boolean judged =
            pair < pairs.size()
                && pairs.first()[pair] == i
                && pairs.second()[pair] == j
                && pairs.isHard(pair);
        score[at] = scores.val()[p];
        if (judged) {
          kind[at] = pairs.mustLink()[pair] ? JUDGED_SAME : JUDGED_OTHER;
        }
        if (sources != null && sources[i] >= 0 && sources[j] >= 0) {
          ends[sources[i]]++;
          ends[sources[j]]++;
          both++;
          if (!judged) {
            kind[at] = sources[i] == sources[j] ? ONE_SOURCE : TWO_SOURCES;
          }
        }
        at++;
      }
    }
    double rate = 0.0;
    for (long end : ends) {
      double share = both == 0 ? 0.0 : end / (2.0 * both);
      rate += share * share;
    }
    return new ScoreEvidence(score, kind, rate);
  }

  private static boolean isBefore(PairConstraints pairs, int pair, int i, int j) {
    int first = pairs.first()[pair];
    return first < i || (first == i && pairs.second()[pair] < j);
  }

  private static int most(int[] sources) {
    int most = -1;
    for (int source : sources) {
      most = Math.max(most, source);
    }
    return most;
  }
}
