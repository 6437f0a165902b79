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
import java.util.Random;
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
    assertThat(metrics.at("/method/members")).hasSize(13);
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

  /** A straight cut has the larger separation, but twenty pairs and the graph speak against it. */
  @Test
  void theDefaultFindsTwoHalfMoons() throws IOException {
    assertThat(run(new Captured(), "moons", "moons")).isZero();
    JsonNode metrics = new ObjectMapper().readTree(folder.resolve("moons/metrics.json").toFile());
    assertThat(metrics.at("/truth/ari").asDouble()).isGreaterThan(0.99);
    assertThat(metrics.at("/constraints/mustLink/violated").asInt()).isZero();
    assertThat(metrics.at("/constraints/cannotLink/violated").asInt()).isZero();
  }

  /** A column of coins and one of noise say nothing of the pairs, a category all. */
  @Test
  void theClosingLinesNameTheColumnsThatCount() throws IOException {
    Random random = new Random(4);
    List<String> rows = new ArrayList<>(List.of("id,size,coin,noise,colour"));
    for (int i = 0; i < 90; i++) {
      rows.add(
          "%d,%.3f,%d,%.3f,%s"
              .formatted(
                  i,
                  3.0 * (i % 3) + random.nextGaussian(),
                  random.nextInt(2),
                  random.nextGaussian(),
                  List.of("red", "green", "blue").get(i % 3)));
    }
    Captured captured = ofColours(rows, random);
    assertThat(captured.out())
        .containsPattern("Columns +by the pairs colour \\([0-9.]+\\), size \\([0-9.]+\\)")
        .containsPattern("(coin|noise) \\([0-9.]+\\) least");
    assertThat(Files.readString(folder.resolve("columns").resolve("report.html")))
        .contains("by the pairs colour (");
  }

  /** Levels of one column have weights, but no other column is there to count more or less. */
  @Test
  void oneColumnIsNotComparedWithOthers() throws IOException {
    List<String> rows = new ArrayList<>(List.of("id,colour"));
    for (int i = 0; i < 90; i++) {
      rows.add(i + "," + List.of("red", "green", "blue").get(i % 3));
    }
    assertThat(ofColours(rows, new Random(4)).out()).contains("Points ").doesNotContain("Columns ");
  }

  /** The output of a run on points whose colours repeat, with forty pairs of the colours. */
  private Captured ofColours(List<String> rows, Random random) throws IOException {
    List<String> pairs = new ArrayList<>(List.of("first,second,kind"));
    for (int p = 0; p < 40; p++) {
      int first = random.nextInt(90);
      int second = (first + 1 + random.nextInt(89)) % 90;
      boolean same = first % 3 == second % 3;
      pairs.add(first + "," + second + "," + (same ? "must-link" : "cannot-link"));
    }
    Path points = Files.write(folder.resolve("points.csv"), rows);
    Path judged = Files.write(folder.resolve("pairs.csv"), pairs);
    Path conf =
        Files.writeString(
            folder.resolve("columns.conf"),
            """
            input.features { format = csv, path = "%s", id = id, categories = [colour] }
            input.constraints { format = csv, path = "%s" }
            clusters.count = 3
            output { path = "%s", model = false }
            """
                .formatted(points, judged, folder.resolve("columns")));
    Captured captured = new Captured();
    assertThat(
            Concord.run(
                new String[] {"cluster", "--config", conf.toString()},
                captured.console().out(),
                captured.console().err()))
        .isZero();
    return captured;
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
