package dev.concord.suggest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When more answers will change little. */
class StabilityTest {
  @Test
  void seventyFiveAnswersInARowThatMoveFewPointsAreEnough() {
    Stability one = Stability.NONE.after(0.3, 25).after(0.01, 25).after(0.002, 25);
    assertThat(one.isStable()).isFalse();
    assertThat(one.after(0.0, 25).isStable()).isTrue();
    assertThat(one.after(0.0, 24).isStable()).isFalse();
    assertThat(one.after(0.011, 25)).isEqualTo(new Stability(0.011, 0));
    assertThat(one.after(0.0, 25).after(0.2, 25).after(0.0, 25).isStable()).isFalse();
  }

  @Test
  void theSentenceHasTheFigures() {
    assertThat(Stability.NONE.sentence()).isEmpty();
    assertThat(new Stability(0.034, 0).sentence())
        .isEqualTo("The answers of the last round moved 3.4 % of the points to another cluster.");
    assertThat(new Stability(0.002, 75).sentence())
        .isEqualTo(
            "More answers will change little. The answers of the last round moved 0.2 % of the"
                + " points to another cluster. Each round of the last 75 answers moved at most 1 %.");
  }
}
