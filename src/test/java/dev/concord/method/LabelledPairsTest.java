package dev.concord.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.constraint.PairConstraints;
import dev.concord.error.UnsatisfiableException;
import org.junit.jupiter.api.Test;

class LabelledPairsTest {
  private static final KnownLabels LABELS =
      new KnownLabels(new int[] {1, -1, 0, 1, -1, 1}, new String[] {"cat", "dog", "unused"});

  private static PairConstraints pairs(int a, int b, boolean must) {
    return PairConstraints.of(
        6, new int[] {a}, new int[] {b}, new boolean[] {must}, new double[] {1.0}, i -> "p" + i);
  }

  @Test
  void labelsOfAnotherNameThatAPairContradictsAreRefusedWhereTheyAreHard() {
    assertThatThrownBy(
            () ->
                LabelledPairs.join(
                    pairs(2, 5, true), LABELS, true, "input.approved", "approved cluster"))
        .isInstanceOf(UnsatisfiableException.class)
        .hasMessageContaining("input.approved and input.constraints contradict each other")
        .hasMessageContaining("points of one approved cluster together")
        .hasMessageContaining("Correct the approved cluster or the pair");
    assertThat(
            LabelledPairs.join(
                    pairs(2, 5, true), LABELS, false, "input.approved", "approved cluster")
                .size())
        .isGreaterThan(1);
  }

  @Test
  void labelsBecomeAChainForEachClassAndOneCannotLinkForEachTwo() {
    PairConstraints all = LabelledPairs.join(pairs(1, 4, true), LABELS);
    assertThat(all.first()).containsExactly(0, 0, 1, 3);
    assertThat(all.second()).containsExactly(2, 3, 4, 5);
    assertThat(all.mustLink()).containsExactly(false, true, true, true);
    assertThat(all.weight()).containsOnly(1.0);
  }

  @Test
  void labelsThatContradictThePairsAreRefusedWithTheChain() {
    assertThatThrownBy(() -> LabelledPairs.join(pairs(2, 5, true), LABELS))
        .isInstanceOf(UnsatisfiableException.class)
        .hasMessageContaining("input.labels and input.constraints contradict each other")
        .hasMessageContaining("p0!=p2")
        .hasMessageContaining("p3=p5, p5=p2, p0!=p2");
    assertThatThrownBy(() -> LabelledPairs.join(pairs(0, 5, false), LABELS))
        .isInstanceOf(UnsatisfiableException.class)
        .hasMessageContaining("p0=p3");
  }
}
