package dev.concord.spark.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.config.ConcordConfig;
import dev.concord.config.read.ConfigLoader;
import dev.concord.graph.SimilarityGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.spark.files.JobListener;
import dev.concord.spark.store.StageFolder;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs on Gaussians that lie far apart. */
@Tag("spark")
class ConnectedGraphTest {
  private static SparkSession spark;

  @TempDir static Path folder;

  @BeforeAll
  static void startSpark() {
    spark = SparkTest.session();
  }

  /** A group of points: how many, and where. */
  private record Group(int points, double x, double y, double spread, String label) {}

  /** A table of groups, as a configuration of normalized cuts into two clusters. */
  private static String table(String name, List<Group> groups) throws IOException {
    Random random = new Random(7);
    List<String> rows = new ArrayList<>(List.of("id,x,y,label"));
    for (Group group : groups) {
      for (int i = 0; i < group.points; i++) {
        double x = group.x + group.spread * random.nextGaussian();
        double y = group.y + group.spread * random.nextGaussian();
        rows.add((rows.size() - 1) + "," + x + "," + y + "," + group.label);
      }
    }
    Path file = Files.write(folder.resolve(name + ".csv"), rows);
    return """
        input.features { format = csv, path = "$", id = id, columns = [x, y] }
        input.truth { format = csv, path = "$", id = id, label = label }
        clusters { count = 2, method = ncut, restarts = 2 }
        output.path = unused
        """
        .replace("$", file.toString());
  }

  /** Fourteen groups in two rows far from each other. */
  private static String farGroups() throws IOException {
    List<Group> groups = new ArrayList<>();
    for (int g = 0; g < 14; g++) {
      int row = g / 7;
      groups.add(new Group(30, 40.0 * (g % 7), 300.0 * row, 1.0, "row" + row));
    }
    return table("groups", groups);
  }

  /** Two groups side by side, and four points far from them. */
  private static String outliers() throws IOException {
    return table(
        "outliers",
        List.of(
            new Group(300, 0, 0, 1, "a"),
            new Group(300, 6, 0, 1, "b"),
            new Group(4, 200, 200, 0.1, "a")));
  }

  private static ConcordConfig config(String text, String... sets) {
    return ConfigLoader.load(text, "test", List.of(sets));
  }

  private static ClusterOutcome run(ConcordConfig config) {
    try (ClusterJob job = ClusterJob.prepare(spark, config, JobListener.NONE)) {
      return job.run();
    }
  }

  @Test
  void moreComponentsThanClustersBecomeOne() throws IOException {
    ClusterOutcome apart = run(config(farGroups(), "graph.connect=none"));
    assertThat(apart.components().count()).isEqualTo(14);
    assertThat(apart.truth().ari()).isLessThan(0.2);
    assertThat(apart.warnings()).anyMatch(text -> text.contains("falls into 14 components"));

    ClusterOutcome joined = run(config(farGroups()));
    assertThat(joined.joined()).isEqualTo(new GraphFigures.Joined(14, 13));
    assertThat(joined.components().count()).isEqualTo(1);
    assertThat(joined.graph().edges()).isEqualTo(apart.graph().edges() + 13);
    assertThat(joined.truth().ari()).isEqualTo(1.0);
    assertThat(joined.warnings()).isEmpty();
    assertThat(run(config(farGroups(), "plan.panel-rows=37")).labels()).isEqualTo(joined.labels());
  }

  /** A joining edge weighs what the last edge of a typical point weighs, whatever its length. */
  @Test
  void joiningEdgesHaveWeightsThatCount() throws IOException {
    CsrMatrix weights = SimilarityGraph.local(run(config(farGroups())).graph()).weights();
    int joining = 0;
    for (int i = 0; i < weights.rows(); i++) {
      for (int p = weights.rowPtr()[i]; p < weights.rowPtr()[i + 1]; p++) {
        assertThat(weights.val()[p]).isGreaterThan(0.01);
        joining += i / 30 != weights.col()[p] / 30 ? 1 : 0;
      }
    }
    assertThat(joining).isEqualTo(26);
  }

  @Test
  void asManyComponentsAsClustersStay() throws IOException {
    ClusterOutcome kept = run(config(farGroups(), "clusters.count=14"));
    ClusterOutcome none = run(config(farGroups(), "clusters.count=14", "graph.connect=none"));
    assertThat(kept.joined()).isNull();
    assertThat(kept.labels()).isEqualTo(none.labels());
    assertThat(kept.ncut()).isEqualTo(none.ncut());
    assertThat(kept.truth().ari()).isEqualTo(none.truth().ari());
    assertThat(kept.warnings()).isEmpty();
  }

  @Test
  void farOutliersAreAClusterOnlyWhereTheirComponentStays() throws IOException {
    ClusterOutcome limited = run(config(outliers()));
    assertThat(limited.truth().ari()).isGreaterThan(0.9);
    String gaussian = "graph.kernel=gaussian";
    String units = "graph.scale-features=none";
    ClusterOutcome stays = run(config(outliers(), gaussian, units));
    assertThat(stays.sizes()).containsExactly(600, 4);
    assertThat(stays.warnings())
        .anyMatch(text -> text.contains("smallest of 4 points") && text.contains("= always"));
    ClusterOutcome always = run(config(outliers(), gaussian, units, "graph.connect=always"));
    assertThat(always.joined()).isEqualTo(new GraphFigures.Joined(2, 1));
    assertThat(always.truth().ari()).isGreaterThan(0.9);
    ClusterOutcome mutual =
        run(config(outliers(), units, "graph.symmetrize=mutual", "graph.connect=always"));
    assertThat(mutual.truth().ari()).isGreaterThan(0.9);
  }

  @Test
  void edgesOnTheExecutorsStayAsTheyAre() throws IOException {
    ClusterOutcome found =
        run(config(farGroups(), "plan.operator=distributed-edges", "clusters.refine=none"));
    assertThat(found.components().count()).isEqualTo(14);
    assertThat(found.warnings())
        .anyMatch(text -> text.contains("graph.connect") && text.contains("executors"));
  }

  @Test
  void aKeptGraphIsTakenWhenItIsThatOfTheClustersWanted() throws IOException {
    Path stages = folder.resolve("stages");
    assertThat(kept(stages, "clusters.count=2")).isFalse();
    assertThat(kept(stages, "clusters.count=3")).isTrue();
    assertThat(kept(stages, "clusters.count=14")).isFalse();
    assertThat(kept(stages, "clusters.count=15")).isTrue();
    assertThat(kept(stages, "clusters.count=15", "graph.connect=always")).isFalse();
  }

  /** Whether a run took its graph from an earlier one. */
  private static boolean kept(Path stages, String... sets) throws IOException {
    ConcordConfig config = config(farGroups(), sets);
    StageFolder store =
        new StageFolder(
            spark,
            FileSystem.getLocal(spark.sessionState().newHadoopConf()),
            new org.apache.hadoop.fs.Path(stages.toUri()),
            0);
    RunIdentity identity = RunIdentity.of(spark.sessionState().newHadoopConf(), config);
    try (ClusterJob job = ClusterJob.prepare(spark, config, identity, store, JobListener.NONE)) {
      ClusterOutcome outcome = job.run();
      assertThat(outcome.components().count())
          .isEqualTo(outcome.sizes().length > 13 && outcome.joined() == null ? 14 : 1);
      return outcome.stages().stream()
          .anyMatch(stage -> stage.stage().equals("graph") && stage.resumed());
    }
  }
}
