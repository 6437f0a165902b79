package dev.concord.partition.cut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.linalg.CsrMatrix;
import dev.concord.partition.coloring.PartitionProblem;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RatioDcaTest {
  static LongStream seeds() {
    return LongStream.rangeClosed(1, 40);
  }

  private static TwoWayModel model(long seed) {
    return TwoWayModel.of(TwoWayCases.random(seed, 11, 0.35, 2, 6, seed % 3 == 0));
  }

  private static RatioDca descent(TwoWayModel model) {
    return new RatioDca(model, TwoWayOptions.defaults(), new TwoWayBudget(0));
  }

  /** Sides of the merged nodes with every pair apart. */
  private static int[] consistent(TwoWayModel model, SplittableRandom random) {
    int[] side = random.ints(model.nodes, 0, 2).toArray();
    for (int i = 0; i < model.nodes; i++) {
      if (model.partner[i] > i) {
        side[model.partner[i]] = 1 - side[i];
      }
    }
    return side;
  }

  /** Theorem 3.1, with beliefs priced besides. */
  @ParameterizedTest
  @MethodSource("seeds")
  void fromAConsistentPartitionFFallsAndTheResultIsConsistent(long seed) {
    TwoWayModel model = model(seed);
    SplittableRandom random = new SplittableRandom(seed);
    for (int repeat = 0; repeat < 5; repeat++) {
      int[] start = consistent(model, random);
      double soft = repeat % 2 == 0 ? 0.0 : random.nextDouble();
      double lambda =
          TwoWayScore.of(model, start).value(new TwoWayObjective(model.volume, 0.0, soft, 0.0));
      if (Double.isInfinite(lambda)) {
        continue;
      }
      TwoWayObjective objective =
          new TwoWayObjective(model.volume, 0.25 * model.volume * lambda * 1.000001, soft, 0.0);
      RatioDca descent = descent(model);
      descent.penalize(objective);
      int[] side = start.clone();
      double value = descent.descend(side);
      TwoWayScore score = TwoWayScore.of(model, side);
      assertThat(score.hard()).isZero();
      assertThat(score.value(objective)).isEqualTo(value);
      double[] trace = descent.trace();
      assertThat(trace[0]).isCloseTo(lambda, within(1e-12 * lambda));
      assertThat(trace[trace.length - 1]).isEqualTo(value);
      for (int t = 1; t < trace.length; t++) {
        assertThat(trace[t]).isLessThan(trace[t - 1]);
      }
      assertThat(descent.gap()).isNotNegative();
    }
  }

  /**
   * Where the descent stops, no set lowers the linearized problem: min over all sets of cut + price
   * of the cannot-links + price of cut must-links - g(C), computed here from the paper's R1, R2 and
   * S, is not below zero by more than the part that the stopping rule leaves open. This is
   * independent of the inner solver, its simplex parts and its sign.
   */
  @ParameterizedTest
  @MethodSource("seeds")
  void whereItStopsNoSetImprovesTheLinearizedProblem(long seed) {
    TwoWayModel model = model(seed);
    SplittableRandom random = new SplittableRandom(seed);
    int n = model.nodes;
    for (double gamma : new double[] {0.0, 0.1, 1.0, 10.0}) {
      int[] side = random.ints(n, 0, 2).toArray();
      TwoWayObjective objective = new TwoWayObjective(model.volume, gamma, 0.5 * gamma, 0.0);
      double start = TwoWayScore.of(model, side).value(objective);
      if (Double.isInfinite(start)) {
        continue;
      }
      RatioDca descent = descent(model);
      descent.penalize(objective);
      double lambda = descent.descend(side);
      assertThat(lambda).isLessThanOrEqualTo(start);
      double[] g = linearization(model, objective, side, lambda);
      assertThat(Arrays.stream(g).sum()).isCloseTo(0.0, within(1e-9));
      for (int set = 1; set < (1 << n) - 1; set++) {
        int[] other = TwoWayCases.side(n, set);
        double value = 0.0;
        for (int i = 0; i < n; i++) {
          value -= other[i] * g[i];
        }
        value += cut(model.weights, other) + 0.5 * gamma * cut(model.problem.together(), other);
        value += gamma * model.hardTotal + 0.5 * gamma * model.separateTotal;
        assertThat(value).isGreaterThan(-1e-3 * lambda * model.volume);
      }
    }
  }

  private static double cut(CsrMatrix matrix, int[] side) {
    double sum = 0.0;
    for (int i = 0; i < side.length; i++) {
      for (int p = matrix.rowPtr()[i]; p < matrix.rowPtr()[i + 1]; p++) {
        sum += side[i] == 1 && side[matrix.col()[p]] == 0 ? matrix.val()[p] : 0.0;
      }
    }
    return sum;
  }

  /** gamma·r2 + lambda·s with s from the L1 norm of the paper: (I - b1'/gvol)·B·sign / 2. */
  private static double[] linearization(
      TwoWayModel model, TwoWayObjective objective, int[] side, double lambda) {
    int n = model.nodes;
    double signed = 0.0;
    for (int i = 0; i < n; i++) {
      signed += side[i] == 1 ? model.volumes[i] : -model.volumes[i];
    }
    double[] g = new double[n];
    CsrMatrix separate = model.problem.separate();
    for (int i = 0; i < n; i++) {
      double sign = side[i] == 1 ? 1.0 : -1.0;
      g[i] = lambda * 0.5 * model.volumes[i] * (sign - signed / model.volume);
      if (model.partner[i] >= 0 && side[model.partner[i]] != side[i]) {
        g[i] += objective.gammaHard() * model.pairWeight[i] * sign;
      }
      for (int p = separate.rowPtr()[i]; p < separate.rowPtr()[i + 1]; p++) {
        if (side[separate.col()[p]] != side[i]) {
          g[i] += objective.gammaSoft() * separate.val()[p] * sign;
        }
      }
    }
    return g;
  }

  /** Theorem 2.1 by a look at all partitions. */
  @ParameterizedTest
  @MethodSource("seeds")
  void atThePriceOfTheTheoremTheLowestFIsTheLowestConsistentCut(long seed) {
    PartitionProblem problem = TwoWayCases.random(seed, 10, 0.6, 0, 10, seed % 2 == 0);
    int n = problem.nodes();
    double constrained = TwoWayCases.lowest(problem, 0.0, 0.0);
    if (n < 2 || Double.isInfinite(constrained)) {
      return;
    }
    SplittableRandom random = new SplittableRandom(seed);
    TwoWayModel model = TwoWayModel.of(problem);
    int[] start = model.expand(consistent(model, random));
    double lambda = TwoWayCases.f(problem, start, 0.0);
    double gamma = 0.25 * problem.volume() * (Double.isInfinite(lambda) ? constrained : lambda);
    double lowest = Double.POSITIVE_INFINITY;
    for (int set = 1; set < 1 << (n - 1); set++) {
      lowest = Math.min(lowest, TwoWayCases.f(problem, TwoWayCases.side(n, set), gamma));
    }
    assertThat(lowest).isCloseTo(constrained, within(1e-12));
  }
}
