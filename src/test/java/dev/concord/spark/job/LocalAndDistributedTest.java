package dev.concord.spark.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.config.OperatorPlacement;
import dev.concord.config.read.ConfigLoader;
import dev.concord.method.MethodInfo;
import dev.concord.method.pipeline.Catalogue;
import dev.concord.spark.files.JobListener;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole jobs on the wines of the samples: with rows on the driver and on executors. */
@Tag("spark")
class LocalAndDistributedTest {
  /** What a method needs beyond the sample's configuration. */
  private static final Map<String, List<String>> NEEDS =
      Map.of(
          "sclc", List.of("clusters.count=2", "method.sclc.solver=arpack"),
          "correlation", List.of("clusters.count=auto"),
          "csp", List.of("method.csp.solver=block", "method.csp.beta=0.02"),
          "complete-linkage", List.of("method.complete-linkage.unreachable=merge"));

  @TempDir static Path folder;

  static List<String> methods() {
    return Catalogue.all().stream().map(MethodInfo::name).toList();
  }

  @ParameterizedTest
  @MethodSource("methods")
  void everyMethodGivesTheSameLabelsLocallyAndDistributed(String method) throws IOException {
    assertSame(method, List.of());
  }

  /** The data is so small that {@code auto} is dense everywhere: products of unit vectors alone. */
  @ParameterizedTest
  @CsvSource({
    "ncut, arpack",
    "ncut, lanczos",
    "kkm, lanczos",
    "random-walk-csc, lanczos",
    "sskk, lanczos",
    "sclc, lanczos",
    "ccskl, lanczos"
  })
  void everySolverDoesSo(String method, String solver) throws IOException {
    ClusterOutcome local =
        assertSame(
            method,
            List.of(
                "method." + method + ".solver=" + solver,
                "method." + method + ".tolerance=1e-3",
                "clusters.eigenvectors=3"));
    String used = local.convergence().solver();
    String said = local.metrics().method().path("solver").textValue();
    assertThat(used == null ? said : used).isIn(solver, null);
  }

  private static ClusterOutcome assertSame(String method, List<String> sets) throws IOException {
    ClusterOutcome local = run(method, "local", sets);
    ClusterOutcome distributed = run(method, "distributed", sets);
    assertThat(distributed.plan().operator()).isEqualTo(OperatorPlacement.DISTRIBUTED);
    assertThat(distributed.labels()).isEqualTo(local.labels());
    assertThat(Arrays.stream(local.labels()).distinct().count()).isGreaterThan(1);
    assertThat(distributed.metrics().method())
        .usingRecursiveComparison()
        .isEqualTo(local.metrics().method());
    if (local.embedding() != null) {
      assertThat(distributed.embedding().values()).isEqualTo(local.embedding().values());
    }
    return local;
  }

  private static ClusterOutcome run(String method, String operator, List<String> more)
      throws IOException {
    List<String> sets = new ArrayList<>();
    sets.add("clusters.method=" + method);
    sets.add("clusters.eigenvectors=6");
    sets.add("clusters.restarts=2");
    sets.add("plan.operator=" + operator);
    sets.add("plan.block-rows=60");
    sets.addAll(NEEDS.getOrDefault(method, List.of()));
    sets.addAll(more);
    if (Catalogue.named(method).needsLabels()) {
      sets.add("input.labels.format=csv");
      sets.add("input.labels.path=" + someLabels());
      sets.add("input.labels.options.header=true");
    }
    String text = Files.readString(Path.of("conf", "wine.conf"));
    try (ClusterJob job =
        ClusterJob.prepare(
            SparkTest.session(),
            ConfigLoader.load(text, "conf/wine.conf", sets),
            JobListener.NONE)) {
      return job.run();
    }
  }

  /** Every tenth of the true labels. */
  private static Path someLabels() throws IOException {
    List<String> truth = Files.readAllLines(Path.of("data-samples", "wine", "truth.csv"));
    List<String> some = new ArrayList<>();
    for (int line = 0; line < truth.size(); line++) {
      if (line == 0 || line % 10 == 1) {
        some.add(truth.get(line));
      }
    }
    return Files.write(folder.resolve("labels.csv"), some);
  }
}
