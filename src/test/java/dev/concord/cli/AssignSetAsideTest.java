package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Points of the training set that were set aside ({@code clusters.outliers}). */
@Tag("spark")
class AssignSetAsideTest extends AssignedDigits {
  @Test
  void theyKeepMinusOneUnlessAConstraintNamesThem() throws IOException {
    train("ncut", "none", "aside", "clusters.outliers=0.02");
    Map<String, String> trained = clusters(shared.resolve("aside"));
    List<String> aside =
        trained.keySet().stream().filter(id -> trained.get(id).equals("-1")).toList();
    assertThat(aside).hasSize(30);
    assertThat(assign(new Captured(), "aside", shared.resolve("train.csv"))).isZero();
    Map<String, String[]> again = table(folder.resolve("out"));
    for (Map.Entry<String, String> point : trained.entrySet()) {
      assertThat(again.get(point.getKey())[1]).isEqualTo(point.getValue());
      assertThat(again.get(point.getKey())[4]).isEqualTo("known");
    }
    assertThat(json("metrics.json").get("setAside").asInt()).isEqualTo(30);
    long placed = 0;
    for (int c = 0; c < 10; c++) {
      placed += json("metrics.json").get("assignedSizes").get(c).asLong();
    }
    assertThat(placed).isEqualTo(1470);

    String bound = aside.get(0);
    String fresh = newRows().get(1).split(",", -1)[0];
    Files.write(folder.resolve("both.csv"), both(newRows(), rowOf(bound), rowOf(aside.get(1))));
    Files.write(
        folder.resolve("pairs.csv"), List.of("first,second,kind", bound + "," + fresh + ",ML"));
    Captured captured = new Captured();
    int code =
        assign(
            captured,
            "aside",
            folder.resolve("both.csv"),
            "output.overwrite=true",
            "input.constraints.format=csv",
            "input.constraints.path=" + folder.resolve("pairs.csv"));
    assertThat(code).as(captured.err()).isZero();
    Map<String, String[]> linked = table(folder.resolve("out"));
    assertThat(linked.get(bound)[1]).isEqualTo(linked.get(fresh)[1]).isNotEqualTo("-1");
    assertThat(linked.get(bound)[4]).isEqualTo("constraint");
    assertThat(linked.get(aside.get(1))[1]).isEqualTo("-1");
    assertThat(json("metrics.json").get("constraints").get("newPoints").asInt()).isEqualTo(1);
  }

  @Test
  void theirEdgesCountForTheClusterThatTheyWereTakenFrom() throws IOException {
    Files.write(
        folder.resolve("graph.csv"),
        List.of(
            "source,target,weight",
            "a,b,1",
            "b,c,1",
            "a,c,1",
            "a,d,0.05",
            "x,y,1",
            "y,z,1",
            "x,z,1",
            "c,x,0.1"));
    List<String> cluster =
        List.of(
            "input.edges.format=csv",
            "input.edges.path=" + folder.resolve("graph.csv"),
            "clusters.count=2",
            "clusters.method=ncut",
            "clusters.outliers=0.15",
            "output.format=csv",
            "output.path=" + folder.resolve("trained"));
    assertThat(run(new Captured(), "cluster", cluster)).isZero();
    Map<String, String> trained = clusters(folder.resolve("trained"));
    assertThat(trained.get("d")).isEqualTo("-1");
    Files.write(folder.resolve("edges.csv"), List.of("source,target,weight", "n,d,1", "m,n,1"));
    List<String> assign =
        new ArrayList<>(
            List.of(
                "model.path=" + folder.resolve("trained"),
                "input.edges.format=csv",
                "input.edges.path=" + folder.resolve("edges.csv"),
                "output.format=csv",
                "output.overwrite=true",
                "output.path=" + folder.resolve("out")));
    assertThat(run(new Captured(), "assign", assign)).isZero();
    Map<String, String[]> assigned = table(folder.resolve("out"));
    assertThat(assigned.get("d")).containsExactly("d", "-1", "0.0", "1.0", "known");
    assertThat(assigned.get("n")[1]).isEqualTo(trained.get("a"));
    assertThat(assigned.get("m")[1]).isEqualTo(trained.get("a"));

    Files.write(folder.resolve("pairs.csv"), List.of("first,second,kind", "d,m,ML"));
    assign.add("input.constraints.format=csv");
    assign.add("input.constraints.path=" + folder.resolve("pairs.csv"));
    assertThat(run(new Captured(), "assign", assign)).isZero();
    Map<String, String[]> linked = table(folder.resolve("out"));
    assertThat(linked.get("d")).containsExactly("d", trained.get("a"), "0.0", "1.0", "constraint");
    assertThat(linked.get("m")[1]).isEqualTo(trained.get("a"));
  }

  private static List<String> both(List<String> table, String... more) {
    List<String> all = new ArrayList<>(table);
    all.addAll(List.of(more));
    return all;
  }

  private static String rowOf(String id) {
    return rows.stream().filter(row -> row.startsWith(id + ",")).findFirst().orElseThrow();
  }
}
