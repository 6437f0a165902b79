package dev.concord.method.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.Components;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.Seeds;
import dev.concord.method.FeatureRows;
import dev.concord.method.KnownLabels;
import dev.concord.method.MethodOptions;
import dev.concord.method.pipeline.Clustering.Knowledge;
import dev.concord.metric.doubt.HeldOut;
import dev.concord.testing.Graphs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

class HeldOutRunsTest {
  private static final int K = 3;
  private static final int N = 60;

  private final SimilarityGraph graph = Graphs.groups(K, N / K, 0.05, 4);

  private static PairConstraints pairs(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] first = new int[count];
    int[] second = new int[count];
    boolean[] must = new boolean[count];
    double[] weight = new double[count];
    for (int p = 0; p < count; p++) {
      first[p] = random.nextInt(N - 1);
      second[p] = first[p] + 1 + random.nextInt(N - 1 - first[p]);
      must[p] = first[p] / (N / K) == second[p] / (N / K);
      weight[p] = 1.0;
    }
    return PairConstraints.of(N, first, second, must, weight, Integer::toString);
  }

  private static Knowledge known(PairConstraints pairs) {
    return new Knowledge(pairs, null, null, null);
  }

  private static Clustering clustering() {
    return new Clustering(
        Catalogue.named("product-cut"),
        new Clustering.Settings(
            K,
            true,
            false,
            true,
            new MethodOptions("product-cut", Map.of()),
            new MethodOptions("cosc", Map.of()),
            Seeds.of(7)));
  }

  @Test
  void everyPairIsHeldOutOnceUnlessItFollowsFromTheOthers() {
    PairConstraints pairs = pairs(40, 3);
    HeldOutRuns.PairParts parts = new HeldOutRuns.PairParts(pairs, 5, new SplittableRandom(1));
    TreeSet<Long> seen = new TreeSet<>();
    for (int part = 0; part < 5; part++) {
      PairConstraints others = parts.without(part);
      PairConstraints held = parts.of(part, others);
      assertThat(others.size()).isBetween(31, 33);
      assertThat(others.size() + held.size()).isLessThanOrEqualTo(pairs.size());
      for (int p = 0; p < held.size(); p++) {
        assertThat(seen.add((long) held.first()[p] * N + held.second()[p])).isTrue();
      }
    }
    assertThat(seen).hasSizeBetween(20, pairs.size());
  }

  @Test
  void aPairThatFollowsIsNoEvidence() {
    // A ring of three must-links: any one of them follows from the other two.
    PairConstraints ring =
        PairConstraints.of(
            N,
            new int[] {0, 1, 0},
            new int[] {1, 2, 2},
            new boolean[] {true, true, true},
            new double[] {1, 1, 1},
            Integer::toString);
    HeldOutRuns.PairParts parts = new HeldOutRuns.PairParts(ring, 3, new SplittableRandom(1));
    for (int part = 0; part < 3; part++) {
      assertThat(parts.without(part).size()).isEqualTo(2);
      assertThat(parts.of(part, parts.without(part)).size()).isZero();
    }
  }

  @Test
  void eachRunHoldsTheOtherPairsAndOneSeedGivesTheSameRuns() {
    PairConstraints pairs = pairs(40, 3);
    List<Integer> begun = new ArrayList<>();

    List<HeldOut> found = runs(pairs, begun::add);

    assertThat(begun).containsExactly(0, 1, 2, 3, 4);
    assertThat(found).hasSize(HeldOutRuns.PARTS);
    for (HeldOut run : found) {
      int[] labels = run.labels();
      for (int p = 0; p < pairs.size(); p++) {
        int a = pairs.first()[p];
        int b = pairs.second()[p];
        if (!isHeldOut(run, a, b)) {
          assertThat(labels[a] == labels[b]).isEqualTo(pairs.mustLink()[p]);
        }
      }
    }
    List<HeldOut> again = runs(pairs, part -> {});
    for (int run = 0; run < found.size(); run++) {
      assertThat(again.get(run).labels()).isEqualTo(found.get(run).labels());
      assertThat(again.get(run).first()).isEqualTo(found.get(run).first());
    }
  }

  private List<HeldOut> runs(PairConstraints pairs, IntConsumer begun) {
    Clustering.MethodGraph built =
        new Clustering.MethodGraph(graph, Components.of(graph.weights()), null);
    return HeldOutRuns.of(clustering(), built, known(pairs), FeatureRows.NONE, 10, begun);
  }

  /** Pairs that follow from others hold as well, but are not listed in a run. */
  private static boolean isHeldOut(HeldOut run, int a, int b) {
    for (int p = 0; p < run.first().length; p++) {
      if (run.first()[p] == a && run.second()[p] == b) {
        return true;
      }
    }
    return false;
  }

  @Test
  void fewPairsManyPointsLabelsAndSourcesAreLeftToTheFixedMap() {
    assertThat(HeldOutRuns.apply(N, K, known(pairs(40, 3)))).isTrue();
    assertThat(HeldOutRuns.apply(HeldOutRuns.MOST_POINTS + 1, K, known(pairs(40, 3)))).isFalse();
    assertThat(HeldOutRuns.apply(4000, 4000, known(pairs(40, 3)))).isFalse();
    assertThat(HeldOutRuns.apply(N, K, known(pairs(15, 3)))).isFalse();
    PairConstraints sources = pairs(40, 3).withSources(new int[N]);
    assertThat(HeldOutRuns.apply(N, K, known(sources))).isFalse();
    int[] labels = new int[N];
    Arrays.fill(labels, -1);
    KnownLabels none = new KnownLabels(labels, new String[] {"a"});
    assertThat(HeldOutRuns.apply(N, K, new Knowledge(pairs(40, 3), none, null, null))).isFalse();
  }
}
