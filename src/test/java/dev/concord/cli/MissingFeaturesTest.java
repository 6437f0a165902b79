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
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables with empty cells. */
@Tag("spark")
class MissingFeaturesTest {
  private static final String HEAD = "id,x,y,z";

  @TempDir static Path folder;

  @BeforeAll
  static void tables() throws IOException {
    assertThat(SparkTest.session()).isNotNull();
    List<String> gaps = new ArrayList<>(List.of(HEAD));
    List<String> whole = new ArrayList<>(List.of(HEAD));
    for (int i = 0; i < 40; i++) {
      double x = i % 2 == 0 ? i : 100.0 + i;
      String y = Integer.toString(i * 7 % 40);
      // y is 0 to 39; without the values of points 5 and 10, 35 and 30, the lower median is 18.
      boolean gap = i == 5 || i == 10;
      gaps.add("p%02d,%s,%s,%s".formatted(i, x, gap ? "" : y, i == 7 ? "NaN" : "1"));
      whole.add("p%02d,%s,%s,%s".formatted(i, x, gap ? "18" : y, "1"));
    }
    Files.write(folder.resolve("gaps.csv"), gaps);
    Files.write(folder.resolve("whole.csv"), whole);
    Files.write(folder.resolve("new.csv"), List.of(HEAD, "n1,3,,1", "n2,105,18,"));
    Files.write(folder.resolve("empty.csv"), List.of(HEAD, "a,1,NaN,1", "b,2,NaN,2", "c,3,NaN,3"));
  }

  private static int run(Captured captured, String command, String output, String... more) {
    List<String> args = new ArrayList<>(List.of(command));
    for (String set : more) {
      args.addAll(List.of("--set", set));
    }
    args.addAll(
        List.of("--set", "output.format=csv", "--set", "output.path=" + folder.resolve(output)));
    return Concord.run(
        args.toArray(String[]::new), captured.console().out(), captured.console().err());
  }

  private static Captured cluster(int code, String table, String output, String... more) {
    List<String> sets =
        new ArrayList<>(
            List.of(
                "input.features.format=csv",
                "input.features.path=" + folder.resolve(table),
                "input.features.id=id",
                "input.features.columns=[x,y,z]",
                "clusters.count=2",
                "clusters.method=ncut",
                "graph.neighbors=2"));
    sets.addAll(List.of(more));
    Captured captured = new Captured();
    assertThat(run(captured, "cluster", output, sets.toArray(String[]::new)))
        .as(captured.err())
        .isEqualTo(code);
    return captured;
  }

  private static List<String> rows(String table) throws IOException {
    List<String> rows = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder.resolve(table))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".csv")).sorted().toList()) {
        List<String> lines = Files.readAllLines(file);
        rows.addAll(lines.subList(1, lines.size()));
      }
    }
    return rows;
  }

  private static JsonNode model(String output) throws IOException {
    return new ObjectMapper().readTree(folder.resolve(output + "/model/model.json").toFile());
  }

  @Test
  void filledValuesGiveTheClustersOfTheTableThatHasThem() throws IOException {
    Captured captured = cluster(0, "gaps.csv", "filled", "input.features.missing=median");
    assertThat(captured.err())
        .contains(
            "3 values of 2 columns of input.features were missing, filled with the median of their"
                + " columns.");
    cluster(0, "whole.csv", "whole");
    assertThat(rows("filled/clusters")).isEqualTo(rows("whole/clusters"));
    JsonNode substitutes = model("filled").get("missing");
    assertThat(substitutes.get(1).doubleValue()).isEqualTo(18.0);
    assertThat(substitutes.get(2).doubleValue()).isEqualTo(1.0);
    assertThat(model("whole").has("missing")).isFalse();
  }

  @Test
  void theModelFillsNewPointsWithItsOwnValues() throws IOException {
    cluster(0, "gaps.csv", "model", "input.features.missing=mean");
    // Of 0 to 39 without 35 and 30: 715 / 38.
    assertThat(model("model").get("missing").get(1).doubleValue()).isEqualTo(715.0 / 38.0);
    Captured captured = new Captured();
    int code =
        run(
            captured,
            "assign",
            "placed",
            "model.path=" + folder.resolve("model"),
            "input.features.format=csv",
            "input.features.id=id",
            "input.features.path=" + folder.resolve("new.csv"));
    assertThat(code).as(captured.err()).isZero();
    List<String> placed = rows("placed/assigned");
    assertThat(placed).hasSize(2);
    assertThat(placed.get(0).split(",", -1)[1]).isNotEqualTo(placed.get(1).split(",", -1)[1]);
  }

  @Test
  void withoutTheKeyAMissingValueIsRefusedAndTheMessageNamesIt() {
    assertThat(cluster(2, "gaps.csv", "refused").err())
        .contains("3 feature values are not a finite number: id p05, column y is null")
        .contains("input.features.missing");
    assertThat(cluster(2, "empty.csv", "none", "input.features.missing=median").err())
        .contains("column y has no value at all", "input.features.missing = median");
  }

  @Test
  void theQuarantineKeepsRowsWhoseGapsAreFilled() throws IOException {
    Captured captured =
        cluster(
            0,
            "gaps.csv",
            "aside-out",
            "input.features.missing=median",
            "input.quarantine=" + folder.resolve("aside"));
    assertThat(captured.err()).contains("filled with the median").doesNotContain("cannot be used");
    assertThat(rows("aside-out/clusters")).hasSize(40);
  }
}
