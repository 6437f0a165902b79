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

/** The command cluster without a method named. */
@Tag("spark")
class DefaultMethodTest {
  @TempDir Path folder;

  @BeforeAll
  static void startSpark() {
    assertThat(SparkTest.session()).isNotNull();
  }

  /** What a newcomer gets: no method is named. */
  @Test
  void theDefaultFindsTheDigitsAndHoldsThePairs() throws IOException {
    Captured captured = new Captured();
    assertThat(run(captured, "digits", "default", "output.embedding=true")).isZero();
    assertThat(captured.err())
        .contains("method ensemble has no embedding")
        .doesNotContain("contradicted by the neighbours");
    JsonNode metrics = new ObjectMapper().readTree(folder.resolve("default/metrics.json").toFile());
    assertThat(metrics.at("/method/name").asText()).isEqualTo("ensemble");
    assertThat(metrics.at("/method/members")).hasSize(10);
    assertThat(captured.out())
        .contains(
            "Method       ensemble: product cut, improved by shared neighbours; next is product cut");
    assertThat(Files.readString(folder.resolve("default").resolve("report.html")))
        .contains(
            "Selected",
            "product-cut refined by shared neighbours, scores: product-cut ",
            "none after ensemble");
    assertThat(metrics.at("/truth/ari").asDouble()).isGreaterThan(0.95);
    assertThat(metrics.at("/constraints/mustLink/violated").asInt()).isZero();
    assertThat(metrics.at("/constraints/cannotLink/violated").asInt()).isZero();
    assertThat(folder.resolve("default").resolve("embedding")).doesNotExist();
  }

  @Test
  void wrongPairsAreToldOf() throws IOException {
    List<String> rows =
        Files.readAllLines(Path.of("data-samples", "iris", "constraints.csv")).stream()
            .map(row -> row.hashCode() % 4 == 0 ? flipped(row) : row)
            .toList();
    Path wrong = folder.resolve("wrong.csv");
    Files.write(wrong, rows);
    Captured captured = new Captured();

    run(captured, "iris", "wrong", "input.constraints.path=" + wrong, "clusters.constraints=soft");

    assertThat(captured.err())
        .contains("of 40 constraints are contradicted by the neighbours of their points");
  }

  private static String flipped(String row) {
    return row.contains("must-link")
        ? row.replace("must-link", "cannot-link")
        : row.replace("cannot-link", "must-link");
  }

  private int run(Captured captured, String sample, String output, String... sets) {
    List<String> arguments =
        new ArrayList<>(List.of("cluster", "--config", "conf/" + sample + ".conf"));
    arguments.addAll(List.of("--set", "output.path=" + folder.resolve(output)));
    for (String set : sets) {
      arguments.addAll(List.of("--set", set));
    }
    return Concord.run(
        arguments.toArray(String[]::new), captured.console().out(), captured.console().err());
  }
}
