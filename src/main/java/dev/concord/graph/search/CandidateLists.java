package dev.concord.graph.search;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.ScoreKeys;
import dev.concord.graph.features.DistanceBound;
import java.io.Serializable;
import java.util.Arrays;

/**
 * For consecutive rows, the {@code keep} points that look nearest by a distance estimated in single
 * precision, and for each row a proven lower bound on the distance to everything that was left out.
 *
 * <p>Lists of the same rows found in different panels are merged; the order of merging does not
 * change the result. Memory: 8·keep + 12 bytes a row.
 */
@DefaultSerializer(JavaSerializer.class)
public final class CandidateLists implements Serializable {
  private static final long serialVersionUID = 1L;

  private final int firstRow;
  private final int rows;
  private final int keep;
  private final int dim;
  private final float maxNorm;
  private final int[] counts;
  private final int[] index;
  private final float[] score;
  private final float[] omittedScore;
  private final float[] norm;

  CandidateLists(int firstRow, int rows, int keep, int dim, float maxNorm, float[] norm) {
    this.firstRow = firstRow;
    this.rows = rows;
    this.keep = keep;
    this.dim = dim;
    this.maxNorm = maxNorm;
    this.norm = norm;
    counts = new int[rows];
    index = new int[Math.multiplyExact(rows, keep)];
    score = new float[rows * keep];
    omittedScore = new float[rows];
    Arrays.fill(omittedScore, Float.POSITIVE_INFINITY);
  }

  /**
   * The best {@code keep} of both lists, by (score, index); what drops out counts as omitted. Time
   * O(rows · keep).
   *
   * @throws IllegalArgumentException if the lists are not of the same rows and form
   */
  public static CandidateLists merge(CandidateLists a, CandidateLists b) {
    if (a.firstRow != b.firstRow || a.rows != b.rows || a.keep != b.keep || a.dim != b.dim) {
      throw new IllegalArgumentException(a + " and " + b + " are not of the same rows");
    }
    float maxNorm = Math.max(a.maxNorm, b.maxNorm);
    CandidateLists c = new CandidateLists(a.firstRow, a.rows, a.keep, a.dim, maxNorm, a.norm);
    for (int r = 0; r < a.rows; r++) {
      c.mergeRow(r, a, b);
    }
    return c;
  }

  private void mergeRow(int r, CandidateLists a, CandidateLists b) {
    int base = r * keep;
    int p = base;
    int q = base;
    int endP = base + a.counts[r];
    int endQ = base + b.counts[r];
    int out = base;
    while (out < base + keep && (p < endP || q < endQ)) {
      boolean fromA = q == endQ || (p < endP && before(a, p, b, q));
      CandidateLists from = fromA ? a : b;
      int at = fromA ? p++ : q++;
      index[out] = from.index[at];
      score[out++] = from.score[at];
    }
    counts[r] = out - base;
    float omitted = Math.min(a.omittedScore[r], b.omittedScore[r]);
    if (p < endP) {
      omitted = Math.min(omitted, a.score[p]);
    }
    if (q < endQ) {
      omitted = Math.min(omitted, b.score[q]);
    }
    omittedScore[r] = omitted;
  }

  private static boolean before(CandidateLists a, int p, CandidateLists b, int q) {
    int order = Float.compare(a.score[p], b.score[q]);
    return order < 0 || (order == 0 && a.index[p] < b.index[q]);
  }

  /**
   * Fills row {@code r} from {@code count} keys sorted ascending, at most {@code keep}, see {@link
   * ScoreKeys}.
   *
   * @param omitted no point seen and not among these has a smaller score
   */
  void fill(int r, long[] keys, int from, int count, float omitted) {
    for (int c = 0; c < count; c++) {
      index[r * keep + c] = ScoreKeys.index(keys[from + c]);
      score[r * keep + c] = ScoreKeys.score(keys[from + c]);
    }
    counts[r] = count;
    omittedScore[r] = omitted;
  }

  /** Dense id of the first row. */
  public int firstRow() {
    return firstRow;
  }

  /** Number of rows. */
  public int rows() {
    return rows;
  }

  /** At most so many candidates a row. */
  public int keep() {
    return keep;
  }

  /** Candidates of row {@code r} (from 0 within these rows). */
  public int count(int r) {
    return counts[r];
  }

  /** Dense id of the {@code c}-th candidate of row {@code r}. */
  public int index(int r, int c) {
    return index[r * keep + c];
  }

  /** Estimated squared distance of the {@code c}-th candidate of row {@code r}; can be below 0. */
  public float score(int r, int c) {
    return score[r * keep + c];
  }

  /**
   * For each row the estimated squared distance from which on a search for more candidates need not
   * look: there are {@code keep} already that are no farther. +∞ for rows with fewer.
   */
  public float[] worst() {
    return omittedScore.clone();
  }

  /**
   * A proven lower bound on the squared distance from row {@code r} to every point searched that is
   * not among its candidates; +∞ when all are. Derivation: see {@link DistanceBound}.
   */
  public double omittedBound(int r) {
    return DistanceBound.lower(dim, norm[r], maxNorm, omittedScore[r]);
  }

  @Override
  public String toString() {
    return "candidates[rows " + firstRow + "+" + rows + ", keep " + keep + ", dim " + dim + "]";
  }
}
