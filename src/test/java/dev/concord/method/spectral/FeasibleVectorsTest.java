package dev.concord.method.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.method.CspCases;
import dev.concord.method.Problem;
import dev.concord.method.RecordedServices;
import dev.concord.testing.Graphs;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many feasible vectors whose lambda lie close together: the hard case for csp's solver. */
class FeasibleVectorsTest {
  private static final int GROUPS = 4;
  private static final int SIZE = 100;

  @ParameterizedTest
  @ValueSource(doubles = {0.0005, 0.003, -0.002})
  void theBlockSolverFindsThoseOfTheDenseOneInFewRounds(double beta) {
    Csp.Figures dense = figures("dense", beta);
    Csp.Figures block = figures("block", beta);
    double[] expected = dense.lambda();
    double[] found = block.lambda();
    assertThat(expected).hasSize(48);
    assertThat(found).hasSize(48);
    double[] costs = dense.cost();
    for (int j = 0; j < 48; j++) {
      assertThat(found[j]).isCloseTo(expected[j], within(1e-10 * expected[j]));
      assertThat(block.cost()[j]).isCloseTo(costs[j], within(1e-6 * costs[j]));
      assertThat(block.vectorResiduals()[j]).isLessThan(2e-8);
    }
    // Without corrections by the pencil itself it took 120 and more.
    assertThat(block.vectorIterations()).isLessThan(70);
    assertThat(figures("block", beta).lambda()).isEqualTo(found);
  }

  private static Csp.Figures figures(String solver, double beta) {
    int n = GROUPS * SIZE;
    SplittableRandom random = new SplittableRandom(7);
    double[][] pairs = new double[160][];
    for (int p = 0; p < pairs.length; p++) {
      int i = random.nextInt(n);
      int j = (i + 1 + random.nextInt(n - 1)) % n;
      pairs[p] = new double[] {i, j, i / SIZE == j / SIZE ? 1.0 : -1.0};
    }
    Problem problem =
        CspCases.problem(
            Graphs.groups(GROUPS, SIZE, 0.02, 11),
            CspCases.pairs(n, pairs),
            null,
            null,
            2,
            Map.of("solver", solver, "beta", beta, "max-feasible", 48));
    return new Csp().run(problem, new RecordedServices()).figures(Csp.Figures.class);
  }
}
