package dev.concord.linalg.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.concord.error.ConvergenceException;
import dev.concord.error.InputException;
import dev.concord.error.MemoryException;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.LinearOperator;
import dev.concord.linalg.Matrices;
import dev.concord.linalg.Solver;
import dev.concord.linalg.Vectors;
import dev.concord.testing.Golden;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SymmetricEigensolverTest {
  private static final double[][] NONE = new double[0][];

  static Eigenpairs largest(CsrMatrix a, double[][] known, int count, String solver) {
    return SymmetricEigensolver.largest(
        new CsrOperator(a),
        known,
        1.0,
        new EigenOptions(count, 1e-10, 1000, 1, Solver.valueOf(solver.toUpperCase(Locale.ROOT))),
        IterationListener.NONE);
  }

  private static void assertProved(Eigenpairs pairs) {
    assertThat(pairs.orthogonality()).isLessThan(1e-13);
    for (int j = 0; j < pairs.count(); j++) {
      assertThat(pairs.residuals()[j]).isLessThan(1e-9);
      if (j > 0) {
        assertThat(pairs.values()[j]).isLessThanOrEqualTo(pairs.values()[j - 1]);
      }
    }
  }

  @Test
  void theLaplacianOfTheSixNodeExampleHasItsPublishedSpectrum() {
    JsonNode golden = Golden.load("csp_illustrative/spectrum.json");
    double[][] rows = Golden.matrix(golden.get("A"));
    CsrMatrix w = fromDense(rows);
    double[] expected = Golden.doubles(golden.get("eig_Lbar"));
    double[][] known = {Matrices.nullVector(w, 0, 6)};
    Eigenpairs pairs = largest(Matrices.normalized(w), known, 6, "auto");
    assertThat(pairs.solver()).isEqualTo("dense");
    assertProved(pairs);
    for (int j = 0; j < 6; j++) {
      assertThat(1.0 - pairs.values()[j]).isCloseTo(expected[j], within(1e-12));
    }
  }

  private static CsrMatrix fromDense(double[][] rows) {
    int n = rows.length;
    int[] row = new int[n * n];
    int[] column = new int[n * n];
    double[] value = new double[n * n];
    int count = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        if (rows[i][j] != 0.0) {
          row[count] = i;
          column[count] = j;
          value[count++] = rows[i][j];
        }
      }
    }
    return Matrices.symmetric(
        n, Arrays.copyOf(row, count), Arrays.copyOf(column, count), Arrays.copyOf(value, count));
  }

  @ParameterizedTest
  @CsvSource({
    "iris3,dense",
    "iris3,arpack",
    "iris3,lanczos",
    "wdbc,auto",
    "wdbc,dense",
    "wdbc,arpack",
    "wdbc,lanczos"
  })
  void laplacianSpectraOfRealDataAreThoseOfTheReference(String name, String solver) {
    JsonNode golden = Golden.load("ccskl/" + name + "_spectrum.json");
    CsrMatrix w =
        Matrices.symmetric(
            golden.get("n").intValue(),
            Golden.ints(golden.get("source")),
            Golden.ints(golden.get("target")),
            Golden.doubles(golden.get("weight")));
    double[] expected = Golden.doubles(golden.get("eigenvalues"));
    // Deflated or not: the null vector of a connected graph, nothing for the two parts of iris3.
    double[][] known = name.equals("wdbc") ? new double[][] {Matrices.nullVector(w, 0, 569)} : NONE;
    Eigenpairs pairs = largest(Matrices.normalized(w), known, expected.length, solver);
    assertProved(pairs);
    for (int j = 0; j < expected.length; j++) {
      assertThat(1.0 - pairs.values()[j]).isCloseTo(expected[j], within(1e-10));
    }
    assertThat(pairs.solver()).isEqualTo(solver.equals("auto") ? "lanczos" : solver);
  }

  /** cos(2 pi j / size), twice each but for j = 0, times the number of rings. */
  @ParameterizedTest
  @CsvSource({
    "1,500,21,arpack",
    "1,501,20,arpack",
    "5,100,23,arpack",
    "12,50,40,arpack",
    "30,20,31,arpack",
    "1,500,21,lanczos",
    "1,501,20,lanczos",
    "5,100,23,lanczos",
    "12,50,40,lanczos",
    "30,20,31,lanczos"
  })
  void allCopiesOfMultipleEigenvaluesAreFound(int rings, int size, int count, String solver) {
    CsrMatrix w = Matrices.rings(rings, size);
    double[][] known = new double[rings][];
    for (int r = 0; r < rings; r++) {
      known[r] = Matrices.nullVector(w, r * size, (r + 1) * size);
    }
    for (double[][] given : new double[][][] {known, NONE}) {
      Eigenpairs pairs = largest(Matrices.normalized(w), given, count, solver);
      assertThat(pairs.solver()).isEqualTo(solver);
      assertProved(pairs);
      for (int j = 0; j < count; j++) {
        int frequency = (j / rings + 1) / 2;
        double expected = Math.cos(2.0 * Math.PI * frequency / size);
        assertThat(pairs.values()[j]).as("value %d", j).isCloseTo(expected, within(1e-12));
      }
    }
  }

  /** One eigenvalue 1, all others −1/(n−1): a Krylov space of dimension two. */
  @ParameterizedTest
  @ValueSource(strings = {"arpack", "lanczos"})
  void theCompleteGraphHasOneEigenvalueOfMultiplicityNMinusOne(String solver) {
    int n = 450;
    double[][] rows = new double[n][n];
    for (int i = 0; i < n; i++) {
      Arrays.fill(rows[i], 1.0);
      rows[i][i] = 0.0;
    }
    CsrMatrix w = fromDense(rows);
    double[][] known = {Matrices.nullVector(w, 0, n)};
    Eigenpairs pairs = largest(Matrices.normalized(w), known, 12, solver);
    assertProved(pairs);
    assertThat(pairs.values()[0]).isEqualTo(1.0);
    for (int j = 1; j < 12; j++) {
      assertThat(pairs.values()[j]).isCloseTo(-1.0 / (n - 1), within(1e-12));
    }
  }

  @Test
  void knownVectorsComeFirstAsGivenAndAloneWhenTheyAreEnough() {
    CsrMatrix w = Matrices.rings(6, 100);
    double[][] known = new double[6][];
    for (int r = 0; r < 6; r++) {
      known[r] = Matrices.nullVector(w, r * 100, (r + 1) * 100);
    }
    Eigenpairs some = largest(Matrices.normalized(w), known, 4, "auto");
    assertThat(some.count()).isEqualTo(4);
    assertThat(some.solver()).isEqualTo("known");
    assertThat(some.vector(2)).isEqualTo(known[2]);
    assertThat(some.products()).isEqualTo(4);
    Eigenpairs more = largest(Matrices.normalized(w), known, 8, "auto");
    assertThat(more.vector(5)).isEqualTo(known[5]);
    assertThat(more.values()[5]).isEqualTo(1.0);
    assertThat(more.values()[6]).isCloseTo(Math.cos(2 * Math.PI / 100), within(1e-13));
  }

  @ParameterizedTest
  @ValueSource(strings = {"arpack", "lanczos"})
  void iterationsFindTheSubspaceOfTheDenseSolverOnARandomGraph(String solver) {
    CsrMatrix w = Matrices.random(700, 2_500, 5);
    double[][] known = {Matrices.nullVector(w, 0, 700)};
    Eigenpairs dense = largest(Matrices.normalized(w), known, 15, "dense");
    Eigenpairs found = largest(Matrices.normalized(w), known, 15, solver);
    assertProved(dense);
    assertProved(found);
    assertThat(found.values()).containsExactly(dense.values(), within(1e-13));
    for (int j = 0; j < 15; j++) {
      assertThat(found.vector(j)).containsExactly(dense.vector(j), within(1e-7));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"arpack", "lanczos", "dense"})
  void theSameOperatorGivesTheSameBits(String solver) {
    CsrMatrix a = Matrices.normalized(Matrices.rings(5, 90));
    Eigenpairs first = largest(a, NONE, 17, solver);
    largest(Matrices.normalized(Matrices.random(500, 1_000, 8)), NONE, 5, solver);
    Eigenpairs second = largest(a, NONE, 17, solver);
    assertThat(second.values()).isEqualTo(first.values());
    assertThat(second.vectors()).isEqualTo(first.vectors());
  }

  @Test
  void theEntryOfLargestMagnitudeIsPositiveAndTheFirstAmongEquals() {
    double[] v = {0.1, -0.5, 0.5 + 1e-9, 0.0};
    Vectors.fixSign(4, v, 0);
    assertThat(v).containsExactly(-0.1, 0.5, -0.5 - 1e-9, 0.0);
    assertThat(Double.doubleToLongBits(v[3])).isZero();
  }

  @Test
  void theListenerHearsOfProductsAndOfAFallingResidual() {
    CsrMatrix w = Matrices.random(3_000, 12_000, 6);
    AtomicLong products = new AtomicLong();
    double[] last = {Double.NaN};
    Eigenpairs pairs =
        SymmetricEigensolver.largest(
            new CsrOperator(Matrices.normalized(w)),
            NONE,
            1.0,
            EigenOptions.of(10, 1),
            (iteration, done, residual) -> {
              assertThat(done).isGreaterThan(products.get());
              products.set(done);
              last[0] = residual;
            });
    assertThat(products.get()).isPositive().isLessThanOrEqualTo(pairs.products());
    assertThat(last[0]).isLessThan(0.1);
  }

  @Test
  void tooFewRestartsAreAConvergenceFailureWithNumbersAndARemedy() {
    CsrOperator ring = new CsrOperator(Matrices.normalized(Matrices.rings(1, 5_000)));
    EigenOptions options = new EigenOptions(10, 1e-12, 2, 1, Solver.ARPACK);
    assertThatThrownBy(
            () -> SymmetricEigensolver.largest(ring, NONE, 1.0, options, IterationListener.NONE))
        .isInstanceOf(ConvergenceException.class)
        .hasMessageMatching(
            ".*arpack.* order 5000: [0-9]+ of 12 pairs converged in [0-9]+ iterations "
                + "\\([0-9]+ products\\), largest residual estimate [0-9.e-]+, tolerance 1.00e-12. "
                + "Raise max-iterations \\(now 2\\), loosen tolerance, or lower the number of "
                + "eigenvectors.");
  }

  @Test
  void tooFewRestartsOfTheLanczosSolverAreAConvergenceFailureToo() {
    CsrOperator ring = new CsrOperator(Matrices.normalized(Matrices.rings(1, 5_000)));
    EigenOptions options = new EigenOptions(10, 1e-12, 2, 1, Solver.LANCZOS);
    assertThatThrownBy(
            () -> SymmetricEigensolver.largest(ring, NONE, 1.0, options, IterationListener.NONE))
        .isInstanceOf(ConvergenceException.class)
        .hasMessageMatching(
            ".*lanczos: after 2 restarts and [0-9]+ products the largest residual of the 12 pairs "
                + "of order 5000 is estimated as [0-9.e-]+, above tolerance 1.00e-12. Raise "
                + "max-iterations \\(now 2\\), loosen tolerance, or change the number of "
                + "eigenvectors.");
  }

  /** Nearly all pairs, in spaces that close early, and up to the last one. */
  @ParameterizedTest
  @CsvSource({"60,59", "60,60", "45,44", "12,3", "200,140", "200,199"})
  void theLanczosSolverFindsAnyNumberOfPairs(int n, int count) {
    CsrMatrix a = Matrices.normalized(Matrices.random(n, 4 * n, 3));
    Eigenpairs dense = largest(a, NONE, count, "dense");
    Eigenpairs lanczos = largest(a, NONE, count, "lanczos");
    assertProved(lanczos);
    assertThat(lanczos.values()).containsExactly(dense.values(), within(1e-10));
  }

  /** The route depends on the sizes alone; configurations of earlier versions may say block. */
  @Test
  void autoAndBlockTakeTheLanczosMethod() {
    CsrMatrix sparse = Matrices.normalized(Matrices.random(500, 1_000, 4));
    Eigenpairs lanczos = largest(sparse, NONE, 40, "lanczos");
    for (String word : new String[] {"auto", "block"}) {
      Eigenpairs found = largest(sparse, NONE, 40, word);
      assertThat(found.solver()).isEqualTo("lanczos");
      assertThat(found.vectors()).isEqualTo(lanczos.vectors());
    }
  }

  @Test
  void aKnownVectorThatIsNoEigenvectorIsCaught() {
    CsrMatrix w = Matrices.random(500, 2_000, 9);
    double[] wrong = new double[500];
    wrong[3] = 1.0;
    assertThatThrownBy(() -> largest(Matrices.normalized(w), new double[][] {wrong}, 1, "auto"))
        .isInstanceOf(ConvergenceException.class)
        .hasMessageContaining("pair 1 of 1 (eigenvalue 1.00000000000) has residual 1");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1e-8, 10, auto, eigenvectors = 0",
    "7, 1e-8, 10, auto, 'eigenvectors = 7, but a graph of 6 points has 1 to 6'",
    "2, 0, 10, auto, tolerance = 0.0 must be above 0",
    "2, 1e-8, 0, auto, max-iterations = 0 must be at least 1",
    "6, 1e-8, 10, arpack, solver = arpack finds fewer than all of the 6",
  })
  void optionsOutOfRangeAreRefusedWithTheRule(
      int count, double tolerance, int iterations, String solver, String message) {
    CsrOperator a = new CsrOperator(Matrices.normalized(Matrices.rings(1, 6)));
    EigenOptions options =
        new EigenOptions(
            count, tolerance, iterations, 1, Solver.valueOf(solver.toUpperCase(Locale.ROOT)));
    assertThatThrownBy(
            () -> SymmetricEigensolver.largest(a, NONE, 1.0, options, IterationListener.NONE))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(message);
  }

  @Test
  void aDenseSolveThatCannotBeHeldIsRefusedWithItsSize() {
    CsrOperator ring = new CsrOperator(Matrices.rings(1, 30_000));
    EigenOptions options = new EigenOptions(4, 1e-8, 10, 1, Solver.DENSE);
    assertThatThrownBy(
            () -> SymmetricEigensolver.largest(ring, NONE, 1.0, options, IterationListener.NONE))
        .isInstanceOf(MemoryException.class)
        .hasMessageContaining("order 30000 takes 7.2 GB")
        .hasMessageContaining("solver = lanczos");
  }

  @Test
  void aProductThatItselfRunsArpackIsRefused() {
    CsrOperator inner = new CsrOperator(Matrices.normalized(Matrices.rings(1, 500)));
    EigenOptions options = new EigenOptions(3, 1e-8, 100, 1, Solver.ARPACK);
    LinearOperator nested =
        new LinearOperator() {
          @Override
          public int size() {
            return 500;
          }

          @Override
          public void apply(double[] x, double[] y) {
            SymmetricEigensolver.largest(inner, NONE, 1.0, options, IterationListener.NONE);
          }
        };
    assertThatThrownBy(
            () -> SymmetricEigensolver.largest(nested, NONE, 1.0, options, IterationListener.NONE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("must not itself run ARPACK");
  }
}
