package dev.concord.constraint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SignedComponentsTest {

  @Test
  void consistentConstraintsAreMetBySigns() {
    SplittableRandom random = new SplittableRandom(5);
    for (int trial = 0; trial < 200; trial++) {
      int n = 2 + random.nextInt(30);
      int count = random.nextInt(2 * n);
      boolean[] side = new boolean[n];
      for (int i = 0; i < n; i++) {
        side[i] = random.nextBoolean();
      }
      int[] first = new int[count];
      int[] second = new int[count];
      boolean[] must = new boolean[count];
      for (int p = 0; p < count; p++) {
        first[p] = random.nextInt(n);
        second[p] = (first[p] + 1 + random.nextInt(n - 1)) % n;
        must[p] = side[first[p]] == side[second[p]];
      }
      SignedComponents found = SignedComponents.of(hard(n, first, second, must));
      assertThat(found.contradicted()).isZero();
      int[] reached = componentsByFlooding(n, first, second);
      for (int i = 0; i < n; i++) {
        assertThat(found.componentOf()[i]).isEqualTo(reached[i]);
      }
      for (int p = 0; p < count; p++) {
        assertThat(found.sign()[first[p]] == found.sign()[second[p]]).isEqualTo(must[p]);
      }
    }
  }

  @Test
  void anOddCycleZeroesItsWholeComponentAndNoOther() {
    int[] first = {0, 1, 2, 3, 5};
    int[] second = {1, 2, 0, 2, 6};
    boolean[] must = {false, true, true, true, false};
    SignedComponents found = SignedComponents.of(hard(7, first, second, must));
    assertThat(found.componentOf()).containsExactly(-1, -1, -1, -1, 0, 1, 1);
    assertThat(found.sign()).containsExactly(0, 0, 0, 0, 1, 1, -1);
    assertThat(found.contradicted()).isEqualTo(4);
    assertThat(found.count()).isEqualTo(2);
  }

  private static PairConstraints hard(int n, int[] first, int[] second, boolean[] must) {
    double[] weight = new double[first.length];
    Arrays.fill(weight, 1.0);
    return PairConstraints.of(n, first, second, must, weight, Integer::toString);
  }

  private static int[] componentsByFlooding(int n, int[] first, int[] second) {
    int[] smallest = new int[n];
    for (int i = 0; i < n; i++) {
      smallest[i] = i;
    }
    for (int round = 0; round < n; round++) {
      for (int p = 0; p < first.length; p++) {
        int low = Math.min(smallest[first[p]], smallest[second[p]]);
        smallest[first[p]] = low;
        smallest[second[p]] = low;
      }
    }
    int[] number = new int[n];
    int next = 0;
    for (int i = 0; i < n; i++) {
      number[i] = smallest[i] == i ? next++ : number[smallest[i]];
    }
    return number;
  }
}
