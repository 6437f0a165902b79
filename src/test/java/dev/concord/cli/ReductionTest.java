package dev.concord.cli;

import static java.util.stream.Collectors.joining;
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
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three groups in 20 of 120 columns of one unit, all columns with noise. */
@Tag("spark")
class ReductionTest {
  private static final int POINTS = 210;
  private static final int DIM = 120;

  @TempDir static Path folder;

  @BeforeAll
  static void tables() throws IOException {
    assertThat(SparkTest.session()).isNotNull();
    SplittableRandom random = new SplittableRandom(21);
    double[][] means = new double[3][DIM];
    for (double[] mean : means) {
      for (int d = 0; d < 20; d++) {
        mean[d] = 4.0 * random.nextGaussian();
      }
    }
    StringBuilder head = new StringBuilder("id");
    for (int d = 0; d < DIM; d++) {
      head.append(",x").append(d);
    }
    List<String> rows = new ArrayList<>(List.of(head.toString()));
    List<String> again = new ArrayList<>(rows);
    List<String> truth = new ArrayList<>(List.of("id,label"));
    for (int i = 0; i < POINTS; i++) {
      StringBuilder row = new StringBuilder();
      for (int d = 0; d < DIM; d++) {
        double value = means[i % 3][d] + random.nextGaussian();
        row.append(String.format(Locale.ROOT, ",%.4f", value));
      }
      rows.add(String.format(Locale.ROOT, "p%03d", i) + row);
      again.add(String.format(Locale.ROOT, "new-p%03d", i) + row);
      truth.add(String.format(Locale.ROOT, "p%03d,%d", i, i % 3));
    }
    Files.write(folder.resolve("points.csv"), rows);
    Files.write(folder.resolve("again.csv"), again);
    Files.write(folder.resolve("truth.csv"), truth);
  }

  private static Path at(String name) {
    return folder.resolve(name);
  }

  private static Captured run(String command, String output, String... sets) {
    List<String> args = new ArrayList<>(List.of(command));
    for (String set : sets) {
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

  private static Captured on(String command, String output, String more) {
    return run(
        command,
        output,
        "input.features.format=csv",
        "input.features.path=" + at("points.csv"),
        "input.features.id=id",
        "input.truth.format=csv",
        "input.truth.path=" + at("truth.csv"),
        "clusters.count=3",
        "clusters.method=ncut",
        more);
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

  /** A part has the components of its own rows. */
  @Test
  void aClusterOfAReducedTableIsSplitByItsComponents() throws IOException {
    List<String> earlier = new ArrayList<>(List.of("id,cluster"));
    for (int i = 0; i < POINTS; i++) {
      earlier.add(String.format(Locale.ROOT, "p%03d,%d", i, i % 3 == 2 ? 1 : 0));
    }
    Files.write(at("earlier.csv"), earlier);

    run(
        "cluster",
        "split",
        "input.features.format=csv",
        "input.features.path=" + at("points.csv"),
        "input.features.id=id",
        "input.truth.format=csv",
        "input.truth.path=" + at("truth.csv"),
        "clusters.count=2",
        "clusters.method=pck-means",
        "clusters.previous.format=csv",
        "clusters.previous.path=" + at("earlier.csv"),
        "clusters.split=0");

    JsonNode metrics = json("split/metrics.json");
    assertThat(metrics.at("/graph/reduction/components").intValue()).isBetween(32, 60);
    assertThat(metrics.at("/truth/ari").doubleValue()).isEqualTo(1.0);
  }

  @Test
  void theRunSaysWhatStandsForTheFeatures() throws IOException {
    Captured captured = on("cluster", "auto", "graph.reduce=auto");

    String said = " principal components with ";
    assertThat(captured.err()).containsPattern("120 features to \\d+" + said);
    assertThat(captured.out()).containsPattern("of dimension 120, .*\\d+" + said);
    assertThat(Files.readString(at("auto/report.html"))).containsPattern("\\d+" + said);
    JsonNode metrics = json("auto/metrics.json");
    assertThat(metrics.at("/graph/reduction/components").intValue()).isBetween(32, 60);
    assertThat(metrics.at("/graph/reduction/explained").doubleValue()).isBetween(0.85, 0.9);
    assertThat(metrics.at("/truth/ari").doubleValue()).isEqualTo(1.0);
  }

  @Test
  void allFeaturesAreUsedWhereNoneIsAskedFor() throws IOException {
    Captured captured = on("cluster", "none", "graph.reduce=none");

    assertThat(captured.err()).doesNotContain("principal components");
    assertThat(json("none/metrics.json").at("/graph").has("reduction")).isFalse();
    assertThat(json("none/model/model.json").has("projection")).isFalse();
  }

  @Test
  void aNumberIsTaken() throws IOException {
    on("cluster", "seven", "graph.reduce=7");

    assertThat(json("seven/metrics.json").at("/graph/reduction/components").intValue())
        .isEqualTo(7);
    assertThat(json("seven/run.json").at("/configuration/graph/reduce").intValue()).isEqualTo(7);
  }

  /** Thirty columns of four levels are 120 features, none of which is a number. */
  @Test
  void levelsOfCategoriesAreNotReducedUnlessThatIsAskedFor() throws IOException {
    SplittableRandom random = new SplittableRandom(4);
    String names = IntStream.range(0, 30).mapToObj(c -> "c" + c).collect(joining(","));
    List<String> table = new ArrayList<>(List.of("id," + names));
    for (int i = 0; i < POINTS; i++) {
      int group = i % 3;
      String row =
          IntStream.range(0, 30)
              .mapToObj(c -> "level" + (random.nextInt(3) == 0 ? 3 : group))
              .collect(joining(","));
      table.add(String.format(Locale.ROOT, "p%03d,%s", i, row));
    }
    Files.write(at("levels.csv"), table);
    for (String reduce : List.of("auto", "7")) {
      run(
          "cluster",
          "levels-" + reduce,
          "input.features={ format = csv, path = \"" + at("levels.csv") + "\", id = id }",
          "input.features.categories=[" + names + "]",
          "clusters.count=3",
          "clusters.method=ncut",
          "graph.reduce=" + reduce);
    }
    assertThat(json("levels-auto/metrics.json").at("/graph").has("reduction")).isFalse();
    assertThat(json("levels-7/metrics.json").at("/graph/reduction/components").intValue())
        .isEqualTo(7);
  }

  @Test
  void validationSaysWhatARunDoes() {
    Captured captured = on("validate", "unused", "graph.reduce=auto");

    assertThat(captured.out()).containsPattern("features reduced to \\d+ principal components");
  }

  @Test
  void newPointsAreProjectedAsTheModelWas() throws IOException {
    on("cluster", "trained", "graph.reduce=auto");
    JsonNode projection = json("trained/model/model.json").get("projection");
    assertThat(projection.get("centre")).hasSize(DIM);
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
      // A copy of a training point has the same coordinates, so it lies at no distance from it.
      assertThat(Double.parseDouble(copy[2])).isZero();
    }
  }
}
