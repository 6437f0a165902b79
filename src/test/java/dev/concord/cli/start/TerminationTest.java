package dev.concord.cli.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the process ends when it is told to, or cannot go on: in processes of their own. */
@Tag("spark")
class TerminationTest {
  private static final long LIMIT_SECONDS = 120;

  @TempDir Path folder;

  /** Runs as scripts/concord does; standard error goes to a file. */
  private Process start(String heap, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@" + Path.of("scripts", "jvm.options").toAbsolutePath());
    command.add(
        "-Dlog4j2.configurationFile=" + Path.of("conf", "log4j2.properties").toAbsolutePath());
    command.add("-Xmx" + heap);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("dev.concord.cli.Concord");
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("CONCORD_HOME", Path.of("").toAbsolutePath().toString());
    return builder
        .redirectError(folder.resolve("err").toFile())
        .redirectOutput(folder.resolve("out.txt").toFile())
        .start();
  }

  private String err() throws IOException {
    return Files.readString(folder.resolve("err"));
  }

  private static int end(Process process) throws InterruptedException {
    assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  private void await(Process process, String text) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (!err().contains(text)) {
      assertThat(process.isAlive()).as(err()).isTrue();
      assertThat(System.nanoTime()).as(err()).isLessThan(deadline);
      Thread.sleep(20);
    }
  }

  /**
   * What this process ignores, as shells arrange it for jobs in the background, its children do.
   */
  private static boolean isIgnored(int signal) throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return false;
    }
    for (String line : Files.readAllLines(status)) {
      if (line.startsWith("SigIgn:")) {
        return (Long.parseUnsignedLong(line.substring(7).strip(), 16) >> (signal - 1) & 1) == 1;
      }
    }
    return false;
  }

  /** Thousands of restarts: the job is far from its end whenever the signal comes. */
  @ParameterizedTest
  @CsvSource({"INT,130", "TERM,143"})
  void aSignalIsToldInOneLineNotedAndPassedOnToTheShell(String signal, int code) throws Exception {
    assumeThat(isIgnored(code - 128))
        .as("SIG%s is ignored, as in the background", signal)
        .isFalse();
    Path output = folder.resolve("out");
    Process process =
        start(
            "1g",
            "cluster",
            "--config",
            "conf/digits.conf",
            "--set",
            "clusters.restarts=5000",
            "--set",
            "output.path=" + output);
    try {
      await(process, "concord: search");
      new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
      assertThat(end(process)).as(err()).isEqualTo(code);
    } finally {
      process.destroyForcibly();
    }

    assertThat(err().lines().reduce("", (before, line) -> line))
        .startsWith("concord: interrupted by SIG" + signal)
        .contains("what stood at output.path is as it was");
    assertThat(err()).doesNotContain("\tat ", "Exception", "defect");
    JsonNode note = new ObjectMapper().readTree(output.resolve("_RESULT.json").toFile());
    assertThat(note.get("status").asText()).isEqualTo("failed");
    assertThat(note.get("exitCode").asInt()).isEqualTo(code);
    assertThat(note.get("reason").asText()).startsWith("interrupted by SIG" + signal);
    assertThat(output.resolve("clusters")).doesNotExist();
  }

  @Test
  void aHeapInWhichSparkDoesNotStartEndsWithFiveAndOneParagraph() throws Exception {
    Process process = start("300m", "cluster", "--config", "conf/digits.conf");

    assertThat(end(process)).isEqualTo(5);
    assertThat(err())
        .startsWith("concord: the heap of this process has 300 MB at most")
        .contains("less than 450 MB", "CONCORD_MEMORY=1g")
        .hasLineCount(1);
  }

  @Test
  void aMasterThatIsNotThereIsToldAtOnce() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    String url = "spark://127.0.0.1:" + port;
    long began = System.nanoTime();
    Process process = start("1g", "cluster", "--config", "conf/digits.conf", "--master", url);

    assertThat(end(process)).isEqualTo(2);
    assertThat((System.nanoTime() - began) / 1e9).isLessThan(30);
    assertThat(err().lines().toList())
        .hasSize(2)
        .first()
        .isEqualTo("concord: starting Spark with master " + url);
    assertThat(err())
        .contains("concord: --master: no master answers at " + url, "refused", "local[*]");
  }

  @Test
  void aMasterThatIsNoneEndsTheCommandToo() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      String url = "spark://127.0.0.1:" + silent.getLocalPort();
      Process process = start("1g", "cluster", "--config", "conf/digits.conf", "--master", url);

      assertThat(end(process)).as(err()).isEqualTo(2);
      assertThat(err())
          .contains("concord: --master: what listens at " + url, "did not register")
          .doesNotContain("\tat ");
    }
  }
}
