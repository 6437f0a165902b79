package dev.concord.linalg.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.error.MemoryException;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Solver;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EigenSizesTest {
  @ParameterizedTest
  @CsvSource({
    "1000000, 100, auto, ok",
    "42000000, 10, lanczos, ok",
    "42000000, 10, auto, ok",
    "50000000, 10, arpack, ok",
    "50000000, 30, arpack, use at most 18 eigenvectors",
    "30000000, 60, lanczos, use at most 33 eigenvectors",
    "54000000, 10, arpack, '40 vectors, is offered up to 53,687,090 points. Cluster a sample'",
    "54000000, 1, lanczos, '40 vectors, is offered up to 53,687,090 points. Cluster a sample'",
    "20000, 10, dense, ok",
    "20001, 10, dense, order 20001 takes 3.2 GB",
    "60000, 60000, auto, use at most"
  })
  void theRemedyIsOneThatHelps(long n, long count, String solver, String expected) {
    if (expected.equals("ok")) {
      assertThatCode(
              () -> EigenSizes.check(n, count, Solver.valueOf(solver.toUpperCase(Locale.ROOT))))
          .doesNotThrowAnyException();
    } else {
      assertThatThrownBy(
              () -> EigenSizes.check(n, count, Solver.valueOf(solver.toUpperCase(Locale.ROOT))))
          .isInstanceOf(MemoryException.class)
          .hasMessageContaining(expected);
    }
  }

  /** As many as the message allows are allowed, and one more is not. */
  @ParameterizedTest
  @CsvSource({"arpack", "lanczos"})
  void theNumberNamedIsTheLargestThatFits(String solver) {
    long n = 21_000_000;
    long most = 0;
    while (EigenSizes.fits(n, most + 1)) {
      most++;
    }
    long more = most + 1;
    assertThat(most).isGreaterThan(30);
    assertThatThrownBy(
            () -> EigenSizes.check(n, more, Solver.valueOf(solver.toUpperCase(Locale.ROOT))))
        .hasMessageContaining("use at most " + most + " eigenvectors");
  }

  @Test
  void theSolverSaysItBeforeTheFirstProduct() {
    LinearOperator large =
        new LinearOperator() {
          @Override
          public int size() {
            return 60_000_000;
          }

          @Override
          public void apply(double[] x, double[] y) {
            throw new AssertionError("a product was asked for");
          }
        };
    for (int count : new int[] {10, 40}) {
      assertThatThrownBy(
              () ->
                  SymmetricEigensolver.largest(
                      large,
                      new double[0][],
                      1.0,
                      EigenOptions.of(count, 1),
                      IterationListener.NONE))
          .isInstanceOf(MemoryException.class)
          .hasMessageContaining("for " + count + " eigenvectors of length 60000000")
          .hasMessageContaining("is offered up to 53,687,090 points");
    }
  }
}
