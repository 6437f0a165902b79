package dev.concord.method.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.constraint.PairConstraints;
import dev.concord.method.spectral.ConstraintMatrix.SelfPairs;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a partition that meets every statement attains, beside the indicators of one. */
class ConstraintMatrixTest {
  private static final int POINTS = 30;

  /** The corners of a regular simplex around 0, scaled to the squared length k - 1. */
  private static double[][] corners(int k) {
    double[][] corner = new double[k][k];
    double scale = Math.sqrt(k);
    for (int c = 0; c < k; c++) {
      for (int d = 0; d < k; d++) {
        corner[c][d] = scale * ((c == d ? 1.0 : 0.0) - 1.0 / k);
      }
    }
    return corner;
  }

  @ParameterizedTest
  @CsvSource({
    "2, LABELLED, 1",
    "2, NONE, 2",
    "3, CONSTRAINED, 3",
    "4, LABELLED, 4",
    "10, NONE, 5",
    "10, CONSTRAINED, 6"
  })
  void theSimplexOfAPartitionAttainsWhatIsPromised(int k, SelfPairs self, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] cluster = new int[POINTS];
    double[] degrees = new double[POINTS];
    int[] labels = new int[POINTS];
    for (int i = 0; i < POINTS; i++) {
      cluster[i] = i % k;
      degrees[i] = 0.1 + random.nextDouble();
      labels[i] = i % 3 == 0 ? cluster[i] : -1;
    }
    int pairs = 25;
    int[] first = new int[pairs];
    int[] second = new int[pairs];
    boolean[] must = new boolean[pairs];
    double[] weight = new double[pairs];
    for (int p = 0; p < pairs; p++) {
      first[p] = p;
      second[p] = p % 3 == 0 && p + k < POINTS ? p + k : p + 1 + random.nextInt(POINTS - p - 1);
      must[p] = cluster[first[p]] == cluster[second[p]];
      weight[p] = 0.1 + 0.9 * random.nextDouble();
    }
    ConstraintMatrix beliefs =
        ConstraintMatrix.of(
            degrees,
            PairConstraints.of(POINTS, first, second, must, weight, Integer::toString),
            labels,
            null,
            self);
    double[][] corner = corners(k);
    double mean = 0.0;
    for (int d = 0; d < k; d++) {
      // The columns v = D^1/2 u, of which one is superfluous: k columns hold what k - 1 would.
      double[] v = new double[beliefs.size()];
      double[] image = new double[beliefs.size()];
      for (int q = 0; q < v.length; q++) {
        v[q] = corner[cluster[beliefs.points()[q]]][d] / beliefs.rootInverse()[q];
      }
      beliefs.apply(v, image);
      for (int q = 0; q < v.length; q++) {
        mean += v[q] * image[q] / (k - 1);
      }
    }
    assertThat(must).contains(true, false);
    assertThat(beliefs.attained(k)).isCloseTo(mean, within(1e-10 * mean));
  }
}
