package dev.concord.method.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.constraint.PairConstraints;
import dev.concord.error.ConvergenceException;
import dev.concord.linalg.IterationListener;
import dev.concord.linalg.Solver;
import dev.concord.linalg.solve.EigenOptions;
import java.util.Arrays;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A ring of must-links, one group too large to be solved whole. */
class ConstraintSpectrumTest {
  private static final int POINTS = ConstraintSpectrum.DENSE + 200;

  private static ConstraintSpectrum spectrum(int maxIterations, String solver) {
    int[] first = new int[POINTS];
    int[] second = new int[POINTS];
    Arrays.setAll(first, i -> i);
    Arrays.setAll(second, i -> (i + 1) % POINTS);
    boolean[] must = new boolean[POINTS];
    double[] weight = new double[POINTS];
    double[] degrees = new double[POINTS];
    Arrays.fill(must, true);
    Arrays.fill(weight, 1.0);
    Arrays.fill(degrees, 2.0);
    ConstraintMatrix matrix =
        ConstraintMatrix.of(
            degrees,
            PairConstraints.of(POINTS, first, second, must, weight, Integer::toString),
            null,
            null,
            ConstraintMatrix.SelfPairs.NONE);
    return ConstraintSpectrum.of(
        matrix,
        new EigenOptions(
            8, 1e-10, maxIterations, 1, Solver.valueOf(solver.toUpperCase(Locale.ROOT))),
        IterationListener.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "arpack", "block", "dense"})
  void everySolverFindsTheLargestEigenvalues(String solver) {
    ConstraintSpectrum spectrum = spectrum(1000, solver);
    assertThat(spectrum.values()).hasSize(8);
    for (int j = 0; j < 8; j++) {
      int frequency = (j + 1) / 2;
      double expected = Math.cos(2.0 * Math.PI * frequency / POINTS);
      assertThat(spectrum.values()[j]).isCloseTo(expected, within(1e-9));
    }
    assertThat(spectrum.floor()).isEqualTo(spectrum.values()[7]);
  }

  /** The remedies that the message names are options of the method. */
  @Test
  void theOptionsAreThoseGiven() {
    assertThatThrownBy(() -> spectrum(1, "arpack"))
        .isInstanceOf(ConvergenceException.class)
        .hasMessageContaining("Raise max-iterations (now 1)");
    assertThatThrownBy(() -> spectrum(1, "block"))
        .isInstanceOf(ConvergenceException.class)
        .hasMessageContaining("Eigensolver lanczos");
    assertThat(spectrum(1, "dense").values()).hasSize(8);
  }
}
