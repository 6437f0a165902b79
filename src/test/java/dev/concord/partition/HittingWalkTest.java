package dev.concord.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.linalg.CsrMatrix;
import org.junit.jupiter.api.Test;

class HittingWalkTest {
  /** A path 0 - 1 - 2 - 3 with weights 1, 2, 1, and a node on its own. */
  private static CsrMatrix path() {
    return new CsrMatrix(
        5,
        new int[] {0, 1, 3, 5, 6, 6},
        new int[] {1, 0, 2, 1, 3, 2},
        new double[] {1, 1, 2, 2, 1, 1});
  }

  @Test
  void aPathBetweenTwoSourcesIsSolvedByHand() {
    HittingWalk walk = new HittingWalk(path(), 2);
    walk.addSource(0, 0);
    walk.addSource(3, 1);
    walk.solve();
    // x1 = 0.85 (1 + 2 x2) / 3 and x2 = 0.85 (2 x1) / 3 for class 0, mirrored for class 1.
    double s = 0.85 / 3.0;
    double near = s / (1.0 - 4.0 * s * s);
    assertThat(walk.reach(1, 0)).isCloseTo(near, within(1e-5));
    assertThat(walk.reach(2, 0)).isCloseTo(2.0 * s * near, within(1e-5));
    assertThat(walk.reach(2, 1)).isCloseTo(near, within(1e-5));
    assertThat(walk.reach(0, 0)).isEqualTo(1.0);
    assertThat(walk.reach(4, 0)).isZero();
    double[] beyond = new double[2];
    walk.reachBeyond(0, beyond);
    assertThat(beyond[1]).isCloseTo(0.85 * walk.reach(1, 1), within(1e-12));
    walk.reachBeyond(4, beyond);
    assertThat(beyond).containsOnly(0.0);
  }

  @Test
  void sourcesAddedLaterGiveTheSameAsSourcesFromTheBeginning() {
    HittingWalk later = new HittingWalk(path(), 2);
    later.addSource(0, 0);
    later.solve();
    later.addSource(2, 1);
    later.solve();
    HittingWalk once = new HittingWalk(path(), 2);
    once.addSource(0, 0);
    once.addSource(2, 1);
    once.solve();
    for (int v = 0; v < 5; v++) {
      for (int c = 0; c < 2; c++) {
        assertThat(later.reach(v, c)).isCloseTo(once.reach(v, c), within(1e-5));
      }
    }
  }
}
