package dev.concord.spark.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.concord.config.OperatorPlacement;
import dev.concord.config.read.ConfigLoader;
import dev.concord.error.InputException;
import dev.concord.error.MemoryException;
import dev.concord.graph.SimilarityGraph;
import dev.concord.graph.WeightedGraph;
import dev.concord.linalg.CsrMatrix;
import dev.concord.linalg.RowBlock;
import dev.concord.method.MethodInfo;
import dev.concord.method.MethodOptions;
import dev.concord.method.pipeline.Catalogue;
import dev.concord.spark.files.JobListener;
import dev.concord.spark.graph.BlockGraph;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Jobs whose edges never reach the driver, beside the same jobs with everything local. */
@Tag("spark")
class EdgesOnExecutorsTest {
  private static final Map<String, List<String>> NEEDS =
      Map.of(
          "sclc", List.of("clusters.count=2", "method.sclc.solver=arpack"),
          "csp", List.of("method.csp.solver=block", "method.csp.beta=0.02"));

  @TempDir static Path folder;

  static List<String> methods() {
    return Catalogue.all().stream()
        .map(MethodInfo::name)
        .filter(name -> !Catalogue.named(name).needsEdges(new MethodOptions(name, Map.of())))
        .toList();
  }

  static List<String> methodsWithEdges() {
    return Catalogue.all().stream()
        .map(MethodInfo::name)
        .filter(name -> !methods().contains(name))
        .toList();
  }

  @Test
  void theSpectralMethodsAreAmongThose() {
    assertThat(methods()).contains("ncut", "csp", "ccskl", "ccsr", "sclc", "fast-ge", "llgc");
  }

  @ParameterizedTest
  @MethodSource("methods")
  void methodsOnProductsGiveTheSameBits(String method) throws IOException {
    List<String> sets = new ArrayList<>(List.of("clusters.method=" + method));
    sets.addAll(List.of("clusters.eigenvectors=6", "clusters.restarts=2", "clusters.refine=none"));
    sets.addAll(fewProducts(method));
    sets.addAll(NEEDS.getOrDefault(method, List.of()));
    if (Catalogue.named(method).needsLabels()) {
      sets.addAll(labels());
    }
    assertSame("conf/wine.conf", sets);
  }

  /** Every product is a job, so not the dense solver, which takes one for each point. */
  private static List<String> fewProducts(String method) {
    boolean solved =
        Catalogue.named(method).options().stream().anyMatch(one -> one.name().equals("solver"));
    return solved
        ? List.of("method." + method + ".solver=lanczos", "method." + method + ".tolerance=1e-2")
        : List.of();
  }

  @Test
  void weightsBySharedNeighboursHaveTheSameBits() throws IOException {
    List<String> sets = new ArrayList<>(fewProducts("ncut"));
    sets.addAll(
        List.of(
            "clusters.method=ncut",
            "clusters.refine=none",
            "graph.neighbors=6",
            "graph.connect=none",
            "graph.overlap=jaccard"));
    assertSame("conf/wine.conf", sets);
  }

  @ParameterizedTest
  @CsvSource({
    "self-tuning,auto,union", "self-tuning,auto,mutual", "self-tuning,auto,average",
    "gaussian,mean-distance,average", "gaussian,local-proximity,union", "cosine,auto,mutual",
    "binary,auto,union"
  })
  void everyKernelGivesTheSameGraph(String kernel, String bandwidth, String symmetrize)
      throws IOException {
    List<String> sets = new ArrayList<>(fewProducts("ncut"));
    sets.addAll(
        List.of(
            "clusters.method=ncut",
            "clusters.refine=none",
            "graph.neighbors=4",
            "graph.connect=none",
            "graph.kernel=" + kernel,
            "graph.bandwidth=" + bandwidth,
            "graph.symmetrize=" + symmetrize));
    assertSame("conf/wine.conf", sets);
  }

  @Test
  void digitsWithSmallPanels() throws IOException {
    assertSame(
        "conf/digits.conf",
        List.of(
            "clusters.method=ccskl",
            "clusters.refine=none",
            "plan.panel-rows=300",
            "plan.block-rows=450",
            "method.ccskl.tolerance=1e-4",
            "clusters.restarts=2"));
  }

  @ParameterizedTest
  @CsvSource({"exact,200", "approximate,4000"})
  void mixturesWithPointsFarApart(String search, int points) throws IOException {
    Path table = mixture(points);
    assertSame(
        "",
        List.of(
            "input.features.format=csv",
            "input.features.path=" + table,
            "input.features.options.header=true",
            "graph.search=" + search,
            "graph.symmetrize=mutual",
            "graph.connect=none",
            "graph.recall=0.9",
            "clusters.count=3",
            "plan.block-rows=" + Math.max(60, points / 4),
            "method.ncut.tolerance=1e-4",
            "clusters.method=ncut",
            "clusters.refine=none",
            "output.path=unused"));
  }

  @ParameterizedTest
  @MethodSource("methodsWithEdges")
  void methodsThatNeedEdgesAreRefusedBeforeWork(String method) throws IOException {
    List<String> sets = new ArrayList<>(List.of("clusters.method=" + method));
    sets.addAll(List.of("clusters.refine=none", "plan.coarse-nodes=none"));
    if (Catalogue.named(method).needsLabels()) {
      sets.addAll(labels());
    }
    assertThatThrownBy(() -> run("conf/wine.conf", "distributed-edges", sets))
        .isInstanceOf(MemoryException.class)
        .hasMessageContaining("clusters.method = " + method)
        .hasMessageContaining("ncut");
  }

  @ParameterizedTest
  @CsvSource({"clusters.refine=cosc", "clusters.propagate=true"})
  void whatNeedsEdgesIsRefusedBeforeWork(String setting) {
    List<String> sets = new ArrayList<>(List.of("clusters.method=ncut", "clusters.refine=none"));
    sets.addAll(List.of(setting, "plan.coarse-nodes=none"));
    assertThatThrownBy(() -> run("conf/wine.conf", "distributed-edges", sets))
        .isInstanceOf(MemoryException.class)
        .hasMessageContaining(setting.replace("=", " = "))
        .hasMessageContaining("plan.operator");
  }

  @Test
  void nothingStaysOnTheExecutors() throws IOException {
    SparkTest.Persisted before = SparkTest.persisted();
    List<String> sets = List.of("clusters.method=ncut", "clusters.refine=none");
    try (ClusterJob job = job("conf/wine.conf", "distributed-edges", sets)) {
      job.run();
      assertThat(before.added()).isPositive();
    }
    assertThat(before.added()).isZero();
  }

  @Test
  void givenEdgesHaveTheSameBits() throws IOException {
    List<String> sets = new ArrayList<>(fewProducts("ncut"));
    sets.addAll(List.of("clusters.method=ncut", "clusters.refine=none"));
    assertSame(edges("given", false), sets);
  }

  @Test
  void aGivenEdgeOfTwoWeightsIsRefusedWithTheSameWords() throws IOException {
    String conf = edges("conflict", true);
    List<String> sets = List.of("clusters.method=ncut", "clusters.refine=none");
    for (String operator : List.of("local", "distributed-edges")) {
      assertThatThrownBy(() -> run(conf, operator, sets))
          .isInstanceOf(InputException.class)
          .hasMessageStartingWith(
              "table edges: the edge (p1, p30) is listed with weight 1.0 and with weight 2.5;");
    }
  }

  /** Three groups of 40 points with text ids; some edges listed again, or in both directions. */
  private static String edges(String name, boolean conflict) throws IOException {
    SplittableRandom random = new SplittableRandom(8);
    List<String> rows = new ArrayList<>(List.of("source,target,weight"));
    for (int i = 0; i < 120; i++) {
      for (int e = 0; e < 6; e++) {
        int group = 40 * (i / 40);
        int j = random.nextInt(10) == 0 ? random.nextInt(120) : group + random.nextInt(40);
        if (i != j) {
          rows.add("p%d,p%d,%d".formatted(i, j, 1 + (i + j) % 4));
        }
      }
      rows.add("p%d,p%d,%d".formatted(i, (i + 1) % 120, 1 + (i + (i + 1) % 120) % 4));
    }
    if (conflict) {
      rows.addAll(List.of("p1,p30,1", "p30,p1,2.5"));
      rows.removeIf(row -> row.startsWith("p1,p30,4") || row.startsWith("p30,p1,4"));
    }
    Path table = folder.resolve(name + ".csv");
    Files.write(table, rows);
    Path conf = folder.resolve(name + ".conf");
    Files.writeString(
        conf,
        """
        input.edges { format = csv, path = "%s" }
        clusters { count = 3 }
        output { path = unused }
        """
            .formatted(table));
    return conf.toString();
  }

  private void assertSame(String conf, List<String> sets) throws IOException {
    ClusterOutcome local = run(conf, "local", sets);
    // Closed after the comparison: the edges of the second job are asked for again.
    try (ClusterJob job = job(conf, "distributed-edges", sets)) {
      ClusterOutcome remote = job.run();
      assertThat(remote.plan().operator()).isEqualTo(OperatorPlacement.DISTRIBUTED_EDGES);
      assertThat(remote.graph()).isInstanceOf(BlockGraph.class);
      assertSame((SimilarityGraph) local.graph(), remote.graph());
      assertThat(remote.components().componentOf()).isEqualTo(local.components().componentOf());
      assertThat(remote.components().sizes()).isEqualTo(local.components().sizes());
      assertThat(remote.components().isolated()).isEqualTo(local.components().isolated());
      assertThat(remote.labels()).isEqualTo(local.labels());
      assertThat(Arrays.stream(local.labels()).distinct().count()).isGreaterThan(1);
      assertThat(remote.ncut()).isEqualTo(local.ncut());
      assertThat(remote.cuts()).isEqualTo(local.cuts());
      assertThat(remote.metrics().graph()).isEqualTo(local.metrics().graph());
      assertThat(remote.metrics().method()).isEqualTo(local.metrics().method());
      if (local.embedding() != null) {
        assertThat(remote.embedding().values()).isEqualTo(local.embedding().values());
      }
    }
  }

  private static void assertSame(SimilarityGraph local, WeightedGraph remote) {
    assertThat(remote.size()).isEqualTo(local.size());
    assertThat(remote.edges()).isEqualTo(local.edges());
    assertThat(remote.degrees()).isEqualTo(local.degrees());
    assertThat(remote.volume()).isEqualTo(local.volume());
    assertThat(remote.isolated()).isEqualTo(local.isolated());
    assertThat(remote.scales()).isEqualTo(local.scales());
    assertThat(remote.figures()).isEqualTo(local.figures());
    CsrMatrix weights = local.weights();
    int row = 0;
    for (RowBlock block : ((BlockGraph) remote).blocks().collect()) {
      RowBlock same = RowBlock.of(weights, row, block.rows());
      assertThat(block.firstRow()).isEqualTo(row);
      assertThat(block.rowPtr()).isEqualTo(same.rowPtr());
      assertThat(block.col()).isEqualTo(same.col());
      assertThat(block.val()).isEqualTo(same.val());
      row += block.rows();
    }
    assertThat(row).isEqualTo(local.size());
  }

  private static ClusterOutcome run(String conf, String operator, List<String> sets)
      throws IOException {
    try (ClusterJob job = job(conf, operator, sets)) {
      return job.run();
    }
  }

  private static ClusterJob job(String conf, String operator, List<String> sets)
      throws IOException {
    List<String> all = new ArrayList<>(List.of("plan.block-rows=60"));
    all.addAll(sets);
    all.add("plan.operator=" + operator);
    String text = conf.isEmpty() ? "" : Files.readString(Path.of(conf));
    return ClusterJob.prepare(
        SparkTest.session(),
        ConfigLoader.load(text, conf.isEmpty() ? "test" : conf, all),
        JobListener.NONE);
  }

  /** Every tenth of the true labels. */
  private static List<String> labels() throws IOException {
    List<String> truth = Files.readAllLines(Path.of("data-samples", "wine", "truth.csv"));
    List<String> some = new ArrayList<>();
    for (int line = 0; line < truth.size(); line++) {
      if (line == 0 || line % 10 == 1) {
        some.add(truth.get(line));
      }
    }
    Path file = Files.write(folder.resolve("labels.csv"), some);
    return List.of(
        "input.labels.format=csv", "input.labels.path=" + file, "input.labels.options.header=true");
  }

  /** Three groups, a fifth of the points twice, and some far from everything. */
  private static Path mixture(int points) throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    List<String> lines = new ArrayList<>(List.of("a,b,c,d"));
    for (int i = 0; i < points; i++) {
      double far = i % 97 == 0 ? 40.0 * random.nextDouble() : 0.0;
      StringBuilder line = new StringBuilder();
      for (int d = 0; d < 4; d++) {
        double centre = i % 3 == d ? 6.0 : 0.0;
        line.append(d > 0 ? "," : "").append(centre + far + random.nextGaussian());
      }
      lines.add(line.toString());
    }
    return Files.write(folder.resolve("mixture" + points + ".csv"), lines);
  }
}
