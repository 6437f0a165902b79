package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.testing.SparkCluster;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A real standalone cluster, master and worker in processes of their own from the jars that Maven
 * resolved, and the shaded jar submitted to it as users do.
 */
class StandaloneClusterIT {
  private static final Path JAR = Path.of("target", "concord.jar").toAbsolutePath();

  @TempDir Path folder;
  private final List<Process> daemons = new ArrayList<>();
  private Path sparkHome;

  @BeforeEach
  void makeASparkHome() throws IOException {
    sparkHome = SparkCluster.home();
  }

  @AfterEach
  void stopTheCluster() throws InterruptedException {
    for (Process daemon : daemons) {
      daemon.destroy();
      if (!daemon.waitFor(10, TimeUnit.SECONDS)) {
        daemon.destroyForcibly();
      }
    }
  }

  @Test
  void theShadedJarGivesTheLabelsOfALocalRunByteForByte() throws Exception {
    String url = startTheCluster();
    Path cluster = folder.resolve("cluster-out");
    submit(url, cluster, 2, "--set", "plan.operator=distributed", "--set", "plan.block-rows=300");
    assertThat(labels(cluster)).hasLineCount(1798);
    for (String threads : List.of("local[1]", "local[2]")) {
      for (int partitions : threads.equals("local[1]") ? new int[] {3} : new int[] {3, 64}) {
        Path local = folder.resolve("out-" + threads.charAt(6) + "-" + partitions);
        submit(threads, local, partitions, "--set", "plan.panel-rows=" + 1797 / partitions);
        assertThat(labels(local)).as(local.toString()).isEqualTo(labels(cluster));
      }
    }
    assertThat(Files.readString(cluster.resolve("_RESULT.json"))).contains("\"ok\"");
    assertThat(Files.readString(cluster.resolve("run.json"))).contains(url);
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
            folder.resolve("mixture.conf"),
            """
            input.features { format = idx, path = "%s" }
            graph { neighbors = 10, search = %s }
            clusters { count = 4, method = ncut, refine = none }
            output.model = false
            """
                .formatted(points, search));
    Path events = Files.createDirectories(folder.resolve("events"));
    Path cluster = folder.resolve("cluster-out");
    List<String> two =
        List.of(
            "spark.executor.cores=1",
            "spark.cores.max=2",
            "spark.scheduler.minRegisteredResourcesRatio=1.0",
            "spark.eventLog.enabled=true",
            "spark.eventLog.compress=false",
            "spark.eventLog.dir=" + events.toUri());
    submit(startTheCluster(), cluster, configuration, two, "--set", "plan.panel-rows=2500");

    Map<String, Map<String, Integer>> tasks = tasksByStageAndPlace(events);
    String stage = search.equals("exact") ? "ExactNeighborSearch" : "ApproximateNeighborSearch";
    Map<String, Integer> places =
        tasks.entrySet().stream()
            .filter(entry -> entry.getKey().startsWith("collect at " + stage))
            .map(Map.Entry::getValue)
            .reduce((first, second) -> second)
            .orElseThrow();
    assertThat(places.keySet())
        .as(tasks.toString())
        .containsExactlyInAnyOrder("0 PROCESS_LOCAL", "1 PROCESS_LOCAL");
    Path local = folder.resolve("local-out");
    submit("local[2]", local, configuration, List.of());
    assertThat(labels(local)).isEqualTo(labels(cluster));
  }

  private Path mixture(int n) throws Exception {
    Path points = folder.resolve("points-ubyte");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--source",
            "17",
            Path.of("scripts", "make-mixture").toAbsolutePath().toString(),
            Integer.toString(n),
            "8",
            "4",
            "1",
            points.toString(),
            "3");
    assertThat(start(command, folder.resolve("mixture.log")).waitFor()).isZero();
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

  private String startTheCluster() throws Exception {
    int port = freePort();
    String url = "spark://127.0.0.1:" + port;
    Path master =
        daemon(
            "master",
            "org.apache.spark.deploy.master.Master",
            "--host",
            "127.0.0.1",
            "--port",
            Integer.toString(port),
            "--webui-port",
            "0");
    waitFor(master, "I have been elected leader");
    Path worker =
        daemon(
            "worker",
            "org.apache.spark.deploy.worker.Worker",
            "--host",
            "127.0.0.1",
            "--webui-port",
            "0",
            "--cores",
            "2",
            "--memory",
            "2g",
            "--work-dir",
            folder.resolve("work").toString(),
            url);
    waitFor(worker, "Successfully registered with master");
    return url;
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
    List<String> command =
        java(
            "-Dspark.executor.memory=768m",
            "-Dspark.driver.host=127.0.0.1",
            "-Dspark.driver.bindAddress=127.0.0.1",
            "org.apache.spark.deploy.SparkSubmit",
            "--master",
            master,
            "--class",
            "dev.concord.cli.Concord",
            "--conf",
            "spark.ui.enabled=false");
    for (String setting : spark) {
      command.addAll(List.of("--conf", setting));
    }
    command.addAll(
        List.of(
            JAR.toString(),
            "cluster",
            "--config",
            configuration.toString(),
            "--set",
            "output.path=" + output.toUri(),
            "--set",
            "output.format=csv"));
    command.addAll(List.of(more));
    Path log = folder.resolve("submit-" + output.getFileName() + ".log");
    Process process = start(command, log);
    assertThat(process.waitFor(180, TimeUnit.SECONDS)).as("submission ends").isTrue();
    assertThat(process.exitValue()).as(Files.readString(log)).isZero();
  }

  private static String labels(Path output) throws IOException {
    List<Path> parts = new ArrayList<>();
    try (var listing = Files.list(output.resolve("clusters"))) {
      listing.filter(path -> path.getFileName().toString().startsWith("part-")).forEach(parts::add);
    }
    assertThat(parts).hasSize(1);
    return Files.readString(parts.get(0));
  }

  private Path daemon(String name, String... arguments) throws IOException {
    Path log = folder.resolve(name + ".log");
    daemons.add(start(java(arguments), log));
    return log;
  }

  private List<String> java(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx1g");
    command.add("@" + Path.of("scripts", "jvm.options").toAbsolutePath());
    command.add("-cp");
    command.add(sparkHome.resolve("jars") + "/*");
    command.addAll(List.of(arguments));
    return command;
  }

  private Process start(List<String> command, Path log) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectErrorStream(true).redirectOutput(log.toFile());
    Map<String, String> environment = builder.environment();
    environment.put("SPARK_HOME", sparkHome.toString());
    environment.put("SPARK_SCALA_VERSION", "2.13");
    environment.put("SPARK_LOCAL_IP", "127.0.0.1");
    environment.put("CONCORD_HOME", Path.of("").toAbsolutePath().toString());
    return builder.start();
  }

  private static void waitFor(Path log, String text) throws Exception {
    for (int i = 0; i < 300; i++) {
      if (Files.exists(log) && Files.readString(log, StandardCharsets.UTF_8).contains(text)) {
        return;
      }
      Thread.sleep(100);
    }
    throw new AssertionError("no \"" + text + "\" within 30 s in\n" + Files.readString(log));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
