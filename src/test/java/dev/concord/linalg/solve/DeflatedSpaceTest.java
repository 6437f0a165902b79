package dev.concord.linalg.solve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class DeflatedSpaceTest {
  @Test
  void vectorsAndDualsThatDoNotMatchAreRefused() {
    assertThatThrownBy(() -> new DeflatedSpace(2, new double[] {1, 0}, new double[] {0.5, 0}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("off by");
  }

  @Test
  void theProjectorIsAlongTheVectorsOntoTheComplementOfTheDuals() {
    DeflatedSpace space = new DeflatedSpace(3, new double[] {1, 1, 0}, new double[] {1, 0, 2});
    double[] x = {3, 5, 7, 1, 0, 0};

    space.project(x, 2);

    for (int c = 0; c < 2; c++) {
      assertThat(x[3 * c] + 2 * x[3 * c + 2]).isCloseTo(0.0, within(1e-12));
    }
    assertThat(x).containsExactly(new double[] {-14, -12, 7, 0, -1, 0}, within(1e-12));
  }
}
