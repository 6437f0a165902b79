package dev.concord.constraint;

import static dev.concord.constraint.PairNotation.pairs;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MustLinkClosureTest {
  @Test
  void componentsAreNumberedByTheirSmallestMember() {
    MustLinkClosure closure = MustLinkClosure.of(pairs(7, "5=2", "6=1", "2=4", "0!=3"));
    assertThat(closure.componentOf()).containsExactly(0, 1, 2, 3, 2, 2, 1);
    assertThat(closure.sizes()).containsExactly(1, 2, 3, 1);
    assertThat(closure.smallest()).containsExactly(0, 1, 2, 3);
    assertThat(closure.count()).isEqualTo(4);
    assertThat(closure.joined()).isEqualTo(2);
    assertThat(closure.members()).containsExactly(0, 1, 6, 2, 4, 5, 3);
    assertThat(closure.starts()).containsExactly(0, 1, 3, 6, 7);
  }

  @Test
  void beliefsJoinNobody() {
    assertThat(MustLinkClosure.of(pairs(3, "0=1@0.999", "1=2")).componentOf())
        .containsExactly(0, 1, 1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void theClosureIsThatOfWarshall(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = 5 + random.nextInt(30);
    PairConstraints pairs = PairNotation.random(n, random.nextInt(2 * n), 0.7, random);
    boolean[][] reach = PairNotation.reachable(pairs);
    int[] componentOf = MustLinkClosure.of(pairs).componentOf();
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        assertThat(componentOf[i] == componentOf[j]).isEqualTo(reach[i][j]);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18})
  void singlePointsAndComponentsAreThoseOfTheArrays(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = 5 + random.nextInt(30);
    MustLinkClosure closure =
        MustLinkClosure.of(PairNotation.random(n, random.nextInt(2 * n), 0.7, random));
    for (int i = 0; i < n; i++) {
      assertThat(closure.component(i)).isEqualTo(closure.componentOf()[i]);
    }
    int[] joined = new int[closure.count()];
    for (int component : closure.joinedComponents()) {
      joined[component]++;
    }
    for (int c = 0; c < closure.count(); c++) {
      assertThat(closure.size(c)).isEqualTo(closure.sizes()[c]);
      assertThat(closure.smallest(c)).isEqualTo(closure.smallest()[c]);
      assertThat(closure.members(c))
          .isEqualTo(
              Arrays.copyOfRange(closure.members(), closure.starts()[c], closure.starts()[c + 1]));
      assertThat(joined[c]).isEqualTo(closure.size(c) > 1 ? 1 : 0);
    }
  }
}
