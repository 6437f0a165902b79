package dev.concord.cli.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.concord.cli.TableFormatsProgram;
import dev.concord.testing.SparkCluster;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Delta, Iceberg, S3 and HDFS by {@code format}, paths and {@code --packages} alone: the shaded jar
 * submitted with the real jars, which Spark fetches as it does for users.
 */
class TableFormatsIT {
  private static final String DELTA = "io.delta:delta-spark_4.1_2.13:4.1.0";
  private static final String ICEBERG = "org.apache.iceberg:iceberg-spark-runtime-4.1_2.13:1.11.0";
  private static final String HADOOP = "3.4.2";
  private static final String SDK = "2.29.52";

  @TempDir Path folder;

  @Test
  void deltaAndIcebergAreReadByVersionAndWrittenInCommits() throws Exception {
    Map<String, String> results =
        submit(List.of("--packages", DELTA + "," + ICEBERG), "lake", folder.toString());

    assertThat(results)
        .containsExactly(
            Map.entry("delta version 0", "0"),
            Map.entry("delta rows", "60"),
            Map.entry("delta again", "0 done before"),
            Map.entry("delta refused", "2"),
            Map.entry("delta newest", "0"),
            Map.entry("delta rows now", "90"),
            Map.entry("delta rows then", "60"),
            Map.entry("delta assign", "0"),
            Map.entry("delta assign again", "0"),
            Map.entry("delta changed by others", "2"),
            Map.entry("delta mended", "0"),
            Map.entry("delta mended again", "0 done before"),
            Map.entry("delta without a model", "0"),
            Map.entry("delta model", "false"),
            Map.entry("delta after a kill", "0"),
            Map.entry("delta assign after", "0"),
            Map.entry("csv over a changed delta", "2"),
            Map.entry("delta mended once more", "0"),
            Map.entry("csv over delta", "0"),
            Map.entry("csv rows", "90"),
            Map.entry("delta over csv", "0"),
            Map.entry("delta rows after", "90"),
            Map.entry("delta result", "true"),
            Map.entry("iceberg snapshot", "0"),
            Map.entry("iceberg rows", "60"),
            Map.entry("iceberg newest", "0"),
            Map.entry("iceberg rows now", "90"),
            Map.entry("iceberg versions", "2"),
            Map.entry("iceberg assign", "0"),
            Map.entry(
                "iceberg left",
                "_FILES.json _RESULT.json _TABLES.json clusters constraints metrics.json model report.html"
                    + " run.json"));
  }

  @Test
  void s3HoldsConfigurationTablesAndOutput() throws Exception {
    int port = freePort();
    Path log = folder.resolve("s3.log");
    String mock = "--com.adobe.testing.s3mock.";
    Process server =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-jar",
                Path.of("target", "servers", "s3mock.jar").toString(),
                mock + "httpPort=" + port,
                "--server.port=0",
                mock + "store.initialBuckets=bucket",
                mock + "store.root=" + folder.resolve("store"))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      awaitPort(port, server, log);
      List<String> options =
          new ArrayList<>(
              List.of(
                  "--exclude-packages",
                  "software.amazon.awssdk:bundle",
                  "--packages",
                  "org.apache.hadoop:hadoop-aws:"
                      + HADOOP
                      + ",software.amazon.awssdk:s3:"
                      + SDK
                      + ",software.amazon.awssdk:s3-transfer-manager:"
                      + SDK
                      + ",software.amazon.awssdk:sts:"
                      + SDK));
      for (String setting :
          List.of(
              "endpoint=http://127.0.0.1:" + port,
              "endpoint.region=us-east-1",
              "path.style.access=true",
              "access.key=someone",
              "secret.key=not-very-secret")) {
        options.addAll(List.of("--conf", "spark.hadoop.fs.s3a." + setting));
      }

      Map<String, String> results =
          submit(options, "files", "s3a://bucket/jobs", folder.toString());

      assertThat(results).containsExactlyEntriesOf(expectedOfFiles());
      assertThat(Files.readString(folder.resolve("driver.log"))).doesNotContain("not-very-secret");
    } finally {
      server.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void hdfsHoldsConfigurationTablesAndOutput() throws Exception {
    Map<String, String> results = submit(List.of(), "hdfs", folder.toString());

    assertThat(results).containsExactlyEntriesOf(expectedOfFiles());
  }

  private static Map<String, String> expectedOfFiles() {
    Map<String, String> expected = new LinkedHashMap<>();
    expected.put("first", "0");
    expected.put("rows", "60");
    expected.put("again", "0 done before");
    expected.put("overwritten", "0");
    expected.put("rows again", "60");
    expected.put("nested", "2");
    expected.put("own input", "2");
    expected.put("foreign", "2");
    expected.put("foreign kept", "mine");
    expected.put("last output read", "0");
    expected.put("left", "job.conf out points");
    expected.put("local", "0");
    expected.put("same", "true");
    return expected;
  }

  private Map<String, String> submit(List<String> options, String... arguments) throws Exception {
    List<String> all = new ArrayList<>(options);
    Path settings = Path.of("src", "test", "resources", "ivy", "ivysettings.xml").toAbsolutePath();
    all.addAll(List.of("--conf", "spark.jars.ivySettings=" + settings));
    all.addAll(List.of("--conf", "spark.jars.ivy=" + Path.of("target", "ivy").toAbsolutePath()));
    all.addAll(
        List.of("--jars", Path.of("target", "concord.jar").toAbsolutePath().toUri().toString()));
    try (SparkCluster cluster = new SparkCluster(folder)) {
      SparkCluster.Driver driver =
          cluster.program(
              "driver",
              all,
              List.of(Path.of("target", "servers", "minicluster.jar")),
              TableFormatsProgram.class.getName(),
              programJar(),
              arguments);
      int code = driver.exit();
      assumeThat(driver.text())
          .as("the jars can be fetched")
          .doesNotContain("FAILED DOWNLOADS", "UNRESOLVED DEPENDENCIES");
      assertThat(code).as(driver.text()).isZero();
      Map<String, String> results = new LinkedHashMap<>();
      driver
          .text()
          .lines()
          .filter(line -> line.startsWith("RESULT "))
          .map(line -> line.substring("RESULT ".length()).split(": ", 2))
          .forEach(parts -> results.put(parts[0], parts[1]));
      return results;
    }
  }

  /** The program's classes in a jar, as an application's are. */
  private Path programJar() throws IOException {
    Path jar = folder.resolve("program.jar");
    Path classes = Path.of("target", "test-classes");
    Path own = classes.resolve("dev/concord/cli");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out);
        Stream<Path> found = Files.list(own)) {
      for (Path file : found.sorted(Comparator.naturalOrder()).toList()) {
        String name = file.getFileName().toString();
        if (name.startsWith("TableFormatsProgram") || name.startsWith("Captured")) {
          entries.putNextEntry(new JarEntry(classes.relativize(file).toString()));
          Files.copy(file, entries);
          entries.closeEntry();
        }
      }
    }
    return jar;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static void awaitPort(int port, Process server, Path log) throws Exception {
    for (int i = 0; i < 600 && server.isAlive(); i++) {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        if (socket.isConnected()) {
          return;
        }
      } catch (IOException e) {
        Thread.sleep(100);
      }
    }
    throw new AssertionError("the S3 server did not start:\n" + Files.readString(log));
  }
}
