package dev.concord.method.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.constraint.PairConstraints;
import dev.concord.linalg.DenseSymmetric;
import dev.concord.linalg.LinearOperator;
import dev.concord.method.spectral.ConstraintMatrix.SelfPairs;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the eigensolver of csp relies on. */
class NegativePartTest {
  private static final int N = 24;

  @ParameterizedTest
  @EnumSource(SelfPairs.class)
  void itIsSemidefiniteAndSoIsItsSumWithTheBeliefs(SelfPairs self) {
    for (int seed = 0; seed < 20; seed++) {
      ConstraintMatrix beliefs = random(seed, self);
      NegativePart negative = new NegativePart(beliefs);
      int p = beliefs.size();
      double[] b = dense(negative);
      double[] sum = dense(beliefs);
      Arrays.setAll(sum, e -> sum[e] + b[e]);
      for (int i = 0; i < p; i++) {
        double label = beliefs.labels()[i] < 0 ? 0.0 : beliefs.rootInverse()[i];
        assertThat(b[i * p + i] - label * label).isCloseTo(negative.diagonal()[i], within(1e-14));
        for (int j = 0; j < p; j++) {
          assertThat(b[i * p + j]).isCloseTo(b[j * p + i], within(1e-14));
        }
      }
      assertThat(DenseSymmetric.eigenvalues(p, b)[0]).isGreaterThan(-1e-12);
      assertThat(DenseSymmetric.eigenvalues(p, sum)[0]).isGreaterThan(-1e-12);
    }
  }

  /** Pairs of both kinds, some on the same points, and labels in every other problem. */
  private static ConstraintMatrix random(int seed, SelfPairs self) {
    SplittableRandom random = new SplittableRandom(seed);
    int count = 1 + random.nextInt(40);
    int[] first = new int[count];
    int[] second = new int[count];
    boolean[] must = new boolean[count];
    double[] weight = new double[count];
    for (int c = 0; c < count; c++) {
      first[c] = random.nextInt(N);
      second[c] = (first[c] + 1 + random.nextInt(N - 1)) % N;
      must[c] = random.nextBoolean();
      weight[c] = 0.1 + 0.9 * random.nextDouble();
    }
    double[] degrees = random.doubles(N, 0.01, 3.0).toArray();
    int[] labels = new int[N];
    Arrays.setAll(labels, i -> random.nextInt(5) - 2);
    Arrays.setAll(labels, i -> Math.max(labels[i], -1));
    return ConstraintMatrix.of(
        degrees,
        PairConstraints.of(N, first, second, must, weight, Integer::toString),
        seed % 2 == 0 ? labels : null,
        null,
        self);
  }

  private static double[] dense(LinearOperator operator) {
    int p = operator.size();
    double[] unit = new double[p * p];
    for (int i = 0; i < p; i++) {
      unit[i * p + i] = 1.0;
    }
    double[] matrix = new double[p * p];
    operator.apply(unit, matrix, p);
    return matrix;
  }
}
