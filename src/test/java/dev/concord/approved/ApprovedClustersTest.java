package dev.concord.approved;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.cli.Captured;
import dev.concord.cli.IrisRuns;
import dev.concord.config.LabelsConfig;
import dev.concord.config.read.ConfigLoader;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clusters that people approved, in runs. */
@Tag("spark")
class ApprovedClustersTest {
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

  @Test
  void theIdOfTheFeaturesIsThatOfTheTableUnlessGiven() {
    String config =
        "input { features { format = csv, path = p, id = sku }, approved { format = csv, path = a"
            + " } }\nclusters.count = 2\noutput.path = out\n";
    assertThat(table(config).id()).isEqualTo("sku");
    assertThat(table(config + "input.approved.id = key\n").id()).isEqualTo("key");
  }

  private static LabelsConfig table(String config) {
    return ConfigLoader.load(config, "test", List.of()).input().more().get("approved");
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
}
