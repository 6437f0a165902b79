package dev.concord.spark.coarse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.config.ConcordConfig;
import dev.concord.config.read.ConfigLoader;
import dev.concord.error.InputException;
import dev.concord.error.MemoryException;
import dev.concord.spark.files.JobListener;
import dev.concord.spark.job.ClusterJob;
import dev.concord.spark.job.ClusterOutcome;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs whose graph is coarsened, on a planted partition with ids of text. */
@Tag("spark")
class CoarseRunTest {
  private static final int POINTS = 3000;
  private static final int CLUSTERS = 4;
  private static SparkSession spark;

  @TempDir static Path folder;

  @BeforeAll
  static void startSpark() throws IOException {
    spark = SparkTest.session();
    Random random = new Random(11);
    List<String> edges = new ArrayList<>(List.of("source,target,weight"));
    List<String> truth = new ArrayList<>(List.of("id,label"));
    List<String> pairs = new ArrayList<>(List.of("first,second,kind"));
    List<String> labels = new ArrayList<>(List.of("id,label"));
    for (int i = 0; i < POINTS; i++) {
      truth.add("p" + i + "," + i % CLUSTERS);
      if (i % 37 == 0) {
        labels.add("p" + i + "," + i % CLUSTERS);
      }
    }
    for (int e = 0; e < 8 * POINTS; ) {
      int a = e < POINTS ? e : random.nextInt(POINTS);
      int b = random.nextInt(POINTS);
      if (a != b && (a % CLUSTERS == b % CLUSTERS || random.nextDouble() < 0.1)) {
        edges.add("p" + a + ",p" + b + ",1");
        e++;
      }
    }
    for (int p = 0; p < 150; p++) {
      int a = random.nextInt(POINTS);
      int b = p % 3 == 0 ? (a + CLUSTERS * random.nextInt(700)) % POINTS : random.nextInt(POINTS);
      if (a != b) {
        boolean same = a % CLUSTERS == b % CLUSTERS;
        pairs.add("p" + a + ",p" + b + "," + (same ? "must-link" : "cannot-link"));
      }
    }
    Files.write(folder.resolve("edges.csv"), edges);
    Files.write(folder.resolve("truth.csv"), truth);
    Files.write(folder.resolve("pairs.csv"), pairs);
    Files.write(folder.resolve("labels.csv"), labels);
  }

  private static ConcordConfig config(String... sets) {
    String text =
        """
        input.edges { format = csv, path = "$/edges.csv" }
        input.truth { format = csv, path = "$/truth.csv" }
        input.constraints { format = csv, path = "$/pairs.csv" }
        clusters { count = 4, restarts = 2 }
        plan.coarse-nodes = 400
        output.path = unused
        """
            .replace("$", folder.toString());
    return ConfigLoader.load(text, "test", List.of(sets));
  }

  private static ClusterOutcome run(String... sets) {
    try (ClusterJob job = ClusterJob.prepare(spark, config(sets), JobListener.NONE)) {
      return job.run();
    }
  }

  @Test
  void theDefaultFindsThePartitionAndHoldsAllPairs() {
    ClusterOutcome coarse = run();
    CoarseFigures figures = coarse.coarse();
    assertThat(figures).isNotNull();
    assertThat(figures.nodes()).isBetween(100, 800);
    assertThat(figures.levels().get(0).nodes()).isEqualTo(POINTS);
    assertThat(coarse.truth().ari()).isGreaterThan(0.95);
    assertThat(coarse.metrics().constraints().mustLink().violated()).isZero();
    assertThat(coarse.metrics().constraints().cannotLink().violated()).isZero();
    assertThat(coarse.ncut()).isEqualTo(figures.levels().get(0).ncut(), within());
    // The same for other blocks, which are other partitions.
    assertThat(run("plan.block-rows=97").labels()).isEqualTo(coarse.labels());
  }

  private static org.assertj.core.data.Offset<Double> within() {
    return org.assertj.core.data.Offset.offset(1e-7);
  }

  @ParameterizedTest
  @CsvSource({"ncut", "cosc", "product-cut", "gfhf"})
  void everyMethodRunsOnTheCoarseGraph(String method) {
    String labels =
        "input.labels { format = csv, path = \"" + folder.resolve("labels.csv") + "\" }";
    ConcordConfig config =
        ConfigLoader.load(
            """
            input.edges { format = csv, path = "$/edges.csv" }
            input.truth { format = csv, path = "$/truth.csv" }
            clusters { count = 4, restarts = 2 }
            plan.coarse-nodes = 400
            output.path = unused
            """
                    .replace("$", folder.toString())
                + (method.equals("gfhf") ? labels : ""),
            "test",
            List.of("clusters.method=" + method));
    try (ClusterJob job = ClusterJob.prepare(spark, config, JobListener.NONE)) {
      ClusterOutcome outcome = job.run();
      assertThat(outcome.coarse()).isNotNull();
      assertThat(outcome.truth().ari()).isGreaterThan(0.9);
    }
  }

  @Test
  void boundsOfSizesHoldForThePoints() {
    ClusterOutcome outcome = run("clusters.sizes.min=740", "clusters.sizes.max=760");
    assertThat(Arrays.stream(outcome.sizes()).min().getAsInt()).isGreaterThanOrEqualTo(740);
    assertThat(Arrays.stream(outcome.sizes()).max().getAsInt()).isLessThanOrEqualTo(760);
    assertThat(outcome.metrics().constraints().cannotLink().violated()).isZero();
  }

  @Test
  void confidencesAreThoseOfThePoints() {
    ClusterOutcome outcome = run("output.membership=true");
    assertThat(outcome.doubt()).isNotNull();
    assertThat(outcome.doubt().confidence()).hasSize(POINTS);
  }

  @Test
  void aMustLinkOfManyPointsStaysTogether() throws IOException {
    List<String> pairs = new ArrayList<>(List.of("first,second,kind"));
    for (int i = 4; i < 2000; i += 4) {
      pairs.add("p0,p" + i + ",must-link");
    }
    pairs.add("p0,p1,cannot-link");
    Path file = Files.write(folder.resolve("many.csv"), pairs);
    ClusterOutcome outcome = run("input.constraints.path=" + file);
    assertThat(outcome.metrics().constraints().mustLink().violated()).isZero();
    assertThat(outcome.metrics().constraints().cannotLink().violated()).isZero();
    assertThat(outcome.truth().ari()).isGreaterThan(0.95);
  }

  @Test
  void aHubIsAPointLikeOthers() throws IOException {
    List<String> edges = new ArrayList<>(Files.readAllLines(folder.resolve("edges.csv")));
    List<String> pairs = new ArrayList<>(Files.readAllLines(folder.resolve("pairs.csv")));
    for (int i = 1; i < POINTS; i++) {
      edges.add("p0,p" + i + ",1");
      if (i % (4 * CLUSTERS) == 0) {
        pairs.add("p0,p" + i + ",must-link");
      }
    }
    String[] sets = {
      "input.edges.path=" + Files.write(folder.resolve("hub.csv"), edges),
      "input.constraints.path=" + Files.write(folder.resolve("hub-pairs.csv"), pairs),
      "plan.block-rows=700"
    };
    ClusterOutcome outcome = run(sets);
    assertThat(outcome.truth().ari()).isGreaterThan(0.95);
    assertThat(outcome.metrics().constraints().mustLink().violated()).isZero();
    assertThat(outcome.metrics().constraints().cannotLink().violated()).isZero();
    sets[2] = "plan.block-rows=97";
    assertThat(run(sets).labels()).isEqualTo(outcome.labels());
  }

  @Test
  void aGraphBelowTheNumberIsNotCoarsened() {
    assertThat(run("plan.coarse-nodes=3000").coarse()).isNull();
  }

  @Test
  void numbersThatServeNoOneAreRefused() {
    assertThatThrownBy(() -> config("plan.coarse-nodes=99"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("= 99 is not allowed")
        .hasMessageContaining("at least 100");
    assertThatThrownBy(() -> config("plan.operator=local"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("operator = local has them on the driver");
  }

  @Test
  void whatNeedsTheEdgesOfThePointsIsNamed() {
    assertThatThrownBy(() -> run("clusters.count=auto"))
        .isInstanceOf(MemoryException.class)
        .hasMessageContaining("plan.coarse-nodes")
        .hasMessageContaining("clusters.count = auto");
  }

  @Test
  void moreClustersThanNodesServeAreRefused() {
    assertThatThrownBy(() -> run("clusters.count=21"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("clusters.count is 21")
        .hasMessageContaining("set plan.coarse-nodes to at least 420");
  }
}
