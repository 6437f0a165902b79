package dev.concord.spark.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A run that is killed while it writes its output leaves no features lying about. */
class AbandonedDraftTest extends StagedTarget {
  private Process start() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            "-Xmx200m",
            AbandonedDraft.class.getName(),
            target.toString())
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  @Test
  void theNextRunRemovesTheDraftOfAKilledOneAndNotThatOfALivingOne() throws Exception {
    publish("old");
    Process process = start();
    try (BufferedReader out = process.inputReader()) {
      assertThat(out.readLine()).isEqualTo("written");
      List<String> beside = siblings();
      assertThat(beside).hasSize(3);
      publish("while it runs");
      assertThat(siblings()).isEqualTo(beside);
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThat(siblings()).hasSize(3);
    staging(false).tidy();
    assertThat(siblings()).containsExactly("out");
    assertThat(published()).isEqualTo("while it runs");
  }
}
