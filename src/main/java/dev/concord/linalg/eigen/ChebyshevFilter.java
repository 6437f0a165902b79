package dev.concord.linalg.eigen;

import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * T<sub>d</sub>((A − c)/r), a Chebyshev polynomial of an operator: at most 1 in magnitude between
 * {@code low} and {@code cut}, growing above, so eigenvectors of large eigenvalues stay and come
 * apart. The degree is odd: the polynomial then falls below {@code low}, so the largest of its
 * values belong to the largest eigenvalues of A even when {@code low} lies inside the spectrum.
 * Degree 1 is A itself, shifted and scaled. Time d products a column.
 */
final class ChebyshevFilter {
  private static final int CHUNK = 8192;

  private final Deflation a;
  private final int degree;
  private final double centre;
  private final double radius;

  ChebyshevFilter(Deflation a, int degree, double low, double cut) {
    if (degree % 2 == 0) {
      throw new IllegalArgumentException("degree " + degree + " is even");
    }
    this.a = a;
    this.degree = degree;
    this.centre = 0.5 * (cut + low);
    this.radius = 0.5 * (cut - low);
  }

  /**
   * The odd degree, of {@code most}, up to which values of magnitude {@code top} stay below 1e3.
   */
  static int degree(int most, double low, double cut, double top) {
    double growth = acosh((top - 0.5 * (cut + low)) / (0.5 * (cut - low)));
    int degree = growth > 0.0 ? (int) Math.min(most, StrictMath.log(2e3) / growth) : most;
    return Math.max(1, degree % 2 == 0 ? degree - 1 : degree);
  }

  int degree() {
    return degree;
  }

  private static double acosh(double x) {
    return x > 1.0 ? StrictMath.log(x + Math.sqrt(x * x - 1.0)) : 0.0;
  }

  /** The eigenvalue of A behind the filter's value; for values within [−1, 1] the cut. */
  double value(double filtered) {
    if (degree == 1) {
      return centre + radius * filtered;
    }
    double x = StrictMath.cosh(acosh(Math.abs(filtered)) / degree);
    return centre + (filtered < -1.0 ? -radius : radius) * x;
  }

  /**
   * By how much a residual of the filter must be multiplied to bound that of A: no secant of the
   * polynomial from the value's place x on is flatter. To a place within [−1, 1] none is flatter
   * than (T(x) − 1)/(x + 1). To −y below, it is (T(x) + T(y))/(x + y): at least (T(x) + 1)/(2x) up
   * to y = x, and T(x)/x beyond, as T is convex above 1 and T(y)/y rises.
   */
  double flattest(double filtered) {
    if (degree == 1) {
      return radius;
    }
    if (!(filtered > 1.0)) {
      return Double.POSITIVE_INFINITY;
    }
    double x = (value(filtered) - centre) / radius;
    return radius * Math.max((x + 1.0) / (filtered - 1.0), 2.0 * x / (filtered + 1.0));
  }

  /** The filter of {@code columns} vectors, a new array; {@code x} is overwritten. */
  double[] apply(double[] x, int columns) {
    double[] before = x;
    double[] y = new double[x.length];
    a.applyPlain(before, y, columns);
    combine(y, before, null, 1.0 / radius);
    double[] spare = degree > 1 ? new double[x.length] : y;
    for (int d = 2; d <= degree; d++) {
      a.applyPlain(y, spare, columns);
      combine(spare, y, before, 2.0 / radius);
      double[] free = before;
      before = y;
      y = spare;
      spare = free;
    }
    return y;
  }

  /** y := factor·(y − centre·x) − z. */
  private void combine(double[] y, double[] x, double @Nullable [] z, double factor) {
    IntStream.range(0, (y.length + CHUNK - 1) / CHUNK)
        .parallel()
        .forEach(
            c -> {
              int to = Math.min(y.length, (c + 1) * CHUNK);
              for (int i = c * CHUNK; i < to; i++) {
                double value = factor * (y[i] - centre * x[i]);
                y[i] = z == null ? value : value - z[i];
              }
            });
  }
}
