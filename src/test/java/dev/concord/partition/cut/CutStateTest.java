package dev.concord.partition.cut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.partition.coloring.PartitionProblem;
import dev.concord.partition.coloring.RandomProblems;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CutStateTest {
  private static PartitionProblem problem(int n, int[] group, SplittableRandom random) {
    return PartitionProblem.of(
        RandomProblems.graph(n, group, 5.0, 0.6, random),
        RandomProblems.pairs(n, group, 40, 0.5, random),
        true);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void everyGainIsTheDifferenceOfTheObjective(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int k = 2 + (int) (seed % 4);
    double gamma = seed == 1 ? 0.0 : 0.9;
    int[] group = RandomProblems.groups(40, k, random);
    PartitionProblem problem = problem(40, group, random);
    int[] labels = RandomProblems.groups(problem.nodes(), k, random);
    CutState state = new CutState(problem, k, labels, gamma);
    double before = RandomProblems.objective(problem, k, state.label, gamma);
    assertThat(state.objective()).isCloseTo(before, within(1e-9));
    for (int step = 0; step < 200; step++) {
      int v = random.nextInt(state.n);
      int to = random.nextInt(k);
      if (to == state.label[v] || state.size[state.label[v]] == 1) {
        continue;
      }
      state.scan(v);
      double gain = state.gain(v, to);
      state.move(v, to);
      double after = RandomProblems.objective(problem, k, state.label, gamma);
      assertThat(gain).isCloseTo(before - after, within(1e-9));
      assertThat(state.objective()).isCloseTo(after, within(1e-9));
      before = after;
    }
    state.rollback(0);
    assertThat(state.label).isEqualTo(labels);
    double kept = state.objective();
    state.refresh();
    assertThat(state.objective()).isCloseTo(kept, within(1e-9));
    assertThat(state.violated()).isGreaterThanOrEqualTo(problem.lost());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aChosenMoveKeepsPairsApartAndGainsWhatItSays(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int k = 4;
    int[] group = RandomProblems.groups(60, k, random);
    PartitionProblem problem =
        PartitionProblem.of(
            RandomProblems.graph(60, group, 6.0, 0.5, random),
            RandomProblems.pairs(60, group, 80, 0.0, random),
            true);
    CutState state = new CutState(problem, k, RandomProblems.ofNodes(problem, group), 0.0);
    MoveChooser chooser = new MoveChooser(state, new boolean[state.n]);
    int forcing = 0;
    for (int step = 0; step < 300; step++) {
      int v = random.nextInt(state.n);
      chooser.choose(v);
      if (chooser.target < 0) {
        continue;
      }
      int[] before = state.label.clone();
      double objective = state.objective();
      double promised = chooser.gain;
      boolean forces = chooser.forcing();
      int mark = state.mark();
      if (!chooser.apply(v)) {
        assertThat(state.label).isEqualTo(before);
        continue;
      }
      forcing += forces ? 1 : 0;
      assertThat(RandomProblems.isFeasible(problem, state.label)).isTrue();
      assertThat(RandomProblems.used(state.label)).isEqualTo(k);
      if (!forces) {
        assertThat(objective - state.objective()).isCloseTo(promised, within(1e-9));
      }
      if (random.nextInt(3) == 0) {
        state.rollback(mark);
        assertThat(state.label).isEqualTo(before);
      }
    }
    assertThat(forcing).isPositive();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void aPassNeverRaisesTheObjective(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] group = RandomProblems.groups(200, 5, random);
    PartitionProblem problem = problem(200, group, random);
    int[] labels = RandomProblems.ofNodes(problem, group);
    CutState state = new CutState(problem, 5, labels, 0.3);
    LocalSearch search = new LocalSearch(state, 10, Long.MAX_VALUE);
    double last = RandomProblems.objective(problem, 5, labels, 0.3);
    for (int pass = 0; pass < 4; pass++) {
      search.pass(random);
      double now = RandomProblems.objective(problem, 5, state.label, 0.3);
      assertThat(now).isLessThanOrEqualTo(last + 1e-12);
      assertThat(RandomProblems.isFeasible(problem, state.label)).isTrue();
      last = now;
    }
    assertThat(search.moves()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void mergingAndSplittingCostsWhatWasEstimated(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int k = 5;
    int[] group = RandomProblems.groups(150, k, random);
    PartitionProblem problem =
        PartitionProblem.of(
            RandomProblems.graph(150, group, 8.0, 0.7, random), RandomProblems.none(150), true);
    MergeSplit steps = new MergeSplit(problem, k, group, MultiwayOptions.defaults(), random);
    double last = Double.NEGATIVE_INFINITY;
    for (int[] proposal : steps.proposals(6)) {
      int[] labels = steps.apply(proposal, random);
      double change =
          RandomProblems.objective(problem, k, labels, 0.0)
              - RandomProblems.objective(problem, k, group, 0.0);
      assertThat(steps.estimate(proposal)).isCloseTo(change, within(1e-9));
      assertThat(change).isGreaterThanOrEqualTo(last - 1e-9);
      last = change;
    }
    assertThat(last).isGreaterThan(Double.NEGATIVE_INFINITY);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void conflictsAreRepairedWithFewMoves(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] group = RandomProblems.groups(300, 6, random);
    PartitionProblem problem = problem(300, group, random);
    int[] labels = RandomProblems.ofNodes(problem, group);
    for (int i = 0; i < 30; i++) {
      labels[random.nextInt(labels.length)] = random.nextInt(6);
    }
    CutState state = new CutState(problem, 6, labels, 0.0);
    assertThat(new SearchRepair(state).run(1000, random)).isTrue();
    assertThat(RandomProblems.isFeasible(problem, state.label)).isTrue();
    int changed = 0;
    for (int v = 0; v < labels.length; v++) {
      changed += labels[v] == state.label[v] ? 0 : 1;
    }
    assertThat(changed).isLessThan(40);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theQueueHandsOutByFallingGain(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    GainQueue queue = new GainQueue(50);
    double[] gain = new double[50];
    boolean[] in = new boolean[50];
    for (int step = 0; step < 500; step++) {
      int v = random.nextInt(50);
      if (random.nextInt(4) == 0) {
        queue.remove(v);
        in[v] = false;
      } else {
        gain[v] = random.nextInt(20);
        queue.put(v, gain[v]);
        in[v] = true;
      }
    }
    Integer[] expected =
        java.util.stream.IntStream.range(0, 50).filter(v -> in[v]).boxed().toArray(Integer[]::new);
    Arrays.sort(expected, (a, b) -> gain[a] == gain[b] ? a - b : Double.compare(gain[b], gain[a]));
    for (int v : expected) {
      assertThat(queue.topGain()).isEqualTo(gain[v]);
      assertThat(queue.poll()).isEqualTo(v);
    }
    assertThat(queue.isEmpty()).isTrue();
  }
}
