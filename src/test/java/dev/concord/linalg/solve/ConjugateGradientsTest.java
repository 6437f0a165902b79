package dev.concord.linalg.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.error.ConvergenceException;
import dev.concord.error.InputException;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.DenseSymmetric;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.Matrices;
import dev.concord.linalg.Vectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ConjugateGradientsTest {
  private static final ConjugateGradients.Options TIGHT =
      new ConjugateGradients.Options(1e-12, 2000);

  /** I − alpha·N of a random graph. */
  private static CsrMatrix smoother(int n, double alpha) {
    CsrMatrix normalized = Matrices.normalized(Matrices.random(n, 4 * n, 5));
    int[] rowPtr = new int[n + 1];
    int[] col = new int[normalized.nonZeros() + n];
    double[] val = new double[col.length];
    int at = 0;
    for (int i = 0; i < n; i++) {
      boolean placed = false;
      for (int p = normalized.rowPtr()[i]; p < normalized.rowPtr()[i + 1]; p++) {
        int j = normalized.col()[p];
        if (j >= i && !placed) {
          placed = true;
          col[at] = i;
          val[at] = 1.0;
          if (j != i) {
            at++;
          }
        }
        if (j == i) {
          val[at++] -= alpha * normalized.val()[p];
        } else {
          col[at] = j;
          val[at++] = -alpha * normalized.val()[p];
        }
      }
      if (!placed) {
        col[at] = i;
        val[at++] = 1.0;
      }
      rowPtr[i + 1] = at;
    }
    return new CsrMatrix(n, rowPtr, Arrays.copyOf(col, at), Arrays.copyOf(val, at));
  }

  private static double[] random(int length, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] values = new double[length];
    for (int i = 0; i < length; i++) {
      values[i] = random.nextDouble() - 0.5;
    }
    return values;
  }

  private static double[] dense(CsrMatrix a) {
    int n = a.rows();
    double[] dense = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int p = a.rowPtr()[i]; p < a.rowPtr()[i + 1]; p++) {
        dense[a.col()[p] * n + i] = a.val()[p];
      }
    }
    return dense;
  }

  private static ConjugateGradients.Solution solve(
      CsrMatrix a, Preconditioner m, double[] b, int columns) {
    return ConjugateGradients.solve(
        "test", new CsrOperator(a), m, b, columns, TIGHT, IterationListener.NONE);
  }

  @Test
  void everyPreconditionerGivesTheDenseSolutionOfEveryColumn() {
    int n = 300;
    CsrMatrix a = smoother(n, 0.9);
    double[] factor = dense(a);
    assertThat(DenseSymmetric.cholesky(n, factor)).isTrue();
    double[] b = random(3 * n, 2);
    double[] diagonal = new double[n];
    double[] full = dense(a);
    for (int i = 0; i < n; i++) {
      diagonal[i] = full[i * n + i];
    }
    IncompleteCholesky incomplete = IncompleteCholesky.of(a);
    assertThat(incomplete.shift()).isZero();
    Preconditioner jacobi = (size, r, z, columns) -> Matrices.divide(diagonal, r, z, columns);
    for (Preconditioner m : List.of(Preconditioner.NONE, jacobi, incomplete)) {
      ConjugateGradients.Solution solution = solve(a, m, b, 3);
      for (int c = 0; c < 3; c++) {
        double[] exact = Arrays.copyOfRange(b, c * n, (c + 1) * n);
        DenseSymmetric.choleskySolve(n, factor, exact);
        for (int i = 0; i < n; i++) {
          assertThat(solution.x()[c * n + i]).isCloseTo(exact[i], within(1e-10));
        }
      }
      assertThat(solution.residual()).isLessThanOrEqualTo(1e-12);
    }
  }

  @Test
  void theReportedResidualIsTheOneOfTheReturnedVector() {
    int n = 200;
    CsrMatrix a = smoother(n, 0.99);
    double[] b = random(n, 3);
    ConjugateGradients.Solution solution = solve(a, Preconditioner.NONE, b, 1);
    double[] product = new double[n];
    a.multiply(solution.x(), product);
    double residual = Vectors.normOfSum(n, -1.0, product, 0, b, 0) / Vectors.norm(n, b, 0);
    assertThat(solution.residuals()[0]).isCloseTo(residual, within(1e-15));
  }

  @Test
  void aColumnHasTheSameBitsAloneAsAmongOthersAndAConvergedOneTakesNoFurtherProducts() {
    int n = 250;
    CsrMatrix a = smoother(n, 0.999);
    double[] b = random(12 * n, 4);
    // An easy column: a multiple of an eigenvector ends in one step.
    System.arraycopy(Matrices.nullVector(Matrices.random(n, 4 * n, 5), 0, n), 0, b, 2 * n, n);
    Arrays.fill(b, 5 * n, 6 * n, 0.0);
    IncompleteCholesky incomplete = IncompleteCholesky.of(a);
    for (Preconditioner m : List.of(Preconditioner.NONE, incomplete)) {
      ConjugateGradients.Solution together = solve(a, m, b, 12);
      long alone = 0;
      for (int c = 0; c < 12; c++) {
        ConjugateGradients.Solution one = solve(a, m, Arrays.copyOfRange(b, c * n, c * n + n), 1);
        assertThat(Arrays.copyOfRange(together.x(), c * n, c * n + n)).isEqualTo(one.x());
        alone += one.products();
      }
      assertThat(together.products()).isEqualTo(alone);
      assertThat(together.residuals()[5]).isZero();
    }
  }

  @Test
  void incompleteCholeskySavesIterations() {
    CsrMatrix a = smoother(2000, 0.9999);
    double[] b = random(2000, 6);
    int plain = solve(a, Preconditioner.NONE, b, 1).iterations();
    int better = solve(a, IncompleteCholesky.of(a), b, 1).iterations();
    assertThat(better).isLessThan(plain * 3 / 4);
  }

  @Test
  void aSingularLaplacianIsSolvedInTheComplementOfItsNullSpace() {
    int n = 400;
    CsrMatrix a = smoother(n, 1.0);
    double[] constant = Matrices.nullVector(Matrices.random(n, 4 * n, 5), 0, n);
    Preconditioner.Projection projection =
        (v, offset) ->
            Vectors.axpy(n, -Vectors.dot(n, constant, 0, v, offset), constant, 0, v, offset);
    double[] b = random(2 * n, 8);
    projection.apply(b, 0);
    projection.apply(b, n);
    IncompleteCholesky incomplete = IncompleteCholesky.of(a);
    ConjugateGradients.Solution solution = solve(a, incomplete.projected(projection), b, 2);
    assertThat(solution.residual()).isLessThanOrEqualTo(1e-12);
    assertThat(Vectors.dot(n, constant, 0, solution.x(), n)).isCloseTo(0.0, within(1e-12));
  }

  @Test
  void aSystemBeyondTheToleranceIsSolvedToItsRoundingError() {
    // The solution is 1e9 times as long as the right-hand side: 1e-12 is out of reach.
    int n = 3;
    CsrMatrix a = new CsrMatrix(n, new int[] {0, 2, 4, 5}, new int[] {0, 1, 0, 1, 2}, tiny(1e-9));
    double[] b = {1.0, 0.3, 0.2};
    ConjugateGradients.Solution solution = solve(a, Preconditioner.NONE, b, 1);
    assertThat(solution.residual()).isLessThan(1e-6);
    assertThat(solution.x()[0]).isCloseTo(1.3e9 / 2.0, within(1e3));
  }

  private static double[] tiny(double eps) {
    return new double[] {1.0 + eps, -1.0, -1.0, 1.0 + eps, 1.0};
  }

  @Test
  void tooFewIterationsAreReportedWithResidualAndTolerance() {
    assertThatThrownBy(
            () ->
                ConjugateGradients.solve(
                    "method test",
                    new CsrOperator(smoother(300, 0.999)),
                    Preconditioner.NONE,
                    random(300, 1),
                    1,
                    new ConjugateGradients.Options(1e-12, 3),
                    IterationListener.NONE))
        .isInstanceOf(ConvergenceException.class)
        .hasMessageContaining("method test")
        .hasMessageContaining("max-iterations = 3")
        .hasMessageContaining("residual")
        .hasMessageContaining("tolerance = 1.00e-12");
  }

  @Test
  void anIndefiniteMatrixIsRefused() {
    CsrMatrix a = new CsrMatrix(2, new int[] {0, 1, 2}, new int[] {0, 1}, new double[] {1.0, -2.0});
    assertThatThrownBy(() -> solve(a, Preconditioner.NONE, new double[] {1.0, 1.0}, 1))
        .isInstanceOf(ConvergenceException.class)
        .hasMessageContaining("not positive definite");
  }

  @Test
  void optionsOutOfRangeAreRefused() {
    assertThatThrownBy(() -> new ConjugateGradients.Options(0.0, 10))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("tolerance = 0.0");
    assertThatThrownBy(() -> new ConjugateGradients.Options(1e-8, 0))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("max-iterations = 0");
  }

  @Test
  void theListenerHearsOfEveryIteration() {
    List<Long> heard = new ArrayList<>();
    ConjugateGradients.Solution solution =
        ConjugateGradients.solve(
            "test",
            new CsrOperator(smoother(100, 0.5)),
            Preconditioner.NONE,
            random(200, 1),
            2,
            TIGHT,
            (iteration, products, residual) -> heard.add(products));
    assertThat(heard).hasSize(solution.iterations());
    assertThat(heard.get(0)).isEqualTo(2L);
  }
}
