package dev.concord.metric.doubt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.concord.graph.SimilarityGraph;
import dev.concord.testing.Graphs;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class DoubtTest {
  private static final int K = 11;

  /** A ring with random chords; two points have no edge. */
  private static SimilarityGraph randomGraph(int n, SplittableRandom random) {
    int edges = 4 * n;
    int[] source = new int[edges];
    int[] target = new int[edges];
    double[] weight = new double[edges];
    for (int e = 0; e < edges; e++) {
      source[e] = e % (n - 2);
      target[e] = (source[e] + 1 + random.nextInt(n - 3)) % (n - 2);
      weight[e] = 0.1 + random.nextDouble();
    }
    boolean[] seen = new boolean[n * n];
    int kept = 0;
    for (int e = 0; e < edges; e++) {
      int a = Math.min(source[e], target[e]);
      int b = Math.max(source[e], target[e]);
      if (!seen[a * n + b]) {
        seen[a * n + b] = true;
        source[kept] = a;
        target[kept] = b;
        weight[kept++] = weight[e];
      }
    }
    return SimilarityGraph.fromEdges(
        n, Arrays.copyOf(source, kept), Arrays.copyOf(target, kept), Arrays.copyOf(weight, kept));
  }

  private static int[] randomLabels(int n, SplittableRandom random) {
    int[] labels = new int[n];
    Arrays.setAll(labels, i -> i < K ? i : random.nextInt(K));
    return labels;
  }

  /** The labels with some of them changed, so that clusters are matched to themselves. */
  private static int[] changed(int[] labels, int share, SplittableRandom random) {
    int[] other = labels.clone();
    for (int i = 0; i < other.length; i++) {
      other[i] = random.nextInt(share) == 0 ? random.nextInt(K) : other[i];
    }
    return other;
  }

  private static double[][] stepped(SimilarityGraph graph, double[][] values) {
    int n = graph.size();
    double[][] out = new double[n][K];
    for (int i = 0; i < n; i++) {
      for (int p = graph.weights().rowPtr()[i]; p < graph.weights().rowPtr()[i + 1]; p++) {
        for (int c = 0; c < K; c++) {
          out[i][c] +=
              graph.weights().val()[p] / graph.degrees()[i] * values[graph.weights().col()[p]][c];
        }
      }
    }
    return out;
  }

  /** The definition, written down for every point and cluster at once. */
  @Test
  void confidenceAndRunnerUpAreThoseOfTheDefinition() {
    SplittableRandom random = new SplittableRandom(4);
    int n = 120;
    SimilarityGraph graph = randomGraph(n, random);
    int[] labels = randomLabels(n, random);
    int[] one = changed(labels, 5, random);
    int[] two = changed(labels, 4, random);
    int[] three = changed(labels, 3, random);

    Doubt doubt =
        Doubt.of(
            graph,
            labels,
            K,
            List.of(
                new Alternative(0, 1.0, one),
                new Alternative(1, 0.6, two),
                new Alternative(1, 0.4, three)));

    double[][] votes = new double[n][K];
    for (int i = 0; i < n; i++) {
      votes[i][one[i]] += 1.0 / 1.5;
      votes[i][two[i]] += 0.3 / 1.5;
      votes[i][three[i]] += 0.2 / 1.5;
    }
    double[][] walked = new double[n][K];
    double part = 0.5 / (1.0 - Math.pow(0.5, 7));
    for (int step = 0; step <= 6; step++) {
      for (int i = 0; i < n; i++) {
        for (int c = 0; c < K; c++) {
          walked[i][c] += part * votes[i][c];
        }
      }
      part /= 2.0;
      votes = stepped(graph, votes);
    }
    // The first search agrees most, so it is taken for the partition's own.
    double agreement = Math.max(agreeing(labels, two), agreeing(labels, three));
    assertThat(agreement).isLessThan(agreeing(labels, one));
    double beyond = (agreement - 1.0 / K) / (1.0 - 1.0 / K);
    double power = 0.6 * Math.pow(beyond / (1.0 - beyond), 0.3);
    for (int i = 0; i < n; i++) {
      int second = -1;
      double best = 0.0;
      double sum = 0.0;
      for (int c = 0; c < K; c++) {
        sum += Math.pow(walked[i][c] + 0.02 / K, power);
        if (c != labels[i] && walked[i][c] > best) {
          best = walked[i][c];
          second = c;
        }
      }
      assertThat(doubt.second()[i]).isEqualTo(second);
      double own = Math.pow(walked[i][labels[i]] + 0.02 / K, power);
      assertThat(doubt.confidence()[i]).isCloseTo(own / sum, within(1e-12));
    }
    assertThat(doubt.alternatives()).isEqualTo(3);
  }

  private static double agreeing(int[] labels, int[] others) {
    int same = 0;
    for (int i = 0; i < labels.length; i++) {
      same += labels[i] == others[i] ? 1 : 0;
    }
    return (double) same / labels.length;
  }

  /** Partitions of one search agree by descent: the graph alone speaks. */
  @Test
  void partitionsOfOneSearchAreNoSecondOpinion() {
    SimilarityGraph graph = Graphs.groups(3, 10, 0.05, 8);
    int[] labels = new int[30];
    Arrays.setAll(labels, i -> i / 10);
    List<Alternative> one =
        List.of(new Alternative(0, 1.0, labels), new Alternative(0, 0.5, labels));

    Doubt doubt = Doubt.of(graph, labels, 3, one);

    assertThat(doubt.alternatives()).isZero();
    assertThat(doubt.confidence()).isEqualTo(Doubt.of(graph, labels, 3, List.of()).confidence());
  }

  /** The more independent searches disagree, the less sure is any point of the partition. */
  @Test
  void searchesThatDisagreeLowerTheConfidenceOfAllPoints() {
    SimilarityGraph graph = Graphs.groups(4, 10, 0.05, 8);
    int[] labels = new int[40];
    Arrays.setAll(labels, i -> i / 10);
    double last = 1.0;
    for (int moved : new int[] {0, 4, 8, 12}) {
      int[] other = labels.clone();
      for (int i = 0; i < moved; i++) {
        other[i] = 1 + i % 3;
      }
      Doubt doubt =
          Doubt.of(
              graph,
              labels,
              4,
              List.of(new Alternative(0, 1.0, labels), new Alternative(1, 1.0, other)));
      double sure = doubt.confidence()[35];
      assertThat(sure).isLessThan(last);
      last = sure;
    }
  }

  @Test
  void aPointBetweenClustersIsLessSureThanOneInside() {
    SimilarityGraph graph = Graphs.groups(2, 12, 0.0, 3);
    int n = graph.size();
    int[] others = new int[n / 2];
    double[] weight = new double[n / 2];
    Arrays.setAll(others, j -> n / 2 + j);
    Arrays.fill(weight, 0.7);
    int[] labels = new int[n];
    Arrays.fill(labels, n / 2, n, 1);
    SimilarityGraph both = joined(graph, others, weight);

    Doubt doubt = Doubt.of(both, labels, 2, List.of());

    assertThat(doubt.second()[0]).isEqualTo(1);
    for (int i = 1; i < n; i++) {
      assertThat(doubt.confidence()[0]).isLessThan(doubt.confidence()[i]);
    }
    assertThat(doubt.alternatives()).isZero();
  }

  /** With edges from point 0 to others. */
  private static SimilarityGraph joined(SimilarityGraph graph, int[] others, double[] weight) {
    int edges = (int) graph.edges();
    int[] source = new int[edges + others.length];
    int[] target = new int[source.length];
    double[] all = new double[source.length];
    int at = 0;
    for (int i = 0; i < graph.size(); i++) {
      for (int p = graph.weights().rowPtr()[i]; p < graph.weights().rowPtr()[i + 1]; p++) {
        if (graph.weights().col()[p] > i) {
          source[at] = i;
          target[at] = graph.weights().col()[p];
          all[at++] = graph.weights().val()[p];
        }
      }
    }
    for (int j = 0; j < others.length; j++) {
      target[at] = others[j];
      all[at++] = weight[j];
    }
    return SimilarityGraph.fromEdges(graph.size(), source, target, all);
  }

  @Test
  void whereThePartitionsOfAMethodDisagreeAWholeClusterIsDoubtful() {
    SimilarityGraph graph = Graphs.groups(3, 10, 0.05, 8);
    int[] labels = new int[30];
    Arrays.setAll(labels, i -> i / 10);
    int[] split = labels.clone();
    for (int i = 0; i < 5; i++) {
      split[i] = 2;
    }
    List<Alternative> alike =
        List.of(new Alternative(0, 1.0, labels), new Alternative(1, 1.0, labels));
    List<Alternative> unlike =
        List.of(new Alternative(0, 1.0, labels), new Alternative(1, 1.0, split));

    Doubt sure = Doubt.of(graph, labels, 3, alike);
    Doubt doubtful = Doubt.of(graph, labels, 3, unlike);

    for (int i = 0; i < 5; i++) {
      assertThat(doubtful.confidence()[i]).isLessThan(sure.confidence()[i] - 0.1);
      assertThat(doubtful.second()[i]).isEqualTo(2);
    }
    for (int i = 10; i < 30; i++) {
      assertThat(doubtful.confidence()[i]).isCloseTo(sure.confidence()[i], within(0.05));
    }
  }

  @Test
  void anAlternativeOfNoWeightHasNoVote() {
    SimilarityGraph graph = Graphs.groups(2, 8, 0.05, 8);
    int[] labels = new int[16];
    Arrays.fill(labels, 8, 16, 1);
    int[] other = new int[16];
    Arrays.setAll(other, i -> i % 2);

    Doubt with =
        Doubt.of(
            graph,
            labels,
            2,
            List.of(new Alternative(0, 1.0, labels), new Alternative(1, 0.0, other)));
    Doubt without = Doubt.of(graph, labels, 2, List.of(new Alternative(0, 1.0, labels)));

    assertThat(with.confidence()).isEqualTo(without.confidence());
  }

  @Test
  void oneClusterIsCertainAndHasNoRunnerUp() {
    Doubt doubt = Doubt.of(Graphs.groups(1, 6, 0.0, 1), new int[6], 1, List.of());

    assertThat(doubt.confidence()).containsOnly(1.0);
    assertThat(doubt.second()).containsOnly(-1);
  }

  @Test
  void aPointFarFromItsNeighboursIsAnOutlierAndSoIsOneWithoutAnEdge() {
    SimilarityGraph graph =
        SimilarityGraph.fromEdges(
                5, new int[] {0, 0, 1, 2}, new int[] {1, 2, 2, 3}, new double[] {1, 1, 1, 1})
            .withScales(new double[] {1.0, 1.0, 1.0, 4.0, 9.0});

    double[] outlier = Doubt.of(graph, new int[5], 1, List.of()).outlier();

    assertThat(outlier).containsExactly(0.0, 0.0, 0.0, 0.75, 1.0);
  }

  @Test
  void ofAGivenGraphDegreesStandForDistances() {
    SimilarityGraph graph =
        SimilarityGraph.fromEdges(
            4, new int[] {0, 0, 1, 2}, new int[] {1, 2, 2, 3}, new double[] {4, 4, 3.5, 0.5});

    double[] outlier = Doubt.of(graph, new int[4], 1, List.of()).outlier();

    assertThat(outlier[3]).isCloseTo(1.0 - 0.5 / 8.0, within(1e-12));
    assertThat(outlier[0]).isZero();
  }

  @Test
  void labelsOfAnotherGraphAreRefused() {
    assertThatThrownBy(() -> Doubt.of(Graphs.groups(1, 6, 0.0, 1), new int[5], 1, List.of()))
        .hasMessage("5 labels for a graph of 6 points");
  }

  @Test
  void theFiguresSayWhatAPointOfLeastConfidenceIs() {
    long[] counts = new long[10];
    counts[9] = 97;
    assertThat(new DoubtFigures(0.95, 0.0, counts, "pairs", 3, 20, null, null).text())
        .isEqualTo("mean 0.9500, 0.00 % of the points below 0.5");
    counts[0] = 3;
    assertThat(new DoubtFigures(0.92, 0.03, counts, "pairs", 3, 20, null, null).text())
        .isEqualTo(
            "mean 0.9200, 3.00 % of the points below 0.5; 3 below 0.1, whose neighbours are mostly"
                + " of the runner-up cluster");
  }
}
