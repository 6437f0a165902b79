package dev.concord.spark.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SolverTraceTest {
  @Test
  void aLowerCountBeginsANewSolver() {
    SolverTrace trace = new SolverTrace();
    trace.step("eigenvectors", 5, Double.NaN);
    trace.step("eigenvectors", 10, 1e-2);
    trace.step("eigenvectors", 20, 1e-5);
    trace.step("eigenvectors", 3, 0.5);
    trace.step("eigenvectors", 6, 0.1);
    trace.step("method", 9, 0.2);
    assertThat(trace.runs()).hasSize(2);
    assertThat(trace.runs().get(0).products()).containsExactly(10L, 20L);
    assertThat(trace.runs().get(0).residuals()).containsExactly(1e-2, 1e-5);
    assertThat(trace.runs().get(1).residuals()).containsExactly(0.5, 0.1);
  }

  @Test
  void aLongWayIsThinnedAndKeepsItsOrder() {
    SolverTrace trace = new SolverTrace();
    for (int step = 1; step <= 10_000; step++) {
      trace.step("eigenvectors", step, 1.0 / step);
    }
    SolverTrace.Run run = trace.runs().get(0);
    assertThat(run.products()).hasSizeBetween(150, 400).isSorted();
    assertThat(run.products().get(run.products().size() - 1)).isGreaterThan(9_900L);
  }

  @Test
  void aMethodThatSolvesAgainAndAgainDoesNotFillThePage() {
    SolverTrace trace = new SolverTrace();
    for (int solver = 0; solver < 100; solver++) {
      trace.step("method", 1, 1.0);
      trace.step("method", 2, 0.1);
    }
    assertThat(trace.runs()).hasSize(12);
    assertThat(trace.runs().get(11).products()).containsExactly(1L, 2L);
  }
}
