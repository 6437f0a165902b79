package dev.concord.spark.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.config.ConcordConfig;
import dev.concord.config.read.ConfigLoader;
import dev.concord.figure.FigureJson;
import dev.concord.spark.files.JobListener;
import dev.concord.spark.files.StageRecord;
import dev.concord.spark.store.StageFolder;
import dev.concord.spark.store.StageStore;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A job that dies in any stage and is run again ends with the result of a job left in peace. */
@Tag("spark")
class ResumedJobTest {
  private static SparkSession spark;

  @TempDir Path folder;

  @BeforeAll
  static void startSpark() {
    spark = SparkTest.session();
  }

  /** Dies when a stage begins, or says something. */
  private static final class Dying implements JobListener {
    private final String at;
    private final String detail;
    private final List<String> warnings = new ArrayList<>();

    Dying(String at) {
      this(at, "");
    }

    Dying(String at, String detail) {
      this.at = at;
      this.detail = detail;
    }

    @Override
    public void stageStarted(String stage, long units) {
      if (stage.equals(at) && detail.isEmpty()) {
        throw new IllegalStateException("killed in " + stage);
      }
    }

    @Override
    public void stageAdvanced(String stage, long done, String said) {
      if (stage.equals(at) && !detail.isEmpty() && said.startsWith(detail)) {
        throw new IllegalStateException("killed in " + stage);
      }
    }

    @Override
    public void stageFinished(String stage, double seconds, String summary) {}

    @Override
    public void warning(String message) {
      warnings.add(message);
    }
  }

  private static ConcordConfig config(String sample, String... sets) {
    try {
      Path file = Path.of("conf", sample + ".conf");
      List<String> all = new ArrayList<>(List.of("output.path=unused"));
      all.addAll(Arrays.asList(sets));
      return ConfigLoader.load(Files.readString(file), file.toString(), all);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private StageStore store() throws IOException {
    return new StageFolder(
        spark,
        FileSystem.getLocal(spark.sessionState().newHadoopConf()),
        new org.apache.hadoop.fs.Path(folder.resolve("stages").toUri()),
        0);
  }

  private ClusterOutcome run(ConcordConfig config, StageStore store, JobListener listener) {
    RunIdentity identity = RunIdentity.of(spark.sessionState().newHadoopConf(), config);
    try (ClusterJob job = ClusterJob.prepare(spark, config, identity, store, listener)) {
      return job.run();
    }
  }

  private static List<String> states(ClusterOutcome outcome) {
    return outcome.stages().stream()
        .map(stage -> stage.stage() + (stage.resumed() ? " resumed" : " computed"))
        .toList();
  }

  private static void assertSame(ClusterOutcome found, ClusterOutcome expected) {
    assertThat(found.labels()).isEqualTo(expected.labels());
    assertThat(json(found)).isEqualTo(json(expected));
    if (expected.embedding() != null) {
      assertThat(found.embedding().values()).isEqualTo(expected.embedding().values());
    }
    assertThat(found.laplacianEigenvalues()).isEqualTo(expected.laplacianEigenvalues());
    assertThat(found.ids().name(5)).isEqualTo(expected.ids().name(5));
    assertThat(found.dim()).isEqualTo(expected.dim());
  }

  private static String json(ClusterOutcome outcome) {
    return FigureJson.tree(outcome.metrics()).toString();
  }

  @ParameterizedTest
  @CsvSource({
    "search, 'ids computed,graph computed,eigenvectors-15 computed,method computed,refinement"
        + " computed'",
    "eigenvectors, 'ids resumed,graph resumed,eigenvectors-15 computed,method computed,refinement"
        + " computed'",
    "rounding, 'ids resumed,graph resumed,eigenvectors-15 resumed,method computed,refinement"
        + " computed'",
    "refinement, 'ids resumed,graph resumed,method resumed,refinement computed'",
    "metrics, 'ids resumed,graph resumed,method resumed,refinement resumed'",
  })
  void aJobKilledInAStageGoesOnThere(String stage, String expected) throws IOException {
    ConcordConfig config = config("iris", "clusters.method=ccskl", "clusters.eigenvectors=15");
    ClusterOutcome peaceful = run(config, StageStore.NONE, JobListener.NONE);
    assertThatThrownBy(() -> run(config, store(), new Dying(stage)))
        .hasMessage("killed in " + stage);
    Dying quiet = new Dying("never");
    ClusterOutcome resumed = run(config, store(), quiet);
    assertSame(resumed, peaceful);
    assertThat(states(resumed)).containsExactly(expected.split(","));
    assertThat(checksums(resumed)).containsAllEntriesOf(checksums(peaceful, resumed));
    assertThat(quiet.warnings).noneMatch(text -> text.contains("not used"));
  }

  /** The levels that were done when the driver died are not moved again. */
  @Test
  void aCoarsenedJobGoesOnAtTheLevelWhereItDied() throws IOException {
    String[] sets = {"plan.operator=distributed-edges", "plan.coarse-nodes=300"};
    ConcordConfig config = config("digits", sets);
    ClusterOutcome peaceful = run(config, StageStore.NONE, JobListener.NONE);
    int last = peaceful.coarse().levels().size() - 1;
    assertThat(last).isPositive();
    assertThatThrownBy(() -> run(config, store(), new Dying("fine moves", "1,797 nodes, round 2")))
        .hasMessage("killed in fine moves");
    ClusterOutcome resumed = run(config, store(), JobListener.NONE);
    assertSame(resumed, peaceful);
    assertThat(states(resumed))
        .contains("method resumed", "level-" + last + " resumed", "level-0 computed");
    ClusterOutcome again = run(config, store(), JobListener.NONE);
    assertSame(again, peaceful);
    assertThat(states(again)).contains("level-" + last + " resumed", "level-0 resumed");
    ConcordConfig soft = config("digits", sets[0], sets[1], "clusters.constraints=soft");
    Dying quiet = new Dying("never");
    assertThat(states(run(soft, store(), quiet)))
        .contains("level-" + last + " computed", "level-0 computed");
    assertThat(quiet.warnings).filteredOn(text -> text.contains("level-")).hasSize(1);
  }

  @Test
  void eigenvectorsOfThePointsAreNotFoundTwice() throws IOException {
    ConcordConfig config =
        config(
            "digits",
            "plan.operator=distributed-edges",
            "plan.coarse-nodes=300",
            "clusters.method=ncut",
            "clusters.refine=none");
    ClusterOutcome first = run(config, store(), JobListener.NONE);
    ClusterOutcome again = run(config, store(), JobListener.NONE);
    assertSame(again, first);
    assertThat(states(again)).contains("method resumed");
    assertThat(again.spectrum().n()).isZero();
    assertThat(again.spectrum().residuals()).isEqualTo(first.spectrum().residuals());
  }

  private static Map<String, String> checksums(ClusterOutcome outcome) {
    return outcome.stages().stream()
        .collect(java.util.stream.Collectors.toMap(StageRecord::stage, StageRecord::sha256));
  }

  /** Those of {@code outcome} for stages that {@code other} has too. */
  private static Map<String, String> checksums(ClusterOutcome outcome, ClusterOutcome other) {
    Map<String, String> all = checksums(outcome);
    all.keySet().retainAll(checksums(other).keySet());
    return all;
  }

  @ParameterizedTest
  @ValueSource(strings = {"ncut", "cosc", "csp", "complete-linkage"})
  void everyKindOfResultSurvivesBeingKept(String method) throws IOException {
    ConcordConfig config = config("iris", "clusters.count=4", "clusters.method=" + method);
    ClusterOutcome first = run(config, store(), JobListener.NONE);
    ClusterOutcome second = run(config, store(), JobListener.NONE);
    assertThat(states(second)).allMatch(state -> state.endsWith("resumed")).hasSizeGreaterThan(2);
    assertSame(second, first);
  }

  @Test
  void aGivenGraphIsReadAgainAndTheRestResumed() throws IOException {
    ConcordConfig config = config("csp-six");
    ClusterOutcome first = run(config, store(), JobListener.NONE);
    ClusterOutcome second = run(config, store(), JobListener.NONE);
    assertThat(states(second)).doesNotContain("graph resumed").contains("method resumed");
    assertSame(second, first);
  }

  @Test
  void rowNumbersAreIdsAfterwardsToo() throws IOException {
    String[] sets = {
      "input.features.id=null",
      "input.features.columns=[alcohol, hue, proline]",
      "input.truth=null",
      "input.constraints=null"
    };
    ConcordConfig config =
        config(
            "wine",
            Stream.concat(Stream.of(sets), Stream.of("clusters.method=ncut"))
                .toArray(String[]::new));
    ClusterOutcome first = run(config, store(), JobListener.NONE);
    ClusterOutcome second = run(config, store(), JobListener.NONE);
    assertThat(second.ids().isRowNumbers()).isTrue();
    assertSame(second, first);
  }

  /** Which rows are left out, and what levels there are, is not found out again. */
  @ParameterizedTest
  @ValueSource(strings = {"eigenvectors", "metrics"})
  void rowsLeftOutAndCategoriesAreThoseOfTheRunThatDied(String stage) throws IOException {
    List<String> lines = new ArrayList<>(List.of("id,x,y,colour"));
    for (int i = 0; i < 40; i++) {
      String y = i == 5 || i == 22 ? "" : "" + i * 7 % 20;
      String x = i % 2 == 0 ? "" + i : "" + (500 + i);
      lines.add("p%02d,%s,%s,%s".formatted(i, x, y, i % 3 == 0 ? "red" : "blue"));
    }
    Path table = Files.write(folder.resolve("points.csv"), lines);
    List<String> sets =
        List.of(
            "input.features.format=csv",
            "input.features.path=" + table,
            "input.features.id=id",
            "input.features.categories=[colour]",
            "input.features.missing=drop",
            "graph.neighbors=5",
            "clusters.count=2",
            "clusters.method=ncut",
            "output.path=unused");
    ConcordConfig config = ConfigLoader.load("", "test", sets);
    ClusterOutcome peaceful = run(config, StageStore.NONE, JobListener.NONE);
    assertThat(peaceful.labels()).hasSize(38);
    assertThatThrownBy(() -> run(config, store(), new Dying(stage)))
        .hasMessage("killed in " + stage);
    Dying quiet = new Dying("never");
    ClusterOutcome resumed = run(config, store(), quiet);
    assertSame(resumed, peaceful);
    assertThat(states(resumed)).contains("ids resumed", "graph resumed");
    assertThat(quiet.warnings).anyMatch(warning -> warning.contains("left out: id p05, p22"));
  }

  /** The rule of sources is no pair, and correlation reads it all the same. */
  @Test
  void otherSourcesFindAnotherPartitionThanTheRunThatDied() throws IOException {
    List<String> rule = new ArrayList<>(List.of("id,source"));
    List<String> none = new ArrayList<>(rule);
    for (String record : Files.readAllLines(Path.of("data-samples", "companies", "truth.csv"))) {
      String id = record.substring(0, record.indexOf(','));
      if (!id.equals("id")) {
        rule.add(id + "," + id.substring(0, id.indexOf('-')));
        none.add(id + "," + id);
      }
    }
    Path table = folder.resolve("sources.csv");
    ConcordConfig config =
        config(
            "companies",
            "input.constraints=null",
            "input.exclusive={ format = csv, path = \"" + table + "\" }");
    Files.write(table, none);
    assertThatThrownBy(() -> run(config, store(), new Dying("metrics")))
        .hasMessage("killed in metrics");
    Files.write(table, rule);
    ClusterOutcome peaceful = run(config, StageStore.NONE, JobListener.NONE);
    ClusterOutcome resumed = run(config, store(), JobListener.NONE);
    assertThat(states(resumed)).contains("method computed");
    assertSame(resumed, peaceful);
    Files.write(table, none);
    assertThat(run(config, StageStore.NONE, JobListener.NONE).labels())
        .isNotEqualTo(peaceful.labels());
  }

  @Test
  void onlyWhatDependsOnAChangedSettingIsDoneAnew() throws IOException {
    run(config("iris"), store(), JobListener.NONE);
    Dying listener = new Dying("never");
    ClusterOutcome other = run(config("iris", "clusters.count=4"), store(), listener);
    assertThat(states(other)).contains("graph resumed", "method computed");
    assertThat(listener.warnings)
        .anyMatch(text -> text.contains("stages/method") && text.contains("clusters.count was 3"));
    ClusterOutcome wider = run(config("iris", "graph.neighbors=9"), store(), listener);
    assertThat(states(wider)).contains("ids computed", "graph computed");
    assertThat(listener.warnings).anyMatch(text -> text.contains("graph.neighbors was"));
  }

  @Test
  void aDamagedStageIsComputedAgainAndTheLabelsAreTheSame() throws IOException {
    assertRepaired(
        config("iris", "clusters.method=ccskl"), List.of("graph", "method", "refinement"));
  }

  @Test
  void theDefaultMethodIsResumedWithItsFigures() throws IOException {
    assertRepaired(config("iris"), List.of("graph", "method"));
  }

  private void assertRepaired(ConcordConfig config, List<String> stages) throws IOException {
    ClusterOutcome first = run(config, store(), JobListener.NONE);
    for (String stage : stages) {
      Path file;
      try (Stream<Path> files = Files.walk(folder.resolve("stages").resolve(stage))) {
        file = files.filter(path -> path.toString().endsWith(".parquet")).findFirst().orElseThrow();
      }
      byte[] bytes = Files.readAllBytes(file);
      bytes[bytes.length / 3] ^= 0x40;
      Files.write(file, bytes);
      Dying listener = new Dying("never");
      ClusterOutcome again = run(config, store(), listener);
      assertThat(states(again)).contains(stage + " computed");
      assertThat(listener.warnings).anyMatch(text -> text.contains(file.getFileName().toString()));
      assertSame(again, first);
    }
  }

  @Test
  void whatAStageWarnedOfIsToldAgainWhenItIsResumed() throws IOException {
    Path table = folder.resolve("points.csv");
    List<String> lines = new ArrayList<>(List.of("id,x,y,same"));
    for (int i = 0; i < 40; i++) {
      lines.add(i + "," + (i % 2 * 10 + i / 40.0) + "," + i % 7 + ",1");
    }
    Files.write(table, lines);
    ConcordConfig config =
        ConfigLoader.load(
            """
            input.features { format = csv, path = "%s", id = id }
            graph { neighbors = 5, scale-features = standard }
            clusters { count = 2, method = ncut }
            output.path = unused
            """
                .formatted(table),
            "a test",
            List.of());
    ClusterOutcome first = run(config, store(), JobListener.NONE);
    assertThat(first.warnings()).anyMatch(text -> text.contains("constant"));
    Dying listener = new Dying("never");
    ClusterOutcome second = run(config, store(), listener);
    assertThat(states(second)).contains("ids resumed", "graph resumed", "method resumed");
    assertThat(second.warnings()).isEqualTo(first.warnings());
    assertThat(listener.warnings).isEqualTo(first.warnings());
    assertSame(second, first);
    assertThat(FileUtil.fullyDelete(folder.resolve("stages/ids").toFile())).isTrue();
    ClusterOutcome withoutIds = run(config, store(), JobListener.NONE);
    assertThat(states(withoutIds)).contains("ids computed", "graph resumed", "method resumed");
    assertThat(withoutIds.warnings()).containsExactlyInAnyOrderElementsOf(first.warnings());
    assertSame(withoutIds, first);
  }
}
