package dev.concord.method.spectral;

import dev.concord.constraint.PairConstraints;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.LinearOperator;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The normalized constraint matrix Q̄ = D<sup>-1/2</sup> Q D<sup>-1/2</sup> of Wang, Qian and
 * Davidson, restricted to the p points of constraints; all other entries are zero.
 *
 * <p>Q is the sum of what is given: a must-link of weight w is +w and a cannot-link −w, in both
 * places of the symmetric matrix; labels of points i and j are +1 when equal and −1 otherwise (the
 * paper's sections 7.1 and 7.3); an edge of a second graph is its weight (sections 6.3 and 7.4).
 * Labels are not written out: their block is 2·YY' − 11' with the indicator matrix Y of the
 * classes, so a product costs O(pairs + p).
 *
 * <p>Points without an edge in the graph have no normalized row; their constraints are left out and
 * counted.
 *
 * @param points the constrained points, ascending. Not a copy
 * @param rootInverse 1/√d of each constrained point. Not a copy
 * @param explicit pairs and edges of Q̄, and what differs on its diagonal from the block of labels
 * @param labels the label of each constrained point, or -1. Not a copy
 * @param classes one more than the greatest label, 0 without labels
 * @param statements unordered pairs of points with a constraint: Eq. 19's number of constraints
 * @param leftOut pairs, edges and labels left out because a point has no edge in the graph
 */
public record ConstraintMatrix(
    int[] points,
    double[] rootInverse,
    CsrMatrix explicit,
    int[] labels,
    int classes,
    long statements,
    long leftOut)
    implements LinearOperator {
  /** The points with a 1 on the diagonal of Q. */
  public enum SelfPairs {
    /** Points with a known label, as in the authors' programs. */
    LABELLED,
    /** Every point in some constraint. */
    CONSTRAINED,
    /** None. */
    NONE
  }

  /**
   * Builds Q̄. Time O(n + entries · log), memory 28 bytes an entry while building.
   *
   * @param degrees row sums of the graph, length n; 0 for isolated points
   * @param pairs judged pairs, over n points
   * @param labels length n, 0..classes-1 or -1; or null
   * @param side weights of a second graph over the n points, or null
   */
  public static ConstraintMatrix of(
      double[] degrees,
      PairConstraints pairs,
      int @Nullable [] labels,
      @Nullable CsrMatrix side,
      SelfPairs self) {
    int n = degrees.length;
    boolean[] spoken = pairs.touched();
    boolean[] labelled = new boolean[n];
    int classes = 0;
    for (int i = 0; labels != null && i < n; i++) {
      labelled[i] = labels[i] >= 0;
      spoken[i] |= labelled[i];
      classes = Math.max(classes, labels[i] + 1);
    }
    for (int i = 0; side != null && i < n; i++) {
      spoken[i] |= side.rowPtr()[i + 1] > side.rowPtr()[i];
    }
    int[] index = new int[n];
    int p = 0;
    long lonelyLabels = 0;
    long known = 0;
    for (int i = 0; i < n; i++) {
      index[i] = spoken[i] && degrees[i] > 0.0 ? p++ : -1;
      known += labelled[i] && index[i] >= 0 ? 1 : 0;
      lonelyLabels += labelled[i] && index[i] < 0 ? 1 : 0;
    }
    int[] points = new int[p];
    double[] rootInverse = new double[p];
    int[] labelOf = new int[p];
    for (int i = 0; i < n; i++) {
      if (index[i] >= 0) {
        points[index[i]] = i;
        rootInverse[index[i]] = 1.0 / Math.sqrt(degrees[i]);
        labelOf[index[i]] = labels == null ? -1 : labels[i];
      }
    }
    Entries entries = new Entries(p, index, rootInverse);
    long used = entries.addPairs(pairs);
    long usedEdges = side == null ? 0 : entries.addEdges(side);
    for (int q = 0; q < p; q++) {
      boolean has = labelOf[q] >= 0;
      double one =
          switch (self) {
            case LABELLED -> 0.0;
            case CONSTRAINED -> has ? 0.0 : 1.0;
            case NONE -> has ? -1.0 : 0.0;
          };
      if (one != 0.0) {
        entries.add(q, q, one);
      }
    }
    long sideEdges = side == null ? 0 : side.nonZeros() / 2L;
    return new ConstraintMatrix(
        points,
        rootInverse,
        entries.matrix(),
        labelOf,
        classes,
        used + usedEdges + known * (known - 1) / 2,
        pairs.size() - used + sideEdges - usedEdges + lonelyLabels);
  }

  /** Triplets of the explicit part. */
  private static final class Entries {
    private final int p;
    private final int[] index;
    private final double[] scale;
    private long[] keys = new long[16];
    private double[] values = new double[16];
    private int count;

    Entries(int p, int[] index, double[] scale) {
      this.p = p;
      this.index = index;
      this.scale = scale;
    }

    void add(int row, int column, double value) {
      if (count == keys.length) {
        int more = Math.max(count + 1, (int) Math.min(Integer.MAX_VALUE - 8L, 2L * count));
        keys = Arrays.copyOf(keys, more);
        values = Arrays.copyOf(values, more);
      }
      keys[count] = ((long) row << 32) | column;
      values[count++] = value * scale[row] * scale[column];
    }

    long addPairs(PairConstraints pairs) {
      long used = 0;
      for (int c = 0; c < pairs.size(); c++) {
        int a = index[pairs.first()[c]];
        int b = index[pairs.second()[c]];
        if (a >= 0 && b >= 0) {
          double value = pairs.mustLink()[c] ? pairs.weight()[c] : -pairs.weight()[c];
          add(a, b, value);
          add(b, a, value);
          used++;
        }
      }
      return used;
    }

    long addEdges(CsrMatrix side) {
      long used = 0;
      for (int i = 0; i < side.rows(); i++) {
        for (int e = side.rowPtr()[i]; index[i] >= 0 && e < side.rowPtr()[i + 1]; e++) {
          int b = index[side.col()[e]];
          if (b >= 0) {
            add(index[i], b, side.val()[e]);
            used++;
          }
        }
      }
      return used / 2;
    }

    /** The sums of the triplets in rows; equal places are added in the order they came. */
    CsrMatrix matrix() {
      int[] start = new int[p + 1];
      for (int e = 0; e < count; e++) {
        start[(int) (keys[e] >>> 32) + 1]++;
      }
      for (int r = 0; r < p; r++) {
        start[r + 1] += start[r];
      }
      // Transposing twice sorts rows by column and keeps the order of equal places.
      int[] byColumn = order(false, null);
      int[] sorted = order(true, byColumn);
      int[] col = new int[count];
      double[] val = new double[count];
      int[] rowPtr = new int[p + 1];
      int at = 0;
      for (int row = 0; row < p; row++) {
        int from = at;
        for (int e = start[row]; e < start[row + 1]; e++) {
          int column = (int) keys[sorted[e]];
          if (at > from && col[at - 1] == column) {
            val[at - 1] += values[sorted[e]];
          } else {
            col[at] = column;
            val[at++] = values[sorted[e]];
          }
        }
        rowPtr[row + 1] = at;
      }
      return new CsrMatrix(p, rowPtr, Arrays.copyOf(col, at), Arrays.copyOf(val, at));
    }

    /** Positions ordered stably by row or by column, those of {@code before} in its order. */
    private int[] order(boolean byRow, int @Nullable [] before) {
      int[] next = new int[p + 1];
      for (int e = 0; e < count; e++) {
        next[1 + place(e, byRow)]++;
      }
      for (int r = 0; r < p; r++) {
        next[r + 1] += next[r];
      }
      int[] out = new int[count];
      for (int e = 0; e < count; e++) {
        int entry = before == null ? e : before[e];
        out[next[place(entry, byRow)]++] = entry;
      }
      return out;
    }

    private int place(int e, boolean byRow) {
      return byRow ? (int) (keys[e] >>> 32) : (int) keys[e];
    }
  }

  /** The number p of constrained points. */
  @Override
  public int size() {
    return points.length;
  }

  /**
   * The value that a partition into k clusters attains that meets every constraint: the mean of
   * u'Qu over the k − 1 columns of its indicators, of which u'Du is vol in the mean. Points are put
   * at the corners of a regular simplex, one a cluster: rows of the indicators have the product k −
   * 1 within a cluster and −1 between clusters, so the mean is the sum of the positive entries of Q
   * plus 1/(k − 1) of the sum of the magnitudes of the negative ones. For k = 2 it is the sum of
   * |Q|, the u'Qu of a ±1 indicator (section 4.1 of the paper). O(entries).
   *
   * @param clusters k, at least 2
   */
  public double attained(int clusters) {
    double together = 0.0;
    double apart = 0.0;
    double[] count = new double[classes];
    double labelled = 0.0;
    for (int i = 0; i < points.length; i++) {
      if (labels[i] >= 0) {
        count[labels[i]]++;
        labelled++;
      }
      for (int e = explicit.rowPtr()[i]; e < explicit.rowPtr()[i + 1]; e++) {
        int j = explicit.col()[e];
        double weight = explicit.val()[e] / (rootInverse[i] * rootInverse[j]);
        if (weight > 0.0 || i == j) {
          together += weight;
        } else {
          apart -= weight;
        }
      }
    }
    apart += labelled * labelled;
    for (double members : count) {
      together += members * members;
      apart -= members * members;
    }
    return together + apart / (clusters - 1);
  }

  /** y = Q̄·x on the constrained points. */
  @Override
  public void apply(double[] x, double[] y) {
    explicit.multiply(x, y);
    if (classes == 0) {
      return;
    }
    double[] sums = new double[classes];
    double total = 0.0;
    for (int i = 0; i < x.length; i++) {
      if (labels[i] >= 0) {
        sums[labels[i]] += rootInverse[i] * x[i];
      }
    }
    for (double sum : sums) {
      total += sum;
    }
    for (int i = 0; i < x.length; i++) {
      if (labels[i] >= 0) {
        y[i] += rootInverse[i] * (2.0 * sums[labels[i]] - total);
      }
    }
  }
}
