package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.testing.SparkCluster;
import dev.concord.testing.SparkCluster.Driver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Executors and their files lost on a real cluster of two workers. */
class ExecutorFaultsIT {
  @TempDir static Path folder;

  private static SparkCluster cluster;
  private static FaultRuns runs;

  @BeforeAll
  static void startTheClusterAndRunInPeace() throws Exception {
    cluster = new SparkCluster(folder);
    cluster.start(2, 1);
    runs = new FaultRuns(folder, cluster);
  }

  @AfterAll
  static void stopTheCluster() {
    cluster.close();
  }

  @Test
  void executorsKilledInSearchEigensolverAndKMeans() throws Exception {
    Driver driver = runs.run("executors", cluster.url(), List.of(), "executors");
    killAnExecutorInEach(
        driver, "search for neighbours", "eigenvectors of the graph", "rounding by k-means");
    runs.assertUndisturbedLabels(driver, "executors");
    // How soon a loss is noticed is the machine's affair; a short stage may be over by then.
    assertThat(driver.text()).contains("Lost executor");
  }

  /**
   * No edge is on the driver then: what an executor had is made again, from shuffle files or from
   * the features.
   */
  @Test
  void executorsKilledWhileTheyAloneHoldTheEdges() throws Exception {
    assertLossesChangeNothing(
        "edges",
        "local",
        List.of("clusters.refine=none"),
        "search for neighbours",
        "graph of the neighbours",
        "eigenvectors of the graph");
  }

  /** The groups and the clusters are the driver's; the edges of a level are made again. */
  @Test
  void executorsKilledWhileTheGraphIsCoarsenedAndItsPartitionRefined() throws Exception {
    assertLossesChangeNothing(
        "coarse",
        "distributed-edges",
        List.of("plan.coarse-nodes=400"),
        "coarsening of the graph on the executors",
        "fine moves of the points on the executors");
  }

  /** Vectors that an executor alone had are made again from those of the coarse graph. */
  @Test
  void executorsKilledWhileTheyAloneHoldTheEigenvectors() throws Exception {
    assertLossesChangeNothing(
        "vectors",
        "distributed-edges",
        List.of("plan.coarse-nodes=400", "clusters.method=ncut", "clusters.refine=none"),
        "eigenvectors of the graph",
        "rounding by k-means");
  }

  /**
   * A run with edges on the executors, some killed, has the labels of a run in one process.
   *
   * @param operator of that run
   */
  private static void assertLossesChangeNothing(
      String name, String operator, List<String> sets, String... stages) throws Exception {
    String peaceful = name + "-peaceful";
    Driver local = runOnEdges(peaceful, "local[2]", operator, sets);
    assertThat(local.exit()).as(local.text()).isZero();
    Driver driver = runOnEdges(name, cluster.url(), "distributed-edges", sets);
    killAnExecutorInEach(driver, stages);
    assertThat(driver.exit()).as(driver.text()).isZero();
    assertThat(runs.labels(name)).isEqualTo(runs.labels(peaceful));
    assertThat(driver.text()).contains("Lost executor");
  }

  private static void killAnExecutorInEach(Driver driver, String... stages) throws Exception {
    for (String stage : stages) {
      driver.await("concord: " + stage);
      Thread.sleep(150);
      List<ProcessHandle> executors = cluster.executors();
      assertThat(executors).isNotEmpty();
      executors.get(0).destroyForcibly();
      driver.await("concord: " + stage + ": ");
      driver.await(" s, ");
    }
  }

  private static Driver runOnEdges(String name, String master, String operator, List<String> sets)
      throws IOException {
    List<String> all =
        new ArrayList<>(
            List.of("graph.search=approximate", "graph.recall=0.9", "plan.operator=" + operator));
    all.addAll(sets);
    return runs.run(name, master, List.of(), name, all);
  }

  @Test
  void shuffleFilesAndAnExecutorLost() throws Exception {
    Driver driver = runs.run("shuffle", cluster.url(), List.of(), "shuffle");
    driver.await("concord: search");
    Thread.sleep(150);
    int removed = 0;
    try (Stream<Path> files = Files.walk(cluster.localFolder())) {
      for (Path file : files.toList()) {
        if (file.getFileName().toString().startsWith("shuffle_")) {
          removed += Files.deleteIfExists(file) ? 1 : 0;
        }
      }
    }
    assertThat(removed).as("shuffle files there to lose").isPositive();
    cluster.executors().get(0).destroyForcibly();
    runs.assertUndisturbedLabels(driver, "shuffle");
  }

  @Test
  void speculation() throws Exception {
    Driver driver =
        runs.run(
            "speculation",
            cluster.url(),
            List.of(
                "spark.speculation=true",
                "spark.speculation.interval=10ms",
                "spark.speculation.multiplier=1.01",
                "spark.speculation.quantile=0.1",
                "spark.speculation.minTaskRuntime=1ms",
                "spark.speculation.efficiency.enabled=false",
                "spark.eventLog.enabled=true",
                "spark.eventLog.compress=false",
                "spark.eventLog.dir=" + events("speculation").toUri()),
            "speculation");
    runs.assertUndisturbedLabels(driver, "speculation");
    assertThat(eventText("speculation")).contains("\"Speculative\":true");
  }

  private static Path events(String name) throws IOException {
    return Files.createDirectories(folder.resolve("events-" + name));
  }

  private static String eventText(String name) throws IOException {
    StringBuilder text = new StringBuilder();
    try (Stream<Path> files = Files.walk(events(name))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (!file.getFileName().toString().endsWith(".crc")) {
          text.append(Files.readString(file));
        }
      }
    }
    return text.toString();
  }
}
