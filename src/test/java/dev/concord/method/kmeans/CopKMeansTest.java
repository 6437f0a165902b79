package dev.concord.method.kmeans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.constraint.PairConstraints;
import dev.concord.error.UnsatisfiableException;
import dev.concord.linalg.KMeansSearch;
import dev.concord.method.MethodResult;
import dev.concord.method.RecordedServices;
import dev.concord.metric.Violations;
import dev.concord.testing.Pairs;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CopKMeansTest {
  private static MethodResult run(double[] rows, PairConstraints pairs, int k) {
    return new CopKMeans()
        .run(
            FeatureProblem.of(pairs, true, k, "cop-k-means", Map.of()), new RecordedServices(rows));
  }

  @Test
  void withoutPairsItIsKMeans() {
    double[] rows = FeatureProblem.mixture(120, 3, 4, 1.5, 7);
    PairConstraints none = PairConstraints.none(120, Integer::toString);

    CopKMeans.Figures found = run(rows, none, 4).figures(CopKMeans.Figures.class);

    assertThat(found.objective())
        .isCloseTo(KMeansSearch.run(rows, 3, 4, 16, 1).cost(), within(1e-9));
    assertThat(found.failedStarts()).isZero();
  }

  @Test
  void pairsHoldAgainstTheFeatures() {
    double[] rows = FeatureProblem.mixture(60, 2, 2, 20.0, 3);
    PairConstraints pairs =
        Pairs.of(60, new int[][] {{0, 1}, {1, 8}}, new int[][] {{2, 4}, {0, 6}, {5, 7}});

    assertThat(Violations.of(pairs, run(rows, pairs, 2).labels()).violated()).isZero();
  }

  @Test
  void threePointsApartInTwoClustersAreRefused() {
    double[] rows = FeatureProblem.mixture(10, 2, 2, 5.0, 3);
    PairConstraints pairs = Pairs.of(10, new int[0][], new int[][] {{0, 1}, {1, 2}, {0, 2}});

    assertThatThrownBy(() -> run(rows, pairs, 2))
        .isInstanceOf(UnsatisfiableException.class)
        .hasMessageContaining("found no partition in 10 starts")
        .hasMessageContaining("such as pck-means");
  }

  @Test
  void contradictionsAreNamed() {
    double[] rows = FeatureProblem.mixture(10, 2, 2, 5.0, 3);
    PairConstraints pairs = Pairs.of(10, new int[][] {{0, 1}, {1, 2}}, new int[][] {{0, 2}});

    assertThatThrownBy(() -> run(rows, pairs, 2))
        .isInstanceOf(UnsatisfiableException.class)
        .hasMessageContaining("1 cannot-links contradict the must-links")
        .hasMessageContaining("0=1, 1=2, 0!=2");
  }
}
