package dev.concord.method.kmeans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.constraint.PairConstraints;
import dev.concord.error.MemoryException;
import dev.concord.linalg.KMeansSearch;
import dev.concord.linalg.Seeds;
import dev.concord.method.FeatureRows;
import dev.concord.method.LocalServices;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.method.RecordedServices;
import dev.concord.method.ResultStore;
import dev.concord.metric.Violations;
import dev.concord.testing.Pairs;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PckMeansTest {
  private static MethodResult run(double[] rows, PairConstraints pairs, boolean hard, int k) {
    return new PckMeans()
        .run(FeatureProblem.of(pairs, hard, k, "pck-means", Map.of()), new RecordedServices(rows));
  }

  @Test
  void withoutPairsItIsKMeans() {
    double[] rows = FeatureProblem.mixture(120, 3, 4, 1.5, 7);
    PairConstraints none = PairConstraints.none(120, Integer::toString);

    double found = run(rows, none, true, 4).figures(PckMeansFigures.class).objective();

    assertThat(found).isCloseTo(KMeansSearch.run(rows, 3, 4, 16, 1).cost(), within(1e-9));
  }

  /** One iteration from the best partition ends there; from a bad one pairs hold all the same. */
  @Test
  void fromAPartitionItGoesToTheNearestFixedPoint() {
    double[] rows = FeatureProblem.mixture(120, 3, 4, 1.5, 7);
    PairConstraints pairs = Pairs.of(120, new int[][] {{0, 1}}, new int[][] {{2, 6}});
    Problem problem = FeatureProblem.of(pairs, true, 4, "pck-means", Map.of());
    RecordedServices services = new RecordedServices(rows);
    MethodResult best = new PckMeans().run(problem, services);
    int[] shifted = new int[120];
    Arrays.setAll(shifted, i -> i / 30);

    MethodResult same = new PckMeans().on(rows, best.labels(), problem, services);
    MethodResult other = new PckMeans().on(rows, shifted, problem, services);

    assertThat(same.labels()).isEqualTo(best.labels());
    assertThat(same.figures(PckMeansFigures.class).iterations()).isEqualTo(1);
    assertThat(Violations.of(pairs, other.labels()).violated()).isZero();
    assertThat(other.figures(PckMeansFigures.class).objective())
        .isGreaterThanOrEqualTo(best.figures(PckMeansFigures.class).objective());
  }

  /** All partitions of eight points into two clusters, with the centres at the means. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void theObjectiveOfSmallSetsIsTheLeastThereIs(long seed) {
    int n = 8;
    double[] rows = FeatureProblem.mixture(n, 2, 2, 0.6, seed);
    PairConstraints pairs = Pairs.of(n, new int[][] {{0, 1}, {2, 5}}, new int[][] {{0, 2}, {3, 7}});
    double variance = squares(rows, new int[n]) / n;
    double least = Double.POSITIVE_INFINITY;
    for (int bits = 0; bits < 1 << n; bits++) {
      int[] labels = new int[n];
      for (int i = 0; i < n; i++) {
        labels[i] = bits >> i & 1;
      }
      int violated = Violations.of(pairs, labels).violated();
      least = Math.min(least, squares(rows, labels) + variance * violated);
    }

    PckMeansFigures found = run(rows, pairs, false, 2).figures(PckMeansFigures.class);

    assertThat(found.penalty()).isCloseTo(variance, within(1e-12));
    assertThat(found.objective()).isCloseTo(least, within(1e-9));
  }

  @Test
  void hardPairsHoldAgainstTheFeaturesAndSoftOnesOfOneOutlierDoNot() {
    double[] rows = FeatureProblem.mixture(60, 2, 2, 20.0, 3);
    // Points of even and of odd number are far apart.
    PairConstraints wrong = Pairs.of(60, new int[][] {{0, 1}}, new int[][] {{2, 4}});

    int[] hard = run(rows, wrong, true, 2).labels();
    int[] soft = run(rows, wrong, false, 2).labels();

    assertThat(Violations.of(wrong, hard).violated()).isZero();
    assertThat(Violations.of(wrong, soft).violated()).isEqualTo(2);
    for (int i = 0; i < 60; i++) {
      assertThat(soft[i]).isEqualTo(soft[i % 2]);
    }
  }

  @Test
  void featuresThatDoNotFitTheHeapAreRefusedBeforeTheyAreCollected() {
    PairConstraints none = PairConstraints.none(10, Integer::toString);
    FeatureRows vast =
        new FeatureRows(
            1L << 50,
            most -> {
              throw new AssertionError("collected");
            });
    Problem problem = FeatureProblem.of(none, true, 2, "pck-means", Map.of());
    LocalServices services = new LocalServices(vast, Seeds.of(1), 1, ResultStore.NONE);

    assertThatThrownBy(() -> new PckMeans().run(problem, services))
        .isInstanceOf(MemoryException.class)
        .hasMessageContaining("more than half of its heap")
        .hasMessageContaining("CONCORD_MEMORY");
  }

  private static double squares(double[] rows, int[] labels) {
    int dim = rows.length / labels.length;
    double sum = 0.0;
    for (int c = 0; c < 2; c++) {
      double[] mean = new double[dim];
      int size = 0;
      for (int i = 0; i < labels.length; i++) {
        for (int d = 0; labels[i] == c && d < dim; d++) {
          mean[d] += rows[i * dim + d];
        }
        size += labels[i] == c ? 1 : 0;
      }
      for (int i = 0; i < labels.length; i++) {
        for (int d = 0; labels[i] == c && d < dim; d++) {
          double difference = rows[i * dim + d] - mean[d] / size;
          sum += difference * difference;
        }
      }
    }
    return sum;
  }
}
