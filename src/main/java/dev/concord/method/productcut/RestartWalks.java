package dev.concord.method.productcut;

import dev.concord.linalg.CsrMatrix;
import java.util.stream.IntStream;

/**
 * Where random walks with restart are, approximately, for blocks of restart distributions: columns
 * of U = Ω·B and V = Ω'·G with Ω = (1 - α)(I - α·A)<sup>-1</sup>, A = W·D<sup>-1</sup>. Both are
 * one symmetric system in N = D<sup>-1/2</sup> W D<sup>-1/2</sup>: Ω = D<sup>1/2</sup> (1 - α)(I -
 * α·N)<sup>-1</sup> D<sup>-1/2</sup>.
 *
 * <p>It is solved by Chebyshev semi-iteration on the interval [1 - α, 1 + α], which holds all its
 * eigenvalues, from the solution of the call before (Golub and Varga 1961). A step multiplies the
 * error by 0.63 for α = 0.9, where the plain series multiplies it by 0.9. It has no inner products,
 * so columns do not depend on each other.
 *
 * <p>Values are in single precision, row by row: one pass over the matrix serves all columns, and
 * an entry of the matrix needs one or two cache lines of the block. {@link WalkSolver} has the
 * exact solution. Points without an edge have zero rows. Memory 12 n w bytes for a row of w values;
 * time of a step: 2 nnz w operations on all cores. Not safe for several threads.
 */
final class RestartWalks {
  /** Columns that the innermost loop handles together: five are a third faster a column. */
  private static final int FOUR = 4;

  private static final int FIVE = 5;

  /** Rows whose products are still in the nearest cache when the step is added to them. */
  private static final int TILE = 32;

  private final CsrMatrix adjacency;
  private final float[] values;
  private final float alpha;
  private final int width;
  private final int[] blocks;
  private final float[] direction;
  private float[] solution;
  private float[] next;

  /** The length of a row of {@code columns} values: a multiple of what is handled together. */
  static int width(int columns) {
    int fours = (columns + FOUR - 1) / FOUR * FOUR;
    int fives = (columns + FIVE - 1) / FIVE * FIVE;
    return Math.min(fours, fives);
  }

  /**
   * @param adjacency N
   * @param values of N in single precision
   * @param alpha probability to go on, in (0, 1)
   * @param width length of a row
   * @param blocks of rows that one core handles: bounds, ascending
   */
  RestartWalks(CsrMatrix adjacency, float[] values, double alpha, int width, int[] blocks) {
    this.adjacency = adjacency;
    this.values = values;
    this.alpha = (float) alpha;
    this.width = width;
    this.blocks = blocks;
    int size = Math.multiplyExact(adjacency.rows(), width);
    this.direction = new float[size];
    this.solution = new float[size];
    this.next = new float[size];
  }

  /** The solution Y of (I - α·N) Y = B, row by row; the next call overwrites it. */
  float[] solution() {
    return solution;
  }

  /**
   * Iterates towards the solution, from the last one.
   *
   * @param right B, row by row
   * @param steps of the iteration, at least 1
   */
  void iterate(float[] right, int steps) {
    double size = 1.0;
    for (int step = 0; step < steps; step++) {
      double half = step == 1 ? Math.sqrt(0.5) * alpha : 0.5 * alpha * size;
      double keep = step == 0 ? 0.0 : half * half;
      size = step == 0 ? 1.0 : 1.0 / (1.0 - keep / size);
      float kept = (float) keep;
      float factor = (float) size;
      IntStream.range(0, blocks.length - 1)
          .parallel()
          .forEach(b -> advance(blocks[b], blocks[b + 1], right, kept, factor));
      float[] last = solution;
      solution = next;
      next = last;
    }
  }

  private void advance(int from, int to, float[] right, float keep, float factor) {
    for (int tile = from; tile < to; tile += TILE) {
      int end = Math.min(to, tile + TILE);
      if (width % FIVE == 0) {
        multiplyFives(tile, end);
      } else {
        multiplyFours(tile, end);
      }
      move(tile * width, end * width, right, keep, factor);
    }
  }

  /** next = N·solution for the rows [from, to), five columns at a time: sums stay in registers. */
  private void multiplyFives(int from, int to) {
    int[] start = adjacency.rowPtr();
    int[] column = adjacency.col();
    float[] entries = values;
    float[] x = solution;
    float[] product = next;
    int w = width;
    for (int i = from; i < to; i++) {
      int last = start[i + 1];
      for (int offset = 0; offset < w; offset += FIVE) {
        float a = 0.0f;
        float b = 0.0f;
        float c = 0.0f;
        float d = 0.0f;
        float e = 0.0f;
        for (int p = start[i]; p < last; p++) {
          int j = column[p] * w + offset;
          float entry = entries[p];
          a += entry * x[j];
          b += entry * x[j + 1];
          c += entry * x[j + 2];
          d += entry * x[j + 3];
          e += entry * x[j + 4];
        }
        int at = i * w + offset;
        product[at] = a;
        product[at + 1] = b;
        product[at + 2] = c;
        product[at + 3] = d;
        product[at + 4] = e;
      }
    }
  }

  /** As {@link #multiplyFives}, four columns at a time. */
  private void multiplyFours(int from, int to) {
    int[] start = adjacency.rowPtr();
    int[] column = adjacency.col();
    float[] entries = values;
    float[] x = solution;
    float[] product = next;
    int w = width;
    for (int i = from; i < to; i++) {
      int last = start[i + 1];
      for (int offset = 0; offset < w; offset += FOUR) {
        float a = 0.0f;
        float b = 0.0f;
        float c = 0.0f;
        float d = 0.0f;
        for (int p = start[i]; p < last; p++) {
          int j = column[p] * w + offset;
          float entry = entries[p];
          a += entry * x[j];
          b += entry * x[j + 1];
          c += entry * x[j + 2];
          d += entry * x[j + 3];
        }
        int at = i * w + offset;
        product[at] = a;
        product[at + 1] = b;
        product[at + 2] = c;
        product[at + 3] = d;
      }
    }
  }

  /** From N·solution to the next solution, for the values [from, to) of the block. */
  private void move(int from, int to, float[] right, float keep, float factor) {
    float[] x = solution;
    float[] towards = direction;
    float[] y = next;
    float a = alpha;
    for (int at = from; at < to; at++) {
      float residual = right[at] - x[at] + a * y[at];
      float step = residual + keep * towards[at];
      towards[at] = step;
      y[at] = x[at] + factor * step;
    }
  }
}
