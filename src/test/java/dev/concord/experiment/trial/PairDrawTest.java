package dev.concord.experiment.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.constraint.IdNames;
import dev.concord.constraint.PairConstraints;
import dev.concord.error.InputException;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairDrawTest {
  private static final IdNames NAMES = Integer::toString;

  /** Every third point in class 0, 1, 2; every seventh in none. */
  private static int[] truth(int n) {
    int[] truth = new int[n];
    Arrays.setAll(truth, i -> i % 7 == 3 ? -1 : i % 3);
    return truth;
  }

  /** 4,000 points are too many to list their pairs. */
  @ParameterizedTest
  @ValueSource(ints = {40, 4_000})
  void pairsAreTrueDifferentAndOfPointsWithAClass(int n) {
    int[] truth = truth(n);
    PairConstraints pairs = new PairDraw(truth, NAMES).uniform(200, new SplittableRandom(5));

    assertThat(pairs.size()).isEqualTo(200);
    assertThat(pairs.duplicates()).isZero();
    for (int p = 0; p < pairs.size(); p++) {
      int a = truth[pairs.first()[p]];
      int b = truth[pairs.second()[p]];
      assertThat(a).isNotNegative();
      assertThat(b).isNotNegative();
      assertThat(pairs.mustLink()[p]).isEqualTo(a == b);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 4_000})
  void wrongPairsAreThoseThePartitionGetsWrong(int n) {
    int[] truth = truth(n);
    int[] clusters = new int[n];
    Arrays.setAll(clusters, i -> i < n / 2 ? 0 : 1);
    PairConstraints pairs =
        new PairDraw(truth, NAMES).wrong(clusters, 100, new SplittableRandom(6));

    assertThat(pairs.size()).isEqualTo(100);
    for (int p = 0; p < pairs.size(); p++) {
      boolean together = clusters[pairs.first()[p]] == clusters[pairs.second()[p]];
      assertThat(pairs.mustLink()[p]).isNotEqualTo(together);
    }
  }

  @Test
  void thereAreNoMoreThanThereAre() {
    int[] truth = {0, 0, 1, -1};
    assertThat(new PairDraw(truth, NAMES).uniform(10, new SplittableRandom(1)).size()).isEqualTo(3);
    assertThat(
            new PairDraw(truth, NAMES)
                .wrong(new int[] {0, 0, 1, 0}, 10, new SplittableRandom(1))
                .size())
        .isZero();
  }

  @Test
  void pairsAreDrawnEvenly() {
    int[] truth = new int[6];
    int[] drawn = new int[36];
    SplittableRandom random = new SplittableRandom(9);
    for (int i = 0; i < 15_000; i++) {
      PairConstraints one = new PairDraw(truth, NAMES).uniform(1, random);
      drawn[6 * one.first()[0] + one.second()[0]]++;
    }
    // 15 pairs, 1,000 each; the deviation of a count is 31.
    assertThat(Arrays.stream(drawn).filter(count -> count > 0)).hasSize(15);
    assertThat(Arrays.stream(drawn).filter(count -> count > 0).boxed().toList())
        .allMatch(count -> Math.abs(count - 1_000) < 150);
  }

  @Test
  void noiseTurnsThatShareOfTheSamePairs() {
    PairConstraints pairs = new PairDraw(truth(60), NAMES).uniform(50, new SplittableRandom(2));
    PairConstraints turned = PairDraw.turned(pairs, 0.2, new SplittableRandom(3));

    assertThat(turned.first()).isEqualTo(pairs.first());
    assertThat(turned.second()).isEqualTo(pairs.second());
    int different = 0;
    for (int p = 0; p < 50; p++) {
      different += turned.mustLink()[p] == pairs.mustLink()[p] ? 0 : 1;
    }
    assertThat(different).isEqualTo(10);
    assertThat(PairDraw.turned(pairs, 0.0, new SplittableRandom(3))).isSameAs(pairs);
  }

  @Test
  void labelsMakeAllTheirPairs() {
    PairConstraints pairs = PairDraw.among(new int[] {1, -1, 0, 1}, NAMES);

    assertThat(pairs.first()).containsExactly(0, 0, 2);
    assertThat(pairs.second()).containsExactly(2, 3, 3);
    assertThat(pairs.mustLink()).containsExactly(false, true, false);
  }

  @Test
  void everyClassHasALabel() {
    int[] truth = new int[100];
    truth[99] = 1;
    for (int seed = 0; seed < 20; seed++) {
      int[] labels = LabelDraw.of(truth, 2, 10, new SplittableRandom(seed));
      assertThat(Arrays.stream(labels).filter(label -> label >= 0)).hasSize(10);
      assertThat(labels[99]).isEqualTo(1);
    }
  }

  @Test
  void labelsThatCannotBeDrawnAreRefused() {
    assertThatThrownBy(() -> LabelDraw.of(new int[] {0, 1, -1}, 2, 3, new SplittableRandom(1)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("has 3 labelled points, but the data set has 2");
    int[] truth = new int[60_000];
    truth[7] = 1;
    assertThatThrownBy(() -> LabelDraw.of(truth, 3, 3, new SplittableRandom(1)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("none of 10000 draws held a point of each of the 3 classes");
  }
}
