package dev.concord.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ClusterProjectionTest {
  @Test
  void axesFollowTheDirectionsInWhichClustersDiffer() {
    // Unit rows in 3 dimensions: clusters at e1, e2, e1+e2; the third coordinate says nothing.
    double r = Math.sqrt(0.5);
    double[] columns = {
      2, 2, 0, 0, r, r, //
      0, 0, 3, 3, r, r, //
      0, 0, 0, 0, 0, 0
    };
    ClusterProjection shown = ClusterProjection.of(columns, 6, 3, new int[] {0, 0, 1, 1, 2, 2}, 3);
    assertThat(shown.xShare() + shown.yShare()).isCloseTo(1.0, within(1e-12));
    assertThat(shown.xShare()).isGreaterThan(shown.yShare());
    assertThat(shown.x()[0]).isCloseTo(shown.x()[1], within(1e-12));
    // e1 and e2 are the far ends of the first axis, their distance is sqrt 2.
    assertThat(Math.abs(shown.x()[0] - shown.x()[2])).isCloseTo(Math.sqrt(2.0), within(1e-9));
  }

  @Test
  void zeroRowsAndOneClusterGiveFiniteCoordinates() {
    ClusterProjection shown =
        ClusterProjection.of(new double[] {0, 1, 0, 1}, 2, 2, new int[] {0, 0}, 1);
    for (double value : shown.x()) {
      assertThat(value).isFinite();
    }
    assertThat(shown.xShare()).isZero();
  }

  @Test
  void oneColumnIsRefused() {
    assertThatThrownBy(() -> ClusterProjection.of(new double[2], 2, 1, new int[2], 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 x 1");
  }
}
