package dev.concord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.concord.testing.SparkTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sources in a column of the features, {@code input.exclusive = source}. */
@Tag("spark")
class ExclusiveCommandTest {
  /** Three pairs of records that lie together, one record of either source; one without. */
  private static final List<String> RECORDS =
      List.of("1,0.0,a", "2,0.1,b", "3,5.0,a", "4,5.1,b", "5,5.2,a", "6,9.0,b", "7,9.1,");

  @TempDir Path folder;

  @BeforeAll
  static void startSpark() {
    SparkTest.session();
  }

  private Path records(boolean ids) throws IOException {
    List<String> rows = new ArrayList<>(List.of(ids ? "id,x,source" : "x,source"));
    RECORDS.forEach(row -> rows.add(ids ? row : row.substring(row.indexOf(',') + 1)));
    return Files.write(folder.resolve(ids ? "records.csv" : "rows.csv"), rows);
  }

  private Map<String, String> clusters(String name, String input) throws IOException {
    return clusters(name, input, "{ count = 4, method = product-cut }");
  }

  private Map<String, String> clusters(String name, String input, String clustering)
      throws IOException {
    Path file = folder.resolve(name + ".conf");
    Files.writeString(
        file,
        input
            + "\ngraph { neighbors = 2 }\nclusters "
            + clustering
            + "\n"
            + "output { format = csv, path = \""
            + folder.resolve(name)
            + "\" }\n");
    Captured captured = new Captured();
    int code =
        Concord.run(
            new String[] {"cluster", "--config", file.toString()},
            captured.console().out(),
            captured.console().err());
    assertThat(code).as(captured.err()).isZero();
    Map<String, String> found = new TreeMap<>();
    try (Stream<Path> parts = Files.list(folder.resolve(name).resolve("clusters"))) {
      for (Path part : parts.filter(p -> p.getFileName().toString().startsWith("part-")).toList()) {
        Files.readAllLines(part).stream()
            .skip(1)
            .forEach(row -> found.put(row.split(",", -1)[0], row.split(",", -1)[1]));
      }
    }
    return found;
  }

  private static String features(Path file, String id) {
    return "input.features { format = csv, path = \"" + file + "\"" + id + " }";
  }

  @Test
  void aColumnOfTheFeaturesIsTheTableOfSources() throws IOException {
    Path file = records(true);
    Map<String, String> plain =
        clusters("plain", features(file, ", id = id") + "\ninput.exclusive = source");
    assertThat(plain).hasSize(7);
    assertThat(plain.get("3")).isNotEqualTo(plain.get("5"));
    for (String one : List.of("1", "3", "5")) {
      for (String other : List.of("1", "3", "5")) {
        assertThat(plain.get(one).equals(plain.get(other))).isEqualTo(one.equals(other));
      }
    }
    Map<String, String> block =
        clusters(
            "block",
            features(file, ", id = id, columns = [x]")
                + "\ninput.exclusive { format = csv, path = \""
                + file
                + "\" }");
    assertThat(plain).isEqualTo(block);
  }

  /** A score of 0 is a score, also where a point has no other; evaluate takes it, too. */
  @Test
  void aScoreOfZeroCountsLikeATinyOne() throws IOException {
    String text = "source,target,weight\n1,2,0.9\n2,3,0.8\n1,3,%1$s\n3,4,0.1\n4,5,%1$s\n5,6,0\n";
    Path zero = Files.writeString(folder.resolve("zero.csv"), text.formatted("0"));
    Path tiny =
        Files.writeString(
            folder.resolve("tiny.csv"), text.formatted("1e-12").replace("6,0\n", "6,1e-12\n"));
    String method = "{ count = auto, method = correlation }";
    String input = "input.edges { format = csv, path = \"FILE\" }";
    Map<String, String> found = clusters("zero", input.replace("FILE", zero.toString()), method);
    assertThat(found).hasSize(6);
    assertThat(found.get("1")).isEqualTo(found.get("2"));
    assertThat(found).isEqualTo(clusters("tiny", input.replace("FILE", tiny.toString()), method));
    Captured evaluated = new Captured();
    int code =
        Concord.run(
            new String[] {
              "evaluate",
              "--config",
              folder.resolve("zero.conf").toString(),
              "--assignment",
              folder.resolve("zero").toString()
            },
            evaluated.console().out(),
            evaluated.console().err());
    assertThat(code).as(evaluated.err()).isZero();
    assertThat(evaluated.out()).doesNotContain("NaN");
  }

  /**
   * The search of each component draws from a stream of its own, so files and cores do not count.
   */
  @Test
  void scoredPairsInAnyOrderGiveTheSameClusters() throws IOException {
    List<String> rows = Files.readAllLines(Path.of("data-samples", "companies", "pairs.csv"));
    List<String> order = new ArrayList<>(rows.subList(1, rows.size()));
    java.util.Collections.reverse(order);
    Path parts = Files.createDirectories(folder.resolve("pairs"));
    for (int part = 0; part < 3; part++) {
      List<String> lines = new ArrayList<>(List.of(rows.get(0)));
      for (int r = part; r < order.size(); r += 3) {
        lines.add(order.get(r));
      }
      Files.write(parts.resolve(part + ".csv"), lines);
    }
    Map<String, String> there = new TreeMap<>();
    for (Path pairs : List.of(Path.of("data-samples", "companies", "pairs.csv"), parts)) {
      String input =
          "input.edges { format = csv, path = \"%s\", source = left, target = right,"
                  .formatted(pairs.toAbsolutePath())
              + " weight = score }\n";
      Map<String, String> clusters =
          clusters("order" + there.size(), input, "{ count = auto, method = correlation }");
      assertThat(clusters).hasSizeGreaterThan(200);
      if (there.isEmpty()) {
        there.putAll(clusters);
      }
      assertThat(clusters).isEqualTo(there);
    }
  }

  @Test
  void rowsWithoutIdsHaveSourcesToo() throws IOException {
    Map<String, String> named =
        clusters("named", features(records(true), ", id = id") + "\ninput.exclusive = source");
    Map<String, String> rows =
        clusters("rows", features(records(false), "") + "\ninput.exclusive = source");
    assertThat(List.copyOf(rows.values())).isEqualTo(List.copyOf(named.values()));
  }
}
