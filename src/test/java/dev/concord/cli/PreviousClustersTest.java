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
import org.junit.jupiter.params.provider.CsvSource;

/** Cluster numbers that go on from an earlier run. */
@Tag("spark")
class PreviousClustersTest {
  @TempDir Path folder;

  @BeforeAll
  static void startSpark() {
    SparkTest.session();
  }

  private int cluster(Captured captured, String to, String... sets) {
    return IrisRuns.cluster(captured, folder.resolve(to), sets);
  }

  private Map<String, String> clusters(String output) throws IOException {
    return IrisRuns.clusters(folder.resolve(output));
  }

  /** Writes a table of earlier clusters: the numbers of {@code of} in another order. */
  private void earlier(Map<String, String> of, List<String> numbers, int rows) throws IOException {
    List<String> lines = new ArrayList<>(List.of("point,number"));
    of.forEach(
        (id, cluster) -> {
          if (lines.size() <= rows) {
            lines.add(id + "," + numbers.get(Integer.parseInt(cluster)));
          }
        });
    lines.add("gone-1,0");
    Files.write(folder.resolve("earlier.csv"), lines);
  }

  private String[] previous() {
    return new String[] {
      "clusters.previous.format=csv",
      "clusters.previous.path=" + folder.resolve("earlier.csv"),
      "clusters.previous.id=point",
      "clusters.previous.cluster=number"
    };
  }

  @Test
  void clustersKeepTheirNumbersAndTheDriftIsReported() throws IOException {
    assertThat(cluster(new Captured(), "first")).isZero();
    Map<String, String> first = clusters("first");
    earlier(first, List.of("2", "0", "1"), 140);
    Captured captured = new Captured();
    assertThat(cluster(captured, "second", previous())).as(captured.err()).isZero();
    Map<String, String> second = clusters("second");
    first.forEach(
        (id, cluster) ->
            assertThat(second.get(id))
                .isEqualTo(List.of("2", "0", "1").get(Integer.parseInt(cluster))));
    JsonNode metrics =
        new ObjectMapper().readTree(folder.resolve("second").resolve("metrics.json").toFile());
    JsonNode drift = metrics.get("drift");
    assertThat(drift.get("common").asInt()).isEqualTo(140);
    assertThat(drift.get("new").asInt()).isEqualTo(10);
    assertThat(drift.get("gone").asInt()).isEqualTo(1);
    assertThat(drift.get("ari").asDouble()).isEqualTo(1.0);
    assertThat(drift.get("moved").asInt()).isZero();
    assertThat(drift.get("matchedClusters").asInt()).isEqualTo(3);
    for (int c = 0; c < 3; c++) {
      String number = Integer.toString(c);
      long size = second.values().stream().filter(number::equals).count();
      assertThat(metrics.get("clusterSizes").get(c).asLong()).isEqualTo(size);
      assertThat(drift.get("sizesNow").get(c).asLong()).isEqualTo(size);
    }
  }

  private List<String> rows(String output, String table) throws IOException {
    try (Stream<Path> parts = Files.list(folder.resolve(output).resolve(table))) {
      List<String> rows = new ArrayList<>();
      for (Path part :
          parts.filter(p -> p.getFileName().toString().startsWith("part-")).sorted().toList()) {
        Files.readAllLines(part).stream().skip(1).forEach(rows::add);
      }
      return rows;
    }
  }

  /** As {@link #earlier} with all rows, but some points in another cluster. */
  private void moved(Map<String, String> of, List<String> ids) throws IOException {
    Map<String, String> changed = new TreeMap<>(of);
    ids.forEach(id -> changed.put(id, changed.get(id).equals("0") ? "1" : "0"));
    earlier(changed, List.of("0", "1", "2"), changed.size());
  }

  @Test
  void tablesTellWhichPointsChangedAndWhy() throws IOException {
    assertThat(cluster(new Captured(), "first")).isZero();
    Map<String, String> first = clusters("first");
    List<String> some = first.keySet().stream().skip(7).limit(3).toList();
    moved(first, some);
    Captured captured = new Captured();
    assertThat(cluster(captured, "second", previous())).as(captured.err()).isZero();

    List<String> expected = new ArrayList<>();
    for (String id : some) {
      String now = first.get(id);
      expected.add(id + "," + (now.equals("0") ? "1" : "0") + "," + now);
    }
    List<String> changes = rows("second", "changes");
    assertThat(changes).hasSize(4);
    for (int c = 0; c < 3; c++) {
      assertThat(changes.get(c)).startsWith(expected.get(c)).contains("moved by");
    }
    assertThat(changes.get(3)).isEqualTo("gone-1,0,,gone");
    assertThat(rows("second", "lineage")).contains("0,,1,gone").anyMatch(r -> r.endsWith("kept"));
    String report = Files.readString(folder.resolve("second").resolve("report.html"));
    assertThat(report).contains("What changed since the earlier clusters", "3 points have another");
  }

  @Test
  void moreDriftThanAllowedPublishesNothing() throws IOException {
    assertThat(cluster(new Captured(), "first")).isZero();
    Map<String, String> first = clusters("first");
    List<String> some = first.keySet().stream().skip(7).limit(9).toList();
    moved(first, some);
    String[] sets = Arrays.copyOf(previous(), 5);
    sets[4] = "clusters.max-drift=0.05";
    Captured captured = new Captured();

    assertThat(cluster(captured, "second", sets)).isEqualTo(6);

    assertThat(captured.err())
        .contains("clusters.max-drift = 0.05: 9 of the 150 points", "6.00 %", "from cluster")
        .contains("points " + some.get(0) + ", " + some.get(1));
    assertThat(folder.resolve("second").resolve("clusters")).doesNotExist();
    sets[4] = "clusters.max-drift=0.06";
    assertThat(cluster(captured, "third", sets)).as(captured.err()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "'point,number|iris-001,-2', no cluster number",
    "'point,number|iris-001,1.5', no cluster number",
    "'point,number|iris-001,', cluster",
    "'point,number|iris-001,1|iris-001,2', iris-001 has two clusters",
    "'id,number|iris-001,1', no column point",
    "'point,number|iris-001,a', has type string"
  })
  void badTablesAreRefused(String table, String says) throws IOException {
    Files.write(folder.resolve("earlier.csv"), List.of(table.split("\\|")));
    Captured captured = new Captured();
    assertThat(cluster(captured, "out", previous())).isEqualTo(2);
    assertThat(captured.err()).contains("clusters.previous").contains(says);
  }

  @Test
  void aBlockWithoutPathIsRefused() {
    Captured captured = new Captured();
    assertThat(cluster(captured, "out", "clusters.previous.format=csv")).isEqualTo(2);
    assertThat(captured.err()).contains("clusters.previous.path");
  }
}
