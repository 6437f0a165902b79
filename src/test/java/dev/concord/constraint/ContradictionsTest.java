package dev.concord.constraint;

import static dev.concord.constraint.PairNotation.pairs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.error.UnsatisfiableException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContradictionsTest {
  private static Contradictions find(PairConstraints pairs) {
    return Contradictions.find(pairs, MustLinkClosure.of(pairs));
  }

  @Test
  void theShortestChainProvesAContradiction() {
    Contradictions found = find(pairs(6, "0=1", "1=2", "2=3", "0=4", "4=3", "0!=3", "0!=5"));
    assertThat(found.count()).isEqualTo(1);
    Contradictions.Proof proof = found.proofs(10).get(0);
    assertThat(proof.path()).containsExactly(0, 4, 3);
    assertThat(found.describe(proof)).isEqualTo("p0=p4, p4=p3, p0!=p3");
  }

  @Test
  void theSamePairInBothKindsIsAContradiction() {
    Contradictions found = find(pairs(2, "0=1", "0!=1"));
    assertThat(found.describe(found.proofs(1).get(0))).isEqualTo("p0=p1, p0!=p1");
  }

  @Test
  void beliefsContradictNothing() {
    assertThat(find(pairs(3, "0=1", "1=2@0.9", "0!=2", "0!=1@0.9")).count()).isZero();
    assertThatCode(() -> find(pairs(3, "0=1")).requireNone()).doesNotThrowAnyException();
  }

  @Test
  void theRefusalNamesThePairsTheRuleAndTheRemedy() {
    assertThatThrownBy(() -> find(pairs(3, "0=1", "1=2", "0!=2")).requireNone())
        .isInstanceOf(UnsatisfiableException.class)
        .hasMessage(
            "input.constraints: must-links and cannot-links of weight 1 contradict each other"
                + " (a=b is a must-link, a!=b a cannot-link): p0=p1, p1=p2, p0!=p2. With"
                + " clusters.constraints = hard all constraints of weight 1 must hold: from each"
                + " chain remove one pair or give it a weight below 1, or set clusters.constraints"
                + " = soft.");
  }

  @Test
  void aRefusalSpellsOutFiveContradictionsAndCountsTheRest() {
    String[] texts = new String[21];
    for (int i = 0; i < 7; i++) {
      texts[3 * i] = 3 * i + "=" + (3 * i + 1);
      texts[3 * i + 1] = 3 * i + 1 + "=" + (3 * i + 2);
      texts[3 * i + 2] = 3 * i + "!=" + (3 * i + 2);
    }
    assertThatThrownBy(() -> find(pairs(21, texts)).requireNone())
        .hasMessageContaining("p12=p13, p13=p14, p12!=p14; and 2 more contradicted cannot-links. ")
        .hasMessageNotContaining("p15");
  }

  @Test
  void aLongChainIsShortenedInTheMiddle() {
    String[] texts = new String[100];
    for (int i = 0; i < 99; i++) {
      texts[i] = i + "=" + (i + 1);
    }
    texts[99] = "0!=99";
    Contradictions found = find(pairs(100, texts));
    assertThat(found.describe(found.proofs(1).get(0)))
        .startsWith("p0=p1, p1=p2, ")
        .contains("p5=p6, ... (87 more links) ..., p93=p94")
        .endsWith("p98=p99, p0!=p99");
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void everyContradictionIsFoundAndProvedByAShortestChain(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = 4 + random.nextInt(20);
    PairConstraints pairs = PairNotation.random(n, 3 * n, 0.5, random);
    Contradictions found = find(pairs);
    int[] expected = bruteForce(pairs);
    assertThat(found.pairs()).isEqualTo(expected);
    List<Contradictions.Proof> proofs = found.proofs(Integer.MAX_VALUE);
    assertThat(proofs).hasSize(expected.length);
    int[][] distance = distances(pairs);
    for (int c = 0; c < expected.length; c++) {
      int a = pairs.first()[expected[c]];
      int b = pairs.second()[expected[c]];
      int[] path = proofs.get(c).path();
      assertThat(proofs.get(c).pair()).isEqualTo(expected[c]);
      assertThat(path[0]).isEqualTo(a);
      assertThat(path[path.length - 1]).isEqualTo(b);
      assertThat(path.length - 1).isEqualTo(distance[a][b]);
      for (int i = 0; i + 1 < path.length; i++) {
        assertThat(distance[path[i]][path[i + 1]]).isEqualTo(1);
      }
    }
  }

  @Test
  void aMillionPairsWithTenThousandContradictionsAreProvedInSeconds() {
    SplittableRandom random = new SplittableRandom(5);
    int n = 200_000;
    int count = 1_000_000;
    int[] first = new int[count];
    int[] second = new int[count];
    boolean[] must = new boolean[count];
    double[] weight = new double[count];
    Arrays.fill(weight, 1.0);
    for (int p = 0; p < count; p++) {
      must[p] = p >= 10_000;
      // Ten classes of a remainder each; the contradictions lie within them.
      first[p] = random.nextInt(must[p] ? n : 500);
      second[p] = (first[p] + 10 * (1 + random.nextInt(n / 10 - 1))) % n;
    }
    PairConstraints pairs = PairConstraints.of(n, first, second, must, weight, i -> "p" + i);
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () -> {
          Contradictions found = find(pairs);
          assertThat(found.count()).isGreaterThan(9_900);
          assertThat(found.proofs(Integer.MAX_VALUE)).hasSize(found.count());
          assertThatThrownBy(found::requireNone)
              .hasMessageContaining("and " + (found.count() - 5) + " more");
        });
  }

  private static int[] bruteForce(PairConstraints pairs) {
    boolean[][] reach = PairNotation.reachable(pairs);
    int[] found = new int[pairs.size()];
    int count = 0;
    for (int p = 0; p < pairs.size(); p++) {
      if (!pairs.mustLink()[p] && pairs.isHard(p) && reach[pairs.first()[p]][pairs.second()[p]]) {
        found[count++] = p;
      }
    }
    return Arrays.copyOf(found, count);
  }

  /** Floyd and Warshall over must-links of weight 1. */
  private static int[][] distances(PairConstraints pairs) {
    int n = pairs.points();
    int[][] distance = new int[n][n];
    for (int i = 0; i < n; i++) {
      Arrays.fill(distance[i], 1_000_000);
      distance[i][i] = 0;
    }
    for (int p = 0; p < pairs.size(); p++) {
      if (pairs.mustLink()[p] && pairs.isHard(p)) {
        distance[pairs.first()[p]][pairs.second()[p]] = 1;
        distance[pairs.second()[p]][pairs.first()[p]] = 1;
      }
    }
    for (int k = 0; k < n; k++) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          distance[i][j] = Math.min(distance[i][j], distance[i][k] + distance[k][j]);
        }
      }
    }
    return distance;
  }
}
