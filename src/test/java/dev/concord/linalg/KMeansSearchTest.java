package dev.concord.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KMeansSearchTest {
  @ParameterizedTest
  @CsvSource({"1,200,3,4", "2,500,2,7", "3,300,6,12", "4,1000,1,5", "5,60,4,1"})
  void theResultIsAFixedPointOfThePlainIteration(int seed, int n, int dim, int k) {
    double[] rows = cloud(n, dim, seed);
    KMeansSearch.Result found = KMeansSearch.run(rows, dim, k, 1, seed);
    assertThat(found.count()).isEqualTo(k);
    int[] labels = new int[n];
    double cost = 0.0;
    for (int i = 0; i < n; i++) {
      double least = Double.POSITIVE_INFINITY;
      for (int c = 0; c < k; c++) {
        double square = square(rows, i, found.centres(), c, dim);
        if (square < least) {
          least = square;
          labels[i] = c;
        }
      }
      cost += least;
    }
    assertThat(found.cost()).isCloseTo(cost, within(1e-12 * cost));
    double[] means = new double[k * dim];
    int[] size = new int[k];
    for (int i = 0; i < n; i++) {
      size[labels[i]]++;
      for (int d = 0; d < dim; d++) {
        means[labels[i] * dim + d] += rows[i * dim + d];
      }
    }
    for (int e = 0; e < means.length; e++) {
      assertThat(found.centres()[e]).isCloseTo(means[e] / size[e / dim], within(1e-12));
    }
  }

  /** Every division of six points on a line into three groups costs more. */
  @Test
  void severalStartsFindTheBestDivisionOfFewPoints() {
    double[] rows = {0, 1, 10, 11.5, 20, 21};
    KMeansSearch.Result found = KMeansSearch.run(rows, 1, 3, 16, 4);
    double[] centres = found.centres().clone();
    Arrays.sort(centres);
    assertThat(centres).containsExactly(0.5, 10.75, 20.5);
    assertThat(found.cost()).isCloseTo(0.5 + 1.125 + 0.5, within(1e-12));
  }

  @Test
  void theSameSeedGivesTheSameBitsAndMoreStartsNeverCostMore() {
    double[] rows = cloud(400, 5, 8);
    KMeansSearch.Result one = KMeansSearch.run(rows, 5, 9, 1, 3);
    assertThat(KMeansSearch.run(rows, 5, 9, 1, 3).centres()).isEqualTo(one.centres());
    assertThat(KMeansSearch.run(rows, 5, 9, 8, 3).cost()).isLessThanOrEqualTo(one.cost());
  }

  @Test
  void fewerDistinctRowsThanCentresGiveOneCentreEach() {
    KMeansSearch.Result found =
        KMeansSearch.run(new double[] {1, 2, 1, 2, 3, 4, 3, 4, 3, 4}, 2, 4, 3, 1);
    assertThat(found.count()).isEqualTo(2);
    assertThat(found.cost()).isZero();
    assertThat(KMeansSearch.run(new double[] {7, 7}, 1, 2, 1, 1).centres()).containsExactly(7);
  }

  private static double square(double[] rows, int i, double[] centres, int c, int dim) {
    double sum = 0.0;
    for (int d = 0; d < dim; d++) {
      double difference = rows[i * dim + d] - centres[c * dim + d];
      sum += difference * difference;
    }
    return sum;
  }

  private static double[] cloud(int n, int dim, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] rows = new double[n * dim];
    Arrays.setAll(rows, e -> random.nextDouble() + random.nextInt(3));
    return rows;
  }
}
