package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.testing.SparkCluster;
import dev.concord.testing.SparkCluster.Driver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults on a real cluster of two workers and in real drivers. Every disturbed run must end with
 * the bytes of the labels of a run that was left in peace.
 */
class FaultsIT {
  @TempDir static Path folder;

  private static SparkCluster cluster;
  private static String peaceful;

  @BeforeAll
  static void startTheClusterAndRunInPeace() throws Exception {
    cluster = new SparkCluster(folder);
    cluster.start(2, 1);
    Driver driver = run("peaceful", "local[2]", List.of(), "peaceful");
    assertThat(driver.exit()).as(driver.text()).isZero();
    peaceful = labels(folder.resolve("peaceful"));
    assertThat(peaceful).hasLineCount(1798);
  }

  @AfterAll
  static void stopTheCluster() {
    cluster.close();
  }

  /** Many small tasks, so that a fault finds work to disturb. */
  private static Driver run(String name, String master, List<String> settings, String output)
      throws IOException {
    return run(name, master, settings, output, List.of());
  }

  private static Driver run(
      String name, String master, List<String> settings, String output, List<String> sets)
      throws IOException {
    List<String> arguments = new ArrayList<>(List.of("cluster", "--config"));
    arguments.add(Path.of("conf", "digits.conf").toAbsolutePath().toString());
    for (String set :
        List.of(
            "output.path=" + folder.resolve(output).toUri(),
            "output.format=csv",
            "clusters.method=ccskl",
            "method.ccskl.diagonal=constrained",
            "clusters.restarts=40",
            "plan.panel-rows=90",
            "plan.operator=distributed",
            "plan.block-rows=900",
            "clusters.eigenvectors=10",
            "plan.keep-after=0")) {
      arguments.add("--set");
      arguments.add(set);
    }
    for (String set : sets) {
      arguments.add("--set");
      arguments.add(set);
    }
    return cluster.submit(name, master, settings, arguments);
  }

  private static void assertUndisturbedLabels(Driver driver, String output) throws Exception {
    assertThat(driver.exit()).as(driver.text()).isZero();
    assertThat(labels(folder.resolve(output))).isEqualTo(peaceful);
  }

  @Test
  void executorsKilledInSearchEigensolverAndKMeans() throws Exception {
    Driver driver = run("executors", cluster.url(), List.of(), "executors");
    for (String stage : List.of("search", "eigenvectors", "rounding")) {
      driver.await("concord: " + stage);
      Thread.sleep(150);
      List<ProcessHandle> executors = cluster.executors();
      assertThat(executors).isNotEmpty();
      executors.get(0).destroyForcibly();
      driver.await("concord: " + stage + ": ");
      driver.await(" s, ");
    }
    assertUndisturbedLabels(driver, "executors");
    // How soon a loss is noticed is the machine's affair; a short stage may be over by then.
    assertThat(driver.text()).contains("Lost executor");
  }

  /**
   * No edge is on the driver then: what an executor had is made again, from shuffle files or from
   * the features.
   */
  @Test
  void executorsKilledWhileTheyAloneHoldTheEdges() throws Exception {
    Driver local = runOnEdges("edges-peaceful", "local[2]", "local");
    assertThat(local.exit()).as(local.text()).isZero();
    Driver driver = runOnEdges("edges", cluster.url(), "distributed-edges");
    for (String stage : List.of("search", "graph", "eigenvectors")) {
      driver.await("concord: " + stage);
      Thread.sleep(150);
      List<ProcessHandle> executors = cluster.executors();
      assertThat(executors).isNotEmpty();
      executors.get(0).destroyForcibly();
      driver.await("concord: " + stage + ": ");
      driver.await(" s, ");
    }
    assertThat(driver.exit()).as(driver.text()).isZero();
    assertThat(labels(folder.resolve("edges"))).isEqualTo(labels(folder.resolve("edges-peaceful")));
    assertThat(driver.text()).contains("Lost executor");
  }

  private static Driver runOnEdges(String name, String master, String operator) throws IOException {
    return run(
        name,
        master,
        List.of(),
        name,
        List.of(
            "clusters.refine=none",
            "graph.search=approximate",
            "graph.recall=0.9",
            "plan.operator=" + operator));
  }

  @Test
  void shuffleFilesAndAnExecutorLost() throws Exception {
    Driver driver = run("shuffle", cluster.url(), List.of(), "shuffle");
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
    assertUndisturbedLabels(driver, "shuffle");
  }

  @Test
  void speculation() throws Exception {
    Driver driver =
        run(
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
    assertUndisturbedLabels(driver, "speculation");
    assertThat(eventText("speculation")).contains("\"Speculative\":true");
  }

  @Test
  void theDriverKilledInEveryStage() throws Exception {
    Path stages = folder.resolve(".killed.concord-stages");
    Driver writing = run("killed-writing", "local[2]", List.of(), "killed");
    awaitDraft(writing, stages, ".graph.");
    kill(writing);
    for (String stage : List.of("search", "eigenvectors", "rounding", "refinement", "output")) {
      Driver driver = run("killed-" + stage, "local[2]", List.of(), "killed");
      driver.await("concord: " + stage);
      kill(driver);
      assertThat(folder.resolve("killed")).doesNotExist();
    }
    Driver last = run("killed-last", "local[2]", List.of(), "killed");
    assertUndisturbedLabels(last, "killed");
    assertThat(last.text()).doesNotContain("concord: search").doesNotContain("not used");
    JsonNode facts = json(folder.resolve("killed").resolve("run.json"));
    assertThat(facts.get("resumed").asBoolean()).isTrue();
    for (JsonNode stage : facts.get("stages")) {
      if (stage.has("state")) {
        assertThat(stage.get("state").asText()).as(stage.toString()).isEqualTo("resumed");
      }
    }
    assertThat(stages).doesNotExist();

    Map<String, FileTime> before = times(folder.resolve("killed"));
    long start = System.nanoTime();
    Driver again = run("killed-again", "local[2]", List.of(), "killed");
    assertThat(again.exit()).isZero();
    double seconds = (System.nanoTime() - start) / 1e9;
    assertThat(again.text()).contains("already holds the results");
    assertThat(times(folder.resolve("killed"))).isEqualTo(before);
    // Spark is not even started; 10 s is the promise, and this machine may be busy.
    assertThat(seconds).isLessThan(20.0);
  }

  private static void kill(Driver driver) throws Exception {
    driver.process().destroyForcibly();
    assertThat(driver.exit()).isNotZero();
  }

  private static void awaitDraft(Driver driver, Path stages, String prefix) throws Exception {
    for (int i = 0; i < 60_000 && driver.process().isAlive(); i++) {
      if (Files.isDirectory(stages)) {
        try (Stream<Path> children = Files.list(stages)) {
          if (children.anyMatch(path -> path.getFileName().toString().startsWith(prefix))) {
            return;
          }
        }
      }
      Thread.sleep(5);
    }
    throw new AssertionError("no draft of a stage in\n" + driver.text());
  }

  private static Map<String, FileTime> times(Path output) throws IOException {
    Map<String, FileTime> times = new TreeMap<>();
    try (Stream<Path> files = Files.walk(output)) {
      for (Path file : files.toList()) {
        times.put(file.toString(), Files.getLastModifiedTime(file));
      }
    }
    return times;
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

  private static JsonNode json(Path file) throws IOException {
    return new ObjectMapper().readTree(file.toFile());
  }

  private static String labels(Path output) throws IOException {
    try (Stream<Path> files = Files.list(output.resolve("clusters"))) {
      List<Path> parts =
          files.filter(path -> path.getFileName().toString().startsWith("part-")).toList();
      assertThat(parts).hasSize(1);
      return Files.readString(parts.get(0));
    }
  }
}
