package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.config.ConcordConfig;
import dev.concord.config.read.ConfigLoader;
import dev.concord.error.ConvergenceException;
import dev.concord.error.InputException;
import dev.concord.spark.output.OutputFolder;
import dev.concord.spark.store.RunPaths;
import dev.concord.testing.FaultyFileSystem;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What all commands do about failures. */
@Tag("spark")
class SparkCommandTest {
  private static SparkSession spark;

  @TempDir Path folder;

  @BeforeAll
  static void startSpark() {
    spark = SparkTest.session();
  }

  @AfterEach
  void mendTheDisk() {
    FaultyFileSystem.setFree(Long.MAX_VALUE);
  }

  private OutputFolder output(String path) {
    ConcordConfig config =
        ConfigLoader.load(
            "input.features { format = csv, path = none }\noutput.path = \"" + path + "\"",
            "a test",
            List.of("clusters.count=2"));
    return SparkCommand.open(spark, new SparkCommand.Places(config.output(), RunPaths.of(config)));
  }

  private JsonNode note(String name) throws IOException {
    return new ObjectMapper().readTree(folder.resolve(name).toFile());
  }

  @Test
  void everyKindOfFailureIsNoted() throws IOException {
    try (OutputFolder output = output(folder.resolve("out").toString())) {
      assertThatThrownBy(
              () ->
                  SparkCommand.noting(
                      output,
                      () -> {
                        throw new OutOfMemoryError("Java heap space");
                      }))
          .isInstanceOf(OutOfMemoryError.class);
      assertThat(note("out/_RESULT.json").get("exitCode").asInt()).isEqualTo(5);
      assertThatThrownBy(
              () ->
                  SparkCommand.noting(
                      output,
                      () -> {
                        throw new IllegalStateException("unforeseen");
                      }))
          .hasMessage("unforeseen");
      assertThat(note("out/_RESULT.json").get("exitCode").asInt()).isEqualTo(1);
      assertThat(note("out/_RESULT.json").get("reason").asText()).contains("unforeseen");
    }
  }

  @Test
  void aNoteThatCannotBeWrittenDoesNotHideTheFailure() {
    try (OutputFolder output = output("faulty://" + folder.resolve("out"))) {
      FaultyFileSystem.setFree(0);
      assertThatThrownBy(
              () ->
                  SparkCommand.noting(
                      output,
                      () -> {
                        throw new ConvergenceException("not converged");
                      }))
          .isInstanceOf(ConvergenceException.class)
          .hasMessage("not converged");
    }
  }

  @Test
  void aPlaceThatIsRefusedGetsNoNoteBesideIt() throws IOException {
    Files.writeString(folder.resolve("file"), "years of work");
    assertThatThrownBy(() -> output(folder.resolve("file").toString()))
        .isInstanceOf(InputException.class);
    assertThat(folder.resolve("file.failed.json")).doesNotExist();
    Files.createDirectories(folder.resolve("out"));
    Files.writeString(folder.resolve("out/thesis.tex"), "years of work");
    assertThatThrownBy(() -> output(folder.resolve("out").toString()))
        .isInstanceOf(InputException.class);
    assertThat(folder.resolve("out.failed.json")).doesNotExist();
  }

  private void refusedBeforeSpark(String said, String... arguments) {
    Captured captured = new Captured();
    int code = Concord.run(arguments, captured.console().out(), captured.console().err());
    assertThat(code).as(captured.err()).isEqualTo(2);
    assertThat(captured.err()).contains(said).doesNotContain("Spark started");
  }

  @Test
  void whatNeedsNoSparkIsRefusedBeforeSparkStarts() throws IOException {
    String irises = Path.of("data-samples", "iris", "features.csv").toString();
    String out = folder.resolve("out").toString();
    String[] file = {
      "cluster",
      "--verbose",
      "--config",
      "conf/iris.conf",
      "--set",
      "output.path=" + out,
      "--set",
      ""
    };
    String no = folder.resolve("no.csv").toString();
    file[7] = "input.constraints.path=" + no;
    refusedBeforeSpark("there is no file or folder at file:" + no, file);
    assertThat(note("out/_RESULT.json").get("exitCode").asInt()).isEqualTo(2);
    refusedBeforeSpark("there is no file " + no, "cluster", "--verbose", no, "--clusters", "3");
    refusedBeforeSpark("clusters.count = 8-2", "cluster", "--verbose", irises, "--clusters", "8-2");
    refusedBeforeSpark(
        "did you mean clusters.seed",
        "cluster",
        "--verbose",
        irises,
        "--set",
        "clusters.sed=1",
        "--set",
        "output.path=" + folder.resolve("other"));
    refusedBeforeSpark("clusters.count = 8-2", "init", "--verbose", irises, "--clusters", "8-2");
    assertThat(Path.of("features.conf")).doesNotExist();

    Files.writeString(folder.resolve("out/metrics.json"), "{}");
    file[7] = "clusters.seed=2";
    refusedBeforeSpark("holds 1 file that no run of Concord wrote", file);
    Files.delete(folder.resolve("out/_RESULT.json"));
    refusedBeforeSpark(
        "output.path: file:" + out,
        "cluster",
        "--verbose",
        irises,
        "--clusters",
        "3",
        "--set",
        "output.path=" + out);
  }
}
