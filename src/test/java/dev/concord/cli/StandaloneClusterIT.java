package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real standalone cluster, master and worker in processes of their own from the jars that Maven
 * resolved, and the shaded jar submitted to it as users do.
 */
class StandaloneClusterIT {
  private static final Path JAR = Path.of("target", "concord.jar").toAbsolutePath();
  private static final Path CLASSPATH = Path.of("target", "spark-classpath.txt");

  @TempDir Path folder;
  private final List<Process> daemons = new ArrayList<>();
  private Path sparkHome;

  @BeforeEach
  void makeASparkHome() throws IOException {
    sparkHome = Path.of("target", "spark-home").toAbsolutePath();
    Path jars = Files.createDirectories(sparkHome.resolve("jars"));
    for (String entry : Files.readString(CLASSPATH).trim().split(":", -1)) {
      Path jar = Path.of(entry);
      Path link = jars.resolve(jar.getFileName());
      if (!Files.exists(link)) {
        Files.createSymbolicLink(link, jar);
      }
    }
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
            "1g",
            "--work-dir",
            folder.resolve("work").toString(),
            url);
    waitFor(worker, "Successfully registered with master");

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

  private void submit(String master, Path output, int partitions, String... more) throws Exception {
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
            "spark.ui.enabled=false",
            "--conf",
            "spark.default.parallelism=" + partitions,
            "--conf",
            "spark.sql.shuffle.partitions=" + partitions,
            JAR.toString(),
            "cluster",
            "--config",
            Path.of("conf", "digits.conf").toAbsolutePath().toString(),
            "--set",
            "output.path=" + output.toUri(),
            "--set",
            "output.format=csv");
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
