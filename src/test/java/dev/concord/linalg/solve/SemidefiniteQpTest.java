package dev.concord.linalg.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.error.ConvergenceException;
import dev.concord.linalg.DenseSymmetric;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SemidefiniteQpTest {

  /** Sums of (y_i'Xy_j - t)² with columns of y of very different size, as eigenvectors have. */
  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "5, 1", "9, 1", "9, 1000", "16, 30", "24, 3"})
  void optimalityConditionsHoldWhateverTheScale(int m, double spread) {
    SplittableRandom random = new SplittableRandom(m);
    Quadratic quadratic = new Quadratic(m);
    double[][] rows = new double[6 * m][m];
    for (double[] row : rows) {
      for (int q = 0; q < m; q++) {
        row[q] = (2.0 * random.nextDouble() - 1.0) * Math.pow(spread, q / (double) m - 0.5);
      }
      quadratic.add(row, row, 1.0);
    }
    for (int p = 0; p < 4 * m; p++) {
      quadratic.add(
          rows[random.nextInt(rows.length)], rows[random.nextInt(rows.length)], p % 3 == 0 ? 1 : 0);
    }
    SemidefiniteQp.Solution solution =
        SemidefiniteQp.solve(m, quadratic.a, quadratic.b, quadratic.c);
    double objective = quadratic.value(solution.x());
    assertThat(solution.objective()).isCloseTo(objective, within(1e-10 * quadratic.c));
    assertThat(solution.gap()).isBetween(0.0, 1e-9 * objective);
    assertThat(solution.steps()).isLessThan(40);
    double[] z = quadratic.gradient(solution.x());
    double trace = 0.0;
    for (int q = 0; q < m * m; q++) {
      trace += z[q] * solution.x()[q];
    }
    assertThat(trace).isCloseTo(0.0, within(1e-8 * objective));
    double[] values = DenseSymmetric.eigen(m, z);
    assertThat(values[0]).isGreaterThan(-1e-7 * Math.max(1.0, values[m - 1]));
    assertThat(solution.eigenvalues()[0]).isNotNegative();
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
        double square = 0.0;
        for (int k = 0; k < m; k++) {
          square += solution.root()[i * m + k] * solution.root()[k * m + j];
        }
        assertThat(square)
            .isCloseTo(solution.x()[i * m + j], within(1e-9 * solution.eigenvalues()[m - 1]));
      }
    }
  }

  @Test
  void aProblemThatSaysNothingOfADirectionIsRefused() {
    Quadratic quadratic = new Quadratic(3);
    quadratic.add(new double[] {1, 0, 0}, new double[] {1, 0, 0}, 1.0);
    quadratic.add(new double[] {0, 1, 0}, new double[] {0, 1, 0}, 1.0);
    assertThatThrownBy(() -> SemidefiniteQp.solve(3, quadratic.a, quadratic.b, quadratic.c))
        .isInstanceOf(ConvergenceException.class)
        .hasMessageContaining("Semidefinite program of order 3")
        .hasMessageContaining("Lower eigenvectors");
  }

  @Test
  void wrongShapesAndValuesAreRefused() {
    assertThatThrownBy(() -> SemidefiniteQp.solve(2, new double[4], new double[2], 0.0))
        .hasMessageContaining("m = 2, A of 4 values, b of 2");
    assertThatThrownBy(() -> SemidefiniteQp.solve(1, new double[] {Double.NaN}, new double[1], 0.0))
        .hasMessageContaining("A holds NaN");
  }

  private static final class Quadratic {
    final int m;
    final double[] a;
    final double[] b;
    double c;

    Quadratic(int m) {
      this.m = m;
      this.b = new double[m * (m + 1) / 2];
      this.a = new double[b.length * b.length];
    }

    void add(double[] y, double[] w, double t) {
      double[] s = new double[b.length];
      int at = 0;
      for (int j = 0; j < m; j++) {
        for (int i = j; i < m; i++) {
          s[at++] = (i == j ? 0.5 : Math.sqrt(0.5)) * (y[i] * w[j] + y[j] * w[i]);
        }
      }
      for (int q = 0; q < s.length; q++) {
        b[q] -= 2.0 * t * s[q];
        for (int r = 0; r < s.length; r++) {
          a[q * s.length + r] += 2.0 * s[q] * s[r];
        }
      }
      c += t * t;
    }

    double value(double[] x) {
      double[] packed = packed(x);
      double sum = c;
      for (int q = 0; q < b.length; q++) {
        sum += b[q] * packed[q];
        for (int r = 0; r < b.length; r++) {
          sum += 0.5 * packed[q] * a[q * b.length + r] * packed[r];
        }
      }
      return sum;
    }

    double[] gradient(double[] x) {
      double[] packed = packed(x);
      double[] out = new double[m * m];
      int at = 0;
      for (int j = 0; j < m; j++) {
        for (int i = j; i < m; i++) {
          double sum = b[at];
          for (int r = 0; r < b.length; r++) {
            sum += a[at * b.length + r] * packed[r];
          }
          out[i * m + j] = i == j ? sum : sum / Math.sqrt(2.0);
          out[j * m + i] = out[i * m + j];
          at++;
        }
      }
      return out;
    }

    private double[] packed(double[] x) {
      double[] packed = new double[b.length];
      int at = 0;
      for (int j = 0; j < m; j++) {
        for (int i = j; i < m; i++) {
          packed[at++] = (i == j ? 1.0 : Math.sqrt(2.0)) * x[i * m + j];
        }
      }
      return packed;
    }
  }
}
