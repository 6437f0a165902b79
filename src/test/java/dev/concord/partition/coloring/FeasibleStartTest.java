package dev.concord.partition.coloring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.constraint.MustLinkClosure;
import dev.concord.constraint.PairConstraints;
import dev.concord.constraint.PairNotation;
import dev.concord.error.UnsatisfiableException;
import dev.concord.linalg.Seeds;
import dev.concord.metric.Violations;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FeasibleStartTest {
  private static int[] labels(ColoringResult result) {
    assertThat(result).isInstanceOf(ColoringResult.Colored.class);
    return ((ColoringResult.Colored) result).colors();
  }

  @Test
  void majoritiesDecideAndTheLighterNodeGivesWay() {
    // {0, 1, 2} votes for 1, {3, 4} for 1 and lies apart from it; 5 is free.
    PairConstraints pairs = PairNotation.pairs(6, "0=1", "1=2", "3=4", "2!=3");
    PartitionProblem problem = CannotLinkColoringTest.problem(pairs);
    int[] proposal = {1, 1, 0, 1, 1, 2};
    int[] nodes = labels(FeasibleStart.of(problem, 3, proposal, null, null, Seeds.of(1)));
    int[] points = problem.expand(nodes);
    assertThat(points).startsWith(0, 0, 0, 1, 1).endsWith(2);

    double[] weights = {5, 5, 1, 1, 1, 1};
    nodes = labels(FeasibleStart.of(problem, 3, proposal, weights, null, Seeds.of(1)));
    assertThat(problem.expand(nodes)).startsWith(1, 1, 1).endsWith(2);
    assertThat(nodes[1]).isNotEqualTo(1);
  }

  @Test
  void affinitiesDecideWhoGivesWayAndWhereTo() {
    PairConstraints pairs = PairNotation.pairs(4, "0!=1");
    PartitionProblem problem = CannotLinkColoringTest.problem(pairs);
    double[] affinities = {
      5, 1, 4, // node 0 loses 1 by going to cluster 2
      5, 1, 1, //
      0, 9, 0, //
      0, 0, 9
    };
    int[] labels =
        labels(FeasibleStart.of(problem, 3, new int[] {0, 0, 1, 2}, null, affinities, Seeds.of(1)));
    assertThat(labels).containsExactly(2, 0, 1, 2);
    // A proposal without conflicts stays, though the affinities speak for other clusters.
    labels =
        labels(FeasibleStart.of(problem, 3, new int[] {1, 2, 0, 0}, null, affinities, Seeds.of(1)));
    assertThat(labels).containsExactly(1, 2, 0, 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void noisyProposalsBecomeFeasibleAndStayNear(int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int k = 2 + seed % 11;
    int n = 50 + random.nextInt(1_000);
    int[] truth = ConflictGraphs.equalClasses(n, k, random);
    PairConstraints pairs =
        CannotLinkColoringTest.truePairs(truth, 1 + random.nextInt(2 * n), 1.0, random);
    PartitionProblem problem = CannotLinkColoringTest.problem(pairs);
    int[] proposal = truth.clone();
    int wrong = 0;
    for (int i = 0; i < n; i++) {
      if (random.nextInt(10) == 0) {
        proposal[i] = random.nextInt(k);
        wrong += proposal[i] == truth[i] ? 0 : 1;
      }
    }
    int[] nodes = labels(FeasibleStart.of(problem, k, proposal, null, null, Seeds.of(seed)));
    int[] labels = problem.expand(nodes);
    assertThat(Violations.of(pairs, labels).violated()).isZero();
    assertThat(Arrays.stream(labels).distinct().count()).isEqualTo(k);
    int moved = 0;
    for (int i = 0; i < n; i++) {
      moved += labels[i] == proposal[i] ? 0 : 1;
    }
    // The truth itself is feasible and moves the wrong ones.
    assertThat(moved).isLessThanOrEqualTo(2 * wrong);
  }

  @ParameterizedTest
  @CsvSource({"5000", "50000"})
  void manyPointsAreRepairedQuicklyAndMostOfThemNotTouched(int count) {
    SplittableRandom random = new SplittableRandom(count);
    int n = 70_000;
    int k = 10;
    int[] truth = ConflictGraphs.equalClasses(n, k, random);
    PairConstraints pairs = CannotLinkColoringTest.truePairs(truth, count, 0.3, random);
    PartitionProblem problem = CannotLinkColoringTest.problem(pairs);
    int[] proposal = truth.clone();
    for (int i = 0; i < n; i++) {
      if (random.nextInt(10) == 0) {
        proposal[i] = random.nextInt(k);
      }
    }
    ColoringResult result = FeasibleStart.of(problem, k, proposal, null, null, Seeds.of(1));
    int[] labels = problem.expand(labels(result));
    assertThat(Violations.of(pairs, labels).violated()).isZero();
    int broken = Violations.of(pairs, proposal).violated();
    int moved = 0;
    for (int i = 0; i < n; i++) {
      moved += labels[i] == proposal[i] ? 0 : 1;
    }
    assertThat(moved).isBetween(1, broken + broken / 10);
  }

  @Test
  void failuresNameThePoints() {
    PairConstraints clique = PairNotation.pairs(5, "0!=1", "1!=2", "2!=3", "3!=0");
    PairConstraints wheel =
        PairNotation.pairs(
            8, "0!=1", "1!=2", "2!=3", "3!=4", "4!=0", "6=7", "6!=0", "7!=1", "7!=2", "6!=3",
            "6!=4");
    assertThat(outcome(clique, 2)).isInstanceOf(ColoringResult.Colored.class);
    assertThatThrownBy(() -> outcome(wheel, 2).colorsOrThrow(2, wheel, MustLinkClosure.of(wheel)))
        .isInstanceOf(UnsatisfiableException.class)
        .hasMessageContaining("cannot be put into 2 clusters");
    assertThatThrownBy(() -> outcome(wheel, 3).colorsOrThrow(3, wheel, MustLinkClosure.of(wheel)))
        .isInstanceOf(UnsatisfiableException.class)
        .hasMessage(
            "input.constraints: the constraints of weight 1 cannot be put into 3 clusters: an"
                + " exhaustive search showed that the cannot-links between these 6 points need"
                + " more, and that all of these points are needed for that: p0, p1, p2, p3, p4, p6"
                + " (each with the points that must-links join to it; the cannot-links are p0!=p1,"
                + " p0!=p4, p0!=p6, p1!=p2, p1!=p7, p2!=p3, p2!=p7, p3!=p4, p3!=p6, p4!=p6). Raise"
                + " clusters.count, remove some of these pairs or give them a weight below 1, or"
                + " set clusters.constraints = soft.");
    int[] colors = outcome(wheel, 4).colorsOrThrow(4, wheel, MustLinkClosure.of(wheel));
    assertThat(colors).hasSize(7);
  }

  @Test
  void whatWasNotFoundIsNotCalledImpossible() {
    PairConstraints pairs = PairNotation.pairs(4, "0!=1", "1!=2", "2=3", "0!=3@0.5");
    ColoringResult open = new ColoringResult.NotFound(new int[] {0, 0, 0}, 2, 2, "this and that");
    assertThatThrownBy(() -> open.colorsOrThrow(5, pairs, MustLinkClosure.of(pairs)))
        .isInstanceOf(UnsatisfiableException.class)
        .hasMessage(
            "input.constraints: no way was found to put the constraints of weight 1 into 5"
                + " clusters, and it was not proved that there is none: the best attempt violates 2"
                + " of 2 cannot-links (p0!=p1, p1!=p2). Tried: this and that. Raise clusters.count,"
                + " set clusters.constraints = soft, or try another clusters.seed.");
  }

  private static ColoringResult outcome(PairConstraints pairs, int k) {
    PartitionProblem problem = CannotLinkColoringTest.problem(pairs);
    return FeasibleStart.of(problem, k, new int[pairs.points()], null, null, Seeds.of(1));
  }

  @Test
  void wrongProposalsAreRefused() {
    PartitionProblem problem = CannotLinkColoringTest.problem(PairNotation.pairs(3, "0!=1"));
    assertThatThrownBy(
            () -> FeasibleStart.of(problem, 2, new int[] {0, 1, 2}, null, null, Seeds.of(1)))
        .hasMessage("point 2 has the label 2 of 2 clusters");
    assertThatThrownBy(() -> FeasibleStart.of(problem, 2, new int[2], null, null, Seeds.of(1)))
        .hasMessage("3 points, with 2 labels and 3 weights");
    assertThatThrownBy(
            () -> FeasibleStart.of(problem, 2, new int[3], null, new double[5], Seeds.of(1)))
        .hasMessage("3 nodes and k = 2, with 5 affinities");
  }
}
