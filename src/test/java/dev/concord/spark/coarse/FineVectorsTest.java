package dev.concord.spark.coarse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.concord.config.read.ConfigLoader;
import dev.concord.metric.Agreement;
import dev.concord.spark.files.JobListener;
import dev.concord.spark.job.ClusterJob;
import dev.concord.spark.job.ClusterOutcome;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spectral methods of coarsened jobs beside the same methods on all points. */
@Tag("spark")
class FineVectorsTest {
  private static final int POINTS = 4000;
  private static final int CLUSTERS = 5;
  private static SparkSession spark;

  @TempDir static Path folder;

  @BeforeAll
  static void writeTables() throws IOException {
    spark = SparkTest.session();
    Random random = new Random(5);
    List<String> features = new ArrayList<>(List.of("id,a,b,c,d"));
    List<String> truth = new ArrayList<>(List.of("id,label"));
    List<String> pairs = new ArrayList<>(List.of("first,second,kind"));
    for (int i = 0; i < POINTS; i++) {
      StringBuilder row = new StringBuilder("p" + i);
      for (int c = 0; c < 4; c++) {
        double centre = c == i % CLUSTERS ? 3.0 : 0.0;
        row.append(',').append(centre + random.nextGaussian());
      }
      features.add(row.toString());
      truth.add("p" + i + "," + i % CLUSTERS);
    }
    for (int p = 0; p < 300; p++) {
      int a = random.nextInt(POINTS);
      int b = random.nextInt(POINTS);
      if (a != b) {
        boolean same = a % CLUSTERS == b % CLUSTERS;
        pairs.add("p" + a + ",p" + b + "," + (same ? "must-link" : "cannot-link"));
      }
    }
    Files.write(folder.resolve("features.csv"), features);
    Files.write(folder.resolve("truth.csv"), truth);
    Files.write(folder.resolve("pairs.csv"), pairs);
  }

  private static ClusterOutcome run(String... sets) {
    String text =
        """
        input.features { format = csv, path = "$/features.csv", id = id }
        input.truth { format = csv, path = "$/truth.csv" }
        input.constraints { format = csv, path = "$/pairs.csv" }
        clusters { count = 5, restarts = 4, refine = none, constraints = soft }
        output.path = unused
        """
            .replace("$", folder.toString());
    try (ClusterJob job =
        ClusterJob.prepare(
            spark, ConfigLoader.load(text, "test", List.of(sets)), JobListener.NONE)) {
      return job.run();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ncut", "ccskl"})
  void aSpectralMethodHasTheEigenvectorsOfThePoints(String method) {
    ClusterOutcome whole = run("clusters.method=" + method, "plan.coarse-nodes=none");
    ClusterOutcome coarse = run("clusters.method=" + method, "plan.coarse-nodes=400");
    assertThat(whole.coarse()).isNull();
    assertThat(coarse.coarse()).isNotNull();
    double[] expected = whole.laplacianEigenvalues();
    double[] values = coarse.laplacianEigenvalues();
    assertThat(values).hasSameSizeAs(expected);
    for (int c = 0; c < values.length; c++) {
      assertThat(values[c]).isEqualTo(expected[c], within(1e-5));
    }
    assertThat(Arrays.stream(coarse.spectrum().residuals()).max().getAsDouble()).isLessThan(1e-3);
    assertThat(Agreement.of(coarse.labels(), whole.labels()).ari()).isGreaterThan(0.97);
    assertThat(
            run("clusters.method=" + method, "plan.coarse-nodes=400", "plan.block-rows=171")
                .labels())
        .isEqualTo(coarse.labels());
  }

  @Test
  void refinementStartsFromThePartitionOfThePointsAndHoldsThePairs() {
    SparkTest.Persisted before = SparkTest.persisted();
    ClusterOutcome coarse =
        run(
            "clusters.method=ccskl",
            "plan.coarse-nodes=400",
            "clusters.refine=cosc",
            "clusters.constraints=hard");
    assertThat(coarse.refinement()).isNotNull();
    assertThat(coarse.spectrum().n()).isZero();
    assertThat(coarse.metrics().constraints().mustLink().violated()).isZero();
    assertThat(coarse.metrics().constraints().cannotLink().violated()).isZero();
    assertThat(coarse.coarse().levels()).isNotEmpty();
    assertThat(before.added()).isZero();
  }
}
