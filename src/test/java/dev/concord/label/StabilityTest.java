package dev.concord.label;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When more answers will change little. */
class StabilityTest {
  @Test
  void fiftyAnswersInARowThatMoveFewPointsAreEnough() {
    Stability one = Stability.NONE.after(0.3, 25).after(0.01, 25);
    assertThat(one.isStable()).isFalse();
    assertThat(one.after(0.0, 25).isStable()).isTrue();
    assertThat(one.after(0.0, 24).isStable()).isFalse();
    assertThat(one.after(0.011, 25)).isEqualTo(new Stability(0.011, 0));
    assertThat(one.after(0.0, 25).after(0.2, 25).after(0.0, 25).isStable()).isFalse();
  }
}
