package dev.concord.constraint;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConstraintDiagnosisTest {
  @Test
  void figuresCountWhatWasGivenAndWhatFollows() {
    PairConstraints pairs =
        PairNotation.pairs(
            8, "0=1", "1=0", "1=2", "2!=3", "3!=4@0.5", "5=6", "5!=6", "7=6@0.25", "7=6@0.5");
    assertThat(ConstraintDiagnosis.of(pairs, 4L))
        .isEqualTo(new ConstraintDiagnosis(4, 3, 4L, 2, 2, 2, 5, 1, 1L, 2L));
  }
}
