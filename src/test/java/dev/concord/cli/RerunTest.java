package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.testing.FaultyFileSystem;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands that are run again: after success, after failure, on a full or read-only disk. */
@Tag("spark")
class RerunTest {
  @TempDir Path folder;

  @BeforeAll
  static void startSpark() {
    SparkTest.session();
  }

  @AfterEach
  void mendTheDisk() {
    FaultyFileSystem.setFree(Long.MAX_VALUE);
    FaultyFileSystem.setReadOnly(false);
  }

  private int run(Captured captured, String path, String... sets) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "cluster",
                "--config",
                Path.of("conf", "iris.conf").toAbsolutePath().toString(),
                "--set",
                "output.path=" + path,
                "--set",
                "output.overwrite=false"));
    for (String set : sets) {
      arguments.addAll(List.of("--set", set));
    }
    return Concord.run(
        arguments.toArray(String[]::new), captured.console().out(), captured.console().err());
  }

  private String out() {
    return folder.resolve("out").toString();
  }

  private Map<String, FileTime> files() throws IOException {
    Map<String, FileTime> times = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.toList()) {
        times.put(file.toString(), Files.getLastModifiedTime(file));
      }
    }
    return times;
  }

  private JsonNode json(String name) throws IOException {
    return new ObjectMapper().readTree(folder.resolve(name).toFile());
  }

  @Test
  void aFinishedRunIsNotDoneAgain() throws IOException {
    assertThat(run(new Captured(), out())).isZero();
    Map<String, FileTime> before = files();
    Captured again = new Captured();
    long start = System.nanoTime();
    assertThat(run(again, out())).isZero();
    assertThat((System.nanoTime() - start) / 1e9).isLessThan(10.0);
    assertThat(again.out()).contains("already holds the results of these inputs and settings");
    assertThat(files()).isEqualTo(before);
    // The plan and the place of execution are no part of the result.
    assertThat(run(new Captured(), out(), "plan.operator=distributed", "output.overwrite=true"))
        .isZero();
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void otherSettingsAreRefusedAndTheDifferenceIsNamed() throws IOException {
    assertThat(run(new Captured(), out())).isZero();
    Map<String, FileTime> before = files();
    Captured other = new Captured();
    assertThat(run(other, out(), "clusters.count=4")).isEqualTo(2);
    assertThat(other.err()).contains("output.overwrite is false (clusters.count was 3, is 4)");
    before.keySet().forEach(file -> assertThat(Path.of(file)).exists());
    assertThat(json("out/_RESULT.json").get("status").asText()).isEqualTo("ok");
    Captured afresh = new Captured();
    assertThat(run(afresh, out(), "output.resume=false")).isEqualTo(2);
    assertThat(afresh.err()).contains("output.overwrite is false");
  }

  @Test
  void anOutputThatLostAFileIsNotTakenForFinished() throws IOException {
    assertThat(run(new Captured(), out())).isZero();
    Files.writeString(folder.resolve("out/metrics.json"), "x", StandardOpenOption.APPEND);
    Captured again = new Captured();
    assertThat(run(again, out())).isEqualTo(2);
    assertThat(again.err()).contains("its file metrics.json is missing or was changed");
    Captured over = new Captured();
    assertThat(run(over, out(), "output.overwrite=true")).isEqualTo(2);
    assertThat(over.err()).contains("that changed since: metrics.json (changed since).");
    assertThat(Files.readString(folder.resolve("out/metrics.json"))).endsWith("x");
    Files.delete(folder.resolve("out/metrics.json"));
    Captured gone = new Captured();
    assertThat(run(gone, out())).isEqualTo(2);
    assertThat(gone.err()).contains("its file metrics.json is missing or was changed");
    assertThat(run(new Captured(), out(), "output.overwrite=true")).isZero();
    assertThat(json("out/metrics.json").get("n").asInt()).isEqualTo(150);
  }

  @Test
  void aTableThatChangedAndKeptItsLengthIsNotTakenForFinished() throws IOException {
    assertThat(run(new Captured(), out())).isZero();
    Path part;
    try (Stream<Path> parts = Files.list(folder.resolve("out/clusters"))) {
      part = parts.filter(path -> path.toString().endsWith(".csv")).findFirst().orElseThrow();
    }
    String text = Files.readString(part);
    Files.writeString(part, text.replaceFirst(",0\n", ",1\n"));
    Captured again = new Captured();
    assertThat(run(again, out())).isEqualTo(2);
    assertThat(again.err())
        .contains("its file clusters/" + part.getFileName() + " is missing or was changed");
  }

  @Test
  void changedInputsAreComputedAgain() throws IOException {
    Path features = folder.resolve("features.csv");
    Files.copy(Path.of("data-samples", "iris", "features.csv"), features);
    String set = "input.features.path=" + features;
    assertThat(run(new Captured(), out(), set)).isZero();
    String text = Files.readString(features);
    Files.writeString(features, text.replaceFirst("5\\.1", "5.2"));
    Captured again = new Captured();
    assertThat(run(again, out(), set)).isEqualTo(2);
    assertThat(again.err()).contains("fingerprint of input.features is another");
  }

  @Test
  void aFailureIsNotedWhereTheOutputWouldBe() throws IOException {
    assertThat(run(new Captured(), out(), failing())).isEqualTo(4);
    assertThat(json("out/_RESULT.json").get("status").asText()).isEqualTo("failed");
    assertThat(json("out/_RESULT.json").get("exitCode").asInt()).isEqualTo(4);
    assertThat(run(new Captured(), out())).isZero();
    assertThat(json("out/_RESULT.json").get("status").asText()).isEqualTo("ok");
    assertThat(folder.resolve("out.failed.json")).doesNotExist();
  }

  @Test
  void aFailureIsNotedBesideAnEarlierOutput() throws IOException {
    assertThat(run(new Captured(), out())).isZero();
    assertThat(run(new Captured(), out(), with("output.overwrite=true", failing()))).isEqualTo(4);
    assertThat(json("out/_RESULT.json").get("status").asText()).isEqualTo("ok");
    assertThat(json("out.failed.json").get("exitCode").asInt()).isEqualTo(4);
    assertThat(json("out.failed.json").get("reason").asText()).contains("tolerance");
    assertThat(run(new Captured(), out(), "clusters.count=4", "output.overwrite=true")).isZero();
    assertThat(folder.resolve("out.failed.json")).doesNotExist();
  }

  private static String[] failing() {
    return new String[] {
      "clusters.method=ccskl",
      "method.ccskl.solver=arpack",
      "method.ccskl.max-iterations=1",
      "method.ccskl.tolerance=1e-15",
      "plan.keep-after=0"
    };
  }

  private static String[] with(String first, String... more) {
    return Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new);
  }

  @Test
  void aFailedRunKeepsItsStagesForTheNextOne() throws IOException {
    assertThat(run(new Captured(), out(), failing())).isEqualTo(4);
    assertThat(folder.resolve(".out.concord-stages/graph/manifest.json")).exists();
    assertThat(run(new Captured(), out(), "plan.keep-after=0")).isZero();
    JsonNode run = json("out/run.json");
    assertThat(run.get("resumed").asBoolean()).isTrue();
    assertThat(state(run, "graph")).isEqualTo("resumed");
    assertThat(state(run, "eigenvectors")).isEqualTo("computed");
    assertThat(folder.resolve(".out.concord-stages")).doesNotExist();
  }

  private static String state(JsonNode run, String name) {
    for (JsonNode stage : run.get("stages")) {
      if (stage.get("stage").asText().equals(name)) {
        return stage.path("state").asText();
      }
    }
    return "";
  }

  @Test
  void aFullDiskCostsTheRunButNothingElse() throws IOException {
    assertThat(run(new Captured(), out())).isZero();
    String faulty = "faulty://" + folder.resolve("faulty");
    assertThat(run(new Captured(), faulty, "clusters.count=2")).isZero();
    Map<String, FileTime> before = files();

    FaultyFileSystem.setFree(30_000);
    Captured full = new Captured();
    assertThat(run(full, faulty, "output.overwrite=true", "plan.keep-after=0"))
        .as(full.err())
        .isEqualTo(2);
    assertThat(full.err()).contains("No space left on device").contains("could not be kept");
    before.forEach((file, time) -> assertThat(Path.of(file)).exists());
    assertThat(json("faulty/metrics.json").get("k").asInt()).isEqualTo(2);

    FaultyFileSystem.setFree(Long.MAX_VALUE);
    Captured later = new Captured();
    assertThat(run(later, faulty, "output.overwrite=true", "plan.keep-after=0"))
        .as(later.err())
        .isZero();
    assertThat(labels("faulty")).isEqualTo(labels("out"));
  }

  @Test
  void aReadOnlyOutputIsRefusedBeforeAnyWork() throws IOException {
    FaultyFileSystem.setReadOnly(true);
    Captured captured = new Captured();
    assertThat(run(captured, "faulty://" + folder.resolve("faulty"))).isEqualTo(2);
    assertThat(captured.err()).contains("nothing can be written in").contains("Permission denied");
    assertThat(captured.err()).doesNotContain("concord: search");
  }

  private String labels(String output) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve(output).resolve("clusters"))) {
      Path part =
          files
              .filter(path -> path.getFileName().toString().startsWith("part-"))
              .findFirst()
              .orElseThrow();
      return Files.readString(part);
    }
  }
}
