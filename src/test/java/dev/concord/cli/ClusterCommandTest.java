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
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The main job from the command line, on the sample data. */
@Tag("spark")
class ClusterCommandTest {
  /** A spectral method: it has eigenvalues, an embedding and something to refine. */
  private static final List<String> SPECTRAL =
      List.of(
          "clusters.method=ccskl", "method.ccskl.diagonal=constrained", "output.embedding=true");

  private static SparkSession spark;

  @TempDir Path folder;

  @BeforeAll
  static void startSpark() {
    spark = SparkTest.session();
  }

  @Test
  void digitsGiveEveryOutputOfTheContract() throws IOException {
    Captured captured = new Captured();
    assertThat(spectral(captured, "out", "output.graph=true")).isZero();
    Path out = folder.resolve("out");
    assertThat(lines(out.resolve("clusters"))).hasSize(1798).startsWith("id,cluster");
    assertThat(lines(out.resolve("embedding")).get(0)).startsWith("id,v0,v1");
    assertThat(lines(out.resolve("graph")).get(0)).isEqualTo("source,target,weight");
    assertThat(lines(out.resolve("constraints")).get(0))
        .isEqualTo("first,second,kind,weight,origin,satisfied,against");
    assertThat(Files.readString(out.resolve("_RESULT.json"))).contains("\"ok\"");
    assertThat(Files.readString(out.resolve("report.html")))
        .contains("<svg")
        .contains(
            "Points to look at",
            "data:image/png",
            "Evidence against",
            "Outvoted points",
            "Border points")
        .contains("products with the matrix", "The graph is connected", "Heap allowed")
        .doesNotContain("<script");

    JsonNode metrics = json(out.resolve("metrics.json"));
    assertThat(metrics.get("n").asInt()).isEqualTo(1797);
    assertThat(metrics.get("k").asInt()).isEqualTo(10);
    int previous = Integer.MAX_VALUE;
    int sum = 0;
    for (JsonNode size : metrics.get("clusterSizes")) {
      assertThat(size.asInt()).isLessThanOrEqualTo(previous);
      previous = size.asInt();
      sum += previous;
    }
    assertThat(sum).isEqualTo(1797);
    assertThat(metrics.get("graph").get("components").asInt()).isPositive();
    assertThat(metrics.get("truth").get("ari").asDouble()).isGreaterThan(0.6);
    assertThat(metrics.get("truth").has("outsideConstraints")).isTrue();
    assertThat(metrics.get("constraints").get("unsure").asInt()).isEqualTo(6);
    JsonNode suspicious = metrics.get("constraints").get("suspicious");
    assertThat(suspicious.get("from").asDouble()).isEqualTo(0.75);
    int above = 0;
    for (String line : lines(out.resolve("constraints"))) {
      String against = line.substring(line.lastIndexOf(',') + 1);
      above += line.contains(",given,") && Double.parseDouble(against) >= 0.75 ? 1 : 0;
    }
    assertThat(suspicious.get("mustLink").asInt() + suspicious.get("cannotLink").asInt())
        .isEqualTo(above);
    for (JsonNode residual : metrics.get("residuals")) {
      assertThat(residual.asDouble()).isLessThan(1e-7);
    }
    assertThat(metrics.get("timings").fieldNames())
        .toIterable()
        .contains(
            "read", "search", "graph", "eigenvectors", "method", "rounding", "output", "report");
    JsonNode run = json(out.resolve("run.json"));
    assertThat(run.get("inputs").get("features").get("sha256").asText()).hasSize(64);
    assertThat(run.get("configuration").get("clusters").get("seed").asInt()).isEqualTo(1);
    assertThat(captured.out().lines().count()).isLessThanOrEqualTo(13);
    assertThat(captured.out()).contains("ARI").contains("report.html");
  }

  @Test
  void labelsDoNotDependOnAnyPartitioning() throws IOException {
    String loose = "method.ccskl.tolerance=1e-5";
    assertThat(spectral(new Captured(), "plain", loose)).isZero();
    for (int partitions : new int[] {1, 7, 64}) {
      Path table = folder.resolve("features-" + partitions + ".parquet");
      spark
          .read()
          .option("header", "true")
          .option("inferSchema", "true")
          .csv(Path.of("data-samples", "digits", "features.csv").toString())
          .repartition(partitions)
          .write()
          .parquet(table.toString());
      int rows = (1797 + partitions - 1) / partitions;
      String output = "cut-" + partitions;
      int code =
          spectral(
              new Captured(),
              output,
              "input.features.format=parquet",
              "input.features.path=" + table,
              "plan.panel-rows=" + rows,
              // A product takes a task a block; more than three of them prove nothing more.
              "plan.block-rows=" + Math.max(rows, 600),
              loose,
              "plan.operator=distributed");
      assertThat(code).as(output).isZero();
      for (String name : List.of("clusters", "embedding", "constraints")) {
        assertThat(lines(folder.resolve(output).resolve(name)))
            .as(output + " " + name)
            .isEqualTo(lines(folder.resolve("plain").resolve(name)));
      }
    }
  }

  @Test
  void hardConstraintsHoldAfterAnyMethodAndTheOutputSaysWhatItTook() throws IOException {
    Captured captured = new Captured();
    assertThat(spectral(captured, "refined", "clusters.propagate=true")).isZero();
    JsonNode metrics = json(folder.resolve("refined").resolve("metrics.json"));
    JsonNode constraints = metrics.get("constraints");
    assertThat(constraints.get("mustLink").get("violated").asInt()).isZero();
    assertThat(constraints.get("cannotLink").get("violated").asInt()).isZero();
    assertThat(metrics.get("refinement").get("name").asText()).isEqualTo("cosc");
    assertThat(metrics.get("propagation").get("shareAgainst").asDouble()).isPositive();
    assertThat(metrics.get("timings").fieldNames())
        .toIterable()
        .contains("propagation", "refinement");
    assertThat(Files.readString(folder.resolve("refined").resolve("report.html")))
        .contains("Points moved by the refinement", "then a lower cut", "Method: kmeans cost");

    assertThat(run(new Captured(), "digits", "cosc", "clusters.method=cosc")).isZero();
    JsonNode cosc = json(folder.resolve("cosc").resolve("metrics.json"));
    assertThat(cosc.has("refinement")).isFalse();
    assertThat(cosc.get("constraints").get("cannotLink").get("violated").asInt()).isZero();
    assertThat(cosc.get("method").get("ncut").asDouble())
        .isEqualTo(cosc.get("ncut").asDouble(), within(1e-9));

    assertThat(spectral(new Captured(), "as-is", "clusters.refine=none")).isZero();
    JsonNode plain = json(folder.resolve("as-is").resolve("metrics.json"));
    assertThat(plain.has("refinement")).isFalse();
    assertThat(cosc.get("ncut").asDouble()).isLessThan(plain.get("ncut").asDouble());
  }

  @Test
  void ncutRunsOnStringIdsAndOnAGivenGraph() throws IOException {
    assertThat(run(new Captured(), "iris", "iris", "output.graph=true", "output.format=csv"))
        .isZero();
    assertThat(lines(folder.resolve("iris").resolve("clusters")).get(1)).startsWith("iris-");
    Captured captured = new Captured();
    int code =
        Concord.run(
            new String[] {
              "cluster",
              "--set",
              "input.edges.format=csv",
              "--set",
              "input.edges.path=" + folder.resolve("iris").resolve("graph"),
              "--set",
              "input.edges.options.header=true",
              "--set",
              "clusters.method=ncut",
              "--set",
              "clusters.count=3",
              "--set",
              "output.format=csv",
              "--set",
              "output.path=" + folder.resolve("edges")
            },
            captured.console().out(),
            captured.console().err());
    assertThat(code).as(captured.err()).isZero();
    assertThat(lines(folder.resolve("edges").resolve("clusters"))).hasSize(151);
    assertThat(captured.out()).contains("graph given");
  }

  @Test
  void aDryRunPrintsThePlanAndWritesNothing() throws IOException {
    Captured captured = new Captured();
    int code =
        Concord.run(
            arguments("digits", "nothing", List.of(), "--dry-run"),
            captured.console().out(),
            captured.console().err());
    assertThat(code).isZero();
    assertThat(captured.out()).contains("operator       local").contains("features");
    try (Stream<Path> listing = Files.list(folder)) {
      assertThat(listing).isEmpty();
    }
  }

  @Test
  void theGraphCommandWritesTheGraphAlone() throws IOException {
    Captured captured = new Captured();
    int code =
        Concord.run(
            Stream.concat(
                    Stream.of("graph"),
                    Stream.of(
                            arguments(
                                "wine",
                                "graph-only",
                                List.of("output.format=csv", "input.constraints=null")))
                        .skip(1))
                .toArray(String[]::new),
            captured.console().out(),
            captured.console().err());
    assertThat(code).as(captured.err()).isZero();
    assertThat(lines(folder.resolve("graph-only").resolve("graph"))).hasSizeGreaterThan(178);
    assertThat(folder.resolve("graph-only").resolve("clusters")).doesNotExist();
  }

  @Test
  void edgesThatStayOnExecutorsMakeTheSameGraphTable() throws IOException {
    List<List<String>> tables = new ArrayList<>();
    for (String operator : List.of("local", "distributed-edges")) {
      Captured captured = new Captured();
      List<String> sets =
          List.of(
              "output.format=csv",
              // Of the method nothing is needed here, nor of what it needs.
              "clusters.method=kkm",
              "plan.operator=" + operator,
              "plan.block-rows=40");
      String[] all = arguments("wine", "graph-" + operator, sets);
      all[0] = "graph";
      assertThat(Concord.run(all, captured.console().out(), captured.console().err()))
          .as(captured.err())
          .isZero();
      tables.add(lines(folder.resolve("graph-" + operator).resolve("graph")));
    }
    assertThat(tables.get(1)).hasSizeGreaterThan(178).isEqualTo(tables.get(0));
  }

  @Test
  void edgesThatAMethodNeedsOnTheDriverAreRefusedWithCode5() {
    Captured captured = new Captured();
    int code =
        run(
            captured,
            "wine",
            "refused",
            "plan.operator=distributed-edges",
            "plan.coarse-nodes=none");
    assertThat(code).isEqualTo(5);
    assertThat(captured.err()).contains("clusters.refine = cosc (set it to none)");
    assertThat(captured.err()).doesNotContain("concord: search");
  }

  @Test
  void aWholeRunWithEdgesOnExecutorsHasTheOutputOfALocalOne() throws IOException {
    for (String operator : List.of("local", "distributed-edges")) {
      Captured captured = new Captured();
      int code =
          run(
              captured,
              "wine",
              operator,
              "output.format=csv",
              "output.graph=true",
              "output.embedding=true",
              "clusters.method=ccskl",
              "clusters.refine=none",
              "plan.operator=" + operator,
              "plan.block-rows=40");
      assertThat(code).as(captured.err()).isZero();
    }
    for (String table : List.of("clusters", "graph", "embedding", "constraints")) {
      assertThat(lines(folder.resolve("distributed-edges").resolve(table)))
          .as(table)
          .isEqualTo(lines(folder.resolve("local").resolve(table)));
    }
    JsonNode local = json(folder.resolve("local").resolve("metrics.json"));
    JsonNode remote = json(folder.resolve("distributed-edges").resolve("metrics.json"));
    for (String figure : List.of("ncut", "truth", "graph", "eigenvalues", "residuals")) {
      assertThat(remote.get(figure)).as(figure).isEqualTo(local.get(figure));
    }
    assertThat(remote.get("products").get("vectors").asInt()).isPositive();
    assertThat(local.has("products")).isFalse();
    for (String file : List.of("model.json")) {
      assertThat(Files.exists(folder.resolve("distributed-edges").resolve("model").resolve(file)))
          .isEqualTo(Files.exists(folder.resolve("local").resolve("model").resolve(file)));
    }
  }

  @Test
  void aFailedRunLeavesTheEarlierOutputWhole() throws IOException {
    assertThat(run(new Captured(), "wine", "out", "output.format=csv")).isZero();
    List<String> before = lines(folder.resolve("out").resolve("clusters"));
    Captured captured = new Captured();
    int code =
        run(
            captured,
            "wine",
            "out",
            "output.format=csv",
            "output.overwrite=true",
            "clusters.method=ccskl",
            "method.ccskl.solver=arpack",
            "method.ccskl.max-iterations=1",
            "method.ccskl.tolerance=1e-15");
    assertThat(code).isEqualTo(4);
    assertThat(captured.err()).contains("tolerance");
    assertThat(lines(folder.resolve("out").resolve("clusters"))).isEqualTo(before);
    assertThat(Files.readString(folder.resolve("out").resolve("_RESULT.json"))).contains("ok");
  }

  private int spectral(Captured captured, String output, String... sets) {
    List<String> all = new ArrayList<>(SPECTRAL);
    all.addAll(List.of(sets));
    return run(captured, "digits", output, all.toArray(String[]::new));
  }

  private int run(Captured captured, String sample, String output, String... sets) {
    return Concord.run(
        arguments(sample, output, List.of(sets)),
        captured.console().out(),
        captured.console().err());
  }

  private String[] arguments(String sample, String output, List<String> sets, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "cluster",
                "--config",
                Path.of("conf", sample + ".conf").toAbsolutePath().toString(),
                "--set",
                "output.path=" + folder.resolve(output)));
    sets.forEach(set -> arguments.addAll(List.of("--set", set)));
    arguments.addAll(List.of(more));
    return arguments.toArray(String[]::new);
  }

  private static JsonNode json(Path file) throws IOException {
    return new ObjectMapper().readTree(file.toFile());
  }

  /** All lines of the part files of a table, in their order. */
  private static List<String> lines(Path table) throws IOException {
    List<Path> parts;
    try (Stream<Path> listing = Files.list(table)) {
      parts =
          listing
              .filter(path -> path.getFileName().toString().startsWith("part-"))
              .sorted()
              .toList();
    }
    List<String> lines = new ArrayList<>();
    for (Path part : parts) {
      lines.addAll(Files.readAllLines(part));
    }
    return lines;
  }
}
