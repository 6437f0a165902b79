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
    int[] start = adjacency.rowPtr();
    boolean five = width % FIVE == 0;
    for (int i = from; i < to; i++) {
      int at = i * width;
      if (five) {
        for (int offset = 0; offset < width; offset += FIVE) {
          five(start[i], start[i + 1], at + offset, offset, right, keep, factor);
        }
      } else {
        for (int offset = 0; offset < width; offset += FOUR) {
          four(start[i], start[i + 1], at + offset, offset, right, keep, factor);
        }
      }
    }
  }

  /** Five columns of a row: sums stay in registers. */
  private void five(
      int first, int last, int at, int offset, float[] right, float keep, float factor) {
    int[] column = adjacency.col();
    float[] x = solution;
    float a = 0.0f;
    float b = 0.0f;
    float c = 0.0f;
    float d = 0.0f;
    float e = 0.0f;
    for (int p = first; p < last; p++) {
      int j = column[p] * width + offset;
      float value = values[p];
      a += value * x[j];
      b += value * x[j + 1];
      c += value * x[j + 2];
      d += value * x[j + 3];
      e += value * x[j + 4];
    }
    move(at, a, right, keep, factor);
    move(at + 1, b, right, keep, factor);
    move(at + 2, c, right, keep, factor);
    move(at + 3, d, right, keep, factor);
    move(at + 4, e, right, keep, factor);
  }

  /** As {@link #five} for four columns. */
  private void four(
      int first, int last, int at, int offset, float[] right, float keep, float factor) {
    int[] column = adjacency.col();
    float[] x = solution;
    float a = 0.0f;
    float b = 0.0f;
    float c = 0.0f;
    float d = 0.0f;
    for (int p = first; p < last; p++) {
      int j = column[p] * width + offset;
      float value = values[p];
      a += value * x[j];
      b += value * x[j + 1];
      c += value * x[j + 2];
      d += value * x[j + 3];
    }
    move(at, a, right, keep, factor);
    move(at + 1, b, right, keep, factor);
    move(at + 2, c, right, keep, factor);
    move(at + 3, d, right, keep, factor);
  }

  private void move(int at, float product, float[] right, float keep, float factor) {
    float residual = right[at] - solution[at] + alpha * product;
    float towards = residual + keep * direction[at];
    direction[at] = towards;
    next[at] = solution[at] + factor * towards;
  }
}
