package dev.concord.method.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.graph.SimilarityGraph;
import dev.concord.method.CspCases;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.RecordedServices;
import dev.concord.testing.Graphs;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** CSP on graphs of several components. */
class CspComponentsTest {
  private final RecordedServices services = new RecordedServices();

  private MethodResult run(Problem problem) {
    return new Csp().run(problem, services);
  }

  @Test
  void bothSolversAgreeOnAGraphOfSeveralComponentsWithIsolatedPoints() {
    SimilarityGraph groups = Graphs.groups(4, 70, 0.0, 3);
    int[] rowPtr = groups.weights().rowPtr();
    int n = groups.size() + 3;
    double[][] a = new double[n][n];
    for (int i = 0; i < groups.size(); i++) {
      for (int p = rowPtr[i]; p < rowPtr[i + 1]; p++) {
        a[i][groups.weights().col()[p]] = groups.weights().val()[p];
      }
    }
    double[][] pairs = {
      {0, 75, 1}, {1, 150, -1}, {76, 220, -1}, {10, 11, 1}, {80, 90, 0.5}, {5, n - 1, 1}
    };
    double[][] u = new double[2][];
    for (String solver : new String[] {"dense", "block"}) {
      for (double b : new double[] {0.004, -0.01}) {
        MethodResult result =
            run(
                CspCases.problem(
                    CspCases.graph(a),
                    CspCases.pairs(n, pairs),
                    null,
                    null,
                    2,
                    Map.of("solver", solver, "beta", b, "max-feasible", 5, "tolerance", 1e-10)));
        if (b > 0) {
          u[solver.equals("dense") ? 0 : 1] = result.figures(Csp.Figures.class).lambda();
        }
        double square = 0.0;
        double[] degrees = CspCases.graph(a).degrees();
        for (int i = 0; i < n; i++) {
          square += result.embedding().values()[i] * result.embedding().values()[i] * degrees[i];
        }
        assertThat(square / CspCases.graph(a).volume()).isCloseTo(1.0, within(1e-10));
        assertThat(result.embedding().values()[n - 1]).isZero();
      }
    }
    assertThat(u[0]).isNotEmpty();
    assertThat(u[1]).hasSameSizeAs(u[0]);
    for (int j = 0; j < u[0].length; j++) {
      assertThat(u[1][j]).isCloseTo(u[0][j], within(1e-8 * u[0][j]));
    }
    assertThat(services.warnings)
        .anySatisfy(w -> assertThat(w).contains("1 constraints have a point"));
  }

  /** Two triangles without an edge between them, and a third when asked. */
  private static SimilarityGraph triangles(int count) {
    double[][] a = new double[3 * count][3 * count];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a.length; j++) {
        a[i][j] = i != j && i / 3 == j / 3 ? 1.0 : 0.0;
      }
    }
    return CspCases.graph(a);
  }

  @Test
  void cutsBetweenComponentsCostNothingAndComeFirst() {
    for (String solver : new String[] {"dense", "block"}) {
      Map<String, Object> options = Map.of("beta", 0.1, "solver", solver);
      double[][] pairs = {{0, 3, -1}, {1, 2, 1}};
      MethodResult result =
          run(CspCases.problem(triangles(2), CspCases.pairs(6, pairs), null, null, 2, options));
      Csp.Figures figures = result.figures(Csp.Figures.class);
      assertThat(figures.freeCuts()).isEqualTo(1);
      assertThat(figures.chosen()).containsExactly(0);
      assertThat(figures.lambda()[0]).isZero();
      assertThat(figures.cost()[0]).isZero();
      // u* = 1 on one triangle and -1 on the other: both pairs are met.
      assertThat(figures.alpha()[0]).isCloseTo(4.0, within(1e-12));
      assertThat(result.labels()).containsExactly(1, 1, 1, 0, 0, 0);
      assertThat(services.warnings).anySatisfy(w -> assertThat(w).contains("2 components"));
    }
  }

  @Test
  void componentsThatNothingIsSaidOfBalanceTheOthers() {
    double[][] pairs = {{0, 1, 1}, {0, 3, 1}};
    Map<String, Object> options = Map.of("beta", 0.05, "max-feasible", 1);
    MethodResult result =
        run(CspCases.problem(triangles(3), CspCases.pairs(9, pairs), null, null, 2, options));
    double[] u = result.embedding().values();
    double sum = 0.0;
    for (double value : u) {
      sum += value;
    }
    assertThat(sum).isCloseTo(0.0, within(1e-12));
    assertThat(u[0]).isEqualTo(u[2]).isNotEqualTo(u[8]);
    assertThat(u[6]).isEqualTo(u[8]);
  }
}
