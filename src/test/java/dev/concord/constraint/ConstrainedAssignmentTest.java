package dev.concord.constraint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.error.UnsatisfiableException;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConstrainedAssignmentTest {

  private static double[] votes(int points, int clusters, int... wishes) {
    double[] votes = new double[points * clusters];
    for (int i = 0; i < wishes.length; i++) {
      if (wishes[i] >= 0) {
        votes[i * clusters + wishes[i]] = 1.0;
      }
    }
    return votes;
  }

  private static ConstrainedAssignment place(
      int clusters, int[] fixed, double[] votes, String... pairs) {
    return ConstrainedAssignment.of(
        PairNotation.pairs(fixed.length, pairs), fixed, votes, clusters);
  }

  @Test
  void aFixedMemberDecidesForAllThatAreJoinedToIt() {
    ConstrainedAssignment placed =
        place(3, new int[] {2, -1, -1, -1}, votes(4, 3, -1, 0, 0, 1), "0=1", "1=2");
    assertThat(placed.clusterOf()).containsExactly(2, 2, 2, 1);
    assertThat(placed.forced()).containsExactly(true, true, true, false);
  }

  @Test
  void joinedNewPointsTakeTheClusterOfMostVotesTogether() {
    double[] votes = {0.9, 0.1, 0.0, 0.2, 0.8, 0.0, 0.3, 0.7, 0.0};
    ConstrainedAssignment placed = place(3, new int[] {-1, -1, -1}, votes, "0=1", "1=2");
    assertThat(placed.clusterOf()).containsExactly(1, 1, 1);
  }

  @Test
  void cannotLinksToFixedPointsForbidTheirClusters() {
    double[] votes = {0, 0, 0, 0.6, 0.3, 0.1};
    ConstrainedAssignment placed = place(3, new int[] {0, -1}, votes, "0!=1");
    assertThat(placed.clusterOf()[1]).isEqualTo(1);
    assertThat(placed.violated()).isZero();
  }

  @Test
  void newPointsKeptApartShareTheClustersTheSurestFirst() {
    double[] votes = {0.6, 0.4, 0.9, 0.1};
    ConstrainedAssignment placed = place(2, new int[] {-1, -1}, votes, "0!=1");
    assertThat(placed.clusterOf()).containsExactly(1, 0);
  }

  @Test
  void beliefsDoNotCount() {
    ConstrainedAssignment placed = place(2, new int[] {0, -1}, votes(2, 2, -1, 1), "0=1@0.9");
    assertThat(placed.clusterOf()).containsExactly(0, 1);
  }

  @Test
  void fixedPointsInDifferentClustersAreAContradictionWithItsChain() {
    assertThatThrownBy(() -> place(2, new int[] {0, -1, 1}, new double[6], "0=1", "1=2"))
        .isInstanceOf(UnsatisfiableException.class)
        .hasMessageContaining("p0=p1, p1=p2")
        .hasMessageContaining("p0 is in cluster 0 and p2 in cluster 1");
  }

  @Test
  void aCannotLinkBetweenPointsOfOneClusterIsAContradictionWithItsChain() {
    assertThatThrownBy(
            () -> place(2, new int[] {0, -1, -1, 0}, new double[8], "0=1", "1!=2", "2=3"))
        .isInstanceOf(UnsatisfiableException.class)
        .hasMessageContaining("p0=p1, p1!=p2, p2=p3")
        .hasMessageContaining("both in cluster 0");
  }

  @Test
  void pairsThatContradictEachOtherAreRefused() {
    assertThatThrownBy(() -> place(2, new int[] {-1, -1}, new double[4], "0=1", "0!=1"))
        .isInstanceOf(UnsatisfiableException.class)
        .hasMessageContaining("p0=p1, p0!=p1");
  }

  @Test
  void aPointKeptOutOfEveryClusterIsRefusedWithOneReasonACluster() {
    assertThatThrownBy(() -> place(2, new int[] {0, 1, -1}, new double[6], "0!=2", "1!=2"))
        .isInstanceOf(UnsatisfiableException.class)
        .hasMessageContaining("p2 out of all 2 clusters")
        .hasMessageContaining("p0!=p2 (cluster 0)")
        .hasMessageContaining("p1!=p2 (cluster 1)");
  }

  @Test
  void moreNewPointsApartThanClustersAreRefusedWithAProof() {
    assertThatThrownBy(
            () -> place(2, new int[] {-1, -1, -1}, new double[6], "0!=1", "1!=2", "0!=2"))
        .isInstanceOf(UnsatisfiableException.class)
        .hasMessageContaining("p0")
        .hasMessageContaining("p2");
  }

  /** Against all choices for the new points, one by one. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void refusalsAreProvedRightAndPlacementsKeepEveryPromise(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int satisfiable = 0;
    int met = 0;
    int refused = 0;
    for (int trial = 0; trial < 300; trial++) {
      int points = 4 + random.nextInt(5);
      int clusters = 2 + random.nextInt(2);
      PairConstraints pairs = PairNotation.random(points, 1 + random.nextInt(8), 0.4, random);
      int[] fixed = new int[points];
      Arrays.setAll(fixed, i -> random.nextBoolean() ? random.nextInt(clusters) : -1);
      double[] votes = random.doubles((long) points * clusters).toArray();
      boolean possible = possible(pairs, fixed.clone(), 0, clusters);
      satisfiable += possible ? 1 : 0;
      ConstrainedAssignment placed;
      try {
        placed = ConstrainedAssignment.of(pairs, fixed, votes, clusters);
      } catch (UnsatisfiableException e) {
        assertThat(possible).as(e.getMessage()).isFalse();
        refused++;
        continue;
      }
      int violated = 0;
      for (int p = 0; p < pairs.size(); p++) {
        int a = pairs.first()[p];
        int b = pairs.second()[p];
        boolean together = placed.clusterOf()[a] == placed.clusterOf()[b];
        if (pairs.isHard(p) && pairs.mustLink()[p]) {
          assertThat(together).isTrue();
        } else if (pairs.isHard(p) && together) {
          assertThat(placed.forced()[a] && placed.forced()[b]).isFalse();
          violated++;
        }
      }
      assertThat(placed.violated()).isEqualTo(violated);
      for (int i = 0; i < points; i++) {
        assertThat(fixed[i] < 0 || placed.clusterOf()[i] == fixed[i]).isTrue();
      }
      met += possible && violated == 0 ? 1 : 0;
    }
    assertThat(refused).isPositive();
    // Greedy, not exhaustive: nearly all that can be met is met.
    assertThat(met).isGreaterThan((int) (0.97 * satisfiable));
  }

  private static boolean possible(PairConstraints pairs, int[] clusterOf, int from, int clusters) {
    int i = from;
    while (i < clusterOf.length && clusterOf[i] >= 0) {
      i++;
    }
    if (i == clusterOf.length) {
      for (int p = 0; p < pairs.size(); p++) {
        boolean together = clusterOf[pairs.first()[p]] == clusterOf[pairs.second()[p]];
        if (pairs.isHard(p) && together != pairs.mustLink()[p]) {
          return false;
        }
      }
      return true;
    }
    for (int k = 0; k < clusters; k++) {
      clusterOf[i] = k;
      if (possible(pairs, clusterOf.clone(), i + 1, clusters)) {
        return true;
      }
    }
    return false;
  }
}
