package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code clusters.method = auto} from the command line. */
@Tag("spark")
class AutoMethodTest {
  @TempDir Path folder;

  @BeforeAll
  static void start() {
    assertThat(SparkTest.session()).isNotNull();
  }

  private Captured cluster(int code, List<String> flags, String... sets) {
    List<String> all = new ArrayList<>(List.of("cluster", "--config", "conf/iris.conf"));
    all.addAll(flags);
    for (String set : sets) {
      all.addAll(List.of("--set", set));
    }
    all.addAll(
        List.of(
            "--set",
            "clusters.method=auto",
            "--set",
            "clusters.restarts=2",
            "--set",
            "method.auto.methods=[ncut, ccskl]",
            "--set",
            "output.path=" + folder.resolve("out")));
    Captured captured = new Captured();
    int found =
        Concord.run(all.toArray(String[]::new), captured.console().out(), captured.console().err());
    assertThat(found).as(captured.err()).isEqualTo(code);
    return captured;
  }

  private JsonNode metrics() throws IOException {
    return new ObjectMapper().readTree(folder.resolve("out").resolve("metrics.json").toFile());
  }

  @Test
  void theMethodIsChosenAndTheTableOfWhatWasTriedWritten() throws IOException {
    Captured captured = cluster(0, List.of());
    JsonNode method = metrics().path("method");
    assertThat(method.path("name").asText()).isIn("ncut", "ccskl");
    assertThat(method.path("chosen").path("method").asText())
        .isEqualTo(method.path("name").asText());
    assertThat(method.path("tried").size()).isGreaterThan(6);
    assertThat(metrics().path("graph").path("neighbors").asInt())
        .isEqualTo(method.path("chosen").path("neighbors").asInt());
    assertThat(captured.err()).contains("of held-out constraints");
    assertThat(Files.readString(folder.resolve("out").resolve("report.html")))
        .contains("Chosen by", "below the best");
  }

  @Test
  void thePlanTellsHowManyRunsItTakes() {
    Captured captured = cluster(0, List.of("--dry-run"));
    // ncut, ccskl of 10 and of 20 eigenvectors; 5 splits; all three on 5 more graphs.
    assertThat(captured.out()).contains("3 methods, 6 graphs: up to 90 runs on 150 points");
  }

  @Test
  void withTooLittleToJudgeByTheDefaultIsUsedAndSaid() throws IOException {
    Path few = folder.resolve("few.csv");
    List<String> rows =
        Files.readAllLines(Path.of("data-samples", "iris", "constraints.csv")).subList(0, 8);
    Files.write(few, rows);
    Captured captured = cluster(0, List.of(), "input.constraints.path=" + few);
    assertThat(captured.err()).contains("auto cannot choose", "20 in all and 5 of each");
    assertThat(metrics().path("method").path("name").asText()).isEqualTo("ccskl");
  }

  @Test
  void tooFewSplitsAreRefused() {
    Captured captured = cluster(2, List.of(), "method.auto.splits=1");
    assertThat(captured.err()).contains("method.auto.splits").contains("at least 2");
  }
}
