package dev.concord.constraint;

import static dev.concord.constraint.PairNotation.pairs;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImpliedPairsTest {
  private static ImpliedPairs implied(PairConstraints pairs, int cap) {
    MustLinkClosure closure = MustLinkClosure.of(pairs);
    return ImpliedPairs.of(pairs, closure, CannotLinkGraph.of(pairs, closure), cap);
  }

  private static List<String> listed(ImpliedPairs implied) {
    List<String> texts = new ArrayList<>();
    for (int p = 0; p < implied.size(); p++) {
      texts.add(implied.first()[p] + (implied.mustLink()[p] ? "=" : "!=") + implied.second()[p]);
    }
    return texts;
  }

  @Test
  void pairsThatFollowAreListedInOrder() {
    ImpliedPairs implied = implied(pairs(6, "0=2", "2=4", "1=5", "4!=5", "0!=3@0.5"), 100);
    assertThat(listed(implied)).containsExactly("0!=1", "0=4", "0!=5", "1!=2", "1!=4", "2!=5");
    assertThat(implied.mustTotal()).isEqualTo(1);
    assertThat(implied.cannotTotal()).isEqualTo(5);
    assertThat(implied.complete()).isTrue();
  }

  @Test
  void totalsAreExactAboveTheCap() {
    int n = 200_000;
    String[] texts = new String[n - 1];
    for (int i = 0; i + 1 < n; i++) {
      texts[i] = i + "=" + (i + 1);
    }
    texts[n / 2 - 1] = n / 2 - 1 + "!=" + n / 2;
    ImpliedPairs implied = implied(pairs(n, texts), 1_000);
    long half = n / 2;
    assertThat(implied.mustTotal()).isEqualTo(2 * (half * (half - 1) / 2 - (half - 1)));
    assertThat(implied.cannotTotal()).isEqualTo(half * half - 1);
    assertThat(implied.size()).isEqualTo(1_000);
    assertThat(implied.complete()).isFalse();
    assertThat(implied.first()).containsOnly(0);
    assertThat(implied.second()[0]).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void theListIsThatOfTheDefinition(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = 5 + random.nextInt(15);
    PairConstraints pairs = PairNotation.random(n, 2 * n, 0.5, random);
    boolean[][] reach = PairNotation.reachable(pairs);
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        boolean apart = false;
        for (int p = 0; p < pairs.size(); p++) {
          int a = pairs.first()[p];
          int b = pairs.second()[p];
          if (!pairs.mustLink()[p] && pairs.isHard(p) && !reach[i][j]) {
            apart |= (reach[i][a] && reach[j][b]) || (reach[i][b] && reach[j][a]);
          }
        }
        if (reach[i][j] && !given(pairs, i, j, true)) {
          expected.add(i + "=" + j);
        }
        if (apart && !given(pairs, i, j, false)) {
          expected.add(i + "!=" + j);
        }
      }
    }
    ImpliedPairs implied = implied(pairs, ImpliedPairs.CAP);
    assertThat(listed(implied)).isEqualTo(expected);
    assertThat(implied.mustTotal() + implied.cannotTotal()).isEqualTo(expected.size());
    int cap = expected.size() / 2;
    assertThat(listed(implied(pairs, cap))).isEqualTo(expected.subList(0, cap));
  }

  private static boolean given(PairConstraints pairs, int i, int j, boolean must) {
    for (int p = 0; p < pairs.size(); p++) {
      if (pairs.first()[p] == i && pairs.second()[p] == j && pairs.mustLink()[p] == must) {
        return true;
      }
    }
    return false;
  }
}
