package dev.concord.graph.search;

import dev.concord.graph.BlockMaxima;
import dev.concord.graph.ScoreKeys;
import dev.concord.linalg.Gemm;
import java.util.Arrays;

/**
 * Finds the nearest base points of query rows by matrix products in single precision, with a proved
 * error bound. Base points come in groups; each group is compared with some of the queries. For
 * every query the {@code keep} points with the smallest estimated distances are kept.
 *
 * <p>Queries and points are taken relative to an origin amid the group, so that errors are small
 * against the distances that matter, wherever the group lies. With u = 2<sup>-24</sup>, X and Y the
 * norms of the two rounded differences, R = X + Y and γ = (dim+2)u / (1 - (dim+2)u), the estimate S
 * of a squared distance D satisfies |S - D| ≤ E = (γ/2 + 12u)R². The product errs by at most γXY ≤
 * γR²/4, twice; rounding Y²/2, X², their differences and the comparison with the threshold errs by
 * at most u times a sum of terms below 8R²; rounding the differences moves a distance below R by at
 * most 1.001uR, and a square by 2.1uR²; the rest covers the rounding of D as {@link
 * SquaredDistance} computes it. Each query keeps its largest R.
 *
 * <p>Let T be the want-th smallest estimate of a query. Some want points have D ≤ T + E, and fewer
 * than want have D &lt; T - E. So a point with S &lt; T - 2E is one of the want nearest, a point
 * with S &gt; T + 2E is not, and only those between have to be measured.
 *
 * <p>Time 2·dim operations in GEMM and one comparison a pair; memory 16·keep + 4·dim bytes a query
 * and three tiles. Single-threaded.
 */
final class NearestScan {
  /** Queries and points of a tile. */
  private static final int TILE = 512;

  /** Points whose maximum is compared with the threshold before each single one is. */
  private static final int BLOCK = 16;

  private static final double U = 0x1p-24;

  /** Bounds the error of a product of small numbers by underflow. */
  private static final double ETA = 0x1p-124;

  private final float[] queries;
  private final int dim;
  private final int keep;
  private final int capacity;
  private final int[] self;
  private final long[] keys;
  private final int[] count;
  private final float[] threshold;
  private final float[] reach;
  private final int[] sure;
  private final int[] doubtful;
  private final float[] queryTile;
  private final float[] querySquare;
  private final float[] baseTile;
  private final float[] baseHalf;
  private final float[] products;

  /** For each query of a tile the value that a point must exceed, and the best of a block. */
  private final float[] limit;

  private final float[] best;

  /** The products of one point with the queries of a tile. */
  private final float[] line;

  /**
   * A scan for {@code rows} queries.
   *
   * @param queries rows·dim, not modified
   * @param keep points kept per query, more than {@link #decide} is called with
   * @param self for each query the id of the point that is itself and is passed over, or -1
   */
  NearestScan(float[] queries, int rows, int dim, int keep, int[] self) {
    this.queries = queries;
    this.dim = dim;
    this.keep = keep;
    this.self = self;
    capacity = 2 * keep;
    keys = new long[Math.multiplyExact(rows, capacity)];
    count = new int[rows];
    threshold = new float[rows];
    Arrays.fill(threshold, Float.POSITIVE_INFINITY);
    reach = new float[rows];
    sure = new int[rows];
    doubtful = new int[rows];
    int tileRows = Math.min(rows, TILE);
    queryTile = new float[tileRows * dim];
    querySquare = new float[tileRows];
    baseTile = new float[TILE * dim];
    baseHalf = new float[TILE];
    products = new float[tileRows * TILE];
    limit = new float[tileRows];
    best = new float[tileRows];
    line = new float[tileRows];
  }

  /** The numbers 0 to rows - 1: all queries. */
  static int[] all(int rows) {
    int[] members = new int[rows];
    for (int r = 0; r < rows; r++) {
      members[r] = r;
    }
    return members;
  }

  /**
   * Measures some queries against a group of points.
   *
   * @param members queries from {@code memberFrom} to {@code memberTo}, not included
   * @param base coordinates of points; the group is rows {@code from} to {@code to}, not included
   * @param firstId id of the group's first point; ids follow each other
   * @param origin coordinates of a point amid the group, from {@code originAt}
   */
  void scan(
      int[] members,
      int memberFrom,
      int memberTo,
      float[] base,
      int from,
      int to,
      int firstId,
      float[] origin,
      int originAt) {
    for (int b = from; b < to; b += TILE) {
      int points = Math.min(TILE, to - b);
      float norm = centreBase(base, b, points, origin, originAt);
      for (int m = memberFrom; m < memberTo; m += TILE) {
        int queriesHere = Math.min(TILE, memberTo - m);
        centreQueries(members, m, queriesHere, norm, origin, originAt);
        Gemm.abt(points, queriesHere, dim, baseTile, 0, queryTile, 0, products);
        for (int p = 0; p < points; p += BLOCK) {
          select(members, m, queriesHere, p, Math.min(points, p + BLOCK), firstId + b - from);
        }
      }
    }
  }

  /** Fills the tile of points; returns their largest norm, rounded up. */
  private float centreBase(float[] base, int first, int points, float[] origin, int at) {
    double largest = 0.0;
    for (int p = 0; p < points; p++) {
      double sum = centre(base, (first + p) * dim, origin, at, baseTile, p * dim);
      baseHalf[p] = (float) (0.5 * sum);
      largest = Math.max(largest, sum);
    }
    return Math.nextUp((float) Math.sqrt(largest));
  }

  private void centreQueries(
      int[] members, int first, int queriesHere, float norm, float[] origin, int at) {
    for (int q = 0; q < queriesHere; q++) {
      int row = members[first + q];
      double sum = centre(queries, row * dim, origin, at, queryTile, q * dim);
      querySquare[q] = (float) sum;
      limit[q] = limit(q, row);
      float far = Math.nextUp(Math.nextUp((float) Math.sqrt(sum)) + norm);
      reach[row] = Math.max(reach[row], far);
    }
  }

  /** Writes x - origin to a tile; returns its squared norm. Four sums, to keep adders busy. */
  private double centre(float[] x, int in, float[] origin, int at, float[] tile, int out) {
    for (int d = 0; d < dim; d++) {
      tile[out + d] = x[in + d] - origin[at + d];
    }
    double a = 0.0;
    double b = 0.0;
    double c = 0.0;
    double e = 0.0;
    int d = 0;
    for (; d + 4 <= dim; d += 4) {
      a += (double) tile[out + d] * tile[out + d];
      b += (double) tile[out + d + 1] * tile[out + d + 1];
      c += (double) tile[out + d + 2] * tile[out + d + 2];
      e += (double) tile[out + d + 3] * tile[out + d + 3];
    }
    for (; d < dim; d++) {
      a += (double) tile[out + d] * tile[out + d];
    }
    return (a + b) + (c + e);
  }

  /** S = X² - 2(g - Y²/2) below the threshold is g - Y²/2 above this. */
  private float limit(int q, int row) {
    return 0.5f * (querySquare[q] - threshold[row]);
  }

  /**
   * Offers a block of points to all queries of a tile: first the best of the block for each query,
   * in loops that vectors do, then, where that is good enough, one point after the other.
   */
  private void select(int[] members, int first, int queriesHere, int from, int to, int firstId) {
    Arrays.fill(best, 0, queriesHere, Float.NEGATIVE_INFINITY);
    for (int p = from; p < to; p++) {
      System.arraycopy(products, p * queriesHere, line, 0, queriesHere);
      BlockMaxima.raise(best, line, queriesHere, baseHalf[p]);
    }
    for (int q = 0; q < queriesHere; q++) {
      if (best[q] > limit[q]) {
        select(members[first + q], q, queriesHere, from, to, firstId);
      }
    }
  }

  private void select(int row, int q, int queriesHere, int from, int to, int firstId) {
    for (int p = from; p < to; p++) {
      float value = products[p * queriesHere + q] - baseHalf[p];
      if (value > limit[q] && firstId + p != self[row]) {
        add(row, querySquare[q] - 2f * value, firstId + p);
        limit[q] = limit(q, row);
      }
    }
  }

  private void add(int row, float estimate, int id) {
    int base = row * capacity;
    int size = count[row];
    keys[base + size++] = ScoreKeys.of(estimate, id);
    if (size == capacity) {
      select(keys, base, base + size, keep);
      size = keep;
      threshold[row] = ScoreKeys.score(keys[base + keep - 1]);
    }
    count[row] = size;
  }

  /**
   * Decides which points of a row are among its {@code want} nearest: from then on the row's first
   * {@link #sure} points are, and of the {@link #doubtful} ones after them those of the smallest
   * distances, by (distance, id).
   *
   * @param want below {@code keep}
   * @return false when a point that was not kept could be among them, or more than {@code keep}
   *     could; then all is open
   */
  boolean decide(int row, int want) {
    int base = row * capacity;
    boolean complete = threshold[row] == Float.POSITIVE_INFINITY;
    if (complete && count[row] <= want) {
      sure[row] = count[row];
      doubtful[row] = 0;
      return true;
    }
    select(keys, base, base + count[row], want);
    double wanted = ScoreKeys.score(keys[base + want - 1]);
    double far = reach[row];
    double gamma = (dim + 2) * U / (1.0 - (dim + 2) * U);
    double twice = 2.0 * ((0.5 * gamma + 12.0 * U) * far * far + (dim + 2) * ETA);
    if (!complete && !(threshold[row] > wanted + twice)) {
      return false;
    }
    int certain = gather(base, base, base + want, wanted - twice);
    sure[row] = certain - base;
    doubtful[row] = gatherUpTo(base + want, base + count[row], wanted + twice) - certain;
    if (sure[row] + doubtful[row] > keep) {
      return false;
    }
    if (doubtful[row] == want - sure[row]) {
      // Nothing competes with them.
      sure[row] = want;
      doubtful[row] = 0;
    }
    return true;
  }

  /** Moves keys with estimates below {@code limit} to {@code at}; returns the place after them. */
  private int gather(int at, int from, int to, double limit) {
    int next = at;
    for (int e = from; e < to; e++) {
      if (ScoreKeys.score(keys[e]) < limit) {
        long swapped = keys[e];
        keys[e] = keys[next];
        keys[next++] = swapped;
      }
    }
    return next;
  }

  /** Moves keys with estimates up to {@code limit} to the front; returns the place after them. */
  private int gatherUpTo(int from, int to, double limit) {
    int next = from;
    for (int e = from; e < to; e++) {
      if (ScoreKeys.score(keys[e]) <= limit) {
        long swapped = keys[e];
        keys[e] = keys[next];
        keys[next++] = swapped;
      }
    }
    return next;
  }

  /** Points of a decided row that are among the nearest for certain. */
  int sure(int row) {
    return sure[row];
  }

  /** Points of a decided row, after the sure ones, that may be among the nearest. */
  int doubtful(int row) {
    return doubtful[row];
  }

  /** Id of the {@code c}-th point of a decided row, in no order. */
  int id(int row, int c) {
    return ScoreKeys.index(keys[row * capacity + c]);
  }

  /**
   * Puts the {@code first} smallest keys of a range before the others, the largest of them at their
   * end. Hoare's selection; time proportional to the range on average.
   *
   * @param keys the range is {@code from} to {@code to}, not included; no key twice
   * @param first at least 1, at most the length of the range
   */
  private static void select(long[] keys, int from, int to, int first) {
    int nth = from + first - 1;
    int low = from;
    int high = to - 1;
    while (low < high) {
      long pivot = keys[(low + high) >>> 1];
      int i = low;
      int j = high;
      while (i <= j) {
        while (keys[i] < pivot) {
          i++;
        }
        while (keys[j] > pivot) {
          j--;
        }
        if (i <= j) {
          long swapped = keys[i];
          keys[i++] = keys[j];
          keys[j--] = swapped;
        }
      }
      if (nth <= j) {
        high = j;
      } else if (nth >= i) {
        low = i;
      } else {
        return;
      }
    }
  }
}
