package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.testing.SparkCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A real standalone cluster, master and worker in processes of their own from the jars that Maven
 * resolved, and the shaded jar submitted to it as users do.
 */
class StandaloneClusterIT {
  @TempDir static Path folder;
  private static SparkCluster cluster;

  @BeforeAll
  static void startTheCluster() throws Exception {
    cluster = new SparkCluster(folder);
    // On one host: shuffled data has no place that Spark prefers then.
    cluster.start(1, 2);
  }

  @AfterAll
  static void stopTheCluster() {
    cluster.close();
  }

  @Test
  void theShadedJarGivesTheLabelsOfALocalRunByteForByte() throws Exception {
    Path cores = folder.resolve("cluster-out");
    submit(
        cluster.url(),
        cores,
        2,
        "--set",
        "plan.operator=distributed",
        "--set",
        "plan.block-rows=300");
    assertThat(labels(cores)).hasLineCount(1798);
    for (String threads : List.of("local[1]", "local[2]")) {
      int partitions = threads.equals("local[1]") ? 3 : 64;
      Path local = folder.resolve("out-" + partitions);
      submit(threads, local, partitions, "--set", "plan.panel-rows=" + 1797 / partitions);
      assertThat(labels(local)).as(local.toString()).isEqualTo(labels(cores));
    }
    assertThat(Files.readString(cores.resolve("_RESULT.json"))).contains("\"ok\"");
    assertThat(Files.readString(cores.resolve("run.json"))).contains(cluster.url());
  }

  /**
   * A task that may read every panel runs where its own is. Left to Spark, all would be sent to the
   * executor of the first panel.
   */
  @ParameterizedTest
  @ValueSource(strings = {"approximate", "exact"})
  void searchTasksRunWhereTheirPanelsAre(String search) throws Exception {
    Path points = mixture(20_000);
    Path configuration =
        Files.writeString(
            folder.resolve(search + ".conf"),
            """
            input.features { format = idx, path = "%s" }
            graph { neighbors = 10, search = %s }
            clusters { count = 4, method = ncut, refine = none }
            output.model = false
            """
                .formatted(points, search));
    Path events = Files.createDirectories(folder.resolve(search + "-events"));
    Path cores = folder.resolve(search + "-cluster");
    List<String> two =
        List.of(
            "spark.executor.cores=1",
            "spark.cores.max=2",
            // The labels are those of Java's serializer, which the local run uses.
            "spark.serializer=org.apache.spark.serializer.KryoSerializer",
            "spark.scheduler.minRegisteredResourcesRatio=1.0",
            "spark.eventLog.enabled=true",
            "spark.eventLog.compress=false",
            "spark.eventLog.dir=" + events.toUri());
    submit(cluster.url(), cores, configuration, two, "--set", "plan.panel-rows=2500");

    Map<String, Map<String, Integer>> tasks = tasksByStageAndPlace(events);
    // Spark names a stage after the place of its collect().
    String stage =
        "collect at " + (search.equals("exact") ? "ExactNeighborSearch" : "SearchedLists");
    assertThat(tasks.keySet()).anyMatch(name -> name.startsWith(stage));
    Map<String, Integer> places =
        tasks.entrySet().stream()
            .filter(entry -> entry.getKey().startsWith(stage))
            .map(Map.Entry::getValue)
            .reduce((first, second) -> second)
            .orElseThrow();
    assertThat(places.keySet())
        .as(tasks.toString())
        .containsExactlyInAnyOrder("0 PROCESS_LOCAL", "1 PROCESS_LOCAL");
    Path local = folder.resolve(search + "-local");
    submit("local[2]", local, configuration, List.of());
    assertThat(labels(local)).isEqualTo(labels(cores));
  }

  private Path mixture(int n) throws Exception {
    Path points = folder.resolve("points-ubyte");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--source",
            "17",
            Path.of("scripts", "make-data").toAbsolutePath().toString(),
            "mixture",
            Integer.toString(n),
            "8",
            "4",
            "1",
            points.toString(),
            "3");
    Path log = folder.resolve("mixture.log");
    ProcessBuilder generator = new ProcessBuilder(command);
    Process process = generator.redirectErrorStream(true).redirectOutput(log.toFile()).start();
    assertThat(process.waitFor()).as(Files.readString(log)).isZero();
    return points;
  }

  /** For each stage, by its name, how many tasks ran on which executor with which locality. */
  private static Map<String, Map<String, Integer>> tasksByStageAndPlace(Path events)
      throws IOException {
    Map<Integer, String> names = new HashMap<>();
    Map<String, Map<String, Integer>> tasks = new TreeMap<>();
    ObjectMapper mapper = new ObjectMapper();
    try (var files = Files.walk(events)) {
      Predicate<Path> visible = file -> !file.getFileName().toString().startsWith(".");
      for (Path file : files.filter(Files::isRegularFile).filter(visible).sorted().toList()) {
        for (String line : Files.readAllLines(file)) {
          JsonNode event = mapper.readTree(line);
          String kind = event.path("Event").asText();
          if (kind.equals("SparkListenerStageSubmitted")) {
            JsonNode stage = event.path("Stage Info");
            names.put(stage.path("Stage ID").asInt(), stage.path("Stage Name").asText());
          } else if (kind.equals("SparkListenerTaskEnd")) {
            JsonNode task = event.path("Task Info");
            String place = task.path("Executor ID").asText() + " " + task.path("Locality").asText();
            tasks
                .computeIfAbsent(names.get(event.path("Stage ID").asInt()), n -> new TreeMap<>())
                .merge(place, 1, Integer::sum);
          }
        }
      }
    }
    return tasks;
  }

  private void submit(String master, Path output, int partitions, String... more) throws Exception {
    List<String> spark =
        List.of(
            "spark.default.parallelism=" + partitions,
            "spark.sql.shuffle.partitions=" + partitions);
    Path digits = Path.of("conf", "digits.conf").toAbsolutePath();
    submit(master, output, digits, spark, more);
  }

  private void submit(
      String master, Path output, Path configuration, List<String> spark, String... more)
      throws Exception {
    List<String> arguments = new ArrayList<>(List.of("cluster", "--config"));
    arguments.addAll(List.of(configuration.toString(), "--set", "output.path=" + output.toUri()));
    arguments.addAll(List.of("--set", "output.format=csv"));
    arguments.addAll(List.of(more));
    String name = "submit-" + output.getFileName();
    SparkCluster.Driver driver = cluster.submit(name, master, spark, arguments);
    assertThat(driver.exit()).as(driver.text()).isZero();
  }

  private static String labels(Path output) throws IOException {
    List<Path> parts = new ArrayList<>();
    try (var listing = Files.list(output.resolve("clusters"))) {
      listing.filter(path -> path.getFileName().toString().startsWith("part-")).forEach(parts::add);
    }
    assertThat(parts).hasSize(1);
    return Files.readString(parts.get(0));
  }
}
