package dev.concord.constraint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KnownPairsTest {
  /** Reachability over must-links, then one cannot-link, by brute force. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void knowsWhatIsGivenOrFollows(long seed) {
    int n = 30;
    PairConstraints pairs = PairNotation.random(n, 25, 0.6, new SplittableRandom(seed));
    boolean[][] together = new boolean[n][n];
    boolean[][] expected = new boolean[n][n];
    for (int i = 0; i < n; i++) {
      together[i][i] = true;
    }
    for (int p = 0; p < pairs.size(); p++) {
      int a = pairs.first()[p];
      int b = pairs.second()[p];
      together[a][b] |= pairs.mustLink()[p] && pairs.isHard(p);
      together[b][a] |= together[a][b];
      expected[a][b] = true;
    }
    for (int m = 0; m < n; m++) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          together[i][j] |= together[i][m] && together[m][j];
        }
      }
    }
    for (int p = 0; p < pairs.size(); p++) {
      for (int i = 0; i < n && !pairs.mustLink()[p] && pairs.isHard(p); i++) {
        for (int j = 0; j < n; j++) {
          if (together[i][pairs.first()[p]] && together[pairs.second()[p]][j]) {
            expected[Math.min(i, j)][Math.max(i, j)] = true;
          }
        }
      }
    }
    expected[3][17] = true;
    KnownPairs known = KnownPairs.of(pairs, new int[] {17}, new int[] {3});
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        boolean holds = expected[i][j] || together[i][j];
        assertThat(known.holds(i, j)).as("%d and %d", i, j).isEqualTo(holds);
        assertThat(known.holds(j, i)).isEqualTo(holds);
      }
    }
  }
}
