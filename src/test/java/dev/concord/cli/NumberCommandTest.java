package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The number of clusters, chosen or nested, from the configuration to the output. */
@Tag("spark")
class NumberCommandTest {
  @TempDir Path folder;

  @BeforeAll
  static void startSpark() {
    assertThat(SparkTest.session()).isNotNull();
  }

  private Captured run(int code, String command, String config, String to, String... sets) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                command,
                "--config",
                Path.of("conf", config + ".conf").toAbsolutePath().toString(),
                "--set",
                "output.path=" + folder.resolve(to),
                "--set",
                "output.format=csv",
                "--set",
                "output.overwrite=true"));
    for (String set : sets) {
      if (!set.startsWith("--")) {
        arguments.add("--set");
      }
      arguments.add(set);
    }
    Captured captured = new Captured();
    assertThat(
            Concord.run(
                arguments.toArray(String[]::new),
                captured.console().out(),
                captured.console().err()))
        .as(captured.err())
        .isEqualTo(code);
    return captured;
  }

  private JsonNode metrics(String output) throws IOException {
    return new ObjectMapper().readTree(folder.resolve(output).resolve("metrics.json").toFile());
  }

  @Test
  void theNumberChosenIsTheMethodsAndTheOutputSaysWhatSpokeForIt() throws IOException {
    Captured captured =
        run(0, "cluster", "iris", "auto", "clusters.count=2-5", "clusters.method=ccskl");
    JsonNode metrics = metrics("auto");
    JsonNode number = metrics.path("number");
    int chosen = number.path("chosen").asInt();
    assertThat(chosen).isBetween(2, 5).isEqualTo(metrics.path("k").asInt());
    assertThat(metrics.path("clusterSizes")).hasSize(chosen);
    assertThat(number.path("runnerUp").asInt()).isBetween(2, 5).isNotEqualTo(chosen);
    assertThat(number.path("scores")).hasSize(4);
    assertThat(number.path("pairs").asInt()).isEqualTo(40);
    assertThat(captured.out())
        .contains("Number       " + chosen + ", chosen from 2 to 5 by gaps and 40 pairs; next is ");
    assertThat(Files.readString(folder.resolve("auto").resolve("report.html")))
        .contains("<h2>Number of clusters</h2>", "The best score is that of " + chosen);
    assertThat(Files.readString(folder.resolve("auto").resolve("run.json"))).contains("\"2-5\"");
    assertThat(
            run(0, "cluster", "iris", "auto", "clusters.count=2-5", "clusters.method=ccskl").out())
        .contains("nothing");
    run(0, "cluster", "iris", "fixed", "clusters.count=" + chosen, "clusters.method=ccskl");
    assertThat(clusters("fixed")).isEqualTo(clusters("auto"));
  }

  @ParameterizedTest
  @CsvSource({"ncut", "ensemble"})
  void anyMethodTakesTheNumber(String method) throws IOException {
    run(0, "cluster", "iris", method, "clusters.count=2-4", "clusters.method=" + method);
    JsonNode metrics = metrics(method);
    assertThat(metrics.path("k").asInt()).isEqualTo(metrics.path("number").path("chosen").asInt());
  }

  @Test
  void thePlanSaysWhatTheChoiceTakes() {
    assertThat(run(0, "cluster", "iris", "plan", "clusters.count=auto", "--dry-run").out())
        .contains(
            "number         chosen from 2 to 8: 9 eigenvectors of two graphs, up to 21 partitions");
    assertThat(run(0, "validate", "iris", "plan", "clusters.count=auto").out())
        .contains("150 points");
  }

  @Test
  void suggestAndBoundsOfSizesTakeAChosenNumber() throws IOException {
    run(0, "suggest", "iris", "pairs", "clusters.count=2-4", "suggest.pairs=5");
    run(
        0,
        "cluster",
        "iris",
        "sized",
        "clusters.count=auto",
        "clusters.sizes.max=45",
        "clusters.method=ncut");
    JsonNode metrics = metrics("sized");
    assertThat(metrics.path("number").path("least").asInt()).isEqualTo(4);
    metrics.path("clusterSizes").forEach(size -> assertThat(size.asInt()).isLessThanOrEqualTo(45));
    assertThat(
            run(3, "cluster", "iris", "none", "clusters.count=2-3", "clusters.sizes.max=45").err())
        .contains("clusters.count = 2-3 has no number that clusters.sizes allows", "4 to 150");
  }

  @Test
  void moreThanThePointsAreRefused() {
    assertThat(run(2, "cluster", "iris", "none", "clusters.count=2-151").err())
        .contains("clusters.count is 2-151, but the input has only 150 points");
  }

  @Test
  void nestedPartitionsHaveAColumnALevel() throws IOException {
    Captured captured =
        run(0, "cluster", "wine", "nested", "clusters.count=[3, 4, 6]", "clusters.method=ccskl");
    List<String> rows = rows("nested");
    assertThat(rows.get(0)).isEqualTo("id,cluster,cluster_3,cluster_4,cluster_6");
    Map<String, String> parent = new HashMap<>();
    for (String row : rows.subList(1, rows.size())) {
      String[] values = row.split(",", -1);
      assertThat(values[1]).isEqualTo(values[4]);
      assertThat(parent.merge("fine:" + values[4], values[3], (a, b) -> a)).isEqualTo(values[3]);
      assertThat(parent.merge("middle:" + values[3], values[2], (a, b) -> a)).isEqualTo(values[2]);
    }
    JsonNode levels = metrics("nested").path("levels");
    assertThat(levels).hasSize(3);
    for (int level = 0; level < 3; level++) {
      JsonNode one = levels.get(level);
      assertThat(one.path("k").asInt()).isEqualTo(List.of(3, 4, 6).get(level));
      assertThat(one.path("clusterSizes")).hasSize(one.path("k").asInt());
      assertThat(one.path("mustLink").path("violated").asInt()).isZero();
      assertThat(one.path("violated")).hasSize(one.path("cannotLink").path("violated").asInt());
      assertThat(one.path("truth").path("ari").isNumber()).isTrue();
    }
    assertThat(levels.get(2).path("ncut").asDouble())
        .isCloseTo(metrics("nested").path("ncut").asDouble(), within(1e-12));
    assertThat(captured.out()).contains("Number       nested 3 (cut ", ", 4 (cut ", ", 6 (cut ");
    assertThat(Files.readString(folder.resolve("nested").resolve("report.html")))
        .contains("<h2>Nested partitions</h2>", "cluster_6");
  }

  @Test
  void aLevelThatCannotHoldItsPairsIsRefusedWithTheProof() throws IOException {
    Path pairs = folder.resolve("pairs.csv");
    Files.writeString(
        pairs, "first,second,kind\n0,1,cannot-link\n1,2,cannot-link\n0,2,cannot-link\n");
    assertThat(
            run(
                    3,
                    "cluster",
                    "digits",
                    "none",
                    "clusters.count=[2, 4]",
                    "input.constraints.path=" + pairs)
                .err())
        .contains("cannot be put into 2 clusters", "0!=1");
  }

  @Test
  void theGraphAloneNeedsNoNumber() throws IOException {
    Path conf = folder.resolve("graph.conf");
    Files.writeString(
        conf,
        "input.features { format = csv, path = \""
            + Path.of("data-samples", "iris", "features.csv").toAbsolutePath()
            + "\", id = id }\noutput { path = \""
            + folder.resolve("graph")
            + "\", format = csv }\n");
    Captured captured = new Captured();
    assertThat(
            Concord.run(
                new String[] {"graph", "--config", conf.toString()},
                captured.console().out(),
                captured.console().err()))
        .as(captured.err())
        .isZero();
    assertThat(captured.out()).contains("edges over 150 points");
  }

  private List<String> rows(String output) throws IOException {
    List<String> rows = new ArrayList<>();
    try (Stream<Path> parts = Files.list(folder.resolve(output).resolve("clusters"))) {
      for (Path part : parts.filter(p -> p.getFileName().toString().startsWith("part-")).toList()) {
        List<String> lines = Files.readAllLines(part);
        rows.addAll(rows.isEmpty() ? lines : lines.subList(1, lines.size()));
      }
    }
    return rows;
  }

  private Map<String, String> clusters(String output) throws IOException {
    Map<String, String> clusters = new HashMap<>();
    rows(output).forEach(row -> clusters.put(row.split(",", -1)[0], row.split(",", -1)[1]));
    return clusters;
  }
}
