package dev.concord.nested;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.constraint.PairConstraints;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.Seeds;
import dev.concord.method.MethodFigures;
import dev.concord.method.MethodOptions;
import dev.concord.method.MethodResult;
import dev.concord.method.pipeline.Clustering;
import dev.concord.metric.Agreement;
import dev.concord.testing.GroupedGraph;
import dev.concord.testing.Pairs;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class NestedStepTest {
  private static final int SIZE = 30;
  private static final SimilarityGraph GRAPH = GroupedGraph.of(6, SIZE, 0.05, 1);
  private static final int POINTS = 6 * SIZE;

  private record Figures() implements MethodFigures {}

  private static int[] labels(IntUnaryOperator of) {
    int[] labels = new int[POINTS];
    Arrays.setAll(labels, of);
    return labels;
  }

  /** A run of which another search found {@code other}. */
  private static Clustering.Outcome run(int[] labels, int[] other) {
    MethodResult result =
        new MethodResult(
            labels,
            null,
            null,
            new Figures(),
            List.of(
                new MethodResult.Partition(0, 1.0, labels),
                new MethodResult.Partition(1, 1.0, other)));
    return new Clustering.Outcome(result, labels, null, null, 0);
  }

  private static List<int[]> nested(
      List<Clustering.Outcome> runs, List<Integer> levels, PairConstraints pairs) {
    Clustering.Settings settings =
        new Clustering.Settings(
            6,
            true,
            false,
            false,
            new MethodOptions("ensemble", Map.of()),
            new MethodOptions("cosc", Map.of()),
            Seeds.of(1));
    return new NestedStep(GRAPH, pairs, settings).of(runs, levels).orElseThrow();
  }

  private static void assertNested(int[] coarse, int[] fine, int k) {
    int[] in = new int[k];
    Arrays.fill(in, -1);
    for (int i = 0; i < POINTS; i++) {
      assertThat(in[fine[i]]).isIn(-1, coarse[i]);
      in[fine[i]] = coarse[i];
    }
  }

  private static PairConstraints none() {
    return PairConstraints.none(POINTS, i -> "p" + i);
  }

  @Test
  void theStableCoarseLevelStaysAndPointsOfTheFinerOneFollowTheirNeighbours() {
    int[] halves = labels(i -> i / (3 * SIZE));
    int[] groups = labels(i -> i / SIZE);
    int[] torn = labels(i -> i % 10 == 0 ? (i / SIZE + 3) % 6 : i / SIZE);
    List<int[]> found =
        nested(List.of(run(halves, halves), run(torn, labels(i -> i % 6))), List.of(2, 6), none());
    assertThat(found.get(0)).isEqualTo(halves);
    assertNested(found.get(0), found.get(1), 6);
    assertThat(Agreement.of(groups, found.get(1)).ari())
        .isGreaterThan(Agreement.of(groups, torn).ari())
        .isGreaterThan(0.99);
  }

  @Test
  void theStableFineLevelStaysAndIsJoinedAsTheRunOfTheCoarserOneSays() {
    int[] groups = labels(i -> i / SIZE);
    int[] torn = labels(i -> i % 5 == 0 ? i % 2 : i / SIZE % 2);
    List<int[]> found =
        nested(List.of(run(torn, labels(i -> i % 2)), run(groups, groups)), List.of(2, 6), none());
    assertThat(found.get(1)).isEqualTo(groups);
    assertThat(found.get(0)).isEqualTo(labels(i -> i / SIZE % 2));
  }

  @Test
  void pairsThatTheRunsHeldHoldOnEveryLevel() {
    int[] groups = labels(i -> i / SIZE);
    // Points 0 and 65 are in groups that the coarse run joins; it parts the two by 65 alone.
    int[] coarse = labels(i -> i == 65 ? 1 : i / SIZE % 2);
    PairConstraints pairs =
        Pairs.of(POINTS, new int[][] {{65, 66}}, new int[][] {{0, 65}, {0, 31}});
    int[] held = coarse.clone();
    held[66] = 1;
    List<int[]> found =
        nested(List.of(run(held, labels(i -> i % 2)), run(groups, groups)), List.of(2, 6), pairs);
    for (int[] level : found) {
      assertThat(level[65]).isEqualTo(level[66]).isNotEqualTo(level[0]);
      assertThat(level[31]).isNotEqualTo(level[0]);
    }
    assertNested(found.get(0), found.get(1), 6);
    assertThat(Agreement.of(groups, found.get(1)).ari()).isGreaterThan(0.95);
  }

  @Test
  void aClusterWhosePairsNeedMoreGetsMore() {
    int[] coarse = labels(i -> i < SIZE ? 0 : 1);
    // Two groups of the finer run are within the first half of group 0, one of them elsewhere
    // mostly.
    int[] fine = labels(i -> i < SIZE ? i % 2 : i < 4 * SIZE ? 1 : 2);
    PairConstraints pairs = Pairs.of(POINTS, new int[][] {}, new int[][] {{0, 1}});
    List<int[]> found =
        nested(List.of(run(coarse, coarse), run(fine, labels(i -> i % 3))), List.of(2, 3), pairs);
    assertThat(found.get(1)[0]).isNotEqualTo(found.get(1)[1]);
    assertNested(found.get(0), found.get(1), 3);
  }

  @Test
  void threeLevelsAreNested() {
    int[] coarse = labels(i -> i / (3 * SIZE));
    int[] middle = labels(i -> i / (2 * SIZE));
    int[] fine = labels(i -> i / SIZE);
    List<int[]> found =
        nested(
            List.of(
                run(coarse, labels(i -> i % 2)),
                run(middle, middle),
                run(fine, labels(i -> i % 6))),
            List.of(2, 3, 6),
            none());
    assertThat(found.get(1)).isEqualTo(middle);
    assertNested(found.get(0), found.get(1), 3);
    assertNested(found.get(1), found.get(2), 6);
  }
}
