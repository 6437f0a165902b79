package dev.concord.spark.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is kept in memory for further jobs. */
class StagesInMemoryTest {
  private static final StageKey KEY = StageKey.of(Map.of("graph.neighbors", "10"));
  private static final StageKey OTHER = StageKey.of(Map.of("graph.neighbors", "12"));

  /** The facts of the stage. */
  record Facts(int count) {}

  private final List<String> warnings = new ArrayList<>();
  private final StagesInMemory stages = new StagesInMemory(Set.of("graph", "eigenvectors"));

  private static SavedStage stage(int count) {
    return SavedStage.of(Map.of(), new Facts(count));
  }

  @Test
  void aStageIsFoundByItsNameAndKey() {
    assertThat(stages.save("graph", KEY, stage(1), warnings::add)).isTrue();
    assertThat(stages.save("eigenvectors-20", KEY, stage(2), warnings::add)).isTrue();

    assertThat(stages.find("graph", KEY, warnings::add)).isEqualTo(stage(1));
    assertThat(stages.find("eigenvectors-20", KEY, warnings::add)).isEqualTo(stage(2));
    assertThat(stages.find("eigenvectors-10", KEY, warnings::add)).isNull();
    assertThat(stages.find("graph", OTHER, warnings::add)).isNull();
    assertThat(warnings).isEmpty();
  }

  @Test
  void aLaterResultReplacesTheOneBefore() {
    stages.save("graph", KEY, stage(1), warnings::add);
    stages.save("graph", OTHER, stage(2), warnings::add);

    assertThat(stages.find("graph", KEY, warnings::add)).isNull();
    assertThat(stages.find("graph", OTHER, warnings::add)).isEqualTo(stage(2));
  }

  @Test
  void otherStagesAreNotKept() {
    assertThat(stages.save("method", KEY, stage(1), warnings::add)).isFalse();
    assertThat(stages.find("method", KEY, warnings::add)).isNull();
  }
}
