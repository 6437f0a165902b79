package dev.concord.method;

import com.esotericsoftware.kryo.DefaultSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.solve.Eigenpairs;
import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Where a new point lies in the embedding of the training points, and which cluster's centre is
 * nearest there.
 *
 * <p>With N = D<sup>-1/2</sup> W D<sup>-1/2</sup> and its eigenpairs (μ, v), the Nystrom extension
 * of v to a point x with edges w<sub>xj</sub> of sum d<sub>x</sub> is v(x) = 1/μ Σ<sub>j</sub>
 * w<sub>xj</sub> v<sub>j</sub> / √(d<sub>x</sub> d<sub>j</sub>) (Fowlkes, Belongie, Chung and
 * Malik, Spectral Grouping Using the Nystrom Method, 2004, section 3; Bengio et al. 2004, equation
 * 9). An embedding E = V T in the span of the eigenvectors extends by the same map T: with H =
 * D<sup>-1/2</sup> V Λ<sup>-1</sup> T it is E(x) = Σ w<sub>xj</sub> H<sub>j</sub> / √d<sub>x</sub>.
 * Whether that holds is measured, not assumed: the formula must give the embedding of the training
 * points themselves, to {@value #TOLERANCE} relatively. Every other embedding is extended by the
 * weighted mean of the neighbours, E(x) = Σ w<sub>xj</sub> E<sub>j</sub> / d<sub>x</sub>.
 *
 * <p>Centres are means of the extended rows of the training points by their final clusters, of rows
 * as they are or scaled to length 1, whichever gives back more of those clusters.
 *
 * @param columns m of the embedding
 * @param nystrom whether the Nystrom extension applies
 * @param unit whether rows are scaled to length 1 before they are compared with centres
 * @param rows n·m, row-major: H, or E
 * @param centres clusters·m, row-major; NaN for an empty cluster
 * @param agreement share of training points whose nearest centre is that of their cluster
 */
@DefaultSerializer(JavaSerializer.class)
public record EmbeddingExtension(
    int columns, boolean nystrom, boolean unit, double[] rows, double[] centres, double agreement)
    implements Serializable {

  private static final double TOLERANCE = 1e-4;

  /** Eigenvalues of smaller magnitude are not divided by. */
  private static final double SMALLEST = 1e-3;

  /**
   * The extension of a method's embedding. Time O((edges + n·m)·m), memory 40·n·m bytes.
   *
   * @param graph the graph that new points get their edges in
   * @param spectrum eigenpairs that the embedding may be made of, or null
   * @param labels final cluster of each point
   */
  public static EmbeddingExtension of(
      WeightedGraph graph,
      Embedding embedding,
      @Nullable Eigenpairs spectrum,
      int[] labels,
      int clusters) {
    int columns = embedding.columns();
    double[] given = embedding.rowMajor();
    double[] rows = spectrum == null ? null : nystromRows(graph, given, columns, spectrum);
    double[] placed = rows == null ? null : apply(graph, rows, columns, true);
    boolean nystrom = placed != null && near(placed, given);
    if (rows == null || placed == null || !nystrom) {
      rows = given;
      placed = apply(graph, rows, columns, false);
    }
    double[] plain = centres(placed, columns, labels, clusters);
    double plainAgreement = agreement(placed, columns, labels, plain);
    double[] scaled = placed.clone();
    for (int i = 0; i < labels.length; i++) {
      toUnit(scaled, i * columns, columns);
    }
    double[] unit = centres(scaled, columns, labels, clusters);
    double unitAgreement = agreement(scaled, columns, labels, unit);
    boolean useUnit = unitAgreement > plainAgreement;
    return new EmbeddingExtension(
        columns,
        nystrom,
        useUnit,
        rows,
        useUnit ? unit : plain,
        Math.max(plainAgreement, unitAgreement));
  }

  /** D^-1/2 V Λ^-1 V'E, or null when an eigenvalue is too small to divide by. */
  private static double @Nullable [] nystromRows(
      WeightedGraph graph, double[] given, int columns, Eigenpairs spectrum) {
    int n = spectrum.n();
    int m = spectrum.count();
    for (double value : spectrum.values()) {
      if (Math.abs(value) < SMALLEST) {
        return null;
      }
    }
    double[] v = spectrum.vectors();
    double[] map = new double[m * columns];
    for (int j = 0; j < m; j++) {
      for (int i = 0; i < n; i++) {
        for (int c = 0; c < columns; c++) {
          map[j * columns + c] += v[j * n + i] * given[i * columns + c];
        }
      }
      for (int c = 0; c < columns; c++) {
        map[j * columns + c] /= spectrum.values()[j];
      }
    }
    double[] rows = new double[given.length];
    double[] degrees = graph.degrees();
    for (int i = 0; i < n; i++) {
      double root = Math.sqrt(degrees[i]);
      for (int j = 0; root > 0.0 && j < m; j++) {
        double factor = v[j * n + i] / root;
        for (int c = 0; c < columns; c++) {
          rows[i * columns + c] += factor * map[j * columns + c];
        }
      }
    }
    return rows;
  }

  /** Every training point placed as if it were new, by the edges it has. */
  private static double[] apply(WeightedGraph graph, double[] rows, int columns, boolean nystrom) {
    double[] degrees = graph.degrees();
    int n = degrees.length;
    double[] sums = new double[rows.length];
    graph.products().apply(columnMajor(rows, columns), sums, columns);
    double[] out = new double[rows.length];
    for (int i = 0; i < n; i++) {
      // A point without an edge stays where it is.
      double divisor = nystrom ? Math.sqrt(degrees[i]) : degrees[i];
      for (int c = 0; c < columns; c++) {
        int at = i * columns + c;
        out[at] = degrees[i] > 0.0 ? sums[c * n + i] / divisor : rows[at];
      }
    }
    return out;
  }

  private static double[] columnMajor(double[] rows, int columns) {
    int n = rows.length / columns;
    double[] values = new double[rows.length];
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < columns; c++) {
        values[c * n + i] = rows[i * columns + c];
      }
    }
    return values;
  }

  private static boolean near(double[] a, double[] b) {
    double error = 0.0;
    double size = 0.0;
    for (int p = 0; p < a.length; p++) {
      error += (a[p] - b[p]) * (a[p] - b[p]);
      size += b[p] * b[p];
    }
    return error <= TOLERANCE * TOLERANCE * size;
  }

  private static double[] centres(double[] placed, int columns, int[] labels, int clusters) {
    double[] centres = new double[clusters * columns];
    int[] sizes = new int[clusters];
    for (int i = 0; i < labels.length; i++) {
      sizes[labels[i]]++;
      for (int c = 0; c < columns; c++) {
        centres[labels[i] * columns + c] += placed[i * columns + c];
      }
    }
    for (int k = 0; k < clusters; k++) {
      for (int c = 0; c < columns; c++) {
        centres[k * columns + c] /= sizes[k]; // 0/0 = NaN: an empty cluster has no centre
      }
    }
    return centres;
  }

  private static double agreement(double[] placed, int columns, int[] labels, double[] centres) {
    double[] squares = new double[centres.length / columns];
    int right = 0;
    for (int i = 0; i < labels.length; i++) {
      squares(placed, i * columns, columns, centres, squares);
      right += nearest(squares) == labels[i] ? 1 : 0;
    }
    return (double) right / labels.length;
  }

  /**
   * Squared distances of a new point to the centres.
   *
   * @param index dense ids of its neighbours, at [from, from + k)
   * @param weight their weights, from 0
   * @param place length columns, overwritten with where the point lies
   * @param squares one entry a cluster, overwritten; NaN for an empty cluster
   * @return false when all weights are 0, which places the point nowhere
   */
  public boolean place(
      int[] index, int from, int k, double[] weight, double[] place, double[] squares) {
    Arrays.fill(place, 0.0);
    double degree = 0.0;
    for (int c = 0; c < k; c++) {
      degree += weight[c];
      int row = index[from + c] * columns;
      for (int d = 0; d < columns; d++) {
        place[d] += weight[c] * rows[row + d];
      }
    }
    if (!(degree > 0.0)) {
      return false;
    }
    double divisor = nystrom ? Math.sqrt(degree) : degree;
    for (int d = 0; d < columns; d++) {
      place[d] /= divisor;
    }
    if (unit) {
      toUnit(place, 0, columns);
    }
    squares(place, 0, columns, centres, squares);
    return true;
  }

  /** The position of the smallest number, the first of equal ones; NaNs are passed over. */
  public static int nearest(double[] squares) {
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int c = 0; c < squares.length; c++) {
      if (squares[c] < least) {
        least = squares[c];
        best = c;
      }
    }
    return best;
  }

  private static void squares(
      double[] rows, int base, int columns, double[] centres, double[] squares) {
    for (int c = 0; c < squares.length; c++) {
      double sum = 0.0;
      for (int d = 0; d < columns; d++) {
        double difference = rows[base + d] - centres[c * columns + d];
        sum += difference * difference;
      }
      squares[c] = sum;
    }
  }

  private static void toUnit(double[] rows, int base, int columns) {
    double square = 0.0;
    for (int d = 0; d < columns; d++) {
      square += rows[base + d] * rows[base + d];
    }
    for (int d = 0; square > 0.0 && d < columns; d++) {
      rows[base + d] /= Math.sqrt(square);
    }
  }
}
