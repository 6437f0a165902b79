package dev.concord.partition.sizes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.linalg.CsrMatrix;
import dev.concord.partition.sizes.SizeInstances.Kind;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SizeSearchTest {
  /** 300 of each of the four kinds: 1,200 problems, each against all its assignments. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  void lossIsTheLeastOfAllAssignments(Kind kind) {
    SplittableRandom random = new SplittableRandom(kind.name().hashCode());
    int feasible = 0;
    for (int i = 0; i < 300; i++) {
      int k = 2 + random.nextInt(3);
      int n = k == 4 ? 3 + random.nextInt(5) : 3 + random.nextInt(k == 2 ? 10 : 6);
      SizeProblem problem = SizeInstances.random(kind, n, k, random);
      double least = SizeInstances.least(problem);
      SizeSearch.Found found = SizeSearch.of(problem);
      assertThat(found.proved()).isTrue();
      assertThat(found.any()).as("problem %d", i).isEqualTo(least < Double.POSITIVE_INFINITY);
      if (found.any()) {
        assertThat(problem.holds(found.labels())).isTrue();
        assertThat(found.loss()).as("problem %d", i).isCloseTo(least, within(1e-9));
        feasible++;
      }
    }
    assertThat(feasible).isBetween(60, 280);
  }

  /** The search without the tree: what large problems get. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  void localSearchFindsMostPartitionsAndBoundsTheirLoss(Kind kind) {
    SplittableRandom random = new SplittableRandom(71L * kind.name().hashCode());
    int feasible = 0;
    int found = 0;
    int exact = 0;
    int best = 0;
    for (int i = 0; i < 300; i++) {
      int k = 2 + random.nextInt(2);
      SizeProblem problem = SizeInstances.random(kind, 4 + random.nextInt(6), k, random);
      double least = SizeInstances.least(problem);
      SizeSearch.Found local = SizeSearch.local(problem);
      feasible += least < Double.POSITIVE_INFINITY ? 1 : 0;
      if (local.any()) {
        assertThat(problem.holds(local.labels())).isTrue();
        assertThat(local.loss()).isGreaterThan(least - 1e-9);
        assertThat(local.bound()).isLessThan(least + 1e-9);
        found++;
        best += local.loss() < least + 1e-9 ? 1 : 0;
      }
      if (local.proved() && local.any()) {
        assertThat(local.loss()).isCloseTo(least, within(1e-9));
        exact++;
      }
      if (local.proved() && !local.any()) {
        assertThat(least).isInfinite();
      }
    }
    assertThat(found).isGreaterThan((int) (0.9 * feasible));
    assertThat(best).isGreaterThan((int) (0.7 * feasible));
    assertThat(exact).isGreaterThan((int) (0.3 * feasible));
  }

  @Test
  void partitionWithinItsBoundsStays() {
    SizeProblem problem =
        new SizeProblem(
            2,
            new double[] {1, 1, 1, 1, 1},
            new double[10],
            new int[] {0, 0, 0, 1, 1},
            new double[] {2, 2},
            new double[] {3, 3},
            SizeInstances.matrix(5, new boolean[25]));
    SizeSearch.Found found = SizeSearch.of(problem);
    assertThat(found.labels()).containsExactly(0, 0, 0, 1, 1);
    assertThat(found.proved()).isTrue();
  }

  /** Weight travels over a third cluster where that is cheaper than the direct way. */
  @Test
  void cheapestWayMayPassThroughAnotherCluster() {
    double[] cost = {
      0, 9, 1, //
      0, 9, 9, //
      9, 9, 0, //
      9, 1, 0, //
      9, 0, 9
    };
    SizeProblem problem =
        new SizeProblem(
            3,
            new double[] {1, 1, 1, 1, 1},
            cost,
            new int[] {0, 0, 2, 2, 1},
            new double[] {1, 2, 2},
            new double[] {1, 2, 2},
            SizeInstances.matrix(5, new boolean[25]));
    SizeSearch.Found found = SizeSearch.of(problem);
    assertThat(found.labels()).containsExactly(2, 0, 2, 1, 1);
    assertThat(found.loss()).isEqualTo(2.0);
  }

  @Test
  void largeTransportProblemIsSolvedExactlyAndFast() {
    int n = 70_000;
    int k = 10;
    SplittableRandom random = new SplittableRandom(5);
    int[] labels = new int[n];
    double[] cost = new double[n * k];
    double[] weight = new double[n];
    Arrays.fill(weight, 1.0);
    for (int v = 0; v < n; v++) {
      labels[v] = (int) (k * StrictMath.pow(random.nextDouble(), 1.6));
      for (int c = 0; c < k; c++) {
        cost[v * k + c] = c == labels[v] ? 0.0 : random.nextDouble();
      }
    }
    double[] lower = new double[k];
    double[] upper = new double[k];
    Arrays.fill(lower, 6000);
    Arrays.fill(upper, 8000);
    SizeProblem problem = new SizeProblem(k, weight, cost, labels, lower, upper, noPairs(n));
    long start = System.nanoTime();
    SizeSearch.Found found = SizeSearch.of(problem);
    double seconds = (System.nanoTime() - start) / 1e9;
    assertThat(problem.holds(found.labels())).isTrue();
    assertThat(found.proved()).isTrue();
    assertThat(seconds).isLessThan(20.0);
  }

  /** Nodes of many weights, cannot-links between them, and bounds within one part in a hundred. */
  @Test
  void largeMixedProblemsAreSolvedNearTheirBound() {
    int n = 20_000;
    int k = 10;
    SplittableRandom random = new SplittableRandom(6);
    int[] labels = new int[n];
    double[] cost = new double[n * k];
    double[] weight = new double[n];
    for (int v = 0; v < n; v++) {
      labels[v] = (int) (k * StrictMath.pow(random.nextDouble(), 1.6));
      weight[v] = random.nextInt(20) == 0 ? 2 + random.nextInt(30) : 1;
      for (int c = 0; c < k; c++) {
        cost[v * k + c] = c == labels[v] ? 0.0 : random.nextDouble();
      }
    }
    int[] rowPtr = new int[n + 1];
    int[] col = new int[n];
    int count = 0;
    for (int v = 0; v < n; v++) {
      // Every fourth pair of neighbours is kept apart.
      if (v % 8 < 2 && labels[v] != labels[v ^ 1]) {
        col[count++] = v ^ 1;
      }
      rowPtr[v + 1] = count;
    }
    double[] ones = new double[count];
    Arrays.fill(ones, 1.0);
    double share = Arrays.stream(weight).sum() / k;
    double[] lower = new double[k];
    double[] upper = new double[k];
    Arrays.fill(lower, Math.ceil(0.995 * share));
    Arrays.fill(upper, Math.floor(1.005 * share));
    SizeProblem problem =
        new SizeProblem(
            k,
            weight,
            cost,
            labels,
            lower,
            upper,
            new CsrMatrix(n, rowPtr, Arrays.copyOf(col, count), ones));
    SizeSearch.Found found = SizeSearch.of(problem);
    assertThat(problem.holds(found.labels())).isTrue();
    assertThat(found.loss()).isBetween(found.bound(), 1.2 * found.bound());
    assertThat(SizeSearch.of(problem).labels()).isEqualTo(found.labels());
  }

  private static CsrMatrix noPairs(int n) {
    return new CsrMatrix(n, new int[n + 1], new int[0], new double[0]);
  }

  @Test
  void countsMustFit() {
    assertThatThrownBy(
            () ->
                new SizeProblem(
                    2,
                    new double[3],
                    new double[5],
                    new int[3],
                    new double[2],
                    new double[2],
                    noPairs(3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "3 nodes and 2 clusters, with 5 costs, 3 labels, 2 and 2 bounds, 3 rows of pairs");
  }
}
