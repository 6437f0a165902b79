package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.config.ConcordConfig;
import dev.concord.config.read.ConfigLoader;
import dev.concord.error.InputException;
import dev.concord.figure.FigureJson;
import dev.concord.graph.search.UpdatableLists;
import dev.concord.spark.base.BaseContent;
import dev.concord.spark.files.JobListener;
import dev.concord.spark.job.ClusterJob;
import dev.concord.spark.job.ClusterOutcome;
import dev.concord.spark.job.RunIdentity;
import dev.concord.spark.store.StageFolder;
import dev.concord.spark.store.StageStore;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A run that starts from an earlier one and dies in any of its stages: run again, it ends as one
 * left in peace, and the earlier run is as it was.
 */
@Tag("spark")
class NightlyStagesTest {
  @TempDir static Path folder;

  private static SparkSession spark;
  private static Nights nights;

  /** The neighbour lists of outcomes. */
  private static final IdentityHashMap<ClusterOutcome, UpdatableLists> LISTS =
      new IdentityHashMap<>();

  @BeforeAll
  static void theFirstNight() throws IOException {
    spark = SparkTest.session();
    nights = new Nights(folder);
    assertThat(nights.cluster(new Captured(), "first.csv", "night-1", "output.base=true")).isZero();
  }

  /** Notes the stages, and dies when one of them begins for the so-manieth time. */
  private static class Dying implements JobListener {
    private final int at;
    private final List<String> stages = new ArrayList<>();

    Dying(int at) {
      this.at = at;
    }

    @Override
    public void stageStarted(String stage, long units) {
      stages.add(stage);
      if (stages.size() - 1 == at) {
        throw new IllegalStateException("killed in " + stage);
      }
    }

    @Override
    public void stageAdvanced(String stage, long done, String detail) {}

    @Override
    public void stageFinished(String stage, double seconds, String summary) {}

    @Override
    public void warning(String message) {
      assertThat(message).doesNotContain("not used");
    }
  }

  private static ClusterOutcome run(StageStore store, JobListener listener) {
    return run("night-1", store, listener);
  }

  private static ClusterOutcome run(String base, StageStore store, JobListener listener) {
    List<String> arguments =
        nights.arguments(
            "cluster",
            "second.csv",
            "unused",
            nights.base(base),
            "output.base=true",
            "input.constraints.path=" + folder.resolve("more.csv"));
    List<String> sets = arguments.stream().filter(word -> word.contains("=")).toList();
    ConcordConfig config = ConfigLoader.load("", "a test", sets);
    RunIdentity identity = RunIdentity.of(spark.sessionState().newHadoopConf(), config);
    try (ClusterJob job = ClusterJob.prepare(spark, config, identity, store, listener)) {
      ClusterOutcome outcome = job.run();
      // The lists go with the job.
      LISTS.put(outcome, Objects.requireNonNull(outcome.base()).contents().lists().onDriver());
      return outcome;
    }
  }

  private static StageStore store(String name) throws IOException {
    return new StageFolder(
        spark,
        FileSystem.getLocal(spark.sessionState().newHadoopConf()),
        new org.apache.hadoop.fs.Path(folder.resolve(name).toUri()),
        0);
  }

  private static void assertSame(ClusterOutcome found, ClusterOutcome expected) {
    assertThat(found.labels()).isEqualTo(expected.labels());
    assertThat(FigureJson.tree(found.metrics()).toString())
        .isEqualTo(FigureJson.tree(expected.metrics()).toString());
    BaseContent kept = Objects.requireNonNull(found.base());
    BaseContent other = Objects.requireNonNull(expected.base());
    assertThat(FigureJson.tree(kept.facts())).isEqualTo(FigureJson.tree(other.facts()));
    assertThat(kept.fingerprints()).isEqualTo(other.fingerprints());
    assertThat(kept.clusters()).isEqualTo(other.clusters());
    UpdatableLists lists = Objects.requireNonNull(LISTS.get(found));
    UpdatableLists others = Objects.requireNonNull(LISTS.get(expected));
    for (int row = 0; row < lists.rows(); row++) {
      assertThat(lists.reach(row)).isEqualTo(others.reach(row));
      assertThat(lists.count(row)).isEqualTo(others.count(row));
      for (int e = 0; e < lists.count(row); e++) {
        assertThat(lists.index(row, e)).isEqualTo(others.index(row, e));
        assertThat(lists.distance(row, e)).isEqualTo(others.distance(row, e));
      }
    }
  }

  /** Replaces a base when its lists are about to be read. */
  private static final class Replacing extends Dying {
    private final String night;

    Replacing(String night) {
      super(-1);
      this.night = night;
    }

    @Override
    public void stageStarted(String stage, long units) {
      super.stageStarted(stage, units);
      if (stage.equals("update")) {
        try {
          Files.delete(nights.part(night, "lists"));
          nights.edit(night, "\"format\" : \"concord-base\"", "\"format\" : \"other\"");
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  @Test
  void aBaseThatIsReplacedWhileItIsReadIsNamed() throws IOException {
    nights.copy("night-1", "night-r");
    assertThatThrownBy(() -> run("night-r", StageStore.NONE, new Replacing("night-r")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("night-r): another run replaced the base while this one read it");
  }

  @Test
  void aRunKilledInAnyStageGoesOnThere() throws IOException {
    Map<String, String> before = nights.bytes("night-1");
    Dying watching = new Dying(-1);
    ClusterOutcome peaceful = run(StageStore.NONE, watching);
    assertThat(peaceful.metrics().base().searched()).isPositive();
    List<String> stages = watching.stages;
    assertThat(stages)
        .contains("base", "read", "match", "update", "graph", "eigenvectors", "earlier")
        .doesNotContain("search");
    for (int s = 0; s < stages.size(); s++) {
      StageStore store = store("stages-" + s);
      int at = s;
      assertThatThrownBy(() -> run(store, new Dying(at))).hasMessage("killed in " + stages.get(s));
      Dying quiet = new Dying(-1);
      ClusterOutcome resumed = run(store, quiet);
      assertSame(resumed, peaceful);
      if (s > stages.indexOf("graph")) {
        assertThat(quiet.stages).as("after %s", stages.get(s)).doesNotContain("update");
      }
    }
    assertThat(nights.bytes("night-1")).isEqualTo(before);
  }
}
