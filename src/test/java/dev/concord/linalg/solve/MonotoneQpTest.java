package dev.concord.linalg.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.concord.error.ConvergenceException;
import dev.concord.testing.Golden;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class MonotoneQpTest {
  static Stream<JsonNode> instances() {
    return StreamSupport.stream(Golden.load("ccskl/qp.json").get("instances").spliterator(), false);
  }

  @ParameterizedTest
  @MethodSource("instances")
  void theOptimumIsTheOneFoundInFiftyDigits(JsonNode instance) {
    int m = instance.get("m").intValue();
    double[] beta = Golden.doubles(instance.get("beta"));
    MonotoneQp.Solution found =
        MonotoneQp.solve(m, Golden.rowMajor(instance.get("A")), Golden.doubles(instance.get("b")));
    for (int i = 0; i < m; i++) {
      assertThat(found.beta()[i])
          .as("beta %d of %s", i, instance.get("id"))
          .isCloseTo(beta[i], within(1e-9 * Math.abs(beta[i]) + 1e-12 * beta[0]));
    }
    double objective = instance.get("objective").doubleValue();
    assertThat(found.objective()).isCloseTo(objective, within(1e-11 * Math.abs(objective)));
    assertThat(found.breakpoints()).isEqualTo(Golden.ints(instance.get("breakpoints")));
    assertThat(found.kktResidual()).isLessThan(1e-13);
  }

  /** rank below m makes A singular; b stays in its range, as in CCSKL. */
  @ParameterizedTest
  @CsvSource({"1,1", "2,1", "6,6", "20,25", "20,7", "20,1", "40,39", "40,12", "80,200"})
  void randomProblemsMeetTheOptimalityConditions(int m, int rank) {
    for (long seed = 0; seed < 20; seed++) {
      SplittableRandom random = new SplittableRandom(seed * 1000 + m);
      double[] a = new double[m * m];
      double[] b = new double[m];
      for (int r = 0; r < rank; r++) {
        double[] row = new double[m];
        for (int i = 0; i < m; i++) {
          row[i] = (random.nextDouble() - 0.4) / (1 + i % 5);
        }
        double target = random.nextInt(3) - 0.5;
        for (int i = 0; i < m; i++) {
          b[i] -= target * row[i];
          for (int j = 0; j < m; j++) {
            a[i * m + j] += row[i] * row[j];
          }
        }
      }
      MonotoneQp.Solution found = MonotoneQp.solve(m, a, b);
      assertOptimal(m, a, b, found);
    }
  }

  /** Gradients by running sums: zero where beta steps down, non-negative everywhere. */
  private static void assertOptimal(int m, double[] a, double[] b, MonotoneQp.Solution found) {
    double[] z = found.beta();
    double slope = 0.0;
    double size = 1e-300;
    double[] slopes = new double[m];
    for (int i = 0; i < m; i++) {
      slope += b[i];
      size = Math.max(size, Math.abs(b[i]));
      for (int j = 0; j < m; j++) {
        slope += a[i * m + j] * z[j];
        size = Math.max(size, Math.abs(a[i * m + j] * z[j]));
      }
      slopes[i] = slope;
    }
    for (int i = 0; i < m; i++) {
      double next = i + 1 < m ? z[i + 1] : 0.0;
      assertThat(z[i]).isGreaterThanOrEqualTo(next);
      assertThat(slopes[i]).isGreaterThan(-1e-9 * size);
      if (z[i] > next) {
        assertThat(slopes[i]).isCloseTo(0.0, within(1e-9 * size));
      }
    }
    assertThat(found.kktResidual()).isLessThanOrEqualTo(1e-9);
  }

  @Test
  void nothingToGainGivesZero() {
    assertThat(MonotoneQp.solve(3, new double[9], new double[3]).beta()).containsExactly(0, 0, 0);
    double[] identity = {1, 0, 0, 1};
    MonotoneQp.Solution found = MonotoneQp.solve(2, identity, new double[] {1, 1});
    assertThat(found.beta()).containsExactly(0, 0);
    assertThat(found.objective()).isEqualTo(0.0);
    assertThat(found.breakpoints()).isEmpty();
  }

  @Test
  void anUnknownThatWantsToExceedTheOneBeforeSharesItsValue() {
    double[] identity = {1, 0, 0, 1};
    MonotoneQp.Solution found = MonotoneQp.solve(2, identity, new double[] {-1, -3});
    assertThat(found.beta()).containsExactly(2, 2);
    assertThat(found.objective()).isEqualTo(-4.0);
    assertThat(found.breakpoints()).containsExactly(1);
  }

  @Test
  void anObjectiveWithoutBoundIsAConvergenceFailureThatSaysSo() {
    double[] flat = {1, -1, -1, 1};
    assertThatThrownBy(() -> MonotoneQp.solve(2, flat, new double[] {-1, -1}))
        .isInstanceOf(ConvergenceException.class)
        .hasMessageContaining("2 ordered unknowns")
        .hasMessageContaining("falls without bound")
        .hasMessageContaining("check their weights");
  }

  @Test
  void anIndefiniteMatrixIsAConvergenceFailureThatSaysSo() {
    double[] indefinite = {1, 3, 3, 1};
    assertThatThrownBy(() -> MonotoneQp.solve(2, indefinite, new double[] {-1, 0.5}))
        .isInstanceOf(ConvergenceException.class)
        .hasMessageContaining("not positive semidefinite");
  }

  @Test
  void anAsymmetricMatrixIsRefused() {
    assertThatThrownBy(() -> MonotoneQp.solve(2, new double[] {1, 0, 1, 1}, new double[2]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not symmetric at (0, 1)");
  }
}
