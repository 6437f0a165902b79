package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clusters do not depend on the unit of weights and features. */
@Tag("spark")
class UnitsTest {
  private static final int POINTS = 40;

  @TempDir static Path folder;

  @BeforeAll
  static void start() {
    assertThat(SparkTest.session()).isNotNull();
  }

  private static final int[][] BARBELL = barbell();

  /** Two complete graphs of ten points and one edge between them. */
  private static int[][] barbell() {
    List<int[]> edges = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      for (int j = i + 1; j < 20; j++) {
        if (i / 10 == j / 10) {
          edges.add(new int[] {i, j});
        }
      }
    }
    edges.add(new int[] {9, 10});
    return edges.toArray(int[][]::new);
  }

  @ParameterizedTest
  @CsvSource({
    "1e-310, ensemble, driver",
    "1e-100, ensemble, driver",
    "1e-20, cosc, driver",
    "1e100, ensemble, driver",
    "1.7e308, ensemble, driver",
    "1e-310, ncut, distributed-edges",
    "1.7e308, ncut, distributed-edges",
  })
  void edgesOfAnyUnitGiveTheTwoHalves(String unit, String method, String operator)
      throws IOException {
    double factor = Double.parseDouble(unit);
    List<String> rows = new ArrayList<>(List.of("source,target,weight"));
    for (int[] edge : BARBELL) {
      double weight = (edge[0] / 10 == edge[1] / 10 ? 1.0 : 0.01) * factor;
      rows.add(edge[0] + "," + edge[1] + "," + weight);
    }
    Path table = Files.write(folder.resolve("edges.csv"), rows);
    String to = "edges-" + unit + "-" + operator;
    List<String> sets =
        new ArrayList<>(
            List.of(
                "input.edges={ format = csv, path = \"" + table + "\" }",
                "clusters={ count = 2, method = " + method + " }",
                "output.graph=true",
                "output.resume=false"));
    if (!operator.equals("driver")) {
      sets.add("clusters.refine=none");
      sets.add("plan.operator=" + operator);
    }
    Map<String, Integer> found = run(to, sets);
    assertThat(found).hasSize(20);
    found.forEach((id, cluster) -> assertThat(cluster).as(id).isEqualTo(Integer.parseInt(id) / 10));
    List<String> written = new ArrayList<>();
    try (var parts = Files.list(folder.resolve(to).resolve("graph"))) {
      for (Path part : parts.filter(p -> p.getFileName().toString().startsWith("part-")).toList()) {
        written.addAll(Files.readAllLines(part));
      }
    }
    assertThat(written).hasSize(rows.size());
    assertThat(Double.parseDouble(written.get(written.size() - 1).split(",", -1)[2]))
        .isEqualTo(factor);
  }

  @Test
  void weightsTooFarFromEachOtherAreRefused() throws IOException {
    Path table =
        Files.write(
            folder.resolve("far.csv"),
            List.of("source,target,weight", "a,b,1e-300", "b,c,1e300", "c,d,1"));
    Captured said =
        tried(
            2,
            "far",
            List.of(
                "input.edges={ format = csv, path = \"" + table + "\" }",
                "clusters={ count = 2, method = ncut }"));
    assertThat(said.err()).contains("from 1.0E-300 to 1.0E300", "column weight");
  }

  /** Two groups in two columns of like ranges, the second of them far from 0. */
  private static Path points(double factor) throws IOException {
    SplittableRandom random = new SplittableRandom(5);
    List<String> rows = new ArrayList<>(List.of("id,x,y"));
    for (int i = 0; i < POINTS; i++) {
      int group = i / (POINTS / 2);
      double x = 8.0 * group + random.nextDouble();
      double y = 3.0 + random.nextDouble();
      rows.add(i + "," + x * factor + "," + y * factor);
    }
    return Files.write(folder.resolve("points.csv"), rows);
  }

  private static Map<String, Integer> clustered(double factor, String... more) throws IOException {
    List<String> sets =
        new ArrayList<>(
            List.of(
                "input.features={ format = csv, path = \"" + points(factor) + "\", id = id}",
                "graph.neighbors=4",
                "clusters.count=2",
                "output.resume=false",
                "output.overwrite=true"));
    sets.addAll(List.of(more));
    return run("points", sets);
  }

  private static Map<String, Integer> run(String to, List<String> sets) throws IOException {
    tried(0, to, sets);
    return new TreeMap<>(new SampleRuns(folder).numbers(to));
  }

  private static Captured tried(int code, String to, List<String> sets) {
    List<String> args = new ArrayList<>(List.of("cluster"));
    for (String set : sets) {
      args.addAll(List.of("--set", set));
    }
    args.addAll(List.of("--set", "output.format=csv"));
    args.addAll(List.of("--set", "output.path=" + folder.resolve(to)));
    Captured captured = new Captured();
    int ended =
        Concord.run(
            args.toArray(String[]::new), captured.console().out(), captured.console().err());
    assertThat(ended).as(captured.err()).isEqualTo(code);
    return captured;
  }

  @ParameterizedTest
  @ValueSource(strings = {"auto", "none", "standard", "range", "limit", "unit"})
  void featuresOfAnyUnitGiveTheSameClusters(String scaling) throws IOException {
    boolean plain = scaling.equals("auto");
    String[] sets = {
      "graph.scale-features=" + scaling,
      plain ? "clusters.method=ensemble" : "clusters.method=ncut",
      plain ? "clusters.refine=cosc" : "clusters.refine=none"
    };
    double[] factors =
        plain
            ? new double[] {1e-300, 1e-200, 1e-165, 1e-30, 1e30, 1e200, 1e300}
            : new double[] {1e-300, 1e-165, 1e200, 1e300};
    Map<String, Integer> usual = clustered(1.0, sets);
    if (!scaling.equals("unit")) {
      usual.forEach(
          (id, cluster) ->
              assertThat(cluster).as(id).isEqualTo(Integer.parseInt(id) / (POINTS / 2)));
    }
    for (double factor : factors) {
      assertThat(clustered(factor, sets)).as(scaling + " " + factor).isEqualTo(usual);
    }
  }

  @Test
  void aBandwidthInAUnitTooSmallIsRefused() throws IOException {
    Captured said =
        tried(
            2,
            "bandwidth",
            List.of(
                "input.features={ format = csv, path = \"" + points(1e-200) + "\", id = id }",
                "graph={ neighbors = 4, kernel = gaussian, bandwidth = 1e-200 }",
                "clusters.count=2"));
    assertThat(said.err()).contains("graph.bandwidth = 1.0E-200", "scale-features = range");
  }
}
