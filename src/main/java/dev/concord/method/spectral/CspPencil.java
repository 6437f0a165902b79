package dev.concord.method.spectral;

import dev.concord.graph.Components;
import dev.concord.linalg.DenseSymmetric;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.solve.IndefinitePencil;
import dev.concord.method.Problem;
import java.util.Arrays;

/**
 * CSP's pencil (Q̄ − b·I, L̄), b = β/vol, reduced to the complement of the null space Z of L̄,
 * which has one vector D<sup>1/2</sup>1_C/√vol(C) for each component C that has an edge: S' = S −
 * SZ(Z'SZ)<sup>-1</sup>Z'S maps Z to 0 and the complement into itself, its finite eigenpairs there
 * are those of the pencil, and v = w − Z(Z'SZ)<sup>-1</sup>Z'Sw. Only components with a constrained
 * point take part in the correction: in the others Z'S vanishes on the complement.
 *
 * <p>Isolated points have no place in the pencil; their entries stay 0.
 */
final class CspPencil {
  private final Problem problem;
  private final ConstraintMatrix constraints;
  private final int n;
  private final int connected;
  private final double[] volumes;

  /** Component to its number among those with a constrained point, or -1. */
  private final int[] touchedOf;

  private final int[] touched;
  private final double[] eigenvalues;
  private final double[] eigenvectors;
  private final double[] small;
  private final double[] smallImage;
  private final ZeroCostCuts free;
  private final double rest;

  /** Time O(n + entries + t³) for t components with a constrained point. */
  CspPencil(Problem problem, ConstraintMatrix constraints) {
    this.problem = problem;
    this.constraints = constraints;
    this.n = problem.size();
    Components components = problem.components();
    this.connected = components.count() - components.isolated();
    double[] degrees = problem.graph().degrees();
    int[] componentOf = components.componentOf();
    volumes = new double[components.count()];
    for (int i = 0; i < n; i++) {
      volumes[componentOf[i]] += degrees[i];
    }
    touchedOf = new int[components.count()];
    Arrays.fill(touchedOf, -1);
    touched = new int[components.count()];
    int t = 0;
    for (int point : constraints.points()) {
      int c = componentOf[point];
      if (touchedOf[c] < 0) {
        touched[t] = c;
        touchedOf[c] = t++;
      }
    }
    small = new double[constraints.size()];
    smallImage = new double[constraints.size()];
    eigenvectors = inner(t);
    double[] touchedVolumes = new double[t];
    double left = t < connected ? problem.graph().volume() : 0.0;
    for (int c = 0; c < t; c++) {
      touchedVolumes[c] = volumes[touched[c]];
      left -= touchedVolumes[c];
    }
    rest = Math.max(0.0, left);
    free = ZeroCostCuts.of(eigenvectors, touchedVolumes, rest);
    eigenvalues = DenseSymmetric.eigen(t, eigenvectors);
  }

  /** Z'Q̄Z over the touched components. */
  private double[] inner(int t) {
    double[] a = new double[t * t];
    double[] column = new double[t];
    for (int c = 0; c < t; c++) {
      double[] unit = new double[t];
      unit[c] = 1.0;
      expand(unit);
      constraints.apply(small, smallImage);
      contract(column);
      System.arraycopy(column, 0, a, c * t, t);
    }
    return a;
  }

  /** small = Zh on the constrained points. */
  private void expand(double[] h) {
    for (int q = 0; q < small.length; q++) {
      small[q] = h[touchedOf(q)] * root(constraints.points()[q]);
    }
  }

  /** g = Z'·smallImage. */
  private void contract(double[] g) {
    Arrays.fill(g, 0.0);
    for (int q = 0; q < small.length; q++) {
      g[touchedOf(q)] += smallImage[q] * root(constraints.points()[q]);
    }
  }

  private int touchedOf(int constrained) {
    return touchedOf[problem.components().componentOf()[constraints.points()[constrained]]];
  }

  /** The entry of point i in its component's null vector. */
  private double root(int i) {
    int c = problem.components().componentOf()[i];
    return volumes[c] > 0.0 ? Math.sqrt(problem.graph().degrees()[i] / volumes[c]) : 0.0;
  }

  /** Number of components that have an edge: the dimension of Z. */
  int connected() {
    return connected;
  }

  /** The dimension of the space without isolated points. */
  int dimension() {
    return n - problem.components().isolated();
  }

  /** Eigenvalues of Z'Q̄Z, ascending, without the zeros of components without a constraint. */
  double[] innerEigenvalues() {
    return eigenvalues;
  }

  /** z'Q̄z of the cuts between whole components, falling; none on a connected graph. */
  double[] freeValues() {
    return free.values();
  }

  /** The {@code j}-th cut between whole components, of unit length. */
  double[] freeCut(int j) {
    int[] componentOf = problem.components().componentOf();
    double[] degrees = problem.graph().degrees();
    double[] z = new double[n];
    for (int i = 0; i < n; i++) {
      int t = touchedOf[componentOf[i]];
      z[i] =
          t >= 0
              ? free.coordinate(j, t) * root(i)
              : free.coordinate(j, eigenvalues.length)
                  * Math.sqrt(degrees[i] / Math.max(rest, 1e-300));
    }
    return z;
  }

  /** Takes Z and isolated points out of x. O(n). */
  void project(double[] x) {
    int[] componentOf = problem.components().componentOf();
    double[] degrees = problem.graph().degrees();
    for (int pass = 0; pass < 2; pass++) {
      double[] along = new double[volumes.length];
      for (int i = 0; i < n; i++) {
        along[componentOf[i]] += root(i) * x[i];
      }
      for (int i = 0; i < n; i++) {
        x[i] = degrees[i] > 0.0 ? x[i] - along[componentOf[i]] * root(i) : 0.0;
      }
    }
  }

  /** L̄ = I − D^-1/2 W D^-1/2. Isolated points are multiplied by 1: they never occur. */
  LinearOperator laplacian() {
    LinearOperator adjacency = problem.adjacency();
    return new LinearOperator() {
      @Override
      public int size() {
        return n;
      }

      @Override
      public void apply(double[] x, double[] y) {
        apply(x, y, 1);
      }

      @Override
      public void apply(double[] x, double[] y, int columns) {
        adjacency.apply(x, y, columns);
        for (int i = 0; i < n * columns; i++) {
          y[i] = x[i] - y[i];
        }
      }
    };
  }

  /** S' for {@code b}; for vectors of the complement. O(n + entries). */
  LinearOperator reduced(double b) {
    return new LinearOperator() {
      @Override
      public int size() {
        return n;
      }

      @Override
      public void apply(double[] x, double[] y) {
        double[] h = correction(x, b);
        for (int i = 0; i < n; i++) {
          y[i] = -b * x[i];
        }
        addSmall(y, 1.0);
        expand(h);
        constraints.apply(small, smallImage);
        addSmall(y, -1.0);
        subtractNull(y, h, -b);
      }
    };
  }

  /** The reduced pencil for {@code b}, with the part of Q̄ that may be negative. */
  IndefinitePencil indefinite(double b) {
    NegativePart negative = new NegativePart(constraints);
    double[] diagonal = new double[n];
    for (int q = 0; q < small.length; q++) {
      diagonal[constraints.points()[q]] = negative.diagonal()[q];
    }
    LinearOperator lifted =
        new LinearOperator() {
          @Override
          public int size() {
            return n;
          }

          @Override
          public void apply(double[] x, double[] y) {
            gather(x);
            negative.apply(small, smallImage);
            Arrays.fill(y, 0.0);
            addSmall(y, 1.0);
          }
        };
    return new IndefinitePencil(
        reduced(b), laplacian(), lifted, diagonal, Math.max(b, 0.0), this::project);
  }

  /** w − Z(Z'SZ)^-1 Z'Sw, in place. */
  void restore(double[] w, double b) {
    subtractNull(w, correction(w, b), 1.0);
  }

  /** x'Q̄x. */
  double constraintValue(double[] x) {
    gather(x);
    constraints.apply(small, smallImage);
    double sum = 0.0;
    for (int q = 0; q < small.length; q++) {
      sum += small[q] * smallImage[q];
    }
    return sum;
  }

  /** h = (Z'SZ)^-1 Z'Sx for x in the complement; leaves Q̄x in {@code smallImage}. */
  private double[] correction(double[] x, double b) {
    gather(x);
    constraints.apply(small, smallImage);
    int t = eigenvalues.length;
    double[] g = new double[t];
    contract(g);
    double[] h = new double[t];
    for (int j = 0; j < t; j++) {
      double along = 0.0;
      for (int c = 0; c < t; c++) {
        along += eigenvectors[j * t + c] * g[c];
      }
      along /= eigenvalues[j] - b;
      for (int c = 0; c < t; c++) {
        h[c] += along * eigenvectors[j * t + c];
      }
    }
    return h;
  }

  private void gather(double[] x) {
    for (int q = 0; q < small.length; q++) {
      small[q] = x[constraints.points()[q]];
    }
  }

  private void addSmall(double[] y, double factor) {
    for (int q = 0; q < small.length; q++) {
      y[constraints.points()[q]] += factor * smallImage[q];
    }
  }

  /** y −= factor·Zh. */
  private void subtractNull(double[] y, double[] h, double factor) {
    int[] componentOf = problem.components().componentOf();
    for (int i = 0; i < n; i++) {
      int t = touchedOf[componentOf[i]];
      if (t >= 0) {
        y[i] -= factor * h[t] * root(i);
      }
    }
  }
}
