package dev.concord.spark.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagesOfRoundsTest {
  private static final StageKey KEY = StageKey.of(Map.of("graph", "a"));
  private static final StageKey OTHER = StageKey.of(Map.of("graph", "b"));

  @TempDir Path folder;

  private final SparkSession spark = SparkTest.session();
  private final List<String> warnings = new ArrayList<>();
  private Path table;

  record Facts(int points) {}

  @BeforeEach
  void write() throws IOException {
    table = Files.writeString(folder.resolve("answers.csv"), "first,second,kind\n");
  }

  private static SavedStage stage(int... clusters) {
    StageTable made = StageTable.of(clusters.length).with("cluster", clusters);
    return SavedStage.of(Map.of("unconstrained", made), new Facts(clusters.length));
  }

  /** The stages of a run of its own, which keeps whatever takes no time. */
  private StagesOfRounds run() throws IOException {
    FileSystem local = FileSystem.getLocal(spark.sessionState().newHadoopConf());
    var place =
        new org.apache.hadoop.fs.Path(StagesOfRounds.beside(table).toAbsolutePath().toUri());
    return new StagesOfRounds(new StageFolder(spark, local, place, 0.0));
  }

  private int[] found(StagesOfRounds stages, StageKey key) {
    SavedStage found = Objects.requireNonNull(stages.find("unconstrained", key, warnings::add));
    return found.table("unconstrained").ints("cluster");
  }

  @Test
  void aLaterRunFindsWhatAnEarlierOneKept() throws IOException {
    assertThat(run().save("unconstrained", KEY, stage(0, 1, 1), warnings::add)).isTrue();
    assertThat(folder.resolve(".answers.csv.stages")).isDirectory();
    assertThat(found(run(), KEY)).containsExactly(0, 1, 1);
    assertThat(warnings).isEmpty();
    assertThat(run().find("unconstrained", OTHER, warnings::add)).isNull();
    assertThat(warnings).singleElement().asString().contains("is not used", "graph was a, is b");
  }

  @Test
  void whatIsFoundOnceStaysInMemory() throws IOException {
    run().save("unconstrained", KEY, stage(0, 1, 1), warnings::add);
    StagesOfRounds stages = run();
    assertThat(found(stages, KEY)).containsExactly(0, 1, 1);
    run().save("unconstrained", OTHER, stage(1, 1, 0), warnings::add);
    assertThat(found(stages, KEY)).containsExactly(0, 1, 1);
  }

  @Test
  void whatAnswersChangeIsNotKept() throws IOException {
    assertThat(run().save("method", KEY, stage(0, 1), warnings::add)).isFalse();
    assertThat(folder.resolve(".answers.csv.stages")).doesNotExist();
  }

  @Test
  void withoutAFolderOnlyThisProcessKeepsThem() {
    for (StagesOfRounds stages :
        List.of(
            StagesOfRounds.of(spark, null, true),
            StagesOfRounds.of(spark, folder.resolve("none.csv"), true),
            StagesOfRounds.of(spark, table, false))) {
      assertThat(stages.save("unconstrained", KEY, stage(0, 1), warnings::add)).isTrue();
      assertThat(found(stages, KEY)).containsExactly(0, 1);
    }
    assertThat(folder.resolve(".answers.csv.stages")).doesNotExist();
  }

  @Test
  void aFolderThatIsThereIsUsedUnasked() throws IOException {
    run().save("unconstrained", KEY, stage(0, 1, 1), warnings::add);
    assertThat(found(StagesOfRounds.of(spark, table, false), KEY)).containsExactly(0, 1, 1);
  }
}
