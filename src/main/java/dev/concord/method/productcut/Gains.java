package dev.concord.method.productcut;

import dev.concord.graph.NormalizedAdjacency;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.RowBlock;
import dev.concord.partition.coloring.PartitionProblem;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The objective of the product cut and its gradient (Laurent, von Brecht, Bresson and Szlam, NIPS
 * 2016), in single precision. Nodes j have masses m_j, the points behind them. For sets of nodes
 * f_r, r = 1..k, of mass M_r, u_r = Ω·(m f_r) / M_r and v_r = Ω'(m f_r / (M_r u_r)), the gain of
 * node i in cluster r for each of its points is h_ir = log(u_ir / m_i) + v_ir - 1; with masses of 1
 * it is that of the paper.
 *
 * <p>Blocks are stored row by row, {@link #width} values a node. Memory 32 n w bytes and 4 an entry
 * of the matrix. Not safe for several threads.
 */
final class Gains {
  /** Where the truncated iteration leaves less than this share of 1/n, the logarithm is of it. */
  private static final double LEAST = 1e-12;

  private static final int ROWS = 512;

  private final int n;
  private final int k;
  private final int width;
  private final double alpha;
  private final float floor;
  private final float[] mass;
  private final float[] logMass;
  private final float[] root;
  private final float[] inverseRoot;
  private final int[] blocks;
  private final RestartWalks forward;
  private final RestartWalks backward;
  private final float[] right;
  private final float[] u;

  /**
   * @param adjacency N of the nodes
   * @param degrees of the nodes, 0 for those without an edge
   * @param masses of the nodes, at least 0
   */
  Gains(CsrMatrix adjacency, double[] degrees, double[] masses, int k, double alpha) {
    this.n = degrees.length;
    this.k = k;
    this.width = RestartWalks.width(k);
    this.alpha = alpha;
    this.floor = (float) (LEAST / n);
    this.mass = new float[n];
    this.logMass = new float[n];
    this.root = new float[n];
    this.inverseRoot = new float[n];
    for (int i = 0; i < n; i++) {
      mass[i] = (float) masses[i];
      logMass[i] = mass[i] > 0.0f ? FloatLog.of(mass[i]) : 0.0f;
      root[i] = (float) Math.sqrt(degrees[i]);
      inverseRoot[i] = degrees[i] > 0.0 ? (float) (1.0 / Math.sqrt(degrees[i])) : 0.0f;
    }
    this.blocks = blocks(n);
    float[] values = new float[adjacency.nonZeros()];
    for (int p = 0; p < values.length; p++) {
      values[p] = (float) adjacency.val()[p];
    }
    this.forward = new RestartWalks(adjacency, values, alpha, width, blocks);
    this.backward = new RestartWalks(adjacency, values, alpha, width, blocks);
    this.right = new float[Math.multiplyExact(n, width)];
    this.u = new float[right.length];
  }

  /** The objective of {@code k} clusters on the graph between nodes. Time O(nnz). */
  static Gains of(SampleNodes nodes, int k, double alpha) {
    NodeGraph graph = NodeGraph.of(nodes.problem());
    return new Gains(graph.adjacency(), graph.degrees(), nodes.masses(), k, alpha);
  }

  /** Bounds of the rows that one core handles at a time. */
  private static int[] blocks(int n) {
    int[] bounds = new int[(n + ROWS - 1) / ROWS + 1];
    Arrays.setAll(bounds, b -> Math.min(n, b * ROWS));
    return bounds;
  }

  /** The length of a row: k and what fills it up. */
  int width() {
    return width;
  }

  /** Bounds of blocks of rows, for work on all cores. */
  int[] blocks() {
    return blocks;
  }

  /**
   * Computes u and v anew.
   *
   * @param in at i w + r whether node i is in set r; no set is empty
   * @param masses of the sets, length k
   * @param steps of the iteration for each of the two systems
   */
  void update(boolean[] in, double[] masses, int steps) {
    float[] inverse = new float[k];
    float[] least = new float[k];
    for (int r = 0; r < k; r++) {
      inverse[r] = (float) (1.0 / masses[r]);
      least[r] = (float) ((1.0 - alpha) / masses[r]);
    }
    float beginning = (float) (1.0 - alpha);
    each(i -> restart(i, in, inverse, beginning));
    forward.iterate(right, steps);
    float[] y = forward.solution();
    each(i -> invert(i, in, y, inverse, least, beginning));
    backward.iterate(right, steps);
  }

  private void restart(int i, boolean[] in, float[] inverse, float beginning) {
    float factor = beginning * inverseRoot[i] * mass[i];
    for (int r = 0, at = i * width; r < k; r++, at++) {
      right[at] = in[at] ? factor * inverse[r] : 0.0f;
    }
  }

  /** A node of a set is there with probability (1 - α) m / M at least, whatever the rounding. */
  private void invert(
      int i, boolean[] in, float[] y, float[] inverse, float[] least, float beginning) {
    float factor = beginning * root[i] * mass[i];
    for (int r = 0, at = i * width; r < k; r++, at++) {
      float own = Math.max(root[i] * y[at], in[at] ? least[r] * mass[i] : floor);
      u[at] = own;
      right[at] = in[at] ? factor * inverse[r] / own : 0.0f;
    }
  }

  private interface Row {
    void handle(int i);
  }

  private void each(Row row) {
    IntStream.range(0, blocks.length - 1)
        .parallel()
        .forEach(
            b -> {
              for (int i = blocks[b]; i < blocks[b + 1]; i++) {
                row.handle(i);
              }
            });
  }

  /** The gain of each point of a node in a cluster. */
  float gain(int node, int cluster) {
    int at = node * width + cluster;
    return FloatLog.of(u[at]) - logMass[node] + v(node, at) - 1.0f;
  }

  private float v(int node, int at) {
    return backward.solution()[at] * inverseRoot[node];
  }

  /** The cluster of the greatest gain, the first of equals. */
  int best(int node) {
    int best = 0;
    float most = Float.NEGATIVE_INFINITY;
    for (int c = 0, at = node * width; c < k; c++, at++) {
      // The exponent's bound leaves out most clusters without a logarithm.
      float v = v(node, at);
      if (bound(u[at]) + v > most) {
        float gain = FloatLog.of(u[at]) + v;
        if (gain > most) {
          most = gain;
          best = c;
        }
      }
    }
    return best;
  }

  /** A little more than log x, by its exponent. */
  private static float bound(float x) {
    int exponent = (Float.floatToRawIntBits(x) >> 23) - 126;
    return 0.6931472f * exponent + 1e-3f;
  }

  /** Whether the gain of a node that was left out is above 0: it then joins the set. */
  boolean isPositive(int node, int cluster) {
    int at = node * width + cluster;
    return bound(u[at]) - logMass[node] + v(node, at) > 1.0f && gain(node, cluster) > 0.0f;
  }

  /** log(u / m) of a node in a cluster: the log-likelihood of each of its points. */
  double likelihood(int node, int cluster) {
    return FloatLog.of(u[node * width + cluster]) - logMass[node];
  }

  /** How likely a node is in a cluster, u. */
  float probability(int node, int cluster) {
    return u[node * width + cluster];
  }

  /** Σ m log(u / m) of every node in its cluster; 0 for nodes without mass or label. */
  double objective(int[] labels) {
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
      sum += labels[i] < 0 || mass[i] == 0.0f ? 0.0 : mass[i] * likelihood(i, labels[i]);
    }
    return sum;
  }

  /**
   * The graph between the nodes of a problem.
   *
   * @param adjacency N = D<sup>-1/2</sup> W D<sup>-1/2</sup>
   * @param degrees sums of the rows of W
   */
  record NodeGraph(CsrMatrix adjacency, double[] degrees) {
    /** Time O(nnz), memory 8 bytes an entry. */
    static NodeGraph of(PartitionProblem problem) {
      CsrMatrix weights = problem.weights();
      int n = weights.rows();
      int[] start = weights.rowPtr();
      double[] degrees = new double[n];
      for (int i = 0; i < n; i++) {
        double sum = 0.0;
        for (int p = start[i]; p < start[i + 1]; p++) {
          sum += weights.val()[p];
        }
        degrees[i] = sum;
      }
      RowBlock rows = RowBlock.of(weights, 0, n);
      double[] values = NormalizedAdjacency.of(rows, NormalizedAdjacency.roots(degrees)).val();
      return new NodeGraph(new CsrMatrix(n, start, weights.col(), values), degrees);
    }
  }
}
