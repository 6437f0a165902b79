package dev.concord.method.spectral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.graph.NormalizedCut;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.DenseSymmetric;
import dev.concord.testing.Graphs;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelKMeansTest {

  @Test
  void withoutPairsTheObjectiveIsTheNormalizedCut() {
    SimilarityGraph graph = Graphs.groups(3, 8, 0.3, 5);
    int[] labels = random(graph.size(), 3, 9);
    KernelKMeans kmeans = new KernelKMeans(graph.weights(), graph.degrees(), 3, labels.clone());
    assertThat(3 - kmeans.objective()).isCloseTo(NormalizedCut.of(graph, labels, 3), within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void aBatchStepIsTheDenseWeightedKernelKMeansStepAndNeverWorsens(long seed) {
    SimilarityGraph graph = Graphs.groups(3, 6, 0.5, seed);
    int n = graph.size();
    CsrMatrix s = ConstrainedAffinity.penalized(graph, pairs(n, seed), 0.7);
    double[] d = graph.degrees();
    double sigma = shift(s, d);
    int[] labels = random(n, 3, seed);
    for (int round = 0; round < 5; round++) {
      int[] before = labels.clone();
      KernelKMeans kmeans = new KernelKMeans(s, d, 3, labels);
      double objective = kmeans.objective();
      kmeans.batch(sigma);
      assertThat(labels).isEqualTo(denseStep(s, d, sigma, before));
      assertThat(kmeans.objective()).isGreaterThanOrEqualTo(objective - 1e-12);
      // A smaller shift moves more points; the step itself is the same formula.
      int[] loose = before.clone();
      new KernelKMeans(s, d, 3, loose).batch(0.0);
      assertThat(loose).isEqualTo(denseStep(s, d, 0.0, before));
      kmeans.singly();
    }
  }

  /** A new search gathers all links; one that goes on gathers those beside points that moved. */
  @Test
  void linksThatAreKeptChangeNoBit() {
    int few = 0;
    for (long seed = 1; seed <= 20; seed++) {
      SimilarityGraph graph = Graphs.groups(4, 40, 0.3, seed);
      CsrMatrix s = ConstrainedAffinity.penalized(graph, pairs(graph.size(), seed), 0.7);
      int[] labels = random(graph.size(), 4, seed);
      for (int i = 0; i < labels.length; i++) {
        // Few points are not in their group, so that few move.
        labels[i] = i % 30 == seed ? labels[i] : i / 40;
      }
      KernelKMeans search = new KernelKMeans(s, graph.degrees(), 4, labels);
      for (int step = 0; step < 12; step++) {
        int[] anew = labels.clone();
        KernelKMeans other = new KernelKMeans(s, graph.degrees(), 4, anew);
        boolean single = step % 6 == 5;
        int moved = single ? other.singly() : other.batch(0.01);
        few += !single && moved > 0 && moved <= graph.size() / 20 ? 1 : 0;

        assertThat(single ? search.singly() : search.batch(0.01)).isEqualTo(moved);
        assertThat(labels).isEqualTo(anew);
        assertThat(search.objective()).isEqualTo(other.objective());
      }
    }
    assertThat(few).as("steps in which few points move").isGreaterThan(10);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void whenNoSingleMoveIsLeftNoneHelps(long seed) {
    SimilarityGraph graph = Graphs.groups(2, 6, 0.9, seed);
    int n = graph.size();
    CsrMatrix s = ConstrainedAffinity.penalized(graph, pairs(n, seed), 0.5);
    int[] labels = random(n, 2, seed);
    KernelKMeans kmeans = new KernelKMeans(s, graph.degrees(), 2, labels);
    double last = kmeans.objective();
    while (kmeans.singly() > 0) {
      assertThat(kmeans.objective()).isGreaterThan(last);
      last = kmeans.objective();
    }
    for (int i = 0; i < n; i++) {
      int[] moved = labels.clone();
      moved[i] = 1 - moved[i];
      double objective = new KernelKMeans(s, graph.degrees(), 2, moved).objective();
      assertThat(objective).isLessThanOrEqualTo(last + 1e-9);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 7, 24})
  void seedsCoverThePointsWithKClustersThatHoldSomething(int k) {
    SimilarityGraph graph = Graphs.groups(3, 8, 0.3, 5);
    PairConstraints pairs = pairs(graph.size(), 3);
    MustLinkClosure closure = MustLinkClosure.of(pairs);
    // A must-link component stays together, so there are at most that many groups.
    int most = Math.min(k, closure.count());
    int[] merged = new KernelSeeds(graph.weights(), graph.degrees(), 1.0, closure).merged(most);
    int[] far = new KernelSeeds(graph.weights(), graph.degrees(), 1.0, closure).farthestFirst(most);
    for (int[] labels : new int[][] {merged, far}) {
      assertThat(Arrays.stream(labels).distinct().count()).isEqualTo(most);
      assertThat(Arrays.stream(labels).allMatch(label -> label >= 0 && label < most)).isTrue();
    }
  }

  private static int[] denseStep(CsrMatrix s, double[] d, double sigma, int[] labels) {
    int n = d.length;
    double[][] kernel = new double[n][n];
    for (int i = 0; i < n; i++) {
      kernel[i][i] = sigma / d[i];
      for (int p = s.rowPtr()[i]; p < s.rowPtr()[i + 1]; p++) {
        kernel[i][s.col()[p]] += s.val()[p] / (d[i] * d[s.col()[p]]);
      }
    }
    int[] left = new int[3];
    for (int label : labels) {
      left[label]++;
    }
    int[] next = new int[n];
    for (int i = 0; i < n; i++) {
      double least = Double.POSITIVE_INFINITY;
      for (int c = 0; c < 3; c++) {
        double volume = 0.0;
        double cross = 0.0;
        double norm = 0.0;
        for (int j = 0; j < n; j++) {
          if (labels[j] == c) {
            volume += d[j];
            cross += d[j] * kernel[i][j];
            for (int l = 0; l < n; l++) {
              norm += labels[l] == c ? d[j] * d[l] * kernel[j][l] : 0.0;
            }
          }
        }
        double distance = kernel[i][i] - 2 * cross / volume + norm / (volume * volume);
        if (distance < least - 1e-12) {
          least = distance;
          next[i] = c;
        }
      }
      if (next[i] != labels[i] && left[labels[i]] == 1) {
        next[i] = labels[i];
      }
      left[labels[i]] -= next[i] != labels[i] ? 1 : 0;
    }
    return next;
  }

  private static double shift(CsrMatrix s, double[] d) {
    int n = d.length;
    double[] dense = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int p = s.rowPtr()[i]; p < s.rowPtr()[i + 1]; p++) {
        int j = s.col()[p];
        dense[j * n + i] = s.val()[p] / Math.sqrt(d[i] * d[j]);
      }
    }
    return Math.max(0.0, -DenseSymmetric.eigen(n, dense)[0]);
  }

  private static int[] random(int n, int k, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] labels = new int[n];
    for (int i = 0; i < n; i++) {
      labels[i] = i < k ? i : random.nextInt(k);
    }
    return labels;
  }

  private static PairConstraints pairs(int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] first = new int[8];
    int[] second = new int[8];
    boolean[] must = new boolean[8];
    double[] weight = new double[8];
    Arrays.fill(weight, 1.0);
    for (int p = 0; p < 8; p++) {
      first[p] = random.nextInt(n);
      second[p] = (first[p] + 1 + random.nextInt(n - 1)) % n;
      must[p] = p % 2 == 0;
    }
    return PairConstraints.of(n, first, second, must, weight, Integer::toString);
  }
}
