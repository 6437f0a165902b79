package dev.concord.nested;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClusterHomesTest {
  private static final int[] COARSE = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1};
  private static final int[] FINE = {0, 0, 1, 1, 2, 2, 2, 3, 3, 3};

  @Test
  void aClusterBelongsWhereMostOfItsPointsAre() {
    ClusterHomes homes = new ClusterHomes(COARSE, 2, FINE, 5);
    assertThat(homes.settle()).isTrue();
    assertThat(homes.of(0)).containsExactly(0, 1, 2);
    assertThat(homes.of(1)).containsExactly(3);
    assertThat(homes.home(2)).isZero();
    assertThat(homes.home(4)).isEqualTo(-1);
  }

  @Test
  void aNeedIsMetByTheClusterWithTheLargestShare() {
    ClusterHomes homes = new ClusterHomes(COARSE, 2, FINE, 5);
    homes.settle();
    homes.needsMore(1);
    assertThat(homes.settle()).isTrue();
    assertThat(homes.of(1)).containsExactly(2, 3);
    homes.needsMore(1);
    assertThat(homes.settle()).isFalse();
  }

  @Test
  void everyCoarseClusterGetsOne() {
    ClusterHomes homes =
        new ClusterHomes(new int[] {0, 0, 0, 0, 1, 1}, 2, new int[] {0, 0, 1, 1, 1, 0}, 2);
    assertThat(homes.settle()).isTrue();
    assertThat(homes.of(0)).hasSize(1);
    assertThat(homes.of(1)).hasSize(1);
  }
}
