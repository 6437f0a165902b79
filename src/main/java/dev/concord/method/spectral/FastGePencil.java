package dev.concord.method.spectral;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.Components;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.solve.DeflatedSpace;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The pencil of constrained clustering with a demand graph (Cucuringu, Koutis, Chawla, Miller and
 * Peng 2016): L_G x = λ L_H x, where G is the similarity graph plus the must-links, and H the
 * cannot-links plus a multiple of the demand graph K, K_ij = d_i d_j / vol.
 *
 * <p>It is given in the coordinates y = D^1/2 x, D the degrees of G: there A = D^-1/2 L_G D^-1/2
 * has its spectrum in [0, 2] and the demand graph is I − uu' with u = D^1/2 1 / √vol, so the pencil
 * is definite on the complement of u. A pair's edge weighs belief · w_i w_j / (w_min w_max) ·
 * strength, with w the degrees in the similarity graph, w_min and w_max their extremes; an isolated
 * point counts there with w_min. A point of cannot-links alone has no edge in G and gets the degree
 * w_min in D. Isolated points of no pair are left out: their entries are zero.
 *
 * <p>Products with A are one product with the normalized adjacency matrix of the similarity graph
 * and work of O(n + pairs) here. Memory 48 bytes a point, 28 a pair.
 */
public final class FastGePencil {
  private final int n;
  private final SimilarityGraph must;
  private final SimilarityGraph cannot;
  private final double demand;
  private final double[] degrees;
  private final double[] inverseRoots;
  private final double[] shares;
  private final boolean[] connected;
  private final double[] constant;
  private final int active;
  private final int[] componentOf;
  private final int components;

  /**
   * The pencil; time O(n + pairs · log pairs).
   *
   * @param graph the similarity graph
   * @param parts its components
   * @param pairs must-links and cannot-links over its points
   * @param demand factor of the demand graph, above 0
   * @param strength factor of all constraint weights, above 0
   */
  public FastGePencil(
      WeightedGraph graph,
      Components parts,
      PairConstraints pairs,
      double demand,
      double strength) {
    n = graph.size();
    this.demand = demand;
    double[] w = graph.degrees();
    double least = Double.POSITIVE_INFINITY;
    double most = 0.0;
    for (double degree : w) {
      least = degree > 0.0 ? Math.min(least, degree) : least;
      most = Math.max(most, degree);
    }
    if (most == 0.0) {
      least = 1.0;
      most = 1.0;
    }
    must = edges(pairs, true, w, least, most, strength);
    cannot = edges(pairs, false, w, least, most, strength);
    degrees = new double[n];
    inverseRoots = new double[n];
    shares = new double[n];
    connected = new boolean[n];
    constant = new double[n];
    double volume = 0.0;
    int count = 0;
    for (int i = 0; i < n; i++) {
      double degree = w[i] + must.degrees()[i];
      connected[i] = degree > 0.0;
      degrees[i] = degree > 0.0 ? degree : cannot.degrees()[i] > 0.0 ? least : 0.0;
      if (degrees[i] > 0.0) {
        count++;
        inverseRoots[i] = 1.0 / Math.sqrt(degrees[i]);
        shares[i] = Math.sqrt(w[i] / degrees[i]);
        volume += degrees[i];
      }
    }
    active = count;
    for (int i = 0; i < n; i++) {
      constant[i] = volume > 0.0 ? Math.sqrt(degrees[i] / volume) : 0.0;
    }
    componentOf = new int[n];
    components = numberComponents(parts);
  }

  private SimilarityGraph edges(
      PairConstraints pairs, boolean kind, double[] w, double least, double most, double strength) {
    int size = kind ? pairs.mustLinks() : pairs.size() - pairs.mustLinks();
    int[] source = new int[size];
    int[] target = new int[size];
    double[] weight = new double[size];
    int at = 0;
    for (int p = 0; p < pairs.size(); p++) {
      if (pairs.mustLink()[p] == kind) {
        source[at] = pairs.first()[p];
        target[at] = pairs.second()[p];
        double first = Math.max(w[source[at]], least);
        double second = Math.max(w[target[at]], least);
        weight[at++] = pairs.weight()[p] * strength * (first / least) * (second / most);
      }
    }
    return SimilarityGraph.fromEdges(n, source, target, weight);
  }

  /** Components of G among the active points, by falling volume, ties by smallest member. */
  private int numberComponents(Components parts) {
    int[] root = IntStream.range(0, parts.count()).toArray();
    int[] rowPtr = must.weights().rowPtr();
    int[] col = must.weights().col();
    for (int i = 0; i < n; i++) {
      for (int p = rowPtr[i]; p < rowPtr[i + 1] && col[p] < i; p++) {
        int a = find(root, parts.componentOf()[i]);
        int b = find(root, parts.componentOf()[col[p]]);
        root[Math.max(a, b)] = Math.min(a, b);
      }
    }
    double[] volume = new double[parts.count()];
    int[] order = new int[parts.count()];
    int count = 0;
    for (int i = 0; i < n; i++) {
      componentOf[i] = -1;
      if (degrees[i] > 0.0) {
        int c = find(root, parts.componentOf()[i]);
        if (volume[c] == 0.0) {
          order[count++] = c;
        }
        volume[c] += degrees[i];
      }
    }
    // The order of first members is kept among equal volumes: the sort is stable.
    int[] sorted =
        Arrays.stream(order, 0, count)
            .boxed()
            .sorted((a, b) -> Double.compare(volume[b], volume[a]))
            .mapToInt(Integer::intValue)
            .toArray();
    int[] number = new int[parts.count()];
    for (int c = 0; c < count; c++) {
      number[sorted[c]] = c;
    }
    for (int i = 0; i < n; i++) {
      if (degrees[i] > 0.0) {
        componentOf[i] = number[find(root, parts.componentOf()[i])];
      }
    }
    return count;
  }

  private static int find(int[] root, int c) {
    int at = c;
    while (root[at] != at) {
      root[at] = root[root[at]];
      at = root[at];
    }
    return at;
  }

  /** Number of points that have an edge or a pair. */
  public int active() {
    return active;
  }

  /** Whether the point has an edge or a pair. */
  public boolean isActive(int point) {
    return degrees[point] > 0.0;
  }

  /** Number of connected components of G among the active points. */
  public int components() {
    return components;
  }

  /** 1/√d of each point, 0 where it is left out: x = D^-1/2 y. Not a copy. */
  public double[] inverseRoots() {
    return inverseRoots;
  }

  /** u = D^1/2 1 / √vol, the null vector that both matrices have. Not a copy. */
  double[] constant() {
    return constant;
  }

  /**
   * A = D^-1/2 L_G D^-1/2.
   *
   * @param adjacency products with the normalized adjacency matrix of the similarity graph
   */
  public LinearOperator left(LinearOperator adjacency) {
    return new Operator() {
      @Override
      public void apply(double[] x, double[] y, int columns) {
        boolean plain = must.edges() == 0;
        double[] scaled = plain ? x : scaled(x, shares, columns);
        adjacency.apply(scaled, y, columns);
        double[] linked = plain ? y : products(must.weights(), x, columns);
        for (int c = 0; c < columns; c++) {
          int base = c * n;
          for (int i = 0; i < n; i++) {
            double own = connected[i] ? x[base + i] : 0.0;
            double away = y[base + i];
            y[base + i] =
                plain ? own - away : own - shares[i] * away - inverseRoots[i] * linked[base + i];
          }
        }
      }
    };
  }

  /** B = D^-1/2 L_H D^-1/2. */
  public LinearOperator right() {
    return new Operator() {
      @Override
      public void apply(double[] x, double[] y, int columns) {
        double[] linked = products(cannot.weights(), x, columns);
        for (int c = 0; c < columns; c++) {
          int base = c * n;
          double along = 0.0;
          for (int i = 0; i < n; i++) {
            along += constant[i] * x[base + i];
          }
          for (int i = 0; i < n; i++) {
            double inverse = inverseRoots[i];
            double own = degrees[i] > 0.0 ? x[base + i] : 0.0;
            y[base + i] =
                demand * (own - along * constant[i])
                    + inverse * (cannot.degrees()[i] * inverse * x[base + i] - linked[base + i]);
          }
        }
      }
    };
  }

  /** W·D^-1/2·X for the weights W of one kind of pairs. */
  private double[] products(CsrMatrix weights, double[] x, int columns) {
    double[] product = new double[n * columns];
    if (weights.nonZeros() > 0) {
      weights.multiply(scaled(x, inverseRoots, columns), product, columns);
    }
    return product;
  }

  private double[] scaled(double[] x, double[] factors, int columns) {
    double[] out = new double[n * columns];
    for (int c = 0; c < columns; c++) {
      int base = c * n;
      for (int i = 0; i < n; i++) {
        out[base + i] = factors[i] * x[base + i];
      }
    }
    return out;
  }

  /**
   * Orthonormal eigenvectors of eigenvalue 0 in the complement of u: differences between components
   * of G. All of them when there are at most {@code limit}, else those that separate the {@code
   * limit} components of largest volume from the rest. Time O(n · vectors²).
   *
   * @return n·vectors values, column-major
   */
  public double[] zeroVectors(int limit) {
    boolean all = components - 1 <= limit;
    int count = Math.max(0, Math.min(components - 1, limit));
    double[] vectors = new double[Math.multiplyExact(n, count)];
    for (int v = 0; v < count; v++) {
      // Leaving the largest component out is kinder to the last digits when all are taken.
      int component = all ? v + 1 : v;
      int base = v * n;
      for (int i = 0; i < n; i++) {
        vectors[base + i] = componentOf[i] == component ? constant[i] : 0.0;
      }
      normalize(vectors, base);
      for (int pass = 0; pass < 2; pass++) {
        remove(constant, 0, vectors, base);
        for (int j = 0; j < v; j++) {
          remove(vectors, j * n, vectors, base);
        }
        normalize(vectors, base);
      }
    }
    return vectors;
  }

  /**
   * The deflated vectors: u, and the given vectors of eigenvalue 0 in the sense of B.
   *
   * @param zero as {@link #zeroVectors} returned them, all of them
   */
  public DeflatedSpace known(double[] zero) {
    int count = zero.length / n;
    double[] vectors = Arrays.copyOf(constant, n * (count + 1));
    System.arraycopy(zero, 0, vectors, n, zero.length);
    double[] duals = Arrays.copyOf(constant, n * (count + 1));
    double[] image = new double[zero.length];
    if (count > 0) {
      right().apply(zero, image, count);
    }
    // B-orthogonalizes a copy of the zero vectors; then Y and B·Y are dual to each other.
    for (int v = 0; v < count; v++) {
      int at = (v + 1) * n;
      System.arraycopy(image, v * n, duals, at, n);
      for (int pass = 0; pass < 2; pass++) {
        for (int j = 1; j <= v; j++) {
          double along = dot(duals, j * n, vectors, at);
          axpy(-along, vectors, j * n, vectors, at);
          axpy(-along, duals, j * n, duals, at);
        }
      }
      double norm = Math.sqrt(dot(duals, at, vectors, at));
      for (int i = at; i < at + n; i++) {
        vectors[i] /= norm;
        duals[i] /= norm;
      }
    }
    return new DeflatedSpace(n, vectors, duals);
  }

  private void remove(double[] q, int from, double[] v, int at) {
    axpy(-dot(q, from, v, at), q, from, v, at);
  }

  private void normalize(double[] v, int at) {
    double norm = Math.sqrt(dot(v, at, v, at));
    for (int i = at; i < at + n; i++) {
      v[i] /= norm;
    }
  }

  private double dot(double[] x, int xAt, double[] y, int yAt) {
    double sum = 0.0;
    for (int i = 0; i < n; i++) {
      sum += x[xAt + i] * y[yAt + i];
    }
    return sum;
  }

  private void axpy(double alpha, double[] x, int xAt, double[] y, int yAt) {
    for (int i = 0; i < n; i++) {
      y[yAt + i] += alpha * x[xAt + i];
    }
  }

  /** An operator of this pencil, known by its block products. */
  private abstract class Operator implements LinearOperator {
    @Override
    public int size() {
      return n;
    }

    @Override
    public void apply(double[] x, double[] y) {
      apply(x, y, 1);
    }
  }
}
