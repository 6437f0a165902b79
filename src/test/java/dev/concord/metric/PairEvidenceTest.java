package dev.concord.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.graph.SimilarityGraph;
import dev.concord.testing.Graphs;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairEvidenceTest {
  /** 0-1, 0-2, 1-2 and 3-4, 3-5, 4-5, all of weight 1; 2-3 of weight 0.5; 6 alone. */
  private static SimilarityGraph twoTriangles() {
    return SimilarityGraph.fromEdges(
        7,
        new int[] {0, 0, 1, 3, 3, 4, 2},
        new int[] {1, 2, 2, 4, 5, 5, 3},
        new double[] {1, 1, 1, 1, 1, 1, 0.5});
  }

  private static final int[] HALVES = {0, 0, 0, 1, 1, 1, 1};

  @Test
  void neighboursSpeakForEachPair() {
    PairEvidence evidence = new PairEvidence(twoTriangles(), HALVES, 2);
    double[] against =
        evidence.against(
            new int[] {0, 0, 0, 0, 2, 0},
            new int[] {1, 1, 4, 4, 3, 6},
            new boolean[] {true, false, true, false, false, true});
    assertThat(against[0]).isZero();
    assertThat(against[1]).isEqualTo(1.0);
    assertThat(against[2]).isEqualTo(1.0);
    assertThat(against[3]).isZero();
    // The edge between the two is left out: each is among its own.
    assertThat(against[4]).isZero();
    assertThat(against[5]).as("a point without edges says nothing").isZero();
  }

  @Test
  void aPointThatConstraintsMovedIsOutvotedByItsNeighbours() {
    int[] moved = {0, 0, 0, 1, 1, 0, 1};
    PairEvidence evidence = new PairEvidence(twoTriangles(), moved, 2);
    double[] against =
        evidence.against(new int[] {0, 4}, new int[] {5, 5}, new boolean[] {true, false});
    assertThat(against[0]).as("a must-link that moved 5").isEqualTo(1.0);
    // Of 4 the rest leads to 3, of 5 to 3 too.
    assertThat(against[1]).isEqualTo(1.0);
    PairEvidence.Witness witness = evidence.witness(0, 5);
    assertThat(witness.firstFavourite()).isZero();
    assertThat(witness.secondFavourite()).isEqualTo(1);
    assertThat(witness.secondShare()).isEqualTo(1.0);
    assertThat(witness.edge()).isZero();
    assertThat(witness.shared()).isZero();
    PairEvidence.Witness near = evidence.witness(4, 5);
    assertThat(near.edge()).isEqualTo(1.0);
    assertThat(near.shared()).isEqualTo(1);
    assertThat(evidence.witness(6, 0).firstFavourite()).isEqualTo(-1);
    assertThat(evidence.witness(6, 0).firstShare()).isNaN();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void itIsTheChanceThatTwoStepsEndInOneCluster(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    SimilarityGraph graph = Graphs.groups(3, 8, 0.4, seed);
    int n = graph.size();
    int[] labels = random.ints(n, 0, 4).toArray();
    double[][] w = new double[n][n];
    for (int i = 0; i < n; i++) {
      for (int p = graph.weights().rowPtr()[i]; p < graph.weights().rowPtr()[i + 1]; p++) {
        w[i][graph.weights().col()[p]] = graph.weights().val()[p];
      }
    }
    PairEvidence evidence = new PairEvidence(graph, labels, 4);
    for (int trial = 0; trial < 50; trial++) {
      int a = random.nextInt(n);
      int b = (a + 1 + random.nextInt(n - 1)) % n;
      double chance = 0.0;
      double total = 0.0;
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          if (i != b && j != a) {
            chance += labels[i] == labels[j] ? w[a][i] * w[b][j] : 0.0;
            total += w[a][i] * w[b][j];
          }
        }
      }
      double[] against =
          evidence.against(new int[] {a, a}, new int[] {b, b}, new boolean[] {false, true});
      if (total > 0.0) {
        assertThat(against[0]).isEqualTo(chance / total, within(1e-12));
        assertThat(against[1]).isEqualTo(1.0 - chance / total, within(1e-12));
      } else {
        assertThat(against).containsExactly(0.0, 0.0);
      }
    }
  }

  /** Pairs of a point with a thousand edges and more, each of which is an edge, or none is. */
  @Test
  void thePairsOfAHubAreJudgedByTheVotesOfItsOtherNeighbours() {
    int n = 3000;
    SplittableRandom random = new SplittableRandom(9);
    int[] labels = random.ints(n, 0, 3).toArray();
    int[] source = new int[2 * n - 501];
    int[] target = new int[source.length];
    double[] weight = random.doubles(source.length, 0.1, 1.0).toArray();
    for (int e = 0; e < source.length; e++) {
      boolean ofHub = e < n - 500;
      source[e] = ofHub ? 0 : e - (n - 500) + 1;
      target[e] = ofHub ? e + 1 : 1 + e % (n - 1);
      target[e] = target[e] == source[e] ? source[e] - 1 : target[e];
    }
    SimilarityGraph graph = SimilarityGraph.fromEdges(n, source, target, weight);
    PairEvidence evidence = new PairEvidence(graph, labels, 3);
    for (int other = 1; other < n; other += 7) {
      double[][] votes = {votes(graph, labels, 0, other), votes(graph, labels, other, 0)};
      double sum = 0.0;
      for (int c = 0; c < 3; c++) {
        sum += votes[0][c] * votes[1][c];
      }
      double chance = sum / votes[0][3] / votes[1][3];
      double[] against =
          evidence.against(
              new int[] {0, other}, new int[] {other, 0}, new boolean[] {false, false});
      assertThat(against[0]).isEqualTo(chance, within(1e-12)).isEqualTo(against[1]);
    }
  }

  /** Weights into each of three clusters, and of all, without one point. */
  private static double[] votes(SimilarityGraph graph, int[] labels, int point, int without) {
    double[] votes = new double[4];
    for (int p = graph.weights().rowPtr()[point]; p < graph.weights().rowPtr()[point + 1]; p++) {
      int j = graph.weights().col()[p];
      if (j != without) {
        votes[labels[j]] += graph.weights().val()[p];
        votes[3] += graph.weights().val()[p];
      }
    }
    return votes;
  }
}
