package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Points of a table of edges that have no edge: input.nodes. */
@Tag("spark")
class EdgeNodesTest {
  @TempDir Path folder;
  private Captured captured = new Captured();

  @BeforeAll
  static void startSpark() {
    SparkTest.session();
  }

  /** Two triangles, and two points x and y that no edge names. */
  @BeforeEach
  void writeTables() throws IOException {
    write(
        "edges.csv", "source,target,weight", "a,b,1", "a,c,1", "b,c,1", "d,e,1", "d,f,1", "e,f,1");
    write("nodes.csv", "name", "x", "y", "a", "a", "f");
    write("truth.csv", "id,label", "a,1", "b,1", "c,1", "d,2", "e,2", "f,2", "x,3", "y,4");
  }

  private void write(String name, String... lines) throws IOException {
    Files.write(folder.resolve(name), Arrays.asList(lines));
  }

  private String table(String key, String name, String more) {
    return "input.%s { format = csv, path = \"%s\"%s }\n"
        .formatted(key, folder.resolve(name), more);
  }

  private int run(String command, String inputs, String... more) throws IOException {
    captured = new Captured();
    Path config = folder.resolve("job.conf");
    Files.writeString(
        config,
        inputs
            + "clusters.method = ncut\noutput { format = csv, path = \""
            + folder.resolve("out")
            + "\", overwrite = true }\n");
    List<String> args = new ArrayList<>(List.of(command, "--config", config.toString()));
    args.addAll(List.of("--master", "local[2]"));
    args.addAll(List.of(more));
    return Concord.run(
        args.toArray(String[]::new), captured.console().out(), captured.console().err());
  }

  private List<String> clusters() throws IOException {
    List<String> rows = new ArrayList<>();
    try (Stream<Path> parts = Files.list(folder.resolve("out/clusters"))) {
      for (Path part : parts.filter(p -> p.toString().endsWith(".csv")).sorted().toList()) {
        rows.addAll(Files.readAllLines(part).stream().skip(1).toList());
      }
    }
    return rows;
  }

  @Test
  void pointsWithoutAnEdgeAreClusteredAndJudged() throws IOException {
    String edges = table("edges", "edges.csv", "");
    String nodes = table("nodes", "nodes.csv", ", id = name");
    String truth = table("truth", "truth.csv", "");
    assertThat(run("cluster", edges + nodes + truth + "clusters.count = 4\n"))
        .as(captured.err())
        .isZero();
    assertThat(clusters())
        .containsExactlyInAnyOrder("a,0", "b,0", "c,0", "d,1", "e,1", "f,1", "x,2", "y,3");
    assertThat(Files.readString(folder.resolve("out/metrics.json")))
        .contains("\"isolated\" : 2")
        .contains("\"ari\" : 1.0");
    assertThat(Files.readString(folder.resolve("out/run.json"))).contains("\"nodes\" : {");
    assertThat(Files.readString(folder.resolve("out/report.html"))).contains("with the points of");
    assertThat(run("validate", edges + nodes + truth + "clusters.count = 4\n")).isZero();
  }

  @Test
  void withoutThemTheRefusalNamesTheKey() throws IOException {
    String edges = table("edges", "edges.csv", "");
    String truth = table("truth", "truth.csv", "");
    for (String command : List.of("cluster", "validate")) {
      assertThat(run(command, edges + truth + "clusters.count = 2\n")).isEqualTo(2);
      assertThat(captured.out() + captured.err())
          .contains("2 ids of column id are no point of the input: x, y")
          .contains("points that have no edge are named by input.nodes");
    }
  }

  @Test
  void theTableIsCheckedAndNeedsEdges() throws IOException {
    String edges = table("edges", "edges.csv", "");
    assertThat(run("cluster", edges + table("nodes", "nodes.csv", "") + "clusters.count = 2\n"))
        .isEqualTo(2);
    assertThat(captured.err()).contains("input.nodes").contains("there is no column id");
    write("points.csv", "id,x", "a,1", "b,2", "c,4");
    String features = table("features", "points.csv", "");
    assertThat(run("cluster", features + table("nodes", "nodes.csv", "") + "clusters.count = 2\n"))
        .isEqualTo(2);
    assertThat(captured.err())
        .contains("names points that may have no edge, but input.features names the points");
  }
}
