package dev.concord.linalg.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.LinearOperator;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ChebyshevPreconditionerTest {
  private static LinearOperator diagonal(double[] values) {
    int n = values.length;
    int[] rowPtr = new int[n + 1];
    int[] col = new int[n];
    for (int i = 0; i < n; i++) {
      col[i] = i;
      rowPtr[i + 1] = i + 1;
    }
    return new CsrOperator(new CsrMatrix(n, rowPtr, col, values));
  }

  @Test
  void thePolynomialIsPositiveAndAsCloseToTheInverseAsChebyshevSays() {
    int n = 400;
    double[] spectrum = new double[n];
    for (int i = 0; i < n; i++) {
      spectrum[i] = 2.0 * (i + 1) / n;
    }
    double low = 0.05;
    int steps = 8;
    double[] ones = new double[n];
    Arrays.fill(ones, 1.0);
    double[] z = new double[n];
    new ChebyshevPreconditioner(diagonal(spectrum), steps, low, 2.0).apply(n, ones, z, 1);
    double sigma = (2.0 + low) / (2.0 - low);
    double root = Math.sqrt(sigma * sigma - 1.0);
    double bound = 2.0 / (Math.pow(sigma + root, steps) + Math.pow(sigma - root, steps));
    double worst = 0.0;
    for (int i = 0; i < n; i++) {
      assertThat(z[i]).isPositive();
      double residual = 1.0 - spectrum[i] * z[i];
      assertThat(residual).isLessThan(1.0);
      if (spectrum[i] >= low) {
        worst = Math.max(worst, Math.abs(residual));
      }
    }
    assertThat(worst).isCloseTo(bound, within(0.01 * bound));
  }

  @Test
  void columnsDoNotMeddleWithEachOther() {
    LinearOperator a = diagonal(new double[] {0.1, 0.7, 1.9});
    Preconditioner t = new ChebyshevPreconditioner(a, 5, 0.1, 2.0);
    double[] both = new double[6];
    t.apply(3, new double[] {1, 2, 3, -4, 5, 6}, both, 2);
    double[] second = new double[3];
    t.apply(3, new double[] {-4, 5, 6}, second, 1);
    assertThat(Arrays.copyOfRange(both, 3, 6)).isEqualTo(second);
  }

  @Test
  void anEmptyIntervalIsRefused() {
    LinearOperator a = diagonal(new double[] {1.0});
    assertThatThrownBy(() -> new ChebyshevPreconditioner(a, 4, 2.0, 2.0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("4 steps on [2");
  }
}
