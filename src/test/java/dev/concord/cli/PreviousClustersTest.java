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
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "cluster",
                "--config",
                Path.of("conf", "iris.conf").toAbsolutePath().toString(),
                "--set",
                "output.path=" + folder.resolve(to)));
    for (String set : sets) {
      arguments.addAll(List.of("--set", set));
    }
    return Concord.run(
        arguments.toArray(String[]::new), captured.console().out(), captured.console().err());
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

  private String[] approved(List<String> rows) throws IOException {
    List<String> lines = new ArrayList<>(List.of("id,cluster"));
    lines.addAll(rows);
    Files.write(folder.resolve("approved.csv"), lines);
    return new String[] {
      "input.approved.format=csv", "input.approved.path=" + folder.resolve("approved.csv")
    };
  }

  @Test
  void approvedClustersHoldAgainstTheGraph() throws IOException {
    assertThat(cluster(new Captured(), "first")).isZero();
    Map<String, String> first = clusters("first");
    List<String> ids = List.copyOf(first.keySet());
    // Two neighbours apart, and two points of different clusters together.
    String one = ids.get(0);
    String near = ids.get(1);
    String far = ids.get(149);
    assertThat(first.get(near)).isEqualTo(first.get(one)).isNotEqualTo(first.get(far));
    Captured captured = new Captured();

    assertThat(
            cluster(
                captured,
                "second",
                approved(
                    List.of(one + ",7", far + ",7", near + ",4", "gone-1,4", ids.get(3) + ",-1"))))
        .as(captured.err())
        .isZero();

    Map<String, String> second = clusters("second");
    assertThat(second.get(one)).isEqualTo(second.get(far)).isNotEqualTo(second.get(near));
  }

  @Test
  void approvedGroupsMayHaveNamesAndAChangedTableIsARunOfItsOwn() throws IOException {
    String[] sets = Arrays.copyOf(approved(List.of()), 3);
    sets[2] = "input.approved.cluster=team";
    Path table = folder.resolve("approved.csv");
    Files.writeString(
        table, "id,team\niris-001,red\niris-150,red\niris-002,blue\ngone-1,blue\niris-003,-1\n");
    Captured captured = new Captured();
    assertThat(cluster(captured, "named", sets)).as(captured.err()).isZero();
    Map<String, String> found = clusters("named");
    assertThat(found.get("iris-001"))
        .isEqualTo(found.get("iris-150"))
        .isNotEqualTo(found.get("iris-002"));
    Files.writeString(table, "id,team\niris-001,red\niris-150,blue\n");
    captured = new Captured();
    assertThat(cluster(captured, "named", sets)).as(captured.err()).isZero();
    assertThat(captured.out()).doesNotContain("already holds");
    found = clusters("named");
    assertThat(found.get("iris-001")).isNotEqualTo(found.get("iris-150"));
  }

  @Test
  void aPairAgainstApprovedClustersIsRefusedWithTheChain() throws IOException {
    Files.write(
        folder.resolve("pairs.csv"), List.of("first,second,kind", "iris-001,iris-002,must-link"));
    List<String> sets =
        new ArrayList<>(List.of(approved(List.of("iris-001,0", "iris-002,1", "iris-003,0"))));
    sets.add("input.constraints={format=csv,path=\"" + folder.resolve("pairs.csv") + "\"}");
    Captured captured = new Captured();

    assertThat(cluster(captured, "out", sets.toArray(String[]::new))).isEqualTo(3);

    assertThat(captured.err())
        .contains("input.approved and input.constraints contradict each other")
        .contains("iris-001", "iris-002");
    assertThat(folder.resolve("out").resolve("clusters")).doesNotExist();
    sets.add("clusters.constraints=soft");
    captured = new Captured();
    assertThat(cluster(captured, "soft", sets.toArray(String[]::new))).as(captured.err()).isZero();
  }

  @Test
  void approvedClustersCannotBeHardBesideWeightsOfAnyUnit() throws IOException {
    Files.write(
        folder.resolve("pairs.csv"),
        List.of("first,second,weight", "iris-001,iris-004,7", "iris-001,iris-149,-3"));
    List<String> sets = new ArrayList<>(List.of(approved(List.of("iris-001,0", "iris-002,1"))));
    sets.add("input.constraints={format=csv,path=\"" + folder.resolve("pairs.csv") + "\"}");
    sets.add("clusters.method=csp");
    Captured captured = new Captured();
    assertThat(cluster(captured, "out", sets.toArray(String[]::new))).isEqualTo(2);
    assertThat(captured.err()).contains("input.approved needs constraints of weight 1");
  }

  @Test
  void approvedClustersAreWholeNumbersAndNotTooMany() throws IOException {
    Captured captured = new Captured();
    assertThat(cluster(captured, "out", approved(List.of("iris-001,1.5")))).isEqualTo(2);
    assertThat(captured.err()).contains("input.approved").contains("1 row has no cluster number");
    captured = new Captured();
    assertThat(cluster(captured, "out", approved(List.of("iris-001,a", "iris-002,")))).isEqualTo(2);
    assertThat(captured.err())
        .contains("input.approved")
        .contains("1 row has no group: id iris-002");
    captured = new Captured();
    assertThat(cluster(captured, "out", approved(List.of("iris-001,a", "iris-001,b"))))
        .isEqualTo(2);
    assertThat(captured.err()).contains("id iris-001 has two clusters");

    List<String> points = new ArrayList<>(List.of("id,x,y"));
    List<String> each = new ArrayList<>();
    for (int i = 0; i <= 2000; i++) {
      points.add("p" + i + "," + i + "," + (i * i) % 17);
      each.add("p" + i + "," + i);
    }
    Files.write(folder.resolve("points.csv"), points);
    String[] sets = Arrays.copyOf(approved(each), 5);
    sets[2] =
        "input.features={format=csv,path=\""
            + folder.resolve("points.csv")
            + "\",id=id,columns=[x,y]}";
    sets[3] = "input.truth=null";
    sets[4] = "input.constraints=null";
    captured = new Captured();
    assertThat(cluster(captured, "out", sets)).isEqualTo(2);
    assertThat(captured.err())
        .contains("input.approved names 2001 clusters", "at most 2000 are taken");
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
