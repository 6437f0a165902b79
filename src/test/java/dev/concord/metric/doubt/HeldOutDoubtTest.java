package dev.concord.metric.doubt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.graph.SimilarityGraph;
import dev.concord.testing.Graphs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Confidences that pairs calibrate which the searches did not have. */
class HeldOutDoubtTest {
  private static final int K = 3;
  private static final int SIZE = 12;
  private static final int N = K * SIZE;
  private static final double BEFORE = 1.4;

  private final SimilarityGraph graph = Graphs.groups(K, SIZE, 0.3, 5);
  private final int[] labels = new int[N];

  HeldOutDoubtTest() {
    Arrays.setAll(labels, i -> i / SIZE);
  }

  /** Random pairs, a share of which answer the contrary of what the labels say. */
  private HeldOut heldOut(int[] found, double contrary, long seed) {
    int pairs = 60;
    SplittableRandom random = new SplittableRandom(seed);
    int[] first = new int[pairs];
    int[] second = new int[pairs];
    boolean[] together = new boolean[pairs];
    double[] weight = new double[pairs];
    for (int p = 0; p < pairs; p++) {
      first[p] = random.nextInt(N - 1);
      second[p] = first[p] + 1 + random.nextInt(N - 1 - first[p]);
      boolean same = found[first[p]] == found[second[p]];
      together[p] = random.nextDouble() < contrary ? !same : same;
      weight[p] = 0.5 + 0.5 * random.nextDouble();
    }
    return new HeldOut(found, List.of(), first, second, together, weight);
  }

  private ClusterChances chances(int[] found) {
    return ClusterChances.of(graph, K, Votes.of(found, K, List.of()));
  }

  /** The objective, written down: the pairs' likelihood and the normal prior. */
  private static double objective(
      double power, List<ClusterChances> chances, List<HeldOut> heldOut) {
    double off = Math.log(power / BEFORE);
    double sum = -0.5 * off * off;
    for (int s = 0; s < heldOut.size(); s++) {
      HeldOut pairs = heldOut.get(s);
      double[] one = new double[K];
      double[] other = new double[K];
      for (int p = 0; p < pairs.first().length; p++) {
        chances.get(s).fill(pairs.first()[p], power, one);
        chances.get(s).fill(pairs.second()[p], power, other);
        double same = 0.0;
        for (int c = 0; c < K; c++) {
          same += one[c] * other[c];
        }
        double chance = 0.001 + 0.998 * same;
        sum += pairs.weight()[p] * Math.log(pairs.together()[p] ? chance : 1.0 - chance);
      }
    }
    return sum;
  }

  @Test
  void theCalibrationIsTheMostLikelyOne() {
    for (double contrary : new double[] {0.0, 0.15, 0.4}) {
      List<HeldOut> heldOut = List.of(heldOut(labels, contrary, 1), heldOut(labels, contrary, 2));
      List<ClusterChances> chances = List.of(chances(labels), chances(labels));

      double found = PairCalibration.power(chances, heldOut, BEFORE);

      double best = objective(found, chances, heldOut);
      for (double power = 0.05; power < 20.0; power *= 1.02) {
        assertThat(objective(power, chances, heldOut)).isLessThanOrEqualTo(best + 1e-6);
      }
    }
  }

  @Test
  void chancesAreThoseOfTheDefinition() {
    ClusterChances chances = chances(labels);
    double[] of = new double[K];
    for (int i = 0; i < N; i++) {
      chances.fill(i, 1.3, of);
      double sum = 0.0;
      for (int c = 0; c < K; c++) {
        sum += Math.exp(1.3 * chances.evidence(i, c));
      }
      for (int c = 0; c < K; c++) {
        double own = Math.exp(1.3 * chances.evidence(i, c));
        assertThat(of[c]).isCloseTo(own / sum, within(1e-12));
      }
    }
  }

  @Test
  void pairsThatContradictLowerTheConfidenceAndPairsThatAgreeRaiseIt() {
    double[] mean = new double[3];
    double[] contrary = {0.0, 0.1, 0.3};
    for (int s = 0; s < mean.length; s++) {
      List<HeldOut> heldOut = new ArrayList<>();
      for (int run = 0; run < 5; run++) {
        heldOut.add(heldOut(labels, contrary[s], 10 + run));
      }
      Doubt doubt = Doubt.of(graph, labels, K, List.of(), heldOut);
      assertThat(doubt.heldOut()).isEqualTo(300);
      mean[s] = Arrays.stream(doubt.confidence()).average().orElseThrow();
    }
    assertThat(mean[0]).isGreaterThan(mean[1] + 0.02);
    assertThat(mean[1]).isGreaterThan(mean[2] + 0.05);
  }

  @Test
  void clustersThatSearchesExchangeAreDoubtfulAsAWhole() {
    // Two of five searches put half of the first group into the last one, under other numbers.
    int[] moved = new int[N];
    Arrays.setAll(moved, i -> ((i < SIZE / 2 ? 2 : labels[i]) + 1) % K);
    List<HeldOut> heldOut = new ArrayList<>();
    for (int run = 0; run < 5; run++) {
      heldOut.add(heldOut(run < 2 ? moved : labels, 0.0, 20 + run));
    }

    Doubt doubt = Doubt.of(graph, labels, K, List.of(), heldOut);

    for (int i = 0; i < SIZE / 2; i++) {
      assertThat(doubt.second()[i]).isEqualTo(2);
      for (int j = SIZE / 2; j < N; j++) {
        assertThat(doubt.confidence()[i]).isLessThan(doubt.confidence()[j]);
      }
    }
  }

  @Test
  void withoutSuchSearchesTheFixedMapCounts() {
    Doubt fixed = Doubt.of(graph, labels, K, List.of());
    Doubt none = Doubt.of(graph, labels, K, List.of(), List.of());

    assertThat(none.confidence()).isEqualTo(fixed.confidence());
    assertThat(none.heldOut()).isZero();
    assertThat(DoubtFigures.of(none, true, null, null).calibration()).isEqualTo("graph");
    assertThat(DoubtFigures.of(none, false, null, null).calibration()).isEqualTo("unknown");
    List<HeldOut> some = List.of(heldOut(labels, 0.0, 1), heldOut(labels, 0.0, 2));
    DoubtFigures figures =
        DoubtFigures.of(Doubt.of(graph, labels, K, List.of(), some), true, null, null);
    assertThat(figures.calibration()).isEqualTo("pairs");
    assertThat(figures.heldOutPairs()).isEqualTo(120);
  }
}
