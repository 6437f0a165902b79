package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounds on the sizes of clusters, from the configuration to the output. */
@Tag("spark")
class SizesCommandTest {
  @TempDir Path folder;

  @BeforeAll
  static void startSpark() {
    SparkTest.session();
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
                "output.format=csv"));
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

  private Map<String, String> clusters(String output) throws IOException {
    Map<String, String> clusters = new TreeMap<>();
    try (Stream<Path> parts = Files.list(folder.resolve(output).resolve("clusters"))) {
      for (Path part : parts.filter(p -> p.getFileName().toString().startsWith("part-")).toList()) {
        Files.readAllLines(part).stream()
            .skip(1)
            .forEach(row -> clusters.put(row.split(",", -1)[0], row.split(",", -1)[1]));
      }
    }
    return clusters;
  }

  private JsonNode metrics(String output) throws IOException {
    return new ObjectMapper().readTree(folder.resolve(output).resolve("metrics.json").toFile());
  }

  private static int[] sizes(Map<String, String> clusters, int k) {
    int[] sizes = new int[k];
    clusters.values().forEach(cluster -> sizes[Integer.parseInt(cluster)]++);
    return sizes;
  }

  @Test
  void everyClusterHasASizeWithinTheBounds() throws IOException {
    Captured captured =
        run(0, "cluster", "wine", "out", "clusters.sizes.min=55", "clusters.sizes.max=0.35");
    assertThat(sizes(clusters("out"), 3)).containsExactly(62, 61, 55);
    JsonNode metrics = metrics("out");
    assertThat(metrics.path("sizes").path("unit").asText()).isEqualTo("points");
    assertThat(metrics.path("sizes").path("moved").asInt()).isPositive();
    assertThat(metrics.path("sizes").path("min").toString()).isEqualTo("[55.0,55.0,55.0]");
    assertThat(metrics.path("sizes").path("max").toString()).isEqualTo("[62.0,62.0,62.0]");
    assertThat(metrics.path("constraints").path("mustLink").path("violated").asInt()).isZero();
    assertThat(metrics.path("constraints").path("cannotLink").path("violated").asInt()).isZero();
    assertThat(metrics.path("timings").has("sizes")).isTrue();
    assertThat(captured.out()).contains("Sizes        at least 55, at most 62 points:");
    assertThat(Files.readString(folder.resolve("out").resolve("report.html")))
        .contains("Sizes of clusters", "at least 55, at most 62 points");
  }

  /** The rows of iris with a weight: id, the features, and 3 for the first 50 rows, else 1. */
  private Path weighted() throws IOException {
    List<String> rows = Files.readAllLines(Path.of("data-samples", "iris", "features.csv"));
    List<String> out = new ArrayList<>(List.of(rows.get(0) + ",mass"));
    for (int i = 1; i < rows.size(); i++) {
      out.add(rows.get(i) + (i <= 50 ? ",3" : ",1"));
    }
    Path file = folder.resolve("weighted.csv");
    Files.write(file, out);
    return file;
  }

  @Test
  void aColumnOfWeightsIsCountedAndNoFeature() throws IOException {
    Path table = weighted();
    run(
        0,
        "cluster",
        "iris",
        "weights",
        "input.features.path=" + table,
        "input.features.columns=null",
        "clusters.weight=mass",
        "clusters.sizes.max=100");
    Map<String, Double> weightOf = new TreeMap<>();
    Files.readAllLines(table).stream()
        .skip(1)
        .forEach(
            row -> {
              List<String> cells = Arrays.asList(row.split(",", -1));
              weightOf.put(cells.get(0), Double.parseDouble(cells.get(cells.size() - 1)));
            });
    double[] sums = new double[3];
    clusters("weights")
        .forEach((id, cluster) -> sums[Integer.parseInt(cluster)] += weightOf.get(id));
    assertThat(Arrays.stream(sums).max().orElse(0)).isLessThanOrEqualTo(100.0);
    assertThat(Arrays.stream(sums).sum()).isEqualTo(250.0);
    JsonNode metrics = metrics("weights");
    assertThat(metrics.path("sizes").path("unit").asText()).isEqualTo("weight");
    run(0, "cluster", "iris", "plain", "input.features.columns=null");
    assertThat(metrics.path("graph")).isEqualTo(metrics("plain").path("graph"));
    // New points may have the column too: it is no feature of the model.
    run(
        0,
        "assign",
        "iris",
        "assigned",
        "input.features.path=" + table,
        "input.features.columns=null",
        "clusters.weight=mass",
        "clusters.sizes.max=100",
        "model.path=" + folder.resolve("weights").resolve("model"));
  }

  @Test
  void rowNumbersHaveWeightsToo() throws IOException {
    Path file = folder.resolve("numbered.csv");
    List<String> rows = new ArrayList<>(List.of("x,y,mass"));
    for (int i = 0; i < 60; i++) {
      rows.add(i % 7 + "," + (i < 30 ? 0 : 20) + i % 5 + "." + i + "," + (i < 30 ? 2 : 1));
    }
    Files.write(file, rows);
    run(
        0,
        "cluster",
        "iris",
        "numbered",
        "input.features.path=" + file,
        "input.features.id=null",
        "input.features.columns=null",
        "input.truth=null",
        "input.constraints=null",
        "clusters.method=ncut",
        "clusters.count=2",
        "clusters.weight=mass",
        "clusters.sizes.max=50");
    double[] sums = new double[2];
    clusters("numbered")
        .forEach(
            (id, cluster) -> sums[Integer.parseInt(cluster)] += Integer.parseInt(id) < 30 ? 2 : 1);
    assertThat(sums[0] + sums[1]).isEqualTo(90.0);
    assertThat(Math.max(sums[0], sums[1])).isLessThanOrEqualTo(50.0);
  }

  @Test
  void aListBoundsTheClustersOfAnEarlierRunAndTheyKeepTheirNumbers() throws IOException {
    run(0, "cluster", "iris", "first");
    Map<String, String> first = clusters("first");
    List<String> lines = new ArrayList<>(List.of("id,cluster"));
    first.forEach((id, cluster) -> lines.add(id + "," + (2 - Integer.parseInt(cluster))));
    Files.write(folder.resolve("earlier.csv"), lines);
    run(
        0,
        "cluster",
        "iris",
        "second",
        "clusters.previous.format=csv",
        "clusters.previous.path=" + folder.resolve("earlier.csv"),
        "clusters.sizes.min=[none, none, 60]",
        "clusters.sizes.max=[45, none, none]");
    int[] sizes = sizes(clusters("second"), 3);
    assertThat(sizes[0]).isLessThanOrEqualTo(45);
    assertThat(sizes[2]).isGreaterThanOrEqualTo(60);
    JsonNode drift = metrics("second").path("drift");
    assertThat(drift.path("matchedClusters").asInt()).isEqualTo(3);
    assertThat(drift.path("moved").asInt()).isBetween(1, 40);
    assertThat(metrics("second").path("sizes").path("max").toString())
        .isEqualTo("[45.0,null,null]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"distributed", "distributed-edges"})
  void clustersAreTheSameWhereverTheEdgesAre(String operator) throws IOException {
    String[] sets = {
      "clusters.method=ccskl",
      "clusters.refine=none",
      "clusters.sizes.min=55",
      "clusters.sizes.max=64",
      "plan.block-rows=40",
      "plan.operator=local"
    };
    run(0, "cluster", "wine", "local", sets);
    sets[5] = "plan.operator=" + operator;
    run(0, "cluster", "wine", operator, sets);
    assertThat(clusters(operator)).isEqualTo(clusters("local"));
    JsonNode metrics = metrics(operator);
    assertThat(metrics.path("constraints").path("mustLink").path("violated").asInt()).isZero();
    assertThat(metrics.path("constraints").path("cannotLink").path("violated").asInt()).isZero();
    assertThat(metrics.path("sizes").path("loss"))
        .isEqualTo(metrics("local").path("sizes").path("loss"));
    assertThat(metrics.path("sizes").path("moved").asInt()).isPositive();
  }

  @Test
  void validationAndDryRunRefuseImpossibleSizes() {
    for (String command : List.of("validate", "cluster")) {
      Captured captured =
          command.equals("validate")
              ? run(3, command, "wine", "none", "clusters.sizes.min=60")
              : run(3, command, "wine", "none", "clusters.sizes.min=60", "--dry-run");
      assertThat(captured.err() + captured.out())
          .contains("clusters.sizes.min asks for 180 points in all 3 clusters together");
      assertThat(folder.resolve("none")).doesNotExist();
    }
    run(0, "validate", "wine", "none", "clusters.sizes.min=59");
  }

  @Test
  void suggestionsGoByThePartitionWithinTheBounds() throws IOException {
    run(0, "suggest", "iris", "pairs", "clusters.sizes.max=52", "suggest.pairs=3");
    assertThat(metrics("pairs").path("sizes").path("max").toString()).isEqualTo("[52.0,52.0,52.0]");
    for (JsonNode size : metrics("pairs").path("clusterSizes")) {
      assertThat(size.asInt()).isLessThanOrEqualTo(52);
    }
  }
}
