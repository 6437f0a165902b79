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
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two groups that differ in columns of small units, beside a column of a large one. */
@Tag("spark")
class AutoScalingTest {
  private static final int POINTS = 240;

  @TempDir static Path folder;

  @BeforeAll
  static void tables() throws IOException {
    assertThat(SparkTest.session()).isNotNull();
    SplittableRandom random = new SplittableRandom(11);
    List<String> rows = new ArrayList<>(List.of("id,share,rate,income,site"));
    List<String> truth = new ArrayList<>(List.of("id,label"));
    for (int i = 0; i < POINTS; i++) {
      int group = i % 2;
      // One reading is a million times too large.
      double rate = 2.0 + group + 0.2 * random.nextDouble();
      rows.add(
          String.format(
              Locale.ROOT,
              "p%03d,%.6f,%.6f,%.2f,7",
              i,
              0.01 + 0.01 * group + 0.002 * random.nextDouble(),
              i == 100 ? 1e6 * rate : rate,
              20_000 + 50_000 * random.nextDouble()));
      truth.add(String.format(Locale.ROOT, "p%03d,%d", i, group));
    }
    Files.write(folder.resolve("points.csv"), rows);
    Files.write(folder.resolve("truth.csv"), truth);
    List<String> again = new ArrayList<>(List.of(rows.get(0)));
    rows.subList(1, rows.size()).forEach(row -> again.add("new-" + row));
    Files.write(folder.resolve("again.csv"), again);
  }

  private static Captured run(String command, String output, String... more) {
    List<String> args = new ArrayList<>(List.of(command));
    for (String set : more) {
      args.addAll(List.of("--set", set));
    }
    args.addAll(List.of("--set", "output.format=csv", "--set", "output.path=" + at(output)));
    Captured captured = new Captured();
    int code =
        Concord.run(
            args.toArray(String[]::new), captured.console().out(), captured.console().err());
    assertThat(code).as(captured.err()).isZero();
    return captured;
  }

  private static Captured cluster(String output, String... more) {
    List<String> sets =
        new ArrayList<>(
            List.of(
                "input.features.format=csv",
                "input.features.path=" + at("points.csv"),
                "input.features.id=id",
                "input.truth.format=csv",
                "input.truth.path=" + at("truth.csv"),
                "clusters.count=2",
                "clusters.method=ncut"));
    sets.addAll(List.of(more));
    return run("cluster", output, sets.toArray(String[]::new));
  }

  private static Path at(String name) {
    return folder.resolve(name);
  }

  private static JsonNode json(String file) throws IOException {
    return new ObjectMapper().readTree(at(file).toFile());
  }

  private static List<String> rows(String table) throws IOException {
    List<String> rows = new ArrayList<>();
    try (Stream<Path> files = Files.list(at(table))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".csv")).sorted().toList()) {
        List<String> lines = Files.readAllLines(file);
        rows.addAll(lines.subList(1, lines.size()));
      }
    }
    return rows;
  }

  @Test
  void aTableOfMixedUnitsIsScaledAndTheRunSaysSo() throws IOException {
    Captured captured = cluster("auto");
    // Income has a range of 47,600, share of 0.012.
    String said = "scaled by range, columns differ by a factor of ";
    assertThat(captured.err()).contains("features " + said);
    assertThat(captured.out()).contains("of dimension 4, features " + said);
    JsonNode metrics = json("auto/metrics.json");
    // The far reading itself may go with either group.
    assertThat(metrics.at("/truth/ari").doubleValue()).isGreaterThan(0.95);
    assertThat(metrics.at("/graph/scaling/applied").asText()).isEqualTo("range");
    assertThat(metrics.at("/graph/scaling/factor").doubleValue()).isBetween(3e6, 5e6);
    assertThat(metrics.at("/graph/constantFeatures").intValue()).isEqualTo(1);
    assertThat(Files.readString(at("auto/report.html"))).contains("auto: " + said);

    cluster("none", "graph.scale-features=none");
    assertThat(json("none/metrics.json").at("/truth/ari").doubleValue()).isLessThan(0.2);
    assertThat(json("none/metrics.json").at("/graph").has("scaling")).isFalse();
  }

  @Test
  void whatIsDecidedCanBeNamed() throws IOException {
    cluster("decided");
    cluster("named", "graph.scale-features=range");
    assertThat(rows("named/clusters")).isEqualTo(rows("decided/clusters"));
    assertThat(json("named/model/model.json").get("scaling"))
        .isEqualTo(json("decided/model/model.json").get("scaling"));
  }

  @Test
  void directionsAreComparedAsTheyAre() throws IOException {
    Captured captured = cluster("cosine", "graph.kernel=cosine");
    assertThat(captured.err())
        .contains("features as they are, graph.kernel = cosine compares directions");
    JsonNode scaling = json("cosine/metrics.json").at("/graph/scaling");
    assertThat(scaling.get("applied").asText()).isEqualTo("none");
    assertThat(scaling.has("factor")).isFalse();
  }

  @Test
  void newPointsAreScaledAsTheModelWas() throws IOException {
    cluster("trained");
    JsonNode model = json("trained/model/model.json");
    assertThat(model.at("/graph/scaleFeatures").asText()).isEqualTo("range");
    assertThat(model.at("/scaling/low")).hasSize(4);
    // The far reading is outside the range that the model keeps.
    assertThat(model.at("/scaling/high/1").doubleValue()).isLessThan(4.0);
    run(
        "assign",
        "assigned",
        "model.path=" + at("trained"),
        "input.features.format=csv",
        "input.features.path=" + at("again.csv"),
        "input.features.id=id");
    List<String> given = rows("trained/clusters");
    List<String> placed = rows("assigned/assigned");
    assertThat(placed).hasSize(POINTS);
    for (int i = 0; i < POINTS; i++) {
      String[] old = given.get(i).split(",", -1);
      String[] copy = placed.get(i).split(",", -1);
      assertThat(copy[0]).isEqualTo("new-" + old[0]);
      assertThat(copy[1]).isEqualTo(old[1]);
    }
  }
}
