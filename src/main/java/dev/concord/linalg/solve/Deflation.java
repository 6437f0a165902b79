package dev.concord.linalg.solve;

import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Orthogonalization;
import dev.concord.linalg.Vectors;
import java.util.Arrays;

/**
 * An operator with known eigenvectors moved to the bottom of its spectrum: A − Σ (λ<sub>j</sub> −
 * φ)·v<sub>j</sub>v<sub>j</sub>', where φ is below every eigenvalue of A. Its other eigenpairs are
 * those of A (Hotelling). Adds 4·n·m operations to a product. Counts the products.
 */
final class Deflation implements LinearOperator {
  private final LinearOperator a;
  private double[] vectors = new double[0];
  private double[] values = new double[0];
  private double floor;
  private long products;

  Deflation(LinearOperator a) {
    this.a = a;
  }

  /**
   * Deflates these too; {@code v} holds unit vectors of length n one after the other, from the
   * first on.
   */
  void add(double[] v, double[] lambda) {
    int before = values.length;
    int length = a.size() * lambda.length;
    vectors = Arrays.copyOf(vectors, Math.addExact(vectors.length, length));
    System.arraycopy(v, 0, vectors, vectors.length - length, length);
    values = Arrays.copyOf(values, before + lambda.length);
    System.arraycopy(lambda, 0, values, before, lambda.length);
    floor = 0.0;
    for (double value : values) {
      floor = Math.min(floor, -2.0 * Math.abs(value) - 1.0);
    }
  }

  int deflated() {
    return values.length;
  }

  long products() {
    return products;
  }

  @Override
  public int size() {
    return a.size();
  }

  @Override
  public void apply(double[] x, double[] y) {
    int n = a.size();
    a.apply(x, y);
    products++;
    for (int j = 0; j < values.length; j++) {
      double along = Vectors.dot(n, vectors, j * n, x, 0);
      Vectors.axpy(n, (floor - values[j]) * along, vectors, j * n, y, 0);
    }
  }

  /** Plain products of A with the {@code columns} vectors of x, without the deflation; counted. */
  void applyPlain(double[] x, double[] y, int columns) {
    a.apply(x, y, columns);
    products += columns;
  }

  /**
   * Takes the deflated directions out of the {@code columns} vectors of {@code x}, on all cores.
   */
  void project(double[] x, int columns) {
    projectOnce(x, columns);
    projectOnce(x, columns);
  }

  /** The same for vectors that have little in these directions, such as products with others. */
  void projectOnce(double[] x, int columns) {
    if (values.length > 0) {
      Orthogonalization.subtract(a.size(), vectors, values.length, x, columns);
    }
  }
}
