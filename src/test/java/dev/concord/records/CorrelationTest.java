package dev.concord.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.SourceRule;
import dev.concord.error.UnsatisfiableException;
import dev.concord.graph.Components;
import dev.concord.graph.NormalizedAdjacency;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrOperator;
import dev.concord.linalg.Seeds;
import dev.concord.method.FeatureRows;
import dev.concord.method.LocalServices;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.Problem;
import dev.concord.metric.Agreement;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CorrelationTest {
  private static final int SOURCES = 8;

  /** Records of things in sources, and scored pairs whose scores overlap. */
  private record Records(int[] thing, int[] source, SimilarityGraph graph) {}

  private static Records records(int things, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int most = things * SOURCES;
    int[] thing = new int[most];
    int[] source = new int[most];
    int n = 0;
    for (int t = 0; t < things; t++) {
      for (int s = 0; s < SOURCES; s++) {
        if (random.nextDouble() < 0.6) {
          thing[n] = t;
          source[n++] = s;
        }
      }
    }
    int pairs = 6 * n;
    int[] a = new int[pairs];
    int[] b = new int[pairs];
    double[] score = new double[pairs];
    Set<Long> listed = new HashSet<>();
    int at = 0;
    for (int p = 0; p < pairs; p++) {
      int i = random.nextInt(n);
      int j = Math.floorMod(i + (p % 2 == 0 ? 1 : -1) * (1 + random.nextInt(9)), n);
      if (i != j && listed.add((long) Math.min(i, j) << 32 | Math.max(i, j))) {
        double mean = thing[i] == thing[j] ? 0.85 : 0.6;
        a[at] = i;
        b[at] = j;
        score[at++] = Math.max(0.01, mean + 0.08 * random.nextGaussian());
      }
    }
    SimilarityGraph graph =
        SimilarityGraph.fromEdges(
            n, Arrays.copyOf(a, at), Arrays.copyOf(b, at), Arrays.copyOf(score, at));
    return new Records(Arrays.copyOf(thing, n), Arrays.copyOf(source, n), graph);
  }

  private static MethodResult run(SimilarityGraph graph, PairConstraints pairs, boolean hard) {
    Problem problem =
        new Problem(
            graph,
            Components.of(graph.weights()),
            new CsrOperator(NormalizedAdjacency.of(graph)),
            pairs,
            hard,
            null,
            null,
            1,
            new MethodOptions(Correlation.NAME, Map.of()),
            Seeds.of(3));
    try (LocalServices services =
        new LocalServices(
            FeatureRows.NONE, Seeds.of(3), 1, (of, options, solver) -> solver.get())) {
      return new Correlation().run(problem, services);
    }
  }

  private static PairConstraints pair(int n, int a, int b, boolean must) {
    return PairConstraints.of(
        n,
        new int[] {a},
        new int[] {b},
        new boolean[] {must},
        new double[] {1.0},
        Integer::toString);
  }

  @Test
  void sourcesAloneCalibrateTheScoresAndNoClusterHoldsASourceTwice() {
    Records records = records(1_000, 1);
    PairConstraints none = PairConstraints.none(records.thing().length, Integer::toString);
    MethodResult found = run(records.graph(), none.withSources(records.source()), true);
    Correlation.Figures figures = found.figures(Correlation.Figures.class);
    assertThat(figures.learnedFrom()).isEqualTo("sources");
    assertThat(figures.sources()).isEqualTo(SOURCES);
    Set<Long> seen = new HashSet<>();
    for (int i = 0; i < records.thing().length; i++) {
      assertThat(seen.add((long) found.labels()[i] << 32 | records.source()[i])).isTrue();
    }
    double withSources = Agreement.of(records.thing(), found.labels()).pairF1();
    MethodResult without = run(records.graph(), none, true);
    assertThat(without.figures(Correlation.Figures.class).learnedFrom()).contains("distribution");
    assertThat(withSources)
        .isGreaterThan(0.85)
        .isGreaterThan(Agreement.of(records.thing(), without.labels()).pairF1() + 0.03);
  }

  @Test
  void verdictsHoldAgainstTheScores() {
    Records records = records(200, 2);
    int n = records.thing().length;
    PairConstraints none = PairConstraints.none(n, Integer::toString);
    int[] labels = run(records.graph(), none.withSources(records.source()), true).labels();
    int a = 0;
    int b = 1;
    while (labels[a] != labels[b]) {
      a++;
      b++;
    }
    PairConstraints apart = pair(n, a, b, false).withSources(records.source());
    int[] parted = run(records.graph(), apart, true).labels();
    assertThat(parted[a]).isNotEqualTo(parted[b]);
    int far = n - 1;
    while (records.source()[far] == records.source()[a]) {
      far--;
    }
    PairConstraints joined = pair(n, a, far, true).withSources(records.source());
    int[] together = run(records.graph(), joined, true).labels();
    assertThat(together[a]).isEqualTo(together[far]);
  }

  @Test
  void mustLinksBetweenRecordsOfOneSourceAreRefusedWithTheirChain() {
    PairConstraints pairs =
        PairConstraints.of(
                4,
                new int[] {0, 1},
                new int[] {1, 2},
                new boolean[] {true, true},
                new double[] {1.0, 1.0},
                i -> "r" + i)
            .withSources(new int[] {0, 1, 0, 1});
    assertThatThrownBy(() -> SourceRule.requireNoContradiction(pairs, MustLinkClosure.of(pairs)))
        .isInstanceOf(UnsatisfiableException.class)
        .hasMessageContaining("r0 and r2, which have one source in input.exclusive")
        .hasMessageContaining("r0=r1, r1=r2");
  }

  @Test
  void theRuleOfSourcesAsAListHasThePairsWithinGroups() {
    PairConstraints pairs =
        PairConstraints.none(5, Integer::toString).withSources(new int[] {0, 0, 0, 1, -1});
    PairConstraints listed = SourceRule.listed(pairs, new int[] {0, 0, 1, 0, 0});
    assertThat(listed.first()).containsExactly(0);
    assertThat(listed.second()).containsExactly(1);
    assertThat(listed.mustLink()).containsExactly(false);
    assertThat(listed.sources()).isNull();
  }
}
