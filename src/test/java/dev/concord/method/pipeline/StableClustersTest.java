package dev.concord.method.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.linalg.Seeds;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StableClustersTest {
  private static final int POINTS = 1_000;

  /** Clusters on a line of the plane, 10 apart, or points all over a square without any. */
  private static double[] rows(int clusters) {
    SplittableRandom random = new SplittableRandom(3);
    double[] rows = new double[2 * POINTS];
    for (int i = 0; i < POINTS; i++) {
      rows[2 * i] = clusters == 0 ? random.nextDouble() : 10.0 * (i % clusters) + noise(random);
      rows[2 * i + 1] = clusters == 0 ? random.nextDouble() : noise(random);
    }
    return rows;
  }

  private static double noise(SplittableRandom random) {
    return random.nextDouble() + random.nextDouble() + random.nextDouble();
  }

  private static int[] coarse(int clusters) {
    return IntStream.range(0, POINTS).map(i -> i % clusters).toArray();
  }

  private static double[] agreements(double[] rows, int[] coarse, int least, int most) {
    return new StableClusters(rows, POINTS, Seeds.of(1)).agreements(coarse, least, most);
  }

  @Test
  void separateClustersAreFoundInBothHalves() {
    double[] agreed = agreements(rows(6), coarse(2), 3, 9);
    assertThat(agreed[6 - 3]).isEqualTo(1.0);
    assertThat(agreed[8 - 3]).isLessThan(0.96);
    assertThat(StableClusters.finest(agreed, 3)).isEqualTo(6);
  }

  /** One of many clusters may be cut in two by chance, which hardly lowers the index. */
  @Test
  void oneClusterTooManyDoesNotCount() {
    double[] rows = rows(25);
    double[] agreed = agreements(rows, coarse(5), 25, 26);
    assertThat(agreed[0]).isEqualTo(1.0);
    assertThat(agreed[1]).isGreaterThan(0.96);
    assertThat(StableClusters.finest(agreed, 25)).isEqualTo(25);
  }

  @Test
  void halvesOfAUniformSquareDoNotAgree() {
    double[] agreed = agreements(rows(0), new int[POINTS], 2, 9);
    assertThat(Arrays.stream(agreed).max().getAsDouble()).isLessThan(0.96);
    assertThat(StableClusters.finest(agreed, 2)).isEqualTo(1);
  }

  /** Clusters of features that the coarse ones cut through are not parts of these. */
  @Test
  void clustersAcrossTheCoarseOnesDoNotCount() {
    int[] across = IntStream.range(0, POINTS).map(i -> i / 6 % 2).toArray();
    double[] agreed = agreements(rows(6), across, 6, 6);
    assertThat(agreed).containsExactly(Double.NaN);
    assertThat(StableClusters.finest(agreed, 6)).isEqualTo(5);
  }

  /** Both halves find the same two values, which are no three clusters. */
  @Test
  void fewerUnlikeRowsThanClustersDoNotCount() {
    double[] rows = new double[2 * POINTS];
    for (int i = 0; i < POINTS; i++) {
      rows[2 * i] = i % 2;
    }
    double[] agreed = agreements(rows, new int[POINTS], 2, 3);
    assertThat(agreed).containsExactly(1.0, Double.NaN);
    assertThat(StableClusters.finest(agreed, 2)).isEqualTo(2);
  }

  /** Of many values some are drawn; the clusters are as clear in these. */
  @Test
  void manyFeaturesAreLookedAtInAPartOfTheRows() {
    SplittableRandom random = new SplittableRandom(4);
    int dim = 200;
    double[] rows = new double[POINTS * dim];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = 10.0 * (i / dim % 4 == i % 4 ? 1 : 0) + noise(random);
    }
    double[] agreed = agreements(rows, coarse(2), 3, 5);
    assertThat(agreed[1]).isEqualTo(1.0);
    assertThat(StableClusters.finest(agreed, 3)).isEqualTo(4);
  }

  @Test
  void aRangeWithoutNumbersHasNoAgreement() {
    assertThat(agreements(rows(6), coarse(2), 3, 2)).isEmpty();
    assertThat(StableClusters.finest(new double[0], 3)).isEqualTo(2);
  }
}
