package dev.concord.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterMatchingTest {

  @Test
  void matchedClustersTakeTheNumbersOfTheirPartners() {
    int[] earlier = {0, 0, 0, 1, 1, 2, -1};
    int[] now = {2, 2, 1, 0, 0, 1, 0};
    ClusterMatching matching = ClusterMatching.of(earlier, now, 3);
    assertThat(matching.numberOf()).containsExactly(1, 2, 0);
    assertThat(matching.renumbered(now)).containsExactly(0, 0, 2, 1, 1, 2, 1);
    assertThat(matching.moved()).isEqualTo(1);
    assertThat(matching.agreement().points()).isEqualTo(6);
  }

  @Test
  void newClustersTakeTheNumbersLeftAndVanishedOnesLeaveTheirs() {
    ClusterMatching more = ClusterMatching.of(new int[] {1, 1, 1, 1}, new int[] {0, 0, 0, 1}, 3);
    assertThat(more.numberOf()).containsExactly(1, 0, 2);
    assertThat(more.partnerOf()).containsExactly(1, -1, -1);
    ClusterMatching fewer = ClusterMatching.of(new int[] {0, 1, 5, 5}, new int[] {1, 1, 0, 0}, 2);
    // The partner's number 5 does not exist among two clusters.
    assertThat(fewer.partnerOf()[0]).isEqualTo(5);
    assertThat(fewer.numberOf()).containsExactlyInAnyOrder(0, 1);
  }

  @Test
  void nothingInCommonLeavesTheNumbersAsTheyAre() {
    ClusterMatching matching = ClusterMatching.of(new int[] {-1, -1}, new int[] {1, 0}, 2);
    assertThat(matching.numberOf()).containsExactly(0, 1);
    assertThat(matching.moved()).isZero();
  }

  /** Against all permutations. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void noOtherNumbersKeepMorePoints(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int trial = 0; trial < 50; trial++) {
      int k = 2 + random.nextInt(4);
      int[] earlier = random.ints(30, -1, k).toArray();
      int[] now = random.ints(30, 0, k).toArray();
      ClusterMatching matching = ClusterMatching.of(earlier, now, k);
      int[] numbers = new int[k];
      Arrays.setAll(numbers, c -> c);
      long common = Arrays.stream(earlier).filter(e -> e >= 0).count();
      assertThat(common - matching.moved()).isEqualTo(best(earlier, now, numbers, 0));
      assertThat(matching.numberOf()).hasSize(k).doesNotHaveDuplicates();
      assertThat(matching.agreement().ari())
          .isCloseTo(Agreement.of(earlier, now).ari(), within(1e-15));
    }
  }

  private static long best(int[] earlier, int[] now, int[] numbers, int at) {
    if (at == numbers.length) {
      long kept = 0;
      for (int i = 0; i < now.length; i++) {
        kept += numbers[now[i]] == earlier[i] ? 1 : 0;
      }
      return kept;
    }
    long most = 0;
    for (int j = at; j < numbers.length; j++) {
      int[] next = numbers.clone();
      next[at] = numbers[j];
      next[j] = numbers[at];
      most = Math.max(most, best(earlier, now, next, at + 1));
    }
    return most;
  }
}
