package dev.concord.cli.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.util.VersionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** S3 by paths and {@code --packages} alone. */
class ObjectStoreIT {
  /** The Hadoop that Spark brings; Spark 3.5 has 3.3, whose module takes the older SDK. */
  private static final String HADOOP = VersionInfo.getVersion();

  private static final String OLD = "3.3.";
  private static final String SDK = "2.29.52";

  @TempDir Path folder;

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
                  "--exclude-packages", "software.amazon.awssdk:bundle", "--packages", packages()));
      if (HADOOP.startsWith(OLD)) {
        // Its SDK names the copied version without the quotes that the server compares.
        options.addAll(List.of("--conf", "spark.hadoop.fs.s3a.change.detection.mode=none"));
      }
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
          SubmittedProgram.submit(
              folder, "ivy-s3", options, "files", "s3a://bucket/jobs", folder.toString());

      assertThat(results).containsExactlyEntriesOf(SubmittedProgram.expectedOfFiles());
      assertThat(Files.readString(folder.resolve("driver.log"))).doesNotContain("not-very-secret");
    } finally {
      server.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
    }
  }

  private static String packages() {
    String module = "org.apache.hadoop:hadoop-aws:" + HADOOP;
    if (HADOOP.startsWith(OLD)) {
      return module;
    }
    return module
        + ",software.amazon.awssdk:s3:"
        + SDK
        + ",software.amazon.awssdk:s3-transfer-manager:"
        + SDK
        + ",software.amazon.awssdk:sts:"
        + SDK;
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
