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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A driver killed in every stage: the next run goes on from what was written. */
class DriverFaultsIT {
  @TempDir static Path folder;

  private static SparkCluster cluster;
  private static FaultRuns runs;

  @BeforeAll
  static void runInPeace() throws Exception {
    cluster = new SparkCluster(folder);
    runs = new FaultRuns(folder, cluster);
  }

  @AfterAll
  static void endEveryDriver() {
    cluster.close();
  }

  @Test
  void theDriverKilledInEveryStage() throws Exception {
    Path stages = folder.resolve(".killed.concord-stages");
    Driver writing = runs.run("killed-writing", "local[2]", List.of(), "killed");
    awaitDraft(writing, stages, ".graph.");
    kill(writing);
    for (String stage : List.of("search", "eigenvectors", "rounding", "refinement", "output")) {
      Driver driver = runs.run("killed-" + stage, "local[2]", List.of(), "killed");
      driver.await("concord: " + stage);
      kill(driver);
      assertThat(folder.resolve("killed")).doesNotExist();
    }
    Driver last = runs.run("killed-last", "local[2]", List.of(), "killed");
    runs.assertUndisturbedLabels(last, "killed");
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
    Driver again = runs.run("killed-again", "local[2]", List.of(), "killed");
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

  private static JsonNode json(Path file) throws IOException {
    return new ObjectMapper().readTree(file.toFile());
  }
}
