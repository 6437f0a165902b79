package dev.concord.graph.search;

import dev.concord.graph.ScoreKeys;
import dev.concord.graph.features.CentredPanel;
import java.util.Arrays;

/**
 * The best {@code keep} scores of each row while tiles go by. A row has a buffer of 2·keep keys;
 * when it is full, the better half stays and the row's threshold rises to its worst score. The scan
 * compares with the thresholds alone and calls {@link #add} for the few that pass.
 */
final class BestScores {
  /** Only scores above it are wanted; length rows. Read by the scan. */
  final float[] threshold;

  private final CentredPanel own;
  private final float[] first;
  private final int keep;
  private final int capacity;
  private final long[] keys;
  private final int[] count;

  /**
   * Empty lists.
   *
   * @param own the rows' panel
   * @param worst for each row a squared distance, as estimated, beyond which no point is wanted; a
   *     point that near may be passed over too. The thresholds start there.
   */
  BestScores(CentredPanel own, int keep, float[] worst) {
    this.own = own;
    this.keep = keep;
    capacity = 2 * keep;
    keys = new long[Math.multiplyExact(own.rows, capacity)];
    count = new int[own.rows];
    threshold = new float[own.rows];
    for (int r = 0; r < own.rows; r++) {
      // A square of X² - 2·score beyond the worst is a score below half their difference.
      threshold[r] = Math.nextDown((float) (0.5 * (own.square[r] - worst[r])));
    }
    first = threshold.clone();
  }

  /** Takes a score above the row's threshold. Higher is better, equal ones by smaller index. */
  void add(int row, float score, int index) {
    int base = row * capacity;
    int size = count[row];
    keys[base + size++] = ScoreKeys.of(-score, index);
    if (size == capacity) {
      // The better half is still in order from last time, which makes this faster than selection.
      Arrays.sort(keys, base, base + size);
      size = keep;
      threshold[row] = -ScoreKeys.score(keys[base + keep - 1]);
    }
    count[row] = size;
  }

  /**
   * The lists, with squared distances ‖x‖² - 2·score.
   *
   * @param maxNorm the largest norm among the points searched
   * @param seen points compared with each row, the row itself not counted
   */
  CandidateLists lists(float maxNorm, int seen) {
    CandidateLists lists =
        new CandidateLists(own.firstRow, own.rows, keep, own.dim, maxNorm, own.norm);
    for (int r = 0; r < own.rows; r++) {
      int base = r * capacity;
      Arrays.sort(keys, base, base + count[r]);
      int kept = Math.min(count[r], keep);
      for (int c = 0; c < kept; c++) {
        long key = keys[base + c];
        double square = own.square[r] + 2.0 * ScoreKeys.score(key);
        keys[base + c] = ScoreKeys.of((float) square, ScoreKeys.index(key));
      }
      Arrays.sort(keys, base, base + kept);
      float omitted = Float.POSITIVE_INFINITY;
      if (seen > kept) {
        // What was not kept scores no better than the last one kept, or than the first threshold.
        omitted =
            kept == keep
                ? ScoreKeys.score(keys[base + kept - 1])
                : (float) (own.square[r] - 2.0 * first[r]);
      }
      lists.fill(r, keys, base, kept, omitted);
    }
    return lists;
  }
}
