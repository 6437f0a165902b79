package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.concord.config.ConcordConfig;
import dev.concord.config.read.ConfigLoader;
import dev.concord.graph.search.UpdatableLists;
import dev.concord.spark.base.BaseContent;
import dev.concord.spark.base.BaseFolder;
import dev.concord.spark.base.KeptLists;
import dev.concord.spark.base.ListedContents;
import dev.concord.spark.files.JobListener;
import dev.concord.spark.job.ClusterJob;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bases whose neighbour lists are not exact, as those of an approximate search: of each list the
 * nearest neighbour is missing, so nine of ten are found.
 */
@Tag("spark")
class NightlyApproximateTest {
  @TempDir static Path folder;

  private static SparkSession spark;
  private static Nights nights;

  @BeforeAll
  static void startSpark() throws IOException {
    spark = SparkTest.session();
    nights = new Nights(folder);
  }

  /** A first night with a recall asked for, in whose lists the nearest neighbour is missing. */
  private static void night(String name, String recall) throws IOException {
    List<String> sets =
        nights.arguments("cluster", "first.csv", name, "output.base=true", recall).stream()
            .filter(word -> word.contains("="))
            .toList();
    ConcordConfig config = ConfigLoader.load("", "a test", sets);
    BaseContent exact;
    UpdatableLists full;
    try (ClusterJob job = ClusterJob.prepare(spark, config, JobListener.NONE)) {
      exact = Objects.requireNonNull(job.run().base());
      full = exact.contents().lists().onDriver();
    }
    int[] rows = IntStream.range(0, full.rows()).toArray();
    UpdatableLists lists = UpdatableLists.empty(rows, full.width());
    for (int row = 0; row < full.rows(); row++) {
      int count = full.count(row) - 1;
      int[] index = new int[count];
      double[] distance = new double[count];
      for (int e = 0; e < count; e++) {
        index[e] = full.index(row, e + 1);
        distance[e] = full.distance(row, e + 1);
      }
      lists.set(row, index, distance, 0, count);
      lists.complete(row, full.reach(row), full.bound(row));
    }
    BaseContent worse =
        new BaseContent(
            exact.facts(),
            exact.ids(),
            exact.fingerprints(),
            exact.clusters(),
            exact.groups(),
            new ListedContents(
                exact.contents().fingerprints(), new KeptLists.OnDriver(lists), false, null));
    Path output = Files.createDirectories(folder.resolve(name));
    BaseFolder.write(spark, output.resolve("base").toString(), worse);
    nights.replace(name, "\"exact\" : true", "\"exact\" : false");
  }

  @Test
  void listsBroughtUpToDateHaveTheRecallThatWasAskedForAndSaySo() throws IOException {
    night("fair", "graph.recall=0.8");
    Captured run = new Captured();
    assertThat(
            nights.cluster(
                run,
                "second.csv",
                "later",
                nights.base("fair"),
                "graph.recall=0.8",
                "output.base=true"))
        .as(run.err())
        .isZero();
    JsonNode metrics = nights.metrics("later");
    assertThat(metrics.at("/graph/recallEstimate").asDouble()).isBetween(0.88, 0.95);
    assertThat(metrics.at("/base/full").isMissingNode()).as(run.err()).isTrue();
    assertThat(metrics.at("/base/searched").asInt()).isBetween(10, 30);
    assertThat(Files.readString(folder.resolve("later/base/base.json")))
        .contains("\"exact\" : false");
  }

  @Test
  void aRecallThatCannotBeHeldMakesAFullRun() throws IOException {
    night("worse", "graph.recall=0.98");
    Captured run = new Captured();
    assertThat(nights.cluster(run, "second.csv", "full", nights.base("worse"))).isZero();
    assertThat(run.err())
        .contains("clusters.base: a full run is made, because the neighbour lists brought up to")
        .contains("date have a recall of 0.9")
        .contains("below graph.recall = 0.98");
    assertThat(nights.metrics("full").at("/base/full").asText()).contains("have a recall of");
    assertThat(nights.metrics("full").at("/base/searched").isMissingNode()).isTrue();
    assertThat(nights.cluster(new Captured(), "second.csv", "anew")).isZero();
    assertThat(nights.rows("full", "graph")).isEqualTo(nights.rows("anew", "graph"));
  }
}
