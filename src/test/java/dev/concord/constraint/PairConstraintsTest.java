package dev.concord.constraint;

import static dev.concord.constraint.PairNotation.pairs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.error.InputException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PairConstraintsTest {
  @Test
  void pairsAreTurnedSmallerIndexFirstAndSortedWithMustBeforeCannot() {
    PairConstraints pairs = pairs(5, "4!=1", "3=0", "1=4", "2=0");
    assertThat(pairs.first()).containsExactly(0, 0, 1, 1);
    assertThat(pairs.second()).containsExactly(2, 3, 4, 4);
    assertThat(pairs.mustLink()).containsExactly(true, true, true, false);
    assertThat(pairs.duplicates()).isZero();
  }

  @Test
  void aRepeatedPairIsKeptOnceWithTheGreaterWeight() {
    PairConstraints pairs = pairs(3, "0=1@0.25", "1=0@0.75", "0=1@0.5", "0!=1@0.1", "1=2");
    assertThat(pairs.size()).isEqualTo(3);
    assertThat(pairs.weight()).containsExactly(0.75, 0.1, 1.0);
    assertThat(pairs.duplicates()).isEqualTo(2);
    assertThat(pairs.mustLinks()).isEqualTo(2);
    assertThat(pairs.softCount()).isEqualTo(2);
  }

  @Test
  void indicesUpToTheGreatestIntSurviveTheSort() {
    int n = Integer.MAX_VALUE - 8;
    PairConstraints pairs =
        PairConstraints.of(
            n,
            new int[] {n - 1, n - 2},
            new int[] {n - 2, 0},
            new boolean[] {false, true},
            new double[] {1.0, 1.0},
            Integer::toString);
    assertThat(pairs.first()).containsExactly(0, n - 2);
    assertThat(pairs.second()).containsExactly(n - 2, n - 1);
    assertThat(pairs.mustLink()).containsExactly(true, false);
  }

  @Test
  void touchedPointsAreThoseInSomePairOfAnyWeight() {
    assertThat(pairs(5, "0=3", "3!=1@0.1").touched())
        .containsExactly(true, true, false, true, false);
  }

  @Test
  void realBeliefsBeyondOneMakeNoPairHard() {
    PairConstraints reals = reals(2.5, 1.0);
    assertThat(reals.realValued()).isTrue();
    assertThat(reals.weight()).containsExactly(2.5, 1.0);
    assertThat(reals.isHard(1)).isFalse();
    assertThat(reals.softCount()).isEqualTo(2);
    PairConstraints degrees = reals(0.5, 1.0);
    assertThat(degrees.realValued()).isFalse();
    assertThat(degrees.isHard(1)).isTrue();
    assertThatThrownBy(() -> reals(Double.POSITIVE_INFINITY, 1.0))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("a weight is a finite number other than 0");
  }

  private static PairConstraints reals(double one, double two) {
    return PairConstraints.ofReals(
        3,
        new int[] {0, 1},
        new int[] {1, 2},
        new boolean[] {true, false},
        new double[] {one, two},
        Integer::toString);
  }

  @Test
  void aPointPairedWithItselfIsRefusedById() {
    assertThatThrownBy(() -> pairs(3, "0=1", "2=2"))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "input.constraints: the pair (p2, p2) links a point to itself; a constraint needs two"
                + " different points, so remove it");
  }

  @Test
  void aPointOutsideTheInputIsRefused() {
    assertThatThrownBy(() -> pairs(3, "1=3"))
        .isInstanceOf(InputException.class)
        .hasMessage(
            "input.constraints: the pair (p1, index 3) has a point outside the 3 points of"
                + " the input; both ends of a constraint must be points of the input, so remove the"
                + " row or add the point");
  }

  @Test
  void aWeightOutsideZeroToOneIsRefusedById() {
    for (String weight : new String[] {"0", "-0.5", "1.0000001", "NaN", "Infinity"}) {
      assertThatThrownBy(() -> pairs(3, "2!=1@" + weight))
          .isInstanceOf(InputException.class)
          .hasMessage(
              "input.constraints: the pair (p2, p1) has weight "
                  + Double.parseDouble(weight)
                  + "; a weight is a degree of belief in (0, 1], so correct it or remove the row");
    }
  }

  @Test
  void arraysOfDifferentLengthsAreRefused() {
    assertThatThrownBy(
            () ->
                PairConstraints.of(
                    3, new int[2], new int[2], new boolean[1], new double[2], Integer::toString))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("mustLink 1");
  }

  @Test
  void aMillionPairsInAnyOrderHaveOneCanonicalForm() {
    SplittableRandom random = new SplittableRandom(7);
    int count = 1_000_000;
    int[] first = new int[count];
    int[] second = new int[count];
    boolean[] must = new boolean[count];
    double[] weight = new double[count];
    for (int p = 0; p < count; p++) {
      first[p] = random.nextInt(1000);
      second[p] = 1000 + random.nextInt(1000);
      must[p] = random.nextBoolean();
      weight[p] = (1 + random.nextInt(4)) / 4.0;
    }
    PairConstraints once = PairConstraints.of(2000, first, second, must, weight, i -> "p" + i);
    for (int p = count - 1; p > 0; p--) {
      int other = random.nextInt(p + 1);
      int f = first[p];
      first[p] = second[other];
      second[other] = f;
      int s = second[p];
      second[p] = first[other];
      first[other] = s;
      boolean m = must[p];
      must[p] = must[other];
      must[other] = m;
      double w = weight[p];
      weight[p] = weight[other];
      weight[other] = w;
    }
    PairConstraints again = PairConstraints.of(2000, first, second, must, weight, i -> "p" + i);
    assertThat(again.first()).isEqualTo(once.first());
    assertThat(again.second()).isEqualTo(once.second());
    assertThat(again.mustLink()).isEqualTo(once.mustLink());
    assertThat(again.weight()).isEqualTo(once.weight());
    assertThat(once.size() + once.duplicates()).isEqualTo(count);
    assertThat(once.duplicates()).isGreaterThan(100_000);
  }

  @Test
  void aPairGivenTwiceInOneKindIsKnownToBe() {
    PairConstraints pairs =
        PairConstraints.of(
            3,
            new int[] {1, 0, 0, 2, 0},
            new int[] {0, 1, 2, 1, 1},
            new boolean[] {true, false, true, true, true},
            new double[] {1.0, 1.0, 1.0, 1.0, 1.0},
            Integer::toString);
    assertThat(pairs.mustLink()).containsExactly(true, false, true, true);
    assertThat(pairs.isRepeated(0)).isTrue();
    for (int p = 1; p < 4; p++) {
      assertThat(pairs.isRepeated(p)).isFalse();
    }
    assertThat(pairs.withSources(new int[3]).isRepeated(0)).isTrue();
  }
}
