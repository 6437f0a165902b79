package dev.concord.constraint;

import static dev.concord.constraint.PairNotation.pairs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.error.UnsatisfiableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CannotLinkGraphTest {
  private static ClusterShortage room(PairConstraints pairs) {
    return ClusterShortage.of(pairs, MustLinkClosure.of(pairs));
  }

  private static CannotLinkGraph graph(PairConstraints pairs) {
    return CannotLinkGraph.of(pairs, MustLinkClosure.of(pairs));
  }

  @Test
  void parallelCannotLinksOfJoinedPointsBecomeOneEdge() {
    CannotLinkGraph graph = graph(pairs(6, "0=3", "1=2", "0!=1", "3!=2", "0!=2", "4!=5@0.5"));
    assertThat(graph.edges()).isEqualTo(1);
    assertThat(graph.components()).containsExactly(0, 1);
  }

  @Test
  void oneCannotLinkRulesOutASingleCluster() {
    PairConstraints pairs = pairs(4, "1!=3");
    assertThatThrownBy(() -> room(pairs).requireRoomFor(1))
        .isInstanceOf(UnsatisfiableException.class)
        .hasMessage(
            "input.constraints: the constraints of weight 1 cannot be put into 1 cluster: these 2"
                + " points must all be apart: p1, p3 (each with the points that must-links join to"
                + " it; the cannot-links are p1!=p3). Raise clusters.count, remove one of these"
                + " pairs or give it a weight below 1, or set clusters.constraints = soft.");
    assertThatCode(() -> room(pairs).requireRoomFor(2)).doesNotThrowAnyException();
  }

  @Test
  void aCliqueThroughMustLinksIsNamedByItsOwnPairs() {
    PairConstraints pairs = pairs(8, "0=6", "6!=1", "0!=2", "1!=2", "3!=0", "1!=3", "2!=3", "4!=5");
    assertThat(graph(pairs).cliqueLargerThan(3)).hasValue(new int[] {0, 1, 2, 3});
    assertThatThrownBy(() -> room(pairs).requireRoomFor(3))
        .isInstanceOf(UnsatisfiableException.class)
        .hasMessageContaining(
            "cannot be put into 3 clusters: these 4 points must all be apart: p0, p1, p2, p3"
                + " (each with the points that must-links join to it; the cannot-links are p1!=p6,"
                + " p0!=p2, p0!=p3, p1!=p2, p1!=p3, p2!=p3)");
    assertThat(graph(pairs).cliqueLargerThan(4)).isEmpty();
  }

  @Test
  void anOddCycleRulesOutTwoClusters() {
    // A cycle of five components; 5 and 6 are one of them.
    PairConstraints pairs = pairs(9, "0!=1", "1!=2", "2!=5", "5=6", "6!=7", "7!=0", "7!=8", "3!=4");
    assertThat(graph(pairs).cliqueLargerThan(2)).isEmpty();
    assertThat(graph(pairs).oddCycle().orElseThrow()).hasSize(5);
    assertThatThrownBy(() -> room(pairs).requireRoomFor(2))
        .isInstanceOf(UnsatisfiableException.class)
        .hasMessageStartingWith(
            "input.constraints: the constraints of weight 1 cannot be put into 2 clusters: this"
                + " cycle has an odd number (5) of cannot-links (a!=b is a cannot-link, a=b a chain"
                + " of must-links): p2!=p1, p1!=p0, p0!=p7, p7!=p6, p6=p5, p5!=p2. Raise"
                + " clusters.count");
    assertThatCode(() -> room(pairs).requireRoomFor(3)).doesNotThrowAnyException();
  }

  @Test
  void anEvenCycleFitsTwoClusters() {
    assertThatCode(() -> room(pairs(4, "0!=1", "1!=2", "2!=3", "3!=0")).requireRoomFor(2))
        .doesNotThrowAnyException();
  }

  @Test
  void aLargeCliqueNamesTwentyPointsAndCountsTheRest() {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      for (int j = i + 1; j < 300; j++) {
        texts.add(i + "!=" + j);
      }
    }
    PairConstraints pairs = pairs(300, texts.toArray(String[]::new));
    assertThatThrownBy(() -> room(pairs).requireRoomFor(299))
        .hasMessageContaining("p19 and 280 more (each")
        .hasMessageContaining("p0!=p20 and 44830 more)");
    assertThatCode(() -> room(pairs).requireRoomFor(300)).doesNotThrowAnyException();
    assertThatCode(() -> room(pairs).requireRoomFor(Integer.MAX_VALUE)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aPlantedCliqueIsFoundAmongRandomCannotLinks(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = 2_000;
    List<String> texts = new ArrayList<>();
    for (int e = 0; e < 20_000; e++) {
      int a = random.nextInt(n);
      int b = (a + 1 + random.nextInt(n - 1)) % n;
      texts.add(a + "!=" + b);
    }
    int[] planted = random.ints(0, n).distinct().limit(11).sorted().toArray();
    for (int i = 0; i < planted.length; i++) {
      for (int j = 0; j < i; j++) {
        texts.add(planted[i] + "!=" + planted[j]);
      }
    }
    assertThat(graph(pairs(n, texts.toArray(String[]::new))).cliqueLargerThan(10))
        .hasValue(planted);
  }

  @ParameterizedTest
  @ValueSource(longs = {31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42})
  void whatIsRefusedReallyHasNoPartition(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int n = 4 + random.nextInt(6);
    PairConstraints pairs;
    MustLinkClosure closure;
    do {
      pairs = PairNotation.random(n, n + random.nextInt(n), 0.2, random);
      closure = MustLinkClosure.of(pairs);
    } while (Contradictions.find(pairs, closure).count() > 0);
    CannotLinkGraph graph = CannotLinkGraph.of(pairs, closure);
    for (int k = 1; k <= 4; k++) {
      boolean possible = possible(pairs, new int[n], 0, k);
      Optional<int[]> clique = graph.cliqueLargerThan(k);
      if (possible) {
        assertThat(clique).isEmpty();
      }
      if (k == 1) {
        assertThat(clique.isEmpty()).isEqualTo(possible);
      }
      if (k == 2) {
        assertThat(graph.oddCycle().isEmpty()).isEqualTo(possible);
      }
    }
  }

  /** Whether the labels of the points from {@code next} on can be chosen to meet all. */
  private static boolean possible(PairConstraints pairs, int[] labels, int next, int k) {
    if (next == labels.length) {
      for (int p = 0; p < pairs.size(); p++) {
        boolean together = labels[pairs.first()[p]] == labels[pairs.second()[p]];
        if (pairs.isHard(p) && together != pairs.mustLink()[p]) {
          return false;
        }
      }
      return true;
    }
    for (int label = 0; label < k; label++) {
      labels[next] = label;
      if (possible(pairs, labels, next + 1, k)) {
        return true;
      }
    }
    return false;
  }
}
