package dev.concord.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.linalg.Seeds;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;

class CorrelationClusteringTest {
  @Test
  void aThousandSmallProblemsAreSolvedAsByTryingEveryPartition() {
    SplittableRandom random = new SplittableRandom(5);
    for (int trial = 0; trial < 1_000; trial++) {
      SignedProblem problem = SignedInstances.random(2 + random.nextInt(7), random);
      CorrelationClustering.Solution found =
          CorrelationClustering.solve(problem, 1, Seeds.of(trial));
      assertThat(problem.feasible(found.labels())).isTrue();
      assertThat(found.value()).isEqualTo(problem.value(found.labels()));
      assertThat(found.value()).isCloseTo(SignedInstances.best(problem), within(1e-9));
    }
  }

  /** The search must hold every rule, and fail rarely and by little: measured here, not proved. */
  @Test
  void theCorrelationSearchMissesTheBestPartitionOfSmallProblemsRarely() {
    SplittableRandom random = new SplittableRandom(6);
    CorrelationSearch search = new CorrelationSearch(new ExactPartition());
    int missed = 0;
    for (int trial = 0; trial < 1_000; trial++) {
      SignedProblem problem = SignedInstances.random(2 + random.nextInt(7), random);
      int[] labels = search.solve(problem, 4, trial);
      double best = SignedInstances.best(problem);
      assertThat(problem.feasible(labels)).isTrue();
      assertThat(problem.value(labels)).isLessThanOrEqualTo(best + 1e-9);
      missed += problem.value(labels) < best - 1e-9 ? 1 : 0;
    }
    assertThat(missed).isLessThanOrEqualTo(20);
  }

  @Test
  void plantedClustersOfALargeComponentAreFound() {
    int n = 60;
    double[][] weight = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        weight[i][j] = i / 6 == j / 6 ? 2.0 : (i + j) % 7 == 0 ? 0.5 : -1.0;
        weight[j][i] = weight[i][j];
      }
    }
    int[] source = new int[n];
    Arrays.setAll(source, i -> i % 6);
    int[] size = new int[n];
    Arrays.fill(size, 1);
    SignedProblem problem = SignedInstances.of(weight, new boolean[n][n], source, size, 0.0);
    CorrelationClustering.Solution found = CorrelationClustering.solve(problem, 2, Seeds.of(1));
    int[] planted = new int[n];
    Arrays.setAll(planted, i -> i / 6 * 6);
    assertThat(found.labels()).isEqualTo(planted);
    assertThat(found.largest()).isEqualTo(n);
    assertThat(found.exact()).isZero();
  }

  @Test
  void anyNumberOfProcessorsGivesTheSamePartition() throws Exception {
    SplittableRandom random = new SplittableRandom(7);
    SignedProblem problem = SignedInstances.random(80, random);
    int[] here = CorrelationClustering.solve(problem, 3, Seeds.of(9)).labels();
    ForkJoinPool one = new ForkJoinPool(1);
    try {
      int[] alone =
          one.submit(() -> CorrelationClustering.solve(problem, 3, Seeds.of(9)).labels()).get();
      assertThat(alone).isEqualTo(here);
    } finally {
      one.shutdown();
    }
    assertThat(problem.feasible(here)).isTrue();
  }
}
