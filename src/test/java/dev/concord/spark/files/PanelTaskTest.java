package dev.concord.spark.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.graph.search.SearchSize;
import dev.concord.spark.plan.SearchPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which panels a task serves, and where. */
class PanelTaskTest {
  private static final List<String> HERE = List.of("executor_a_0");
  private static final List<String> THERE = List.of("executor_b_1");

  @Test
  void aTaskHasPanelsOfOnePlaceAndEachPanelHasATask() {
    List<List<String>> places = new ArrayList<>();
    IntStream.range(0, 11).forEach(p -> places.add(p % 3 == 0 ? HERE : THERE));

    List<PanelTask> tasks = PanelTask.grouped(places, 3);

    assertThat(tasks.stream().flatMapToInt(task -> IntStream.of(task.panels())).sorted())
        .containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    for (PanelTask task : tasks) {
      assertThat(task.panels().length).isBetween(2, 3);
      assertThat(IntStream.of(task.panels()).mapToObj(places::get)).containsOnly(task.places());
    }
    assertThat(tasks)
        .extracting(PanelTask::places)
        .containsExactly(HERE, HERE, THERE, THERE, THERE);
  }

  @ParameterizedTest(name = "{0} points, {1} cells, {2} cores, {3} executors")
  @CsvSource({
    "630000, 32, 2, 0, 1",
    "630000, 32, 2, 1, 1",
    "630000, 32, 2, 2, 8",
    "630000, 32, 32, 8, 1",
    "630000, 3000, 2, 2, 1",
    "20000, 32, 2, 2, 1",
  })
  void severalPanelsATaskWhereTheyAreSentFromOneExecutorToAnother(
      int points, int probes, int cores, int executors, int expected) {
    SearchSize size = SearchSize.of(points, 784, 784L * points);
    assertThat(SearchPlan.panelsOfTask(size, probes, cores, executors)).isEqualTo(expected);
  }
}
