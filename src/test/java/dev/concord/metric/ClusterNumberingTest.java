package dev.concord.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterNumberingTest {
  @Test
  void largerClustersComeFirstAndTiesGoToTheSmallestPoint() {
    ClusterNumbering numbering = ClusterNumbering.byFallingSize(new int[] {4, 3, 1, 1, 3, 1, 0}, 6);
    assertThat(numbering.labels()).containsExactly(2, 1, 0, 0, 1, 0, 3);
    assertThat(numbering.nonEmpty()).isEqualTo(4);
    assertThat(numbering.newOf()).containsExactly(3, 0, 4, 1, 2, 5);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void numbersDependOnThePartitionAlone(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] labels = random.ints(60, 0, 7).toArray();
    int[] names = {3, 6, 0, 2, 5, 1, 4};
    int[] renamed = Arrays.stream(labels).map(c -> names[c]).toArray();
    assertThat(ClusterNumbering.byFallingSize(renamed, 7).labels())
        .isEqualTo(ClusterNumbering.byFallingSize(labels, 7).labels());
  }

  @Test
  void aLabelOutsideTheClustersIsRefused() {
    assertThatThrownBy(() -> ClusterNumbering.byFallingSize(new int[] {0, 3}, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("point 1 has cluster 3, which is outside 0..2");
  }
}
