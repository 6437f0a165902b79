package dev.concord.graph.cells;

import dev.concord.linalg.Gemm;
import java.util.Arrays;

/**
 * Looks for the nearest points of a set of query rows, one group of base points after the other, by
 * matrix products in single precision; each group is met by the queries that want it. Keeps for
 * every query the {@code keep} points that look nearest and a proven lower bound on all others.
 *
 * <p>Queries and points are taken relative to an origin amid the group, so that errors are small
 * against the distances that matter, wherever the group lies. With u = 2<sup>-24</sup>, X and Y the
 * norms of the two rounded differences and γ = (dim+2)u / (1 - (dim+2)u), the estimate S of a
 * squared distance satisfies |S - ‖x̂-ŷ‖²| ≤ (γ/2 + 8u)(X+Y)²: the product errs by at most γXY ≤
 * γ(X+Y)²/4, twice; rounding Y²/2, X², their differences and the comparison with the threshold errs
 * by at most u times a sum of terms that is below 8(X+Y)². Rounding the differences moves a
 * distance by at most 1.001u(X+Y). Each query keeps its largest X+Y.
 *
 * <p>Time 2·dim operations in GEMM and one comparison a pair; memory 16·keep + 4·dim bytes a query
 * and three tiles. Single-threaded.
 */
final class NearestScan {
  /** Queries and points of a tile. */
  private static final int TILE = 512;

  private static final double U = 0x1p-24;

  /** Covers what underflow can take from a product of small numbers. */
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
  private final boolean[] dropped;
  private final float[] queryTile;
  private final float[] querySquare;
  private final float[] baseTile;
  private final float[] baseHalf;
  private final float[] products;

  /**
   * A scan for {@code rows} queries.
   *
   * @param queries rows·dim, not modified
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
    dropped = new boolean[rows];
    int tileRows = Math.min(rows, TILE);
    queryTile = new float[tileRows * dim];
    querySquare = new float[tileRows];
    baseTile = new float[TILE * dim];
    baseHalf = new float[TILE];
    products = new float[tileRows * TILE];
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
        Gemm.abt(queriesHere, points, dim, queryTile, 0, baseTile, 0, products);
        for (int q = 0; q < queriesHere; q++) {
          select(members[m + q], q, points, firstId + b - from);
        }
      }
    }
  }

  /** Fills the tile of points; returns their largest norm, rounded up. */
  private float centreBase(float[] base, int first, int points, float[] origin, int at) {
    double largest = 0.0;
    for (int p = 0; p < points; p++) {
      double sum = 0.0;
      int in = (first + p) * dim;
      int out = p * dim;
      for (int d = 0; d < dim; d++) {
        float value = base[in + d] - origin[at + d];
        baseTile[out + d] = value;
        sum += (double) value * value;
      }
      baseHalf[p] = (float) (0.5 * sum);
      largest = Math.max(largest, sum);
    }
    return Math.nextUp((float) Math.sqrt(largest));
  }

  private void centreQueries(
      int[] members, int first, int queriesHere, float norm, float[] origin, int at) {
    for (int q = 0; q < queriesHere; q++) {
      int row = members[first + q];
      double sum = 0.0;
      int in = row * dim;
      int out = q * dim;
      for (int d = 0; d < dim; d++) {
        float value = queries[in + d] - origin[at + d];
        queryTile[out + d] = value;
        sum += (double) value * value;
      }
      querySquare[q] = (float) sum;
      float far = Math.nextUp(Math.nextUp((float) Math.sqrt(sum)) + norm);
      reach[row] = Math.max(reach[row], far);
    }
  }

  private void select(int row, int q, int points, int firstId) {
    float square = querySquare[q];
    // S = X² - 2(g - Y²/2) below the threshold: g - Y²/2 above the limit.
    float limit = 0.5f * (square - threshold[row]);
    int base = q * points;
    for (int p = 0; p < points; p++) {
      float value = products[base + p] - baseHalf[p];
      if (value > limit && firstId + p != self[row]) {
        add(row, square - 2f * value, firstId + p);
        limit = 0.5f * (square - threshold[row]);
      }
    }
  }

  private void add(int row, float estimate, int id) {
    int base = row * capacity;
    int size = count[row];
    keys[base + size++] = key(estimate, id);
    if (size == capacity) {
      Arrays.sort(keys, base, base + size);
      size = keep;
      threshold[row] = score(keys[base + keep - 1]);
      dropped[row] = true;
    }
    count[row] = size;
  }

  /** Sorts the row's points by estimate and keeps the first; returns how many. */
  int finish(int row) {
    int base = row * capacity;
    Arrays.sort(keys, base, base + count[row]);
    if (count[row] > keep) {
      count[row] = keep;
      dropped[row] = true;
    }
    return count[row];
  }

  /** Id of the {@code c}-th point of a finished row. */
  int id(int row, int c) {
    return (int) keys[row * capacity + c];
  }

  /**
   * A lower bound on the squared distance of every point that a finished row met and did not keep;
   * +∞ when it kept them all. Below any such distance as {@link Squares} computes it.
   */
  double omittedBound(int row) {
    if (!dropped[row]) {
      return Double.POSITIVE_INFINITY;
    }
    double far = reach[row];
    double gamma = (dim + 2) * U / (1.0 - (dim + 2) * U);
    double estimate = score(keys[row * capacity + count[row] - 1]);
    double square = estimate - (0.5 * gamma + 8.0 * U) * far * far - (dim + 2) * ETA;
    if (!(square > 0.0)) {
      return 0.0;
    }
    double distance = Math.sqrt(square) - 1.001 * U * far - Math.sqrt(dim) * ETA;
    return distance > 0.0 ? distance * distance * (1.0 - (dim + 8) * 0x1p-52) : 0.0;
  }

  /** Sorts by (estimate, id); the estimate is not NaN, the id not negative. */
  private static long key(float estimate, int id) {
    int bits = Float.floatToRawIntBits(estimate + 0.0f);
    int ordered = bits ^ ((bits >> 31) & 0x7fffffff);
    return ((long) ordered << 32) | id;
  }

  private static float score(long key) {
    int ordered = (int) (key >> 32);
    return Float.intBitsToFloat(ordered ^ ((ordered >> 31) & 0x7fffffff));
  }
}
