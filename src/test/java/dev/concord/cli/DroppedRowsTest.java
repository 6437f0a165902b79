package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of which rows with missing values are left out. */
@Tag("spark")
class DroppedRowsTest {
  private static final String HEAD = "id,x,y,z";
  private static final String DROP = "input.features.missing=drop";
  private static final List<Integer> GAPS = List.of(5, 7, 10, 21);

  @TempDir static Path folder;

  @BeforeAll
  static void tables() throws IOException {
    assertThat(SparkTest.session()).isNotNull();
    List<String> gaps = new ArrayList<>(List.of(HEAD));
    List<String> rest = new ArrayList<>(List.of(HEAD));
    List<String> unnamed = new ArrayList<>(List.of("x,y,z"));
    List<String> labels = new ArrayList<>(List.of("label"));
    for (int i = 0; i < 40; i++) {
      String x = Double.toString(i % 2 == 0 ? i : 100.0 + i);
      String cells = x + "," + (i == 5 || i == 10 ? "" : i * 7 % 40) + "," + (i == 7 ? "NaN" : "1");
      cells = i == 21 ? ",,NaN" : cells;
      gaps.add("p%02d,%s".formatted(i, cells));
      unnamed.add(cells);
      labels.add(i % 2 == 0 ? "even" : "odd");
      if (!GAPS.contains(i)) {
        rest.add("p%02d,%s".formatted(i, cells));
      }
    }
    Files.write(folder.resolve("gaps.csv"), gaps);
    Files.write(folder.resolve("rest.csv"), rest);
    Files.write(folder.resolve("unnamed.csv"), unnamed);
    Files.write(folder.resolve("labels.csv"), labels);
    List<String> pairs = List.of("p00,p02,ML,1", "p01,p05,ML,1", "p10,p07,CL,1", "p00,p01,CL,1");
    write("pairs.csv", "first,second,kind,weight", pairs);
    write("bad-pairs.csv", "first,second,kind,weight", List.of("p00,p05,ML,1", "p00,q,ML,1"));
    write("known.csv", "id,label", List.of("p00,a", "p01,b", "p07,b"));
    write("side.csv", "source,target,weight", List.of("p00,p02,1", "p05,p00,1"));
    write("new.csv", HEAD, List.of("n1,3,,1", "n2,105,18,1", "n3,4,11,1", "n4,,1,1"));
    write("new-pairs.csv", "first,second,kind", List.of("n3,p00,ML", "n1,n3,CL", "n1,n4,ML"));
    write("nothing.csv", HEAD, List.of("n1,3,NaN,1"));
  }

  private static void write(String name, String head, List<String> rows) throws IOException {
    List<String> all = new ArrayList<>(List.of(head));
    all.addAll(rows);
    Files.write(folder.resolve(name), all);
  }

  private static Captured run(int code, String command, String output, List<String> sets) {
    List<String> args = new ArrayList<>(List.of(command));
    for (String set : sets) {
      args.addAll(List.of("--set", set.replace("$", folder.toString())));
    }
    args.addAll(
        List.of("--set", "output.format=csv", "--set", "output.path=" + folder.resolve(output)));
    Captured captured = new Captured();
    int ended =
        Concord.run(
            args.toArray(String[]::new), captured.console().out(), captured.console().err());
    assertThat(ended).as(captured.err()).isEqualTo(code);
    return captured;
  }

  private static List<String> points(String table, String id) {
    List<String> sets = new ArrayList<>();
    sets.add("input.features.format=csv");
    sets.add("input.features.path=$/" + table);
    sets.add("input.features.id=" + id);
    sets.add("input.features.columns=[x,y,z]");
    sets.add("clusters.count=2");
    sets.add("clusters.method=ncut");
    sets.add("clusters.refine=none");
    sets.add("graph.neighbors=2");
    return sets;
  }

  private static List<String> of(List<String> sets, String... more) {
    List<String> all = new ArrayList<>(sets);
    all.addAll(List.of(more));
    return all;
  }

  private static List<String> table(String input, String file) {
    return List.of("input." + input + ".format=csv", "input." + input + ".path=$/" + file);
  }

  private static List<String> rows(String table) throws IOException {
    List<String> rows = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder.resolve(table))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".csv")).sorted().toList()) {
        List<String> lines = Files.readAllLines(file);
        rows.addAll(lines.subList(1, lines.size()));
      }
    }
    return rows;
  }

  private static JsonNode json(String file) throws IOException {
    return new ObjectMapper().readTree(folder.resolve(file).toFile());
  }

  @Test
  void theClustersAreThoseOfTheTableWithoutTheseRows() throws IOException {
    Captured captured = run(0, "cluster", "dropped", of(points("gaps.csv", "id"), DROP));
    assertThat(captured.err())
        .containsOnlyOnce(
            "4 rows of input.features have a missing value and are left out: id p05, p07, p10 and"
                + " 1 more.");
    run(0, "cluster", "rest", points("rest.csv", "id"));
    assertThat(rows("dropped/clusters")).hasSize(36).isEqualTo(rows("rest/clusters"));
    assertThat(json("dropped/metrics.json").at("/dropped/input.features").asInt()).isEqualTo(4);
    assertThat(json("rest/metrics.json").has("dropped")).isFalse();
    assertThat(json("dropped/model/model.json").get("dropsMissing").asBoolean()).isTrue();
    assertThat(json("rest/model/model.json").has("dropsMissing")).isFalse();
  }

  @Test
  void otherTablesMayNameTheseRowsAndTheirRowsAreCounted() throws IOException {
    List<String> sets = of(points("gaps.csv", "id"), DROP);
    sets.addAll(table("constraints", "pairs.csv"));
    sets.addAll(table("labels", "known.csv"));
    sets.addAll(table("side-edges", "side.csv"));
    sets.addAll(table("truth", "known.csv"));
    String err = run(0, "cluster", "named", sets).err();
    assertThat(err)
        .containsOnlyOnce(
            "2 rows of input.constraints name points that are left out for a missing value and are"
                + " not used: (p01, p05), (p10, p07).")
        .containsOnlyOnce("1 row of input.labels names points")
        .containsOnlyOnce("1 row of input.side-edges names points")
        .contains("(p05, p00)")
        .doesNotContain("of input.truth");
    JsonNode dropped = json("named/metrics.json").get("dropped");
    assertThat(dropped.toString())
        .isEqualTo(
            "{\"input.features\":4,\"input.constraints\":2,\"input.truth\":1,"
                + "\"input.labels\":1,\"input.side-edges\":1}");
    assertThat(rows("named/constraints")).filteredOn(row -> row.contains("given")).hasSize(2);
    sets = of(points("gaps.csv", "id"), DROP);
    sets.addAll(table("constraints", "bad-pairs.csv"));
    assertThat(run(2, "cluster", "unknown", sets).err())
        .contains("1 id of columns first and second is no point of the input: q");
  }

  @Test
  void rowNumbersStayThoseOfTheFile() throws IOException {
    List<String> sets = of(points("unnamed.csv", "null"), DROP);
    sets.addAll(table("truth", "labels.csv"));
    assertThat(run(0, "cluster", "numbered", sets).err()).contains("row 5, 7, 10 and 1 more");
    List<String> ids =
        rows("numbered/clusters").stream().map(row -> row.split(",", -1)[0]).toList();
    assertThat(ids).hasSize(36).doesNotContain("5", "7", "10", "21").contains("0", "39");
    assertThat(json("numbered/metrics.json").at("/truth/ari").asDouble()).isEqualTo(1.0);
    assertThat(json("numbered/model/model.json").get("ids").asText()).isEqualTo("row-number");
  }

  @Test
  void newPointsWithoutAllFeaturesAreLeftOut() throws IOException {
    run(0, "cluster", "model", of(points("gaps.csv", "id"), DROP));
    List<String> sets = new ArrayList<>(table("features", "new.csv"));
    sets.add("model.path=$/model");
    sets.add("input.features.id=id");
    sets.addAll(table("constraints", "new-pairs.csv"));
    assertThat(run(0, "assign", "placed", sets).err())
        .containsOnlyOnce(
            "2 rows of input.features have a missing value and are left out: id n1, n4.")
        .containsOnlyOnce("2 rows of input.constraints name points that are left out");
    List<String> ids = rows("placed/assigned").stream().map(row -> row.split(",", -1)[0]).toList();
    assertThat(ids).containsExactlyInAnyOrder("n2", "n3");
    assertThat(json("placed/metrics.json").get("dropped").toString())
        .isEqualTo("{\"input.features\":2,\"input.constraints\":2}");
    sets = new ArrayList<>(table("features", "nothing.csv"));
    sets.add("model.path=$/model");
    sets.add("input.features.id=id");
    assertThat(run(2, "assign", "none", sets).err()).contains("every row has a missing value");
  }

  @Test
  void aModelOfAWholeTableLeavesRowsOutWhenAssignSaysSo() throws IOException {
    run(0, "cluster", "whole", points("rest.csv", "id"));
    List<String> sets = new ArrayList<>(table("features", "new.csv"));
    sets.add("model.path=$/whole");
    sets.add("input.features.id=id");
    assertThat(run(2, "assign", "refused", sets).err()).contains("id n1, column y is null");
    run(0, "assign", "left", of(sets, DROP));
    assertThat(rows("left/assigned")).hasSize(2);
  }

  @Test
  void tooFewRowsAreRefusedWithTheirNumber() {
    List<String> sets = of(points("gaps.csv", "id"), DROP, "clusters.count=38");
    assertThat(run(2, "cluster", "few", sets).err())
        .contains("clusters.count is 38, but the input has only 36 points, beside 4 rows that are");
    sets = of(points("gaps.csv", "id"), DROP, "graph.neighbors=37");
    assertThat(run(2, "cluster", "lonely", sets).err()).contains("beside 4 rows that are left out");
  }

  @Test
  void validateAndTheQuarantineLeaveTheSameRowsOut() throws IOException {
    Captured captured = run(0, "validate", "checked", of(points("gaps.csv", "id"), DROP));
    assertThat(captured.out()).contains("36 points", "rows left out for a missing value: 4");
    List<String> sets = of(points("gaps.csv", "id"), DROP, "input.quarantine=$/aside");
    assertThat(run(0, "cluster", "sifted", sets).err()).doesNotContain("cannot be used");
    assertThat(rows("sifted/clusters")).hasSize(36);
  }

  @Test
  void theRuleIsRefusedWhereNothingCanBeMissing() {
    List<String> sets = List.of("input.features.format=idx", "input.features.path=x", DROP);
    assertThat(run(2, "cluster", "idx", sets).err()).contains("input.features.missing");
  }
}
