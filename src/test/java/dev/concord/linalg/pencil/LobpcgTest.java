package dev.concord.linalg.pencil;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.error.ConvergenceException;
import dev.concord.error.InputException;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.DenseSymmetric;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Matrices;
import dev.concord.linalg.TallSkinny;
import dev.concord.linalg.Vectors;
import dev.concord.linalg.solve.Preconditioner;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LobpcgTest {
  private static GeneralizedEigenpairs solve(
      LinearOperator a, LinearOperator b, Preconditioner t, DeflatedSpace known, LobpcgOptions o) {
    return Lobpcg.solve(a, b, t, known, null, o, IterationListener.NONE);
  }

  /** The Laplacian of w, plus shifts on the diagonal. */
  private static CsrMatrix laplacian(CsrMatrix w, double[] shift) {
    int n = w.rows();
    double[] degrees = Matrices.degrees(w);
    int size = w.nonZeros() + n;
    int[] row = new int[size];
    int[] column = new int[size];
    double[] value = new double[size];
    int at = 0;
    for (int i = 0; i < n; i++) {
      double loop = 0.0;
      for (int p = w.rowPtr()[i]; p < w.rowPtr()[i + 1]; p++) {
        if (w.col()[p] == i) {
          loop = w.val()[p];
        } else {
          row[at] = i;
          column[at] = w.col()[p];
          value[at++] = -w.val()[p];
        }
      }
      row[at] = i;
      column[at] = i;
      value[at++] = degrees[i] - loop + shift[i];
    }
    return Matrices.symmetric(
        n, Arrays.copyOf(row, at), Arrays.copyOf(column, at), Arrays.copyOf(value, at));
  }

  private static double[] constant(int n, double value) {
    double[] all = new double[n];
    Arrays.fill(all, value);
    return all;
  }

  private static double[] spread(int n, double decades) {
    double[] all = new double[n];
    for (int i = 0; i < n; i++) {
      all[i] = Math.pow(10.0, -decades * ((i * 7919L) % n) / n);
    }
    return all;
  }

  private static double[] dense(LinearOperator op) {
    int n = op.size();
    double[] out = new double[n * n];
    double[] unit = new double[n];
    double[] column = new double[n];
    for (int j = 0; j < n; j++) {
      unit[j] = 1.0;
      op.apply(unit, column);
      System.arraycopy(column, 0, out, j * n, n);
      unit[j] = 0.0;
    }
    return out;
  }

  /** All eigenvalues of the pencil, ascending, by reduction with B = L·L'. */
  private static double[] reference(LinearOperator a, LinearOperator b) {
    int n = a.size();
    double[] l = dense(b);
    assertThat(DenseSymmetric.cholesky(n, l)).isTrue();
    double[] c = dense(a);
    // C := L^-1 C, then the same on the transpose: C is symmetric in the end.
    for (int pass = 0; pass < 2; pass++) {
      for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
          double sum = c[j * n + i];
          for (int k = 0; k < i; k++) {
            sum -= l[k * n + i] * c[j * n + k];
          }
          c[j * n + i] = sum / l[i * n + i];
        }
      }
      for (int j = 0; j < n; j++) {
        for (int i = 0; i < j; i++) {
          double keep = c[j * n + i];
          c[j * n + i] = c[i * n + j];
          c[i * n + j] = keep;
        }
      }
    }
    return DenseSymmetric.eigen(n, c);
  }

  /** The deflation of B-orthonormal vectors: Z = B·Y. */
  private static DeflatedSpace orthonormal(LinearOperator b, double[] vectors) {
    double[] duals = new double[vectors.length];
    b.apply(vectors, duals, vectors.length / b.size());
    return new DeflatedSpace(b.size(), vectors, duals);
  }

  private static Preconditioner jacobi(CsrMatrix m) {
    double[] diagonal = new double[m.rows()];
    for (int i = 0; i < m.rows(); i++) {
      for (int p = m.rowPtr()[i]; p < m.rowPtr()[i + 1]; p++) {
        if (m.col()[p] == i) {
          diagonal[i] = m.val()[p];
        }
      }
    }
    return (n, r, z, columns) -> Matrices.divide(diagonal, r, z, columns);
  }

  private static void assertOrthonormal(GeneralizedEigenpairs pairs, LinearOperator b) {
    int n = pairs.n();
    double[] image = new double[n * pairs.count()];
    b.apply(pairs.vectors(), image, pairs.count());
    double[] gram = TallSkinny.gram(n, pairs.vectors(), pairs.count(), image, pairs.count());
    assertThat(PencilBlock.offIdentity(gram, pairs.count())).isLessThan(1e-9);
    assertThat(pairs.orthogonality()).isLessThan(1e-9);
  }

  @ParameterizedTest
  @CsvSource({"60, 5, 1", "150, 8, 2", "300, 12, 3", "300, 1, 4"})
  void bothEndsOfARandomPencilAreThoseOfTheDenseReduction(int n, int count, long seed) {
    CsrMatrix a = laplacian(Matrices.random(n, 4 * n, seed), constant(n, 0.01));
    CsrMatrix b = laplacian(Matrices.random(n, 2 * n, seed + 50), spread(n, 2));
    LinearOperator opA = new CsrOperator(a);
    LinearOperator opB = new CsrOperator(b);
    double[] expected = reference(opA, opB);
    GeneralizedEigenpairs low =
        solve(opA, opB, jacobi(a), DeflatedSpace.none(n), LobpcgOptions.smallest(count, seed));
    GeneralizedEigenpairs high =
        solve(opA, opB, jacobi(b), DeflatedSpace.none(n), LobpcgOptions.largest(count, seed));
    for (int j = 0; j < count; j++) {
      assertThat(low.values()[j]).isCloseTo(expected[j], within(1e-9 * expected[j] + 1e-13));
      assertThat(high.values()[j])
          .isCloseTo(expected[n - 1 - j], within(1e-9 * expected[n - 1 - j]));
    }
    assertOrthonormal(low, opB);
    assertOrthonormal(high, opB);
    assertThat(low.products()).isGreaterThan(count);
  }

  @Test
  void multipleEigenvaluesAreAllFound() {
    // Six equal rings: every eigenvalue comes six or twelve times.
    CsrMatrix a = laplacian(Matrices.rings(6, 20), constant(120, 0.1));
    LinearOperator identity = Matrices.identity(120);
    double[] expected = reference(new CsrOperator(a), identity);
    GeneralizedEigenpairs pairs =
        solve(
            new CsrOperator(a),
            identity,
            Preconditioner.NONE,
            DeflatedSpace.none(120),
            LobpcgOptions.smallest(18, 5));
    for (int j = 0; j < 18; j++) {
      assertThat(pairs.values()[j]).isCloseTo(expected[j], within(1e-11));
    }
    assertOrthonormal(pairs, identity);
  }

  @Test
  void knownEigenvectorsAreLeftOutAndTheNextOnesFound() {
    int n = 200;
    LinearOperator a = new CsrOperator(laplacian(Matrices.random(n, 500, 9), constant(n, 0.05)));
    LinearOperator b = new CsrOperator(laplacian(Matrices.random(n, 300, 10), spread(n, 1)));
    GeneralizedEigenpairs first =
        solve(a, b, Preconditioner.NONE, DeflatedSpace.none(n), LobpcgOptions.smallest(4, 1));
    GeneralizedEigenpairs next =
        solve(
            a,
            b,
            Preconditioner.NONE,
            orthonormal(b, first.vectors()),
            LobpcgOptions.smallest(4, 1));
    double[] expected = reference(a, b);
    for (int j = 0; j < 4; j++) {
      assertThat(next.values()[j]).isCloseTo(expected[4 + j], within(1e-9));
    }
  }

  @Test
  void aCommonNullVectorOfBothMatricesMayBeLeftOut() {
    int n = 100;
    LinearOperator a = new CsrOperator(laplacian(Matrices.random(n, 300, 3), new double[n]));
    LinearOperator b = new CsrOperator(laplacian(Matrices.random(n, 250, 4), new double[n]));
    double[] one = constant(n, 1.0 / Math.sqrt(n));
    GeneralizedEigenpairs pairs =
        solve(
            a,
            b,
            Preconditioner.NONE,
            new DeflatedSpace(n, one, one),
            LobpcgOptions.smallest(5, 1));
    // The same pencil made definite: the constant vector gets the value 1000 and leaves.
    LinearOperator lifted = plusConstant(a, 1000.0);
    double[] expected = reference(lifted, plusConstant(b, 1.0));
    for (int j = 0; j < 5; j++) {
      assertThat(pairs.values()[j]).isCloseTo(expected[j], within(1e-9));
      assertThat(Vectors.dot(n, one, 0, pairs.vectors(), j * n)).isCloseTo(0.0, within(1e-12));
    }
  }

  private static LinearOperator plusConstant(LinearOperator op, double weight) {
    return new LinearOperator() {
      @Override
      public int size() {
        return op.size();
      }

      @Override
      public void apply(double[] x, double[] y) {
        op.apply(x, y);
        double mean = Arrays.stream(x).sum() / x.length;
        for (int i = 0; i < y.length; i++) {
          y[i] += weight * mean;
        }
      }
    };
  }

  @Test
  void anIllConditionedBIsSolvedToItsTolerance() {
    int n = 120;
    LinearOperator a = new CsrOperator(laplacian(Matrices.random(n, 400, 6), constant(n, 1.0)));
    CsrMatrix diagonal = diagonal(spread(n, 8));
    LinearOperator b = new CsrOperator(diagonal);
    // Reducing with the factor of B would lose eight digits; the swapped pencil loses none.
    double[] inverse = reference(b, a);
    GeneralizedEigenpairs pairs =
        solve(a, b, Preconditioner.NONE, DeflatedSpace.none(n), LobpcgOptions.smallest(6, 1));
    for (int j = 0; j < 6; j++) {
      assertThat(pairs.values()[j] * inverse[n - 1 - j]).isCloseTo(1.0, within(1e-11));
    }
    assertOrthonormal(pairs, b);
  }

  private static CsrMatrix diagonal(double[] values) {
    int[] index = new int[values.length];
    for (int i = 0; i < index.length; i++) {
      index[i] = i;
    }
    return Matrices.symmetric(values.length, index, index, values);
  }

  @Test
  void tinySpacesAreExhaustedExactly() {
    LinearOperator a = new CsrOperator(diagonal(new double[] {5, 3, 1, 2, 4}));
    LinearOperator b = new CsrOperator(diagonal(new double[] {1, 1, 1, 2, 1}));
    GeneralizedEigenpairs pairs =
        solve(a, b, Preconditioner.NONE, DeflatedSpace.none(5), LobpcgOptions.smallest(5, 1));
    assertThat(pairs.values()).containsExactly(new double[] {1, 1, 3, 4, 5}, within(1e-12));
  }

  @Test
  void aStartBlockSavesIterationsAndTheSameSeedGivesTheSameBits() {
    int n = 3000;
    LinearOperator a = new CsrOperator(laplacian(Matrices.random(n, 9000, 8), constant(n, 0.01)));
    LinearOperator b = Matrices.identity(n);
    LobpcgOptions options = LobpcgOptions.smallest(4, 3);
    GeneralizedEigenpairs once = solve(a, b, Preconditioner.NONE, DeflatedSpace.none(n), options);
    GeneralizedEigenpairs again = solve(a, b, Preconditioner.NONE, DeflatedSpace.none(n), options);
    assertThat(again.vectors()).isEqualTo(once.vectors());
    GeneralizedEigenpairs warm =
        Lobpcg.solve(
            a,
            b,
            Preconditioner.NONE,
            DeflatedSpace.none(n),
            once.vectors(),
            options,
            IterationListener.NONE);
    assertThat(warm.iterations()).isLessThan(once.iterations() / 2);
    assertThat(warm.values()).containsExactly(once.values(), within(1e-10));
  }

  @Test
  void aPreconditionerSavesIterations() {
    int n = 400;
    CsrMatrix a = laplacian(Matrices.random(n, 1200, 8), spread(n, -3));
    LinearOperator op = new CsrOperator(a);
    LobpcgOptions options = LobpcgOptions.smallest(3, 3);
    int plain =
        solve(op, Matrices.identity(n), Preconditioner.NONE, DeflatedSpace.none(n), options)
            .iterations();
    int helped =
        solve(op, Matrices.identity(n), jacobi(a), DeflatedSpace.none(n), options).iterations();
    assertThat(helped).isLessThan(plain);
  }

  @Test
  void tooFewIterationsAreReportedWithIterationsResidualAndTolerance() {
    int n = 500;
    LinearOperator a = new CsrOperator(laplacian(Matrices.random(n, 900, 8), constant(n, 0.1)));
    assertThatThrownBy(
            () ->
                solve(
                    a,
                    Matrices.identity(n),
                    Preconditioner.NONE,
                    DeflatedSpace.none(n),
                    new LobpcgOptions(5, 2, false, 1e-12, 3, 1)))
        .isInstanceOf(ConvergenceException.class)
        .hasMessageContaining("after 3 iterations")
        .hasMessageContaining("relative residual of 5 pairs is")
        .hasMessageContaining("above tolerance = 1.00e-12")
        .hasMessageContaining("raise max-iterations");
  }

  @Test
  void moreVectorsThanDimensionsAreRefused() {
    LinearOperator a = new CsrOperator(diagonal(new double[] {1, 2, 3}));
    double[] first = {1, 0, 0};
    DeflatedSpace known = new DeflatedSpace(3, first, first);
    assertThatThrownBy(
            () ->
                solve(
                    a,
                    Matrices.identity(3),
                    Preconditioner.NONE,
                    known,
                    LobpcgOptions.smallest(3, 1)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("3 eigenvectors are needed")
        .hasMessageContaining("only 2 dimensions beside 1 known");
  }

  @Test
  void vectorsAndDualsThatDoNotMatchAreRefused() {
    assertThatThrownBy(() -> new DeflatedSpace(2, new double[] {1, 0}, new double[] {0.5, 0}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("off by");
    assertThatThrownBy(() -> new LobpcgOptions(0, 0, true, 0.1, 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("count = 0");
  }
}
