package dev.concord.metric;

import static dev.concord.constraint.PairNotation.pairs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ViolationsTest {
  @Test
  void brokenPairsAreCountedByKindAndWeight() {
    Violations violations =
        Violations.of(
            pairs(5, "0=1", "0=2@0.25", "1!=2", "3!=4@0.5", "2!=4"), new int[] {0, 0, 1, 1, 1});
    assertThat(violations.mustTotal()).isEqualTo(2);
    assertThat(violations.mustViolated()).isEqualTo(1);
    assertThat(violations.cannotTotal()).isEqualTo(3);
    assertThat(violations.cannotViolated()).isEqualTo(2);
    assertThat(violations.violated()).isEqualTo(3);
    assertThat(violations.violatedWeight()).isEqualTo(1.75, within(1e-15));
    assertThat(violations.satisfied()).containsExactly(true, false, true, false, false);
  }

  @Test
  void oneLabelAPointIsNeeded() {
    assertThatThrownBy(() -> Violations.of(pairs(3, "0=1"), new int[2]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("2 labels for 3 points");
  }
}
